"""Merging: three trees become one, without renames, drivers or rerere; a path changed on both sides goes by its kind."""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import contexts, files, git, working
from tools.lib.sync import entries, kinds, objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tools.lib.sync.objects import Change, Put

LARGEST = 10 * 1024 * 1024  # bytes of a text that is still merged line by line
# What the merge puts on top of OURS, and the paths that cannot be decided (OURS keeps them).
Merged = namedtuple("Merged", "puts conflicts")


def trees(root: str, base: str, ours: str, theirs: str, decided: Collection[str] = ()) -> Merged:
    """What to change in commit `ours` so that it holds `theirs` too; for a path in `decided`, ours is the answer."""
    here, there = objects.changes(root, base, ours), objects.changes(root, base, theirs)
    both = [path for path in there if path in here and here[path][1] != there[path][1] and path not in decided]
    puts = {path: objects.kept(sides[1]) for path, sides in there.items() if path not in here}
    crossed = _crossed(puts, here)
    conflicts = sorted(crossed)
    contents = objects.blobs(root, _ids(both, here, there))
    for path in both:
        found = _decide(root, path, here[path], there[path], contents)
        if found is CONFLICT:
            conflicts.append(path)
        else:
            puts[path] = found
    return Merged({path: put for path, put in puts.items() if path not in crossed}, conflicts)


CONFLICT = objects.Put("", None, "")  # no put is like it


def _crossed(puts: Mapping[str, Put | None], here: Mapping[str, Change]) -> set[str]:
    """Paths of theirs that are a folder of ours, or lie below a file of ours."""
    ours = {path for path, sides in here.items() if sides[1] is not None}
    folders = {path[:at] for path in ours for at, letter in enumerate(path) if letter == "/"}
    new = {path for path, put in puts.items() if put is not None}
    return {path for path in new if path in folders or any(path[:at] in ours for at, c in enumerate(path) if c == "/")}


def _ids(both: list[str], here: Mapping[str, Change], there: Mapping[str, Change]) -> list[str]:
    sides = [side for path in both for side in (*here[path], there[path][1])]
    return [side.id for side in sides if side is not None and side.mode != objects.MODULE]


def _decide(root: str, path: str, here: Change, there: Change, contents: Mapping[str, bytes]) -> Put | None:
    """What a path changed on both sides becomes, or CONFLICT."""
    sides = (here[0], here[1], there[1])
    if any(side is not None and side.mode not in (objects.FILE, objects.PROGRAM) for side in sides):
        return CONFLICT
    texts = [None if side is None else contents[side.id] for side in sides]
    if kinds.of(path) in kinds.BY_ENTRY:
        return _by_entry(path, texts)
    if texts[1] is None or texts[2] is None:
        return CONFLICT
    content = _of_readme(path, texts) if texts[0] is None else None
    content = lines(root, texts[0] or b"", texts[1], texts[2]) if content is None else content
    if content is None and kinds.of(path) == kinds.MACHINE:
        content = _of_machine(root, path, texts[0] or b"", texts[1], texts[2])
    mode = here[1].mode if here[0] is None or there[1].mode == here[0].mode else there[1].mode
    return CONFLICT if content is None else objects.put(content, mode)


def _of_readme(path: str, texts: list[bytes | None]) -> bytes | None:
    """A context's README that was made twice: what somebody wrote stands for what we laid there to be written in."""
    name, _, last = path[len("contexts/") :].rpartition("/")
    if last != "README.md" or not contexts.is_context(name):
        return None
    fresh = [contexts.is_fresh(name, (text or b"").decode("utf-8", "surrogateescape")) for text in texts[1:]]
    return texts[2] if fresh[0] else texts[1] if fresh[1] else None


def _of_machine(root: str, path: str, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """A file that only machines write and that was made twice, since a lane was lost: no person need decide on it.

    A heartbeat is of the moment, so either will do; all others grow line by line.
    """
    return ours if path.startswith(kinds.HEARTBEATS) else lines(root, base, ours, theirs, union=True)


def _by_entry(path: str, texts: list[bytes | None]) -> Put | None:
    base, ours, theirs = (None if text is None else text.decode("utf-8", "surrogateescape") for text in texts)
    found = entries.merged(base, ours, theirs)
    if found is None:
        return None
    found = working.ordered(found) if kinds.of(path) == kinds.WORKING else found
    return objects.put(found.encode("utf-8", "surrogateescape"))


def lines(root: str, base: bytes, ours: bytes, theirs: bytes, union: bool = False) -> bytes | None:
    """Both versions of a text merged line by line by git; None where they contradict each other or are no text.

    With `union`, lines that contradict each other are kept from both.
    """
    if ours == theirs:
        return ours
    if max(len(base), len(ours), len(theirs)) > LARGEST:
        return None
    folder = files.folder(os.path.join(root, ".git", "ego-merge"))
    names = [os.path.join(folder, name) for name in ("ours", "base", "theirs")]
    try:
        for name, content in zip(names, (ours, base, theirs)):
            files.replace(name, content)
        how = ["--union"] if union else []
        status, out, _ = git.call(root, ("merge-file", "-p", "-q", *how, *names), None, None, None, None)
    finally:
        for name in names:
            files.remove(name)
    return out if status == 0 else None
