"""Inquiry: who wrote what speaks as the person? Asked after a session's command, answered before anything is approved.

A command may write through any program, and a hook has no time to look at a thousand files. So it only asks: `inquiries` in
the installation's folder, a line of JSON each: [session, begin, end], of a command in seconds since the epoch. Whoever is
about to approve what an editor wrote answers first: what was changed since a command began counts as its session's, also
where that was after its end, for a command may leave something behind that writes, or touches, later. Windows tells no time
of a change, only that of the content, which can be set: what is dated back there is not seen.
"""
from __future__ import annotations

import os

from tools.lib import files, lock, settings, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Iterator
else:
    from tools.lib.tuples import namedtuple

PATIENCE = 5.0  # seconds for the lock, which an answer holds for as long as it takes to look at all files
CLOCK = 2.0  # seconds by which a file's time may be off
KEPT = ("memory/approvals", "memory/allowed", "memory/moves", "memory/tombstones")  # seldom written, and by tools only
FOLDERS = ("memory/lessons", "memory/facts", *KEPT)

Asked = namedtuple("Asked", "session begin end")


def ask(local: str, asked: Asked) -> None:
    """Keep that a session ran a command that may have written anything. Raises OSError where it cannot be kept."""
    with lock.held(_lock(local), PATIENCE) as mine:
        if not mine:
            raise TimeoutError(_lock(local))
        files.append(path_of(local), wire.dumps(list(asked)).encode("ascii") + b"\n")


def versions(local: str, now: float) -> dict[tuple[str, str], str]:
    """Every version that a session wrote: (path, sum) -> session; nothing that was asked is open then. Raises OSError."""
    from tools.lib.voices import bysession  # like all that answers: not for the hook that asks

    answer(local, now)
    return bysession.versions(local)


def answer(local: str, now: float) -> None:
    """Find and keep what was written since the commands began that were asked about. Raises OSError; all stays open then."""
    if not os.path.exists(path_of(local)):
        return
    with lock.held(_lock(local), PATIENCE) as mine:
        if not mine:
            raise TimeoutError(_lock(local))
        asked = _asked(local)
        for path, where in _speaking(settings.read(local).get("checkout", "")) if asked else ():
            session = whose(asked, _changed_at(where))
            if session:
                note(local, session, path, where, now)
        files.remove(path_of(local))


def note(local: str, session: str, path: str, where: str, now: float) -> None:
    """Keep that the session wrote what stands in the file `where`, a path of the repository. Raises OSError."""
    from tools.lib.voices import approvals, bysession  # only when such a file was written

    content = files.read(where) if not os.path.isdir(where) else None
    bysession.note(local, bysession.Row(path, approvals.sum_of(content), session, _changed_at(where), now))


def whose(asked: list[Asked], at: float) -> str:
    """The session whose command ran at `at`, else the one whose command began last before it; "" for none.

    >>> asked = [Asked("a", 10.0, 20.0), Asked("b", 30.0, 40.0)]
    >>> [whose(asked, at) for at in (7.0, 9.0, 15.0, 25.0, 35.0, 99.0)]
    ['', 'a', 'a', 'a', 'b', 'b']
    """
    begun = [one for one in asked if one.begin - CLOCK <= at]
    running = [one for one in begun if at <= one.end + CLOCK]
    return max(running or begun, key=lambda one: one.begin).session if begun else ""


def _changed_at(where: str) -> float:
    """When a file was written or put there; of one that is not there, when its folder was changed."""
    return files.changed_at(where) or files.changed_at(os.path.dirname(where))


def _speaking(root: str) -> Iterator[tuple[str, str]]:
    """The files of a root that need a person's word: their paths in the repository and where they are."""
    from tools.lib.voices.voice import RULES

    if not root:
        return
    yield RULES, os.path.join(root, RULES)
    for folder in (*FOLDERS, *_facts(root)):
        for place, _, names in os.walk(os.path.join(root, *folder.split("/"))):
            for name in names:
                where = os.path.join(place, name)
                yield os.path.relpath(where, root).replace(os.sep, "/"), where


def _facts(root: str) -> Iterator[str]:
    """The contexts' folders of facts."""
    for kind in _folders(os.path.join(root, "contexts")):
        for name in [""] if kind == "_unsorted" else _folders(os.path.join(root, "contexts", kind)):
            yield "/".join(part for part in ("contexts", kind, name, "facts") if part)


def _folders(place: str) -> list[str]:
    return sorted(os.listdir(place)) if os.path.isdir(place) else []


def _asked(local: str) -> list[Asked]:
    """What is open; a spoilt line counts as none."""
    found = []
    for raw in (files.read(path_of(local)) or b"").split(b"\n"):
        try:
            row = wire.loads(raw)
            found.append(Asked(str(row[0]), float(row[1]), float(row[2])))  # type: ignore[index]
        except (IndexError, KeyError, TypeError, ValueError):
            continue
    return found


def path_of(local: str) -> str:
    """Where what was asked is kept."""
    return os.path.join(local, "inquiries")


def _lock(local: str) -> str:
    return os.path.join(files.folder(os.path.join(local, "locks")), "inquiries")
