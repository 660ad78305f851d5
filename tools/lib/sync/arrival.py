"""Arrival: which files of the checkout change when it follows, whether each may, and how they are written."""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import git
from tools.lib.sync import desk, objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from tools.lib.sync.desk import Desk

CONTESTED = "the clone waits until you have decided which version holds: `python3 tools/sync.py status` names it"
# `reason`: what is in the way, or "". `here`: what changes, or is shared already in another state than HEAD's, with the
# ids of what the files held when they were looked at, "" for no file.
Plan = namedtuple("Plan", "reason here")


def plan(
    seen: Desk,
    target: str,
    settled: Mapping[str, str],
    contested: Collection[str],
    ours: Callable[[list[str]], dict[str, set[str]]],
) -> Plan:
    """Look at each file that would change: it must hold what HEAD has, what was settled, what arrives, or what is ours.

    `settled` is what the person's files hold that is shared already: path -> id, "" for no file. A contested one stays
    until they have decided, or it is what arrives.
    """
    changes = objects.changes(seen.root, seen.head, target)
    rest = objects.sides(seen.root, seen.head, [path for path in settled if path not in changes])
    before = {**{path: _id(rest.get(path)) for path in settled}, **{path: _id(change.before) for path, change in changes.items()}}
    after = {**before, **{path: _id(change.after) for path, change in changes.items()}}
    paths = sorted(before)
    try:
        here = desk.hashes(seen, paths)
    except git.GitError as error:
        return Plan(f"a file in {seen.root} is changing just now: {error.words[:100]}", {})
    shared = {path: (after[path],) if path in contested else (settled.get(path, before[path]), after[path]) for path in paths}
    strange = [path for path in paths if here[path] not in shared[path]]
    known = ours(strange) if strange else {}
    for path in strange:
        if path in contested or here[path] not in known[path]:
            return Plan(CONTESTED if path in contested else _reason(seen, path), {})
    return Plan(_in_the_way(seen, after), here)


def _id(blob: objects.Blob | None) -> str:
    return blob.id if blob is not None else ""


def _reason(seen: Desk, path: str) -> str:
    return (
        f"{path} in {seen.root} is not what was shared, and another version arrived, so the clone waits: "
        f"`python3 tools/sync.py status` says what is known of it, `git -C {seen.root} checkout -- {path}` gives your version up"
    )


def _in_the_way(seen: Desk, after: Mapping[str, str]) -> str:
    """A folder of the person's where a file arrives."""
    for path, id in after.items():
        place = os.path.join(seen.root, *path.split("/"))
        if id and os.path.isdir(place) and any(names for _, _, names in os.walk(place)):
            if not any(other.startswith(path + "/") for other in after):
                return f"the folder {path} in {seen.root} is where a file of this name arrives: move it, then the clone follows"
    return ""


def write(seen: Desk, plan: Plan, target: str, index: str) -> str:
    """Let the index know what the files hold, and have git bring both to the target; gives the tree that they held.

    Raises GitError, files untouched.

    A file that changed since it was looked at is found in the index's tree; one that changes later, git refuses.
    """
    known = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in plan.here)
    git.run(seen.root, "update-index", "--add", "--remove", "-z", "--stdin", input=known, index=index)
    now = git.run(seen.root, "write-tree", index=index).decode("ascii").strip()
    there = objects.sides(seen.root, now, list(plan.here))
    for path, id in plan.here.items():
        if _id(there.get(path)) != id:
            raise git.GitError("update-index", 0, f"{path} changed just now")
    git.run(seen.root, "read-tree", "-m", "-u", now, target, index=index, deadline=300.0)
    return now
