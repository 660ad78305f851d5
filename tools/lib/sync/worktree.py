"""The lane's files: brought from one commit to another in steps that a killed worker's successor finishes."""
from __future__ import annotations

import os
import sys

from tools.lib import files, git
from tools.lib.sync import kinds, leftovers, objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tools.lib.sync.objects import Change

RECORD = os.path.join(".git", "ego-move")  # "OLD NEW", while the files go from one to the other
BATCH = 500  # contents held in memory at once


def place(root: str, path: str) -> str:
    """Where a path of the repository is on this disk."""
    if sys.platform == "win32":
        return "\\\\?\\" + os.path.join(os.path.abspath(root), *path.split("/"))  # names over 260 characters
    return os.path.join(root, path)


def begin(root: str, old: str, new: str) -> None:
    """Record that the files are to go from commit `old` to `new`; `finish` does it."""
    files.replace(os.path.join(root, RECORD), f"{old} {new}")


def finish(root: str, ref: str) -> None:
    """Do what the record says, from its first step on or from wherever it was cut off: files, branch, record."""
    words = (files.read(os.path.join(root, RECORD)) or b"").decode("ascii", "replace").split()
    if len(words) == 2:
        old, new = words
        if objects.commit_of(root, ref) in (old, new):
            changed = objects.changes(root, old, new)
            put(root, changed)
            for folder in {os.path.dirname(place(root, path)) for path in changed}:
                leftovers.clear_half_written(folder)
            objects.moved(root, ref, new, old)
    files.remove(os.path.join(root, RECORD))


def put(root: str, changed: Mapping[str, Change]) -> None:
    """Make the files what the right sides of these changes are."""
    coming = [(path, after) for path, (_, after) in changed.items() if kinds.is_safe(path)]
    for path, after in coming:
        if after is None or after.mode == objects.MODULE:
            _remove(root, path)
    kept = [(path, after) for path, after in coming if after is not None and after.mode != objects.MODULE]
    for start in range(0, len(kept), BATCH):
        some = kept[start : start + BATCH]
        contents = objects.blobs(root, [after.id for _, after in some])
        for path, after in some:
            target = place(root, path)
            files.replace(target, contents[after.id])
            if after.mode == objects.PROGRAM:
                os.chmod(target, 0o700)


def _remove(root: str, path: str) -> None:
    try:
        os.unlink(place(root, path))
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError):
        if os.path.isfile(place(root, path)):
            raise
        return
    folder = path
    while "/" in folder:
        folder = folder.rpartition("/")[0]
        try:
            os.rmdir(place(root, folder))
        except OSError:
            return


def unsaved(root: str, changed: Mapping[str, Change]) -> list[str]:
    """Those of the paths whose file is neither the left nor the right side of the change."""
    found = []
    for path, sides in changed.items():
        like = next(side.id for side in sides if side is not None)
        content = files.read(place(root, path)) if kinds.is_safe(path) and os.path.isfile(place(root, path)) else None
        now = None if content is None else objects.identify(content, like)
        if now is not None and now not in [side.id for side in sides if side is not None]:
            found.append(path)
    return found


def dirty(root: str, commit: str) -> list[str]:
    """What differs between the files and the commit, found by looking at all of them: for healing only.

    A file that is missing is put back: nothing of ours removes one without naming it. Unless it was moved, and the worker
    killed before it could name it: then it has come to the same place of another context.
    """
    before = {path: blob for path, blob in objects.tree(root, commit).items() if path.partition("/")[0] in kinds.DESK}
    found, seen = [], set()
    for path in _walk(root):
        content = files.read(place(root, path))
        seen.add(path)
        if content is not None and (path not in before or before[path].id != objects.identify(content, commit)):
            found.append(path)
    come = {_in_context(path) for path in found}
    gone = [path for path in before if path not in seen]
    moved = [path for path in gone if _in_context(path) in come]
    put(root, {path: objects.Change(None, before[path]) for path in gone if path not in moved})
    return found + moved


def _in_context(path: str) -> str:
    """A path as its context has it: `journal/2026-11/30/desk-4f1c-s1.md`; what is outside of all contexts as it is."""
    parts = path.split("/")
    if parts[0] != "contexts":
        return path
    return "/".join(parts[2:] if parts[1:2] == ["_unsorted"] else parts[3:])


def _walk(root: str) -> Iterable[str]:
    for top in kinds.DESK:
        if os.path.isfile(place(root, top)):
            yield top
        for folder, _, names in os.walk(place(root, top)):
            below = os.path.relpath(folder, place(root, "")).replace(os.sep, "/")
            for name in names:
                if leftovers.is_scrap(name):
                    files.remove(os.path.join(folder, name))
                else:
                    yield f"{below}/{name}"


def fill(root: str, commit: str) -> None:
    """Write every file of a commit into a new, empty lane."""
    index = os.path.join(root, ".git", "ego-first")
    git.run(root, "read-tree", "-u", "--reset", commit, index=index, deadline=600.0)
    files.remove(index)
