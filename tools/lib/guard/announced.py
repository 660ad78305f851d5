"""Announced: what a shell command does that others must know, put on the board as it starts.

The sentences are those of `risky.md` beside `risky.py`, and of the person's own `memory/risky.md` in the lane.
"""
from __future__ import annotations

import os

from tools.lib import files, paths, spool
from tools.lib.event import Event
from tools.lib.guard import calls, log
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def note(event: Event, record: Mapping[str, object]) -> None:
    """Say on the board what the command of this event is about to do, if it is one of those. Never raises."""
    try:
        if calls.is_shell(event) and not calls.is_plain(event) and not event.is_test:
            _note(event, record)
    except Exception as error:
        from tools.lib import failures

        failures.note(event.local, f"hook {event.hook}", error, event.now)


def _note(event: Event, record: Mapping[str, object]) -> None:
    started = calls.of(event).started
    rows = list(_about({str(one.words[0]) for one in started if one.words}, _tables(event.local)))
    if not rows:
        return
    from tools.lib.guard import risky  # only for a program that the tables name

    sentences = [sentence for _, sentence in risky.announcements(risky.parse("\n".join(rows))[0], started)]
    if not sentences:
        return
    from tools.lib.beside import board

    session, context = spool.safe(event.session), recent.current(event.local, str(record["context"]))
    for sentence in sentences:
        board.announce(event.local, session, sentence, event.now, context)
        log.add(event.local, [log.made(session, log.ALLOW, "risky", sentence, "announced on the board", event.now)])


def _tables(local: str) -> str:
    own = os.path.join(paths.lane(local), "memory", "risky.md")
    shipped = os.path.join(paths.ROOT, "tools", "lib", "guard", "risky.md")
    return (files.text(own) or "") + "\n" + (files.text(shipped) or "")


def _about(names: set[str], text: str) -> Iterable[str]:
    """The rows of a table that may be about one of these programs; to read them all takes longer than a hook has."""
    for line in text.split("\n"):
        first = line.lstrip().lstrip("|").strip().lstrip("`").partition(" ")[0].strip("`|")
        for program in first.split(",") if line.lstrip().startswith("|") else ():
            if program in names or (program[-1:] == "*" and any(name.startswith(program[:-1]) for name in names)):
                yield line
                break
