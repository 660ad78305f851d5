"""Integration: the lane takes in what the remote has: its own commits are made again on top, or both are merged."""
from __future__ import annotations

from tools.lib import paths, settings
from tools.lib.sync import history, kept, lane, merge, objects, transport, writing


def run(local: str, tip: str, now: float) -> None:
    """Bring the lane to a state that holds the remote's tip. Raises Dirty."""
    root, head = paths.lane(local), lane.head(local)
    if objects.contains(root, head, tip):
        return
    if objects.contains(root, tip, head):
        lane.move(local, tip)
        return
    base = objects.base(root, head, tip) or ""
    mine = history.between(root, [head], [tip])
    there = objects.changes(root, base, tip)
    if all(history.is_ours_alone(commit) and not there.keys() & commit.changes.keys() for commit in mine):
        lane.move(local, _rebased(root, mine, tip))
    else:
        lane.move(local, _merged(local, base, head, tip, now))


def _rebased(root: str, commits: list[history.Commit], tip: str) -> str:
    """The same commits made again on the tip; none of their files was touched there."""
    drafts = [
        writing.Draft(
            [f":{number}" if number else tip], commit.author, commit.committer, commit.message,
            {path: objects.kept(change.after) for path, change in commit.changes.items()},
        )
        for number, commit in enumerate(commits)
    ]
    return writing.write(root, drafts)[-1]


def _merged(local: str, base: str, head: str, tip: str, now: float) -> str:
    """A merge of both; where they contradict each other the shared version holds, and ours is kept beside it."""
    root = paths.lane(local)
    found = merge.trees(root, base, head, tip)
    puts = dict(found.puts)
    if found.conflicts:
        before, mine, theirs = (objects.sides(root, commit, found.conflicts) for commit in (base, head, tip))
        puts.update({path: objects.kept(theirs.get(path)) for path in found.conflicts})
        versions = {path: [_id(mine.get(path)), _id(before.get(path))] for path in found.conflicts}
        kept.keep(local, head, versions, now)
    who = transport.identity(root, settings.read(local)["device"], now)
    return writing.write(root, [writing.Draft([head, tip], who, who, "Bring together what two machines wrote\n", puts)])[0]


def _id(blob: objects.Blob | None) -> object:
    return blob.id if blob is not None else ""
