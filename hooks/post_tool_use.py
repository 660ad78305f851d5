"""A tool was used: its name, target and outcome are kept, never what it read or wrote; messages that wait are told."""
from __future__ import annotations

from tools.lib import capture, tool_told, tool_use
from tools.lib.event import Event


def handle(event: Event) -> str | None:
    record = capture.take(event, tool_use.line(event, "ok"))
    return tool_told.answer("PostToolUse", tool_told.after(event, record))
