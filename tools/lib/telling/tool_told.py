"""Tool told: what a session hears beside a tool call: lessons before it, messages as soon as one waits, and what came of
a command of ours after it."""
from __future__ import annotations

import os

from tools.lib import spool
from tools.lib.event import Event
from tools.lib.lessons import lesson_book

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Record = Mapping[str, object]

NAMING = ("command", "file_path", "notebook_path", "path")  # the fields of a tool's input that lessons may be about


def before(event: Event, record: Record) -> str:
    """What is told before a tool call; "" for nothing."""
    return _said(event, record, (_lessons, _messages))


def after(event: Event, record: Record) -> str:
    """What is told after one."""
    return _said(event, record, (_recalled, _witnessed, _settled, _heard, _finished, _messages))


def failed(event: Event, record: Record) -> str:
    """What is told after one that failed: it may have changed files before it did.

    Where the person broke it off nobody may read the answer, so what waits for the session waits on.
    """
    waiting = () if event.payload.get("is_interrupt") else (_heard, _messages)
    return _said(event, record, (_recalled, _witnessed, _given_up, *waiting))


def _said(event: Event, record: Record, parts: Iterable[Callable[[Event, Record], str]]) -> str:
    """What the parts say, in their order; one that fails is logged and keeps no other back."""
    found = [event.told(part, record) for part in parts]
    return "\n\n".join(one for one in found if one)


def _recalled(event: Event, record: Record) -> str:
    from tools.lib.guard import after

    after.recall(event)
    return ""


def _witnessed(event: Event, record: Record) -> str:
    """Note what the call wrote to what speaks as the person; that of a private session has no name."""
    from tools.lib.voices import witness

    witness.look(event, "private" if _is_private(record) else spool.safe(event.session))
    return ""


def _settled(event: Event, record: Record) -> str:
    """Confirm what the call claimed; what is told of silent changes. A private session claims nothing: a claim has a name."""
    from tools.lib.guard import after

    return "" if _is_private(record) else after.settle(event, record)


def _given_up(event: Event, record: Record) -> str:
    """Give up what a call that failed claimed and did not write."""
    from tools.lib.guard import after

    return "" if _is_private(record) else after.settle(event, record, False)


def _heard(event: Event, record: Record) -> str:
    """What others' commands changed of what the session knows."""
    from tools.lib.guard import after

    return "" if _is_private(record) else after.heard(event, record)


def _is_private(record: Record) -> bool:
    return record.get("capture") == "off"


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


def _finished(event: Event, record: Record) -> str:
    """What came of a command of ours that Codex's sandbox held up."""
    if event.agent != "codex":
        return ""
    from tools.lib.intake import tool_use

    if not tool_use.names_a_tool_of_ours(event):
        return ""
    from tools.lib.intake import sandboxed  # only where a command of ours was run

    return sandboxed.finish(event)


def _messages(event: Event, record: Record) -> str:
    """Those for the session itself: a subagent would keep them to itself."""
    if event.payload.get("agent_id") or not os.path.isdir(os.path.join(event.local, "messages")):
        return ""
    from tools.lib.beside import messages  # only while one waits for somebody

    return messages.text(event, record)
