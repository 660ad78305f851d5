"""Arrivals: what came for a session since it last looked, put beside its next prompt; silent when nothing did."""
from __future__ import annotations

import os

from tools.lib import notices, spool
from tools.lib.event import Event
from tools.lib.lessons import lesson_book
from tools.lib.room import LIMIT, size
from tools.lib.telling import given, recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ROOM = 1700  # bytes for each of the two: what the person must know, and what arrived


def text(event: Event, record: Mapping[str, object], said: str = "") -> str:
    """What a prompt in which the person `said` this is answered with.

    A session that lost its start's texts, or had none, is given them now. Each part keeps to a room of its own, and all
    together to what a client passes on.
    """
    if record.get("capture") == "off" or event.is_test:
        return ""
    lessons = event.told(_lessons, record, said)
    if record.get("lost") or not record.get("seen"):
        from tools.lib.telling import start  # seldom, and heavier than a prompt's hook may be

        return _joined(start.again(event, record, LIMIT - size(lessons) - 2), lessons)
    parts = (_messages, _for_person, _board, _strayed, _arrived, _siblings, _changed)
    return _joined(*(event.told(part, record) for part in parts), lessons)


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _lessons(event: Event, record: Mapping[str, object], said: str) -> str:
    if not said or not lesson_book.holds_any(event.local, lesson_book.WORDS):
        return ""
    from tools.lib.lessons import stems

    if not lesson_book.holds(event.local, lesson_book.WORDS, stems.of(said)):
        return ""
    from tools.lib.lessons import hints  # only where a lesson may be about this

    return hints.for_prompt(event, record, said)


def _messages(event: Event, record: Mapping[str, object]) -> str:
    if not os.path.exists(os.path.join(event.local, "messages", spool.safe(event.session))):
        return ""
    from tools.lib.beside import messages  # only when one waits

    return messages.text(event, record)


def _board(event: Event, record: Mapping[str, object]) -> str:
    if not os.path.exists(os.path.join(event.local, "board.md")):
        return ""
    from tools.lib.beside import board  # only where there is one

    return board.prompt_text(event, record)


def _siblings(event: Event, record: Mapping[str, object]) -> str:
    if not os.path.exists(os.path.join(event.local, "siblings")):
        return ""
    from tools.lib.beside import siblings  # only where sessions were asked something

    return siblings.prompt_text(event, record)


def _for_person(event: Event, record: Mapping[str, object]) -> str:
    untold = notices.untold(event.local, spool.safe(event.session))
    if not untold:
        return ""
    from tools.lib.telling import about, discreet, handover  # only when there is something to say

    return about.for_person(discreet.sentences(event.local, handover.name_of(event.local, record), untold), ROOM)


def _changed(event: Event, record: Mapping[str, object]) -> str:
    """Files that this session knows and that changed while another one ran a command."""
    if not os.path.exists(os.path.join(event.local, "guard", f"{spool.safe(event.session)}.jsonl")):
        return ""
    from tools.lib.guard import after  # only for a session that has used a tool

    return after.heard(event, record)


def _strayed(event: Event, record: Mapping[str, object]) -> str:
    """A word when the working directory has changed into what is another context's."""
    folder = event.text("cwd")
    if not folder or folder == (record.get("cwd") or record.get("project")):
        return ""
    from tools.lib.intake import strayed  # only when it changed

    return strayed.text(event, spool.safe(event.session), record)


def _arrived(event: Event, record: Mapping[str, object]) -> str:
    local, session = event.local, spool.safe(event.session)
    name = recent.current(local, str(record["context"]))
    now = recent.mark(local, name)
    if now is None or recent.since(record["seen"], name, now) == now[1]:
        return ""
    given.keep(local, session, seen=recent.seen(name, now))
    table = recent.load(local, name)
    rows = recent.others(table.rows, [session], recent.since(record["seen"], name, now)) if table else []
    if not rows:
        return ""
    from tools.lib import evidence  # only when something arrived
    from tools.lib.telling import digest, handover  # only when something arrived

    return digest.arrived(rows, handover.place(local, name), evidence.mark(), ROOM)
