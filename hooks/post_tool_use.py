"""A tool was used: its name, target and outcome are kept, never what it read or wrote; what waits for the session is told."""
from __future__ import annotations

from tools.lib.event import Event
from tools.lib.intake import answer, capture, tool_use
from tools.lib.telling import tool_told


def handle(event: Event) -> str | None:
    record = capture.take(event, tool_use.line(event, "ok"))
    return answer.told("PostToolUse", tool_told.after(event, record))
