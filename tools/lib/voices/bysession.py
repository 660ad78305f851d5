"""By session: which versions of protected files a session wrote on this machine, so that nobody takes them for a person's.

`by-session` in the installation's folder, a line of JSON each: [path in the repository, sum, session, since, now]:
when the file was written, and when its tool call had ended (seconds since the epoch). The first line about a version holds;
one with `NOBODY` as its session is about what the worker brought into the checkout, from wherever that came.
"""

from __future__ import annotations

import os

from tools.lib import files, lock, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
else:
    from tools.lib.tuples import namedtuple

PATIENCE = 2.0  # seconds for the lock
NOBODY = ""
LONG, KEPT = 1 << 20, 2000  # bytes after which only the newest lines are kept, and how many: those of years

Row = namedtuple("Row", "path sum session since now")


def note(local: str, row: Row) -> None:
    """Keep that a session, or nobody, wrote a version; once. Raises OSError where it cannot be kept."""
    with lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "by-session"), PATIENCE):
        if not any((row.path, row.sum) == (one.path, one.sum) for one in rows(local)):
            if files.append(path_of(local), _line(row)) > LONG:
                files.replace(path_of(local), b"".join(_line(kept) for kept in rows(local)[-KEPT:]))


def _line(row: Row) -> bytes:
    return wire.dumps(list(row)).encode("ascii") + b"\n"


def versions(local: str) -> dict[tuple[str, str], str]:
    """Every version that a session wrote: (path, sum) -> session."""
    return {(row.path, row.sum): row.session for row in rows(local) if row.session != NOBODY}


def rows(local: str) -> list[Row]:
    """All that is kept; a spoilt line counts as none."""
    found = []
    for raw in (files.read(path_of(local)) or b"").split(b"\n"):
        try:
            row = wire.loads(raw) if raw else None
        except ValueError:
            continue
        if (
            isinstance(row, list)
            and len(row) == len(Row._fields)
            and isinstance(row[3], (int, float))
            and isinstance(row[4], (int, float))
        ):
            found.append(Row(str(row[0]), str(row[1]), str(row[2]), float(row[3]), float(row[4])))
    return found


def path_of(local: str) -> str:
    """Where it is kept."""
    return os.path.join(local, "by-session")
