"""A tool failed: its name and target are kept, and what it claimed is given up. Nothing is printed: no client takes it."""
from __future__ import annotations

from tools.lib import capture, tool_told, tool_use
from tools.lib.event import Event


def handle(event: Event) -> None:
    record = capture.take(event, tool_use.line(event, "interrupted" if event.payload.get("is_interrupt") else "failed"))
    tool_told.settled(event, record, worked=False)
