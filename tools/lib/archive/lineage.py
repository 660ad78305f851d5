"""Lineage: which records of a transcript were saved before, be it from this file or from the session it was forked from.

A resumed, forked or rewritten transcript repeats records under their old ids. `saved/<session>.seen` in the installation's
folder has a hash of each record's id, a line each; `saved/roots/<hash of a first id>` the sessions that begin with it.
"""
from __future__ import annotations

import os
from hashlib import sha256

from tools.lib import files

WIDTH = 17  # bytes of a line: 16 hex digits and its end
RECENT = 4_000  # ids looked at on an ordinary pass


def mark(key: bytes) -> str:
    """The hash of a record's id."""
    return sha256(key).hexdigest()[: WIDTH - 1]


def recent(local: str, session: str, size: int) -> set[str]:
    """The last ids that were kept, of the first `size` bytes; reads the same little however long the session is."""
    start = max(0, size - RECENT * WIDTH)
    return _split(files.read(_path(local, session), start, size - start))


def whole(local: str, session: str, size: int = -1) -> set[str]:
    """All ids of a session, of the first `size` bytes."""
    return _split(files.read(_path(local, session), 0, size))


def keep(local: str, session: str, size: int, marks: list[str]) -> int:
    """Put `marks` behind the first `size` bytes; gives the new size. What a killed pass left there goes. Raises OSError."""
    path = _path(local, session)
    if os.path.exists(path) and os.stat(path).st_size > size:
        os.truncate(path, size)
    return files.append(path, b"".join(m.encode("ascii") + b"\n" for m in marks)) if marks else size


def kin(local: str, root: str, session: str) -> list[str]:
    """The other sessions whose transcripts begin with the same record; this one is counted among them from now on."""
    path = os.path.join(local, "saved", "roots", root)
    known = (files.read(path) or b"").decode("utf-8", "replace").split()
    if session not in known:
        files.append(path, session.encode("utf-8") + b"\n")
    return [other for other in known if other != session]


def _path(local: str, session: str) -> str:
    return os.path.join(local, "saved", f"{session}.seen")


def _split(content: bytes | None) -> set[str]:
    return set((content or b"").decode("ascii", "replace").split())
