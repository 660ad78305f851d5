"""Before a tool: a check may refuse it; else what others must know is announced, and lessons and messages are told."""
from __future__ import annotations

from tools.lib import answer, capture, refused, tool_told
from tools.lib.event import Event
from tools.lib.guard import announced


def handle(event: Event) -> str | None:
    record = capture.known(event)
    reason = refused.reason(event, record)
    if reason:
        return answer.deny(reason)
    announced.note(event, record)
    return answer.told("PreToolUse", tool_told.before(event, record))
