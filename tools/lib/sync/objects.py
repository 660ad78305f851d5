"""Objects: git as a database of contents, trees and commits, read without an index and without a work tree."""
from __future__ import annotations

import hashlib
import os
from collections import namedtuple

from tools.lib import files, git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FILE, PROGRAM, LINK, MODULE = "100644", "100755", "120000", "160000"
HEX = frozenset("0123456789abcdef")

# One side of a path in a tree; a path that is not there is None.
Blob = namedtuple("Blob", "mode id")
Change = namedtuple("Change", "before after")
# What a new commit puts at a path: `content` is the bytes, or None to take the object `id` that is there already.
Put = namedtuple("Put", "mode content id")


def put(content: bytes, mode: str = FILE) -> Put:
    """New content for a path."""
    return Put(mode, content, "")


def kept(blob: Blob | None) -> Put | None:
    """Content that the repository holds already; None removes the path."""
    return blob and Put(blob.mode, None, blob.id)


def identify(content: bytes, like: str) -> str:
    """The id git gives to these bytes, in the hash that the id `like` is of."""
    new = hashlib.sha1 if len(like) == 40 else hashlib.sha256
    return new(b"blob %d\0" % len(content) + content).hexdigest()


def commit_of(root: str, name: str) -> str | None:
    """The id of the commit that a ref or id names, or None."""
    if name.startswith("refs/"):
        loose = (files.read(os.path.join(root, ".git", name)) or b"").decode("ascii", "replace").strip()
        if len(loose) in (40, 64) and HEX.issuperset(loose):
            return loose  # most refs of the lane are asked for at each pass: no process for that
    status, out, _ = git.call(root, ("rev-parse", "-q", "--verify", f"{name}^{{commit}}"), None, None, None, None)
    return out.decode("ascii").strip() if status == 0 else None


def changes(root: str, old: str, new: str) -> dict[str, Change]:
    """What differs from tree `old` to tree `new`."""
    parts = iter(git.names(git.run(root, "diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", old, new)))
    return {next(parts): change(head) for head in parts}


def change(head: str) -> Change:
    """Both sides of a path, from the head of a line of git's raw format."""
    old_mode, new_mode, old, new, _ = head[1:].split(" ")
    return Change(_blob(old_mode, old), _blob(new_mode, new))


def _blob(mode: str, id: str) -> Blob | None:
    return None if mode == "000000" else Blob(mode, id)


def tree(root: str, commit: str, *folders: str) -> dict[str, Blob]:
    """Every path of a commit, or those below `folders`; for healing only, it costs what is held there."""
    found = {}
    for row in git.names(git.run(root, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *folders)):
        head, _, path = row.partition("\t")
        mode, _, id = head.split(" ")
        found[path] = Blob(mode, id)
    return found


def blobs(root: str, ids: Iterable[str]) -> dict[str, bytes]:
    """The contents of the objects with these ids, all read by one process. Raises GitError when one is missing."""
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    out = git.run(root, "cat-file", "--batch", input="\n".join(wanted).encode("ascii") + b"\n")
    found, at = {}, 0
    while at < len(out):
        end = out.index(b"\n", at)
        words = out[at:end].decode("ascii", "replace").split(" ")
        if len(words) != 3:
            raise git.GitError("cat-file", 0, " ".join(words))
        at = end + 1 + int(words[2])
        found[words[0]] = out[end + 1 : at]
        at += 1
    return found


def at(root: str, commit: str, paths: Sequence[str]) -> dict[str, str]:
    """The ids of those of `paths` that the commit holds. A path with a line end in it counts as not there."""
    asked = [path for path in paths if "\n" not in path]
    if not asked:
        return {}
    request = b"".join(f"{commit}:{path}\n".encode("utf-8", "surrogateescape") for path in asked)
    rows = git.run(root, "cat-file", "--batch-check=%(objectname) %(objecttype)", input=request).split(b"\n")
    pairs = ((path, row.split(b" ")) for path, row in zip(asked, rows))
    return {path: words[0].decode("ascii") for path, words in pairs if words[-1] == b"blob"}


def sides(root: str, commit: str, paths: Sequence[str]) -> dict[str, Blob]:
    """Those of `paths` that the commit holds, with their modes."""
    found = {}
    for start in range(0, len(paths), 100):  # a command line has an end
        out = git.run(root, "ls-tree", "-z", "--full-tree", commit, "--", *paths[start : start + 100])
        for row in git.names(out):
            head, _, path = row.partition("\t")
            mode, _, id = head.split(" ")
            found[path] = Blob(mode, id)
    return found


def quoted(path: str) -> bytes:
    """A path as fast-import and hash-object read it."""
    raw = path.encode("utf-8", "surrogateescape")
    return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'


def moved(root: str, ref: str, new: str, old: str | None) -> bool:
    """Move a ref if it still is at `old` ("" for: it must not exist, None for: wherever it is). False: it was not."""
    try:
        git.run(root, "update-ref", "--no-deref", ref, new, *([] if old is None else [old or "0" * len(new)]))
    except git.GitError:
        if old is None:
            raise
        return False
    return True


def contains(root: str, newer: str, older: str) -> bool:
    """Whether commit `newer` has `older` in its history; False where the repository does not hold one of them."""
    if newer == older:
        return True
    status, _, _ = git.call(root, ("merge-base", "--is-ancestor", older, newer), None, None, None, None)
    return status == 0


def base(root: str, ours: str, theirs: str) -> str | None:
    """The commit where two histories parted, or None where they never were one."""
    if ours == theirs:
        return ours
    status, out, _ = git.call(root, ("merge-base", ours, theirs), None, None, None, None)
    return out.decode("ascii").split()[0] if status == 0 and out else None
