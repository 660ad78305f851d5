"""Writing: commits are written by one `git fast-import`, without an index and without a work tree.

Its cost follows what changes, not what the repository holds: an index of 100,000 sessions costs 0.3 s at each commit.
"""
from __future__ import annotations

from collections import namedtuple

from tools.lib import git
from tools.lib.sync.objects import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.sync.objects import Put

SCRATCH = "refs/ego/made"  # keeps what was written last until a branch holds it

# A commit to be written; `author` and `committer` are in git's own form, `Name <address> seconds zone`; `puts` is
# path -> Put, or None for a path that goes.
Draft = namedtuple("Draft", "parents author committer message puts")


def write(root: str, drafts: Sequence[Draft]) -> list[str]:
    """Write the commits in order and give their ids; a parent `:1` is the first of them.

    The first parent's tree is changed by the puts. No branch moves.
    """
    stream = b"".join(_stream(number, draft) for number, draft in enumerate(drafts, 1))
    out = git.run(root, "fast-import", "--quiet", "--force", "--date-format=raw", "--done", input=stream + b"done\n")
    return out.decode("ascii").split()


def _stream(number: int, draft: Draft) -> bytes:
    head = f"commit {SCRATCH}\nmark :{number}\nauthor {draft.author}\ncommitter {draft.committer}\n"
    rows = [
        head.encode("utf-8", "surrogateescape"),
        _counted(draft.message.encode("utf-8", "surrogateescape")),
        *(b"%s %s\n" % (b"merge" if n else b"from", parent.encode("ascii")) for n, parent in enumerate(draft.parents)),
        *(b"D %s\n" % quoted(path) for path in draft.puts),  # first: a file may be where a folder comes
        *(_modify(path, put) for path, put in draft.puts.items() if put is not None),
        b"\nget-mark :%d\n" % number,
    ]
    return b"".join(rows)


def _modify(path: str, put: Put) -> bytes:
    if put.content is None:
        return f"M {put.mode} {put.id} ".encode("ascii") + quoted(path) + b"\n"
    return f"M {put.mode} inline ".encode("ascii") + quoted(path) + b"\n" + _counted(put.content)


def _counted(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)
