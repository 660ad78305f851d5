"""The spool: this machine's write-ahead file of a session's events, outside every repository.

One file per session and local day, `spool/<YYYY-MM-DD>/<session>.jsonl`, append-only: one JSON object a line. Each has
`n` (the session's counter), `t` (seconds since the epoch), `z` (the zone's offset in seconds), `e` (what happened) and
`c` (the context it happened in). Whoever appends or deletes holds the session's lock.
"""
from __future__ import annotations

import os
import time

from tools.lib import files, lock, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

UUID = (8, 13, 18, 23)  # where the hyphens of a UUID stand: the form of both clients' ids
HEX = frozenset("0123456789abcdefABCDEF")
SHORT = 16  # characters; no token is as short
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
PATIENCE = 5.0  # seconds for the lock; the work under it takes less than a millisecond


def safe(session: str) -> str:
    """A session's id as part of a file name: as it is where it is an id, else a name made from it."""
    if 0 < len(session) <= SHORT and LETTERS.issuperset(session):
        return session
    if len(session) == 36 and all(session[n] == "-" for n in UUID) and HEX.issuperset(session.replace("-", "")):
        return session
    if len(session) == 34 and session[:2] == "x-" and HEX.issuperset(session[2:]):
        return session  # made here before
    # no client has such an id; it must neither lead out of our folder nor be shared: it may be a token
    from hashlib import sha256

    return "x-" + sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def day_of(now: float) -> tuple[str, int]:
    """The local day (YYYY-MM-DD) of a time and the zone's offset in seconds."""
    local = time.localtime(now)
    return f"{local.tm_year:04}-{local.tm_mon:02}-{local.tm_mday:02}", local.tm_gmtoff or 0


def path_of(local: str, day: str, session: str) -> str:
    """The spool file of a session's day."""
    return os.path.join(local, "spool", day, f"{session}.jsonl")


def locked(local: str, session: str) -> lock.held:
    """The lock of a session, to be used with `with`."""
    return lock.held(os.path.join(files.folder(os.path.join(local, "locks")), session), PATIENCE)


def add(path: str, line: dict[str, object]) -> int:
    """Append one event; gives the file's size after it. Raises OSError when it cannot be kept."""
    return files.append(path, wire.dumps(line).encode("ascii") + b"\n")


def lines(path: str, start: int = 0) -> Iterator[tuple[int, dict[str, object] | bytes]]:
    """Each whole line from byte `start` on, with the offset behind it; what is no event comes as its bytes."""
    content = files.read(path, start) or b""
    at = start
    for raw in content.split(b"\n")[:-1]:
        at += len(raw) + 1
        if not raw.strip():
            continue
        try:
            event = wire.loads(raw)
        except ValueError:
            event = None
        yield at, event if isinstance(event, dict) and "e" in event else raw


def listing(local: str) -> list[str]:
    """The spool files that exist, as `<day>/<session>.jsonl`, oldest day first."""
    root = os.path.join(local, "spool")
    found = []
    for day in sorted(_names(root)):
        found += [f"{day}/{name}" for name in sorted(_names(os.path.join(root, day))) if name.endswith(".jsonl")]
    return found


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
