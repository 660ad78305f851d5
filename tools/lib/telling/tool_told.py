"""Tool told: what a session hears beside a tool call: lessons before it, messages as soon as one waits, and what came of
a command of ours after it."""
from __future__ import annotations

import os

from tools.lib import spool
from tools.lib.event import Event
from tools.lib.intake import tool_use
from tools.lib.lessons import lesson_book

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Record = Mapping[str, object]

NAMING = ("command", "file_path", "notebook_path", "path")  # the fields of a tool's input that lessons may be about


def before(event: Event, record: Record) -> str:
    """What is told before a tool call; "" for nothing."""
    return "\n\n".join(part for part in (_lessons(event, record), _messages(event, record)) if part)


def after(event: Event, record: Record) -> str:
    """What is told after one."""
    parts = (_settled(event, record, True), _finished(event), _messages(event, record))
    return "\n\n".join(part for part in parts if part)


def failed(event: Event, record: Record) -> str:
    """What is told after one that failed: it may have changed files before it did."""
    return "\n\n".join(part for part in (_settled(event, record, False), _messages(event, record)) if part)


def _settled(event: Event, record: Record, worked: bool) -> str:
    """Confirm or give up what the call claimed; what is told of silent changes. A failure keeps nothing else back."""
    from tools.lib.guard import after
    from tools.lib.voices import witness

    private = record.get("capture") == "off"
    try:
        after.recall(event)
        witness.look(event, "private" if private else spool.safe(event.session))
        if private:
            return ""  # it claims nothing, since a claim names its session
        told = after.settle(event, record, worked)
        return "\n\n".join(part for part in (told, after.heard(event, record)) if part)
    except Exception as error:
        from tools.lib import failures

        failures.note(event.local, f"hook {event.hook}", error, event.now)
        return ""


def _lessons(event: Event, record: Record) -> str:
    given = event.payload.get("tool_input")
    if not isinstance(given, dict):
        return ""
    words = [event.text("cwd"), *(value for value in map(given.get, NAMING) if isinstance(value, str))]
    text = "\n".join(words).lower().replace("\\", "/")
    if not any(lesson_book.is_mentioned(event.local, kind, text) for kind in (lesson_book.PATHS, lesson_book.COMMANDS)):
        return ""
    from tools.lib.lessons import hints  # only where a lesson may be about this

    return hints.before_tool(event, record)


def _finished(event: Event) -> str:
    """What came of a command of ours that Codex's sandbox held up."""
    if event.agent != "codex" or not tool_use.names_a_tool_of_ours(event):
        return ""
    from tools.lib.intake import sandboxed  # only where a command of ours was run

    return sandboxed.finish(event)


def _messages(event: Event, record: Record) -> str:
    """Those for the session itself: a subagent would keep them to itself."""
    if event.payload.get("agent_id") or not os.path.isdir(os.path.join(event.local, "messages")):
        return ""
    from tools.lib.beside import messages  # only while one waits for somebody

    return messages.text(event, record)
