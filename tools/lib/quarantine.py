"""Quarantine: what could not be scrubbed, kept on this machine alone, until a person has looked at it.

Each piece is two files below `quarantine/` of the installation's folder, mode 0600: `<name>.raw`, the content as it
came, and `<name>.json` with `reason`, `where` (it was to go) and `since`. The name comes from the three, so that a
piece which is met again, after a kill, is kept once.
"""
from __future__ import annotations

import os
from collections import namedtuple
from hashlib import sha256

from tools.lib import files, notices, wire

# why: what kept it here when it was tried again, "" for what was not
Piece = namedtuple("Piece", "name reason where since size why", defaults=("",))


def keep(local: str, reason: str, where: str, content: bytes, now: float) -> str:
    """Set a piece aside and tell the person; gives its name. `now` in seconds since the epoch. Raises OSError.

    `reason` and `where` are shown and must hold nothing of the content.
    """
    mark = sha256(b"\0".join([reason.encode("utf-8", "replace"), where.encode("utf-8", "replace"), content]))
    name = mark.hexdigest()[:20]
    base = os.path.join(local, "quarantine", name)
    if not os.path.exists(base + ".json"):
        files.replace(base + ".raw", content)
        files.replace(base + ".json", wire.dumps({"reason": reason, "where": where, "since": int(now)}))
    _tell(local, now)
    return name


def content(local: str, name: str) -> bytes:
    """The content of a piece as it came. Raises OSError where there is no such piece."""
    with open(os.path.join(local, "quarantine", name + ".raw"), "rb") as handle:
        return handle.read()


def stays(local: str, piece: Piece, why: str) -> None:
    """A piece was tried again, in vain."""
    fields = {"reason": piece.reason, "where": piece.where, "since": piece.since, "why": why}
    files.replace(os.path.join(local, "quarantine", piece.name + ".json"), wire.dumps(fields))


def remove(local: str, name: str, now: float) -> None:
    """A piece has gone where it was to go."""
    for ending in (".json", ".raw"):
        files.remove(os.path.join(local, "quarantine", name + ending))
    _tell(local, now)


def _tell(local: str, now: float) -> None:
    count = len(_names(local))
    if not count:
        notices.over(local, "quarantine")
        return
    what = "1 piece was" if count == 1 else f"{count} pieces were"
    notices.say(
        local,
        "quarantine",
        f"{what} not saved because they could not be scrubbed of secrets; they are on this machine only, in "
        f"{os.path.join(local, 'quarantine')}: `python3 tools/scrub.py --quarantine` lists them and tries them again",
        now,
    )


def listing(local: str) -> list[Piece]:
    """The pieces in quarantine, oldest first; what is no piece of ours is passed over."""
    found = [_piece(local, name) for name in _names(local)]
    return sorted((piece for piece in found if piece), key=lambda piece: (piece.since, piece.name))


def _names(local: str) -> list[str]:
    try:
        return [name[:-5] for name in os.listdir(os.path.join(local, "quarantine")) if name.endswith(".json")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _piece(local: str, name: str) -> Piece | None:
    folder = os.path.join(local, "quarantine")
    try:
        found = wire.loads(files.read(os.path.join(folder, name + ".json")) or b"")
        size = os.stat(os.path.join(folder, name + ".raw")).st_size
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict):
        return None
    since = found.get("since")
    since = since if isinstance(since, int) else 0
    return Piece(name, str(found.get("reason")), str(found.get("where")), since, size, str(found.get("why") or ""))
