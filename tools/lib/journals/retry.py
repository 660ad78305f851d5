"""Retry: what is in quarantine is tried once more, and what passes now goes where it was to go.

An event goes through the spool again, at its own time and place; a record of a transcript makes its session's saved file
be written anew; a file of the lane gets what it lacks. What still does not pass stays. The worker does it when `ask` was
called: it alone writes in the lane.
"""
from __future__ import annotations

import os
import re

from tools.lib import files, journal, paths, quarantine, sessions, spool, wire
from tools.lib.archive import saving
from tools.lib.journals import entries
from tools.lib.sync import kinds, worktree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.gate import Gate
    from tools.lib.quarantine import Piece

RECORD = re.compile(r"contexts/\S+/sessions, session (?P<session>[A-Za-z0-9_-]{1,64}), byte \d+ of its transcript", re.ASCII)


def ask(local: str) -> None:
    """Have the worker try all pieces in its next pass."""
    files.replace(_asked(local), "")


def is_asked(local: str) -> bool:
    return os.path.exists(_asked(local))


def _asked(local: str) -> str:
    return os.path.join(local, "quarantine", "again")


def run(local: str, gate: Gate, now: float) -> list[str]:
    """Try each piece; gives the lane's paths that were written."""
    written = []
    for piece in quarantine.listing(local):
        try:
            why = _one(local, gate, piece, now)
        except Exception as error:  # whatever stopped the scrubber before may do so again
            why = f"it still cannot be scrubbed ({type(error).__name__})"
        if why:
            quarantine.stays(local, piece, why)
        else:
            quarantine.remove(local, piece.name, now)
            written.append(piece.where)
    files.remove(_asked(local))
    return [path for path in written if kinds.of(path) != kinds.FOREIGN]


def _one(local: str, gate: Gate, piece: Piece, now: float) -> str:
    content = quarantine.content(local, piece.name)
    record = RECORD.fullmatch(piece.where)
    if record:
        return _record(local, gate, record["session"], content)
    line = _event(content)
    if line is not None and spool.safe(piece.where) == piece.where:
        entries.of(line, piece.where, gate.text)
        return _spooled(local, piece.where, line, now)
    if kinds.of(piece.where) != kinds.FOREIGN and kinds.is_safe(piece.where):
        return _file(local, gate, piece.where, content)
    return "it is nothing that a client or we have made: read it, and delete it when it is of no use"


def _event(content: bytes) -> dict[str, object] | None:
    try:
        line = wire.loads(content)
    except ValueError:
        return None
    return line if isinstance(line, dict) and "e" in line and "n" in line else None


def _spooled(local: str, session: str, line: dict[str, object], now: float) -> str:
    sessions.put(local, session, now, lambda record: {"e": "again", "line": line})
    return ""


def _record(local: str, gate: Gate, session: str, content: bytes) -> str:
    """A transcript's lines: the session is saved from its first byte again, and each record comes to its place."""
    transcript = str(sessions.load(local, session).get("transcript") or "")
    if not os.path.exists(transcript):
        return "its transcript is gone, so there is nothing to save it from"
    for row in content.split(b"\n"):
        try:
            value = wire.loads(row)
        except ValueError:
            return "it is no JSON, so nothing can be made of it"
        gate.scrubber.value(value)
    saving.anew(local, session)
    return ""


def _file(local: str, gate: Gate, path: str, content: bytes) -> str:
    """A file of the lane: the entries that a journal lacks, or the whole of one that is not there."""
    clean = gate.scrubbed(path, content)
    place = worktree.place(paths.lane(local), path)
    there = files.text(place)
    if there is not None and kinds.of(path) == kinds.JOURNAL:
        known = set(there.split("\n"))
        items = journal.parse(clean.decode("utf-8", "replace"))[1]
        lines = [item if isinstance(item, str) else journal.line(item) for item in items]
        rows = [row for row in lines if row and row not in known]
        clean = (there.rstrip("\n") + "\n" + "".join(row + "\n" for row in rows)).encode("utf-8", "replace")
    elif there is not None:
        return f"{path} has gone on without it: read it, and add by hand what is missing"
    files.replace(place, clean)
    return ""
