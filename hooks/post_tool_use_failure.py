"""A tool failed: its name and target are kept, and what it claimed is given up. Nothing is printed: no client takes it."""
from __future__ import annotations

from tools.lib.event import Event
from tools.lib.intake import capture, tool_use
from tools.lib.telling import tool_told


def handle(event: Event) -> None:
    record = capture.take(event, tool_use.line(event, "interrupted" if event.payload.get("is_interrupt") else "failed"))
    tool_told.settled(event, record, worked=False)
