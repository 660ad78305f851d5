"""A tool failed: its name and target are kept."""
from __future__ import annotations

from tools.lib import capture, tool_use
from tools.lib.event import Event


def handle(event: Event) -> None:
    capture.take(event, tool_use.line(event, "interrupted" if event.payload.get("is_interrupt") else "failed"))
