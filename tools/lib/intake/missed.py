"""Sessions of which an event could not be kept: marked in room that was taken while there was some.

`missed` in the local folder has a fixed size, made at install: blank-padded lines `session<TAB>transcript<TAB>since`.
Writing into it needs no free block, so a hook can leave its mark on a full disk; the worker takes the turns from the
transcripts.
"""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import files, lock, spool

Missed = namedtuple("Missed", "session transcript since")  # since: seconds since the epoch of the first event missed
SLOT, SLOTS = 1024, 32  # bytes and number of lines


def _path(local: str) -> str:
    return os.path.join(local, "missed")


def reserve(local: str) -> None:
    """Take the room; at install, and again when the file was lost."""
    if not os.path.exists(_path(local)):
        files.replace(_path(local), (b" " * (SLOT - 1) + b"\n") * SLOTS)


def mark(local: str, session: str, transcript: str, now: float) -> None:
    """Note that something of this session is missing. Never raises; a transcript of too long a path is given up."""
    row = f"{spool.safe(session)}\t{transcript}\t".encode("utf-8", "replace")
    if len(row) + 20 > SLOT or not transcript or "\n" in transcript:
        return
    try:
        with lock.held(os.path.join(local, "locks", "missed"), 1.0), open(_path(local), "r+b") as handle:
            for slot in range(SLOTS):
                handle.seek(slot * SLOT)
                found = handle.read(SLOT).strip()
                if found.startswith(row):
                    return
                if not found:
                    handle.seek(slot * SLOT)
                    handle.write((row + str(int(now)).encode()).ljust(SLOT - 1) + b"\n")
                    return
    except OSError:
        pass


def take(local: str) -> list[Missed]:
    """The sessions marked; each stays marked until `clear`."""
    found = []
    for row in (files.read(_path(local)) or b"").decode("utf-8", "replace").split("\n"):
        parts = row.strip().split("\t")
        if len(parts) == 3 and parts[2].isdigit():
            found.append(Missed(parts[0], parts[1], float(parts[2])))
    return found


def clear(local: str, taken: Missed) -> None:
    """What this mark stands for has been taken. Needs no free block either."""
    row = "\t".join((taken.session, taken.transcript, str(int(taken.since)))).encode("utf-8", "replace")
    with lock.held(os.path.join(local, "locks", "missed"), 1.0), open(_path(local), "r+b") as handle:
        for slot in range(SLOTS):
            handle.seek(slot * SLOT)
            if handle.read(SLOT).strip() == row:
                handle.seek(slot * SLOT)
                handle.write(b" " * (SLOT - 1) + b"\n")
