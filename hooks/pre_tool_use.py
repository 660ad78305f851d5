"""Before a tool: a check may refuse it; else the lessons that it brings up, and messages that wait, are told."""
from __future__ import annotations

from tools.lib import answer, capture, refused, tool_told
from tools.lib.event import Event


def handle(event: Event) -> str | None:
    record = capture.known(event)
    reason = refused.reason(event, record)
    return answer.deny(reason) if reason else answer.told("PreToolUse", tool_told.before(event, record))
