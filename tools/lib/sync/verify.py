"""Verification: every commit that is about to leave this machine passes the gate once more, whole."""
from __future__ import annotations

from tools.lib import gate as gates
from tools.lib.sync import history, objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.gate import Finding, Gate


def findings(root: str, gate: Gate, commits: Sequence[history.Commit]) -> dict[str, list[Finding]]:
    """What these commits hold that must not be shared: commit -> findings; of messages under the path `""`."""
    found: dict[str, list[Finding]] = {}
    seen: dict[tuple[str, str], list[Finding]] = {}
    for commit in commits:
        people = [who.rpartition(">")[0] for who in dict.fromkeys((commit.author, commit.committer))]
        words = "\n".join((commit.message, commit.more, *people))  # the first, so that lines are counted as a person does
        rows = gate.findings("", words.encode("utf-8", "surrogateescape"))
        rows += _of_contents(root, gate, commit, seen)
        if rows:
            found[commit.id] = rows
    return found


def _of_contents(
    root: str, gate: Gate, commit: history.Commit, seen: dict[tuple[str, str], list[Finding]]
) -> list[Finding]:
    after = {path: change.after.id for path, change in commit.changes.items()
             if change.after is not None and change.after.mode != objects.MODULE}
    fresh = {path: id for path, id in after.items() if (path, id) not in seen}
    contents = objects.blobs(root, fresh.values())
    for path, id in fresh.items():
        seen[path, id] = gate.findings(path, contents[id])
    modules = [path for path, change in commit.changes.items() if change.after and change.after.mode == objects.MODULE]
    names = [row for path in modules for row in gate.findings(path, b"")]
    return names + [row for path, id in after.items() for row in seen[path, id]]


def sentence(found: dict[str, list[Finding]]) -> str:
    """Where the findings are, for a person; never what they are."""
    commit, rows = next(iter(found.items()))
    where = gates.sentence([row._replace(path=row.path or "the commit's message") for row in rows])
    return f"commit {commit[:10]}: {where}"
