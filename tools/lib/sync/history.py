"""History: the commits between two states, each with its words and with what it changed."""
from __future__ import annotations

from collections import namedtuple

from tools.lib import git
from tools.lib.sync import kinds, objects

KNOWN = frozenset(["tree", "parent", "author", "committer", "gpgsig", "gpgsig-sha256"])

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# `changes` is path -> (before, after); of a merge only what is in none of its parents. `more` is whatever else a
# commit's head says, a merged tag's message for one, but for signatures.
Commit = namedtuple("Commit", "id parents author committer message changes more", defaults=("",))


def between(root: str, newest: Sequence[str], known: Sequence[str]) -> list[Commit]:
    """The commits that `newest` have and `known` have not, oldest first; what is unknown here counts as nothing."""
    listing = git.run(root, "rev-list", "--reverse", "--topo-order", "--ignore-missing", "--header", *newest, "--not", *known)
    heads = [_head(row.decode("utf-8", "surrogateescape")) for row in listing.split(b"\0") if row]
    changes = _changes(root, [head.id for head in heads])
    return [head._replace(changes=changes.get(head.id, {})) for head in heads]


def heads(root: str, ids: Sequence[str]) -> list[Commit]:
    """These commits with their words, and without what they changed."""
    listing = git.run(root, "rev-list", "--no-walk=unsorted", "--header", "--stdin", input="\n".join(ids).encode("ascii") + b"\n")
    return [_head(row.decode("utf-8", "surrogateescape")) for row in listing.split(b"\0") if row]


def _head(text: str) -> Commit:
    """A commit from its record in `rev-list --header`, in which the message is indented by four blanks."""
    head, _, message = text.partition("\n\n")
    rows = head.split("\n")
    fields: dict[str, list[str]] = {}
    more: list[str] = []
    key = ""
    for row in rows[1:]:
        key, value = (key, row[1:]) if row[:1] == " " else row.split(" ", 1) if " " in row else (row, "")
        fields.setdefault(key, []).append(value)
        if key not in KNOWN:
            more.append(value)
    plain = "\n".join(line[4:] for line in message.split("\n"))
    return Commit(rows[0], fields.get("parent", []), fields["author"][0], fields["committer"][0], plain, {}, "\n".join(more))


def _changes(root: str, ids: Sequence[str]) -> dict[str, dict[str, objects.Change]]:
    """What each commit changed; of a merge, git tells the changes from each parent in turn."""
    if not ids:
        return {}
    out = git.run(root, "diff-tree", "--stdin", "--always", "-r", "-m", "-z", "--root", "--raw", "--no-renames", "--full-index",
                  input="\n".join(ids).encode("ascii") + b"\n")
    found: dict[str, list[dict[str, objects.Change]]] = {}
    parts = (part.lstrip("\n") for part in git.names(out))
    side: dict[str, objects.Change] = {}
    for part in parts:
        if part.startswith(":"):
            side[next(parts)] = objects.change(part)
        else:
            side = {}
            found.setdefault(part, []).append(side)
    return {id: {path: sides[0][path] for path in sides[0] if all(path in side for side in sides)} for id, sides in found.items()}


def is_ours_alone(commit: Commit) -> bool:
    """Whether the commit may be made again on another parent: every file in it has one writer."""
    return len(commit.parents) == 1 and all(kinds.of(path) in kinds.ONE_WRITER for path in commit.changes)
