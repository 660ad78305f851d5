"""Before a tool: a check may refuse it; else what others must know is announced, and lessons and messages are told."""
from __future__ import annotations

from tools.lib.event import Event
from tools.lib.guard import refused
from tools.lib.intake import answer, capture
from tools.lib.telling import tool_told


def handle(event: Event) -> str | None:
    record = capture.known(event)
    reason = refused.reason(event, record)
    if reason:
        return answer.deny(reason)
    if event.text("tool_name") == "Bash" and record.get("capture") != "off":  # an announcement names its session
        from tools.lib.guard import announced  # the reader of command lines is for commands

        announced.note(event, record)
    return answer.told("PreToolUse", tool_told.before(event, record))
