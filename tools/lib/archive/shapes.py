"""Shapes: records of the clients' transcripts that we do not know, counted by name, never guessed at."""
from __future__ import annotations

import os

from tools.lib import files, notices, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 200  # names kept
SHOWN = 3  # names in the sentence for the person


def counted(local: str) -> dict[str, int]:
    """How often each unknown shape was met; an unreadable file counts as none."""
    content = files.read(os.path.join(local, "shapes.json"))
    try:
        found = wire.loads(content) if content else None
    except ValueError:
        found = None
    return {k: v for k, v in found.items() if isinstance(v, int)} if isinstance(found, dict) else {}


def count(local: str, names: Iterable[str], now: float) -> None:
    """Count unknown shapes; the person hears of names that are new. Never raises: saving goes on without it."""
    names = list(names)
    if not names:
        return
    found = counted(local)
    for name in names:
        if name in found or len(found) < MOST:
            found[name] = found.get(name, 0) + 1
    try:
        files.replace(os.path.join(local, "shapes.json"), wire.dumps(found))
    except OSError:
        return
    shown = ", ".join(sorted(found)[:SHOWN]) + (", ..." if len(found) > SHOWN else "")
    notices.say(
        local,
        "transcript-shapes",
        f"the client's transcripts hold records this version does not know and leaves out ({shown}): "
        "a newer release may know them, see `python3 install.py --upgrade`",
        now,
    )
