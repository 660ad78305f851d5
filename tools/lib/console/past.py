"""The past: every content, name and message that a repository's commits hold, looked at by the gate."""
from __future__ import annotations

from collections import namedtuple

from tools.lib import git
from tools.lib.sync import history, objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tools.lib.gate import Gate

BATCH = 200  # objects read at once
CODE = frozenset(["hooks", "tools", "tests", "install.py", "README.md", ".github", ".ci"])

# commit: the first that holds it; finding: of the gate, with the path "" for a commit's own words
Found = namedtuple("Found", "commit finding")


def look(root: str, gate: Gate, progress: Callable[[int, int], None]) -> Iterator[Found]:
    """What all commits of all branches and tags hold that must not be shared; `progress(done, all)` after each batch.

    Each content is looked at once, under the first name it has. The template's own code is left out: it speaks of secrets
    and holds none. Raises GitError.
    """
    listed = git.run(root, "rev-list", "--objects", "--all", "--no-object-names", deadline=600.0).decode("ascii").split()
    kinds = _kinds(root, listed)
    blobs = _named(root, {id for id, kind in kinds.items() if kind == "blob"})
    commits = [id for id in listed if kinds[id] == "commit"]
    everything = len(blobs) + len(commits)
    names: set[str] = set()
    for start in range(0, len(blobs), BATCH):
        some = blobs[start : start + BATCH]
        contents = objects.blobs(root, [id for id, _ in some])
        for id, path in some:
            rows = gate.findings("" if path in names else path, contents[id])
            names.add(path)
            yield from (Found(_first(root, id), row._replace(path=path)) for row in rows)
        progress(min(start + BATCH, len(blobs)), everything)
    for start in range(0, len(commits), BATCH):
        for commit in history.heads(root, commits[start : start + BATCH]):
            words = "\n".join((commit.author, commit.committer, commit.message, commit.more))
            yield from (Found(commit.id, row) for row in gate.findings("", words.encode("utf-8", "surrogateescape")))
        progress(len(blobs) + min(start + BATCH, len(commits)), everything)


def _kinds(root: str, ids: list[str]) -> dict[str, str]:
    rows = git.run(root, "cat-file", "--batch-check=%(objectname) %(objecttype)", input="\n".join(ids).encode("ascii") + b"\n")
    return dict(row.split(" ") for row in rows.decode("ascii").splitlines())


def _named(root: str, ids: set[str]) -> list[tuple[str, str]]:
    """The contents with the first path that each has."""
    found: dict[str, str] = {}
    for row in git.run(root, "rev-list", "--objects", "--all", deadline=600.0).decode("utf-8", "surrogateescape").split("\n"):
        id, _, path = row.partition(" ")
        if id in ids and path.partition("/")[0] not in CODE:
            found.setdefault(id, path)
    return list(found.items())


def _first(root: str, id: str) -> str:
    """The oldest commit that brought a content."""
    out = git.run(root, "log", "--all", "--format=%H", "--no-renames", f"--find-object={id}", deadline=600.0)
    return (out.decode("ascii").split() or [""])[-1]
