"""Forged: what a session's command wrote where only the person's tools write, so that it is taken for nobody's word.

An allowance lets a secret through, an approval lets a text speak, a move shows it to another context, on all machines. The
hook before a call refuses to write them; what a program wrote all the same is found when it is about to be taken
(`voices.inquiry`), and stays where it is.
"""
from __future__ import annotations

from tools.lib.gate import Finding
from tools.lib.sync import objects
from tools.lib.voices import approvals, inquiry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.sync.history import Commit
    from tools.lib.sync.settle import Pass

FOLDERS = tuple(f"{folder}/" for folder in inquiry.KEPT)
KIND = "written by a session's command"


def is_kept(path: str) -> bool:
    """Whether a path is one that only the person's tools write."""
    return path.lower().startswith(FOLDERS)


def findings(this: Pass, path: str, content: bytes) -> list[Finding]:
    """What is to be said of a file that may be a session's; nothing lets it pass. Raises OSError while that is not known."""
    if not is_kept(path):
        return []
    is_sessions = (path, approvals.sum_of(content)) in inquiry.versions(this.local, this.now)
    return [Finding(path, 1, KIND)] if is_sessions else []


def of(this: Pass, root: str, commits: Sequence[Commit]) -> dict[str, list[Finding]]:
    """The same of the person's commits in the repository `root`: commit -> findings."""
    found = {}
    for commit in commits:
        after = {path: change.after.id for path, change in commit.changes.items() if change.after and is_kept(path)}
        contents = objects.blobs(root, list(after.values()))
        rows = [row for path, id in after.items() for row in findings(this, path, contents[id])]
        if rows:
            found[commit.id] = rows
    return found
