"""Before a tool: the lessons that its path or command brings up, and messages that wait."""
from __future__ import annotations

from tools.lib import capture, tool_told
from tools.lib.event import Event


def handle(event: Event) -> str | None:
    return tool_told.answer("PreToolUse", tool_told.before(event, capture.known(event)))
