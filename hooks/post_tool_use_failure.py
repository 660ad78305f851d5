"""A tool failed: its name and target are kept, what it claimed and did not write is given up; what waits is told."""
from __future__ import annotations

from tools.lib.event import Event
from tools.lib.intake import answer, capture, tool_use
from tools.lib.telling import tool_told


def handle(event: Event) -> str | None:
    record = capture.take(event, tool_use.line(event, "interrupted" if event.payload.get("is_interrupt") else "failed"))
    return answer.told("PostToolUseFailure", tool_told.failed(event, record))
