"""The lane: our own clone, where the worker writes and everything of ours is read.

It has no index: what is committed is named by who wrote it, so no index can be stale, locked or half-merged.
"""
from __future__ import annotations

import os
import time

from tools.lib import files, git, quarantine, settings
from tools.lib import paths as places
from tools.lib.scrub import Unscrubbable
from tools.lib.sync import kinds, leftovers, making, objects, transport, worktree, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tools.lib.gate import Gate

LOOSE = 24  # objects in one of 256 folders, so about 6,000 in all: where git itself would pack them
PACKS = 30  # where git itself would make one of them


class Dirty(Exception):
    """Files of the lane differ from its head and are in the way; `paths` are to be committed first."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(f"{len(found)} uncommitted files")
        self.paths = found


def ensure(local: str) -> str:
    """The lane's folder, made if need be, and healed of whatever a killed worker left in it.

    Raises GitError or OSError where it cannot be made now, Refusal where a person must do something first.
    """
    root = places.lane(local)
    git.version()
    if not os.path.isdir(os.path.join(root, ".git")):
        making.make(local)
    heal(local)
    return root


def heal(local: str) -> None:
    """Take away stale locks and finish a move that was cut off."""
    root, branch = places.lane(local), settings.read(local)["branch"]
    names = ("index", "HEAD", "config", "packed-refs", "shallow", f"refs/heads/{branch}", f"refs/remotes/origin/{branch}",
             writing.SCRATCH, "refs/ego/pushed")
    leftovers.clear_locks(os.path.join(root, ".git"), names)
    worktree.finish(root, f"refs/heads/{branch}")


def head(local: str) -> str:
    """The commit the lane stands on."""
    found = objects.commit_of(places.lane(local), f"refs/heads/{settings.read(local)['branch']}")
    if found is None:
        raise git.GitError("rev-parse", 1, "the lane has no branch; python3 tools/sync.py rejoin makes it anew")
    return found


def commit(
    local: str, gate: Gate, message: str, paths: Iterable[str] | None = None, now: float | None = None
) -> str | None:
    """Commit these files of the lane (None: whatever differs), each past the gate; gives the commit, None for no change.

    A named file that is not there is removed from the history's next commit. What cannot be scrubbed is left out, kept
    in the quarantine and named. `now` is seconds since the epoch.
    """
    now = time.time() if now is None else now
    root, old = places.lane(local), head(local)
    named = sorted(set(worktree.dirty(root, old) if paths is None else paths))
    puts = _puts(local, gate, root, old, named, now)
    if not puts:
        return None
    new = _write(local, root, old, puts, gate.text(message), now)
    _advance(local, root, new, old)
    return new


def _puts(local: str, gate: Gate, root: str, old: str, named: list[str], now: float) -> dict[str, objects.Put | None]:
    """What the commit changes: read, passed by the gate, and scrubbed in place where need be."""
    before = objects.at(root, old, named)
    found: dict[str, objects.Put | None] = {}
    for path in named:
        content = files.read(worktree.place(root, path)) if kinds.is_safe(path) else None
        if content is None:
            if path in before:
                found[path] = None
            continue
        try:
            clean = gate.scrubbed(path, content)
            if not gate.may_name(path):
                raise Unscrubbable("its name holds a secret")
        except Unscrubbable as failure:
            _set_aside(local, root, path, before.get(path), content, str(failure), now)
            continue
        if clean != content:
            files.replace(worktree.place(root, path), clean)
        if before.get(path) != objects.identify(clean, old):
            found[path] = objects.put(clean)
    return found


def _set_aside(local: str, root: str, path: str, before: str | None, content: bytes, why: str, now: float) -> None:
    """Quarantine a file, and have what is shared of it stand in the lane: what comes next is written behind that."""
    quarantine.keep(local, why, path, content, now)
    if before:
        files.replace(worktree.place(root, path), objects.blobs(root, [before])[before])
    else:
        files.remove(worktree.place(root, path))


def _write(local: str, root: str, old: str, puts: dict[str, objects.Put | None], message: str, now: float) -> str:
    who = transport.identity(root, settings.read(local)["device"], now)
    return writing.write(root, [writing.Draft([old], who, who, message + "\n", puts)])[0]


def _advance(local: str, root: str, new: str, old: str) -> None:
    ref = f"refs/heads/{settings.read(local)['branch']}"
    if not objects.moved(root, ref, new, old):
        raise git.GitError("update-ref", 1, f"{ref} moved while we committed; it is tried again")


def move(local: str, new: str) -> None:
    """Bring the lane's files and branch to the commit `new`. Raises Dirty, before anything is touched."""
    root, old = places.lane(local), head(local)
    if new == old:
        return
    changed = objects.changes(root, old, new)
    found = worktree.unsaved(root, changed)
    if found:
        raise Dirty(found)
    worktree.begin(root, old, new)
    worktree.finish(root, f"refs/heads/{settings.read(local)['branch']}")


def pack(local: str) -> None:
    """Pack the lane's objects when many are loose, and take away what killed gits left among them.

    Only what is loose is packed, in a second or two; all packs are made one when there are many, once in years.
    """
    root = places.lane(local)
    folder = os.path.join(root, ".git", "objects")
    leftovers.clear_scraps(os.path.join(root, ".git"))
    if len(_names(os.path.join(folder, "pack"))) > 2 * PACKS:  # each has an index beside it
        git.run(root, "gc", "--quiet", deadline=600.0)
    elif len(_names(os.path.join(folder, "17"))) > LOOSE:
        git.run(root, "repack", "-d", "-l", "-q", deadline=300.0)


def _names(folder: str) -> list[str]:
    return os.listdir(folder) if os.path.isdir(folder) else []
