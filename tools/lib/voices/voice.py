"""Voice: what of the rules is in force, as the worker found it, for hooks to read.

`voice/preferences.md` in the installation's folder is the version in force. `voice/state` is JSON: of which commit that is,
and `pending`, the versions that wait for the person's word, each as a list of a `Pending`'s fields.
"""

from __future__ import annotations

import os

from tools.lib import files, paths, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from typing import Any
else:
    from tools.lib.tuples import namedtuple

RULES = "preferences.md"
# sum: of the version; who: the session that wrote it, "" for unknown; commit: that brought it into the lane
Pending = namedtuple("Pending", "path sum who commit")


def folder(local: str) -> str:
    """Where all of this is."""
    return os.path.join(local, "voice")


def path(local: str) -> str:
    """Where the rules in force are; before the worker ever looked, those in the lane."""
    found = os.path.join(folder(local), RULES)
    return found if os.path.exists(found) else os.path.join(paths.lane(local), RULES)


def state(local: str) -> dict[str, Any]:
    """What the worker found; an unreadable file counts as nothing."""
    try:
        found = wire.loads(files.read(os.path.join(folder(local), "state")) or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def pending(local: str) -> list[Pending]:
    """The versions that wait for the person's word."""
    rows = state(local).get("pending")
    return [Pending(*map(str, row)) for row in rows if isinstance(row, list) and len(row) == 4] if isinstance(rows, list) else []


def waiting(local: str) -> str:
    """What a session is told beside the rules while a newer version of them waits; "" for nothing."""
    found = [one for one in pending(local) if one.path == RULES]
    if not found:
        return ""
    who = f", written by session {found[0].who}," if found[0].who else ""
    how = "they say it in `python3 tools/review.py`"
    return f"(A newer version of {RULES}{who} waits for the person's yes and is not in force: {how}.)"
