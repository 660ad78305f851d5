"""Following: the person's checkout is brought to what the remote has, by fast-forward, where that disturbs nothing.

Order: lock, check, record, files, index, HEAD. `index.lock` is ours from before the check to the end, so no git of the
person's runs between; it holds our name, so that a killed worker's successor knows it. The work is done on a private
index beside it, which takes the index's place in one step.
"""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import files, git, notices, paths, settings
from tools.lib.sync import approving, arrival, crossing, desk, deskindex, kept, lane, leftovers, making, objects, state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.sync.desk import Desk

APART = (
    "your clone holds commits that are not part of what is shared yet, so it does not follow: `python3 tools/sync.py status` "
    "tells what is known of them, and `git pull --no-rebase` in it joins both"
)
# One run: the installation, its checkout, and the commit it goes to.
Run = namedtuple("Run", "local desk target")


def run(local: str, now: float) -> bool:
    """Follow if there is something to follow and nothing in the way; gives whether the checkout moved."""
    chosen = settings.read(local)
    seen = desk.look(chosen["checkout"], chosen["branch"])
    if _heal(local, seen):
        seen = desk.look(chosen["checkout"], chosen["branch"])
    target = _target(local)
    if seen.trouble or desk.locked(seen) or target is None:  # told by settling
        return False
    this = Run(local, seen, target)
    if target != seen.head:
        _bring(this)
    if objects.contains(seen.root, seen.head, target):
        _arrived(this, now)
        return False
    reason = _follow(this)
    desk.lasting(local, "follow", "" if reason in (APART, arrival.CONTESTED) and _is_explained(local) else reason, now)
    if reason:
        return False
    _arrived(this, now)
    return True


def _target(local: str) -> str | None:
    """What may be followed: what the remote has; where there is no remote, what the lane has."""
    chosen = settings.read(local)
    if chosen["remote"] == "none":
        return lane.head(local)
    return objects.commit_of(paths.lane(local), f"refs/remotes/origin/{chosen['branch']}")


def _bring(run: Run) -> None:
    """The target's objects, into the checkout's repository; no ref of the person's is touched."""
    if objects.commit_of(run.desk.root, run.target) is None:
        making.fetch(run.desk.root, paths.lane(run.local), run.target)


def _follow(run: Run) -> str:
    """Do all steps, or give the reason why not."""
    root = run.desk.root
    if not objects.contains(root, run.target, run.desk.head):
        return APART
    if desk.is_writing_message(run.desk.folder):
        return f"a commit message is open in {root}: the clone follows when that commit is done"
    if not deskindex.take(run.desk):
        return f"another git works in {root}: the clone follows when it is done"
    try:
        return _move(run)
    finally:
        deskindex.drop(run.desk)


def _move(run: Run) -> str:
    """Everything that happens under the lock."""
    root, private = run.desk.root, deskindex.private(run.desk)
    if not git.ok(root, "diff-index", "--cached", "--quiet", run.desk.head, index=private):
        return f"something is staged in {root}: the clone follows when that is committed"
    contested = kept.contested(run.local)
    plan = arrival.plan(run.desk, run.target, _settled(run), contested, lambda paths: crossing.contents(run.local, root, paths))
    if plan.reason:
        return str(plan.reason)
    crossing.begin(run.local, run.desk.head, run.target)
    try:
        held = arrival.write(run.desk, plan, run.target, private)
    except git.GitError as error:
        return f"git would not bring {root} up to date: {' '.join(error.words.split())[:300]}"
    approving.brought(run.local, root, held, run.target)
    deskindex.swap(run.desk, private)
    if not _swap_head(run):
        deskindex.swap(run.desk, deskindex.old(run.desk))
        return f"{root} moved while it was brought up to date: it is tried again"
    return ""


def _is_explained(local: str) -> bool:
    """Whether the person has been told already what keeps their commits from being shared."""
    return any(topic in notices.standing(local) for topic in ("commits", "conflict", "secret"))


def _settled(run: Run) -> dict[str, str]:
    """What the person's files hold where they differ from HEAD and are in the lane already: path -> id."""
    root, values = paths.lane(run.local), state.read(run.local)
    found = {path: str(row[0]) for path, row in state.table(values, "decided").items()}
    settled = values.get("settled")
    if isinstance(settled, list) and settled[:1] == [run.desk.head] and objects.commit_of(root, run.desk.head):
        changes = objects.changes(root, run.desk.head, str(settled[1]))
        found.update({path: change.after.id if change.after else "" for path, change in changes.items()})
    return found


def _swap_head(run: Run) -> bool:
    """Move the person's branch, if it still is where it was."""
    try:
        git.run(run.desk.root, "update-ref", "-m", "alter-ego: follow", "HEAD", run.target, run.desk.head)
    except git.GitError:
        return False
    return True


def _tell_tracking(run: Run) -> None:
    """What the person's clone knows of the remote moves along, forward only; of a remote that is new to it, it is noted."""
    root, chosen = run.desk.root, settings.read(run.local)
    name = making.remote_name(root, chosen["remote"]) if chosen["remote"] != "none" else None
    ref = f"refs/remotes/{name}/{chosen['branch']}"
    known = objects.commit_of(root, ref) if name else None
    if name and not known:
        objects.moved(root, ref, run.target, "")
    elif known and known != run.target and objects.contains(root, run.target, known):
        objects.moved(root, ref, run.target, known)


def _arrived(run: Run, now: float) -> None:
    """The checkout is where it should be: nothing remembered for the way there is needed any more."""
    desk.lasting(run.local, "follow", "", now)
    remote, crossed = settings.read(run.local)["remote"], crossing.records(run.local)
    if crossed or state.read(run.local).get("followed", "none") != remote:
        _tell_tracking(run)
        state.update(run.local, followed=remote)
    if crossed:
        state.update(run.local, settled=None, decided=None, known=run.target)
        crossing.end(run.local)


def _heal(local: str, seen: Desk) -> bool:
    """Finish what a killed run left: a HEAD that lags behind our index is moved, and the lock goes. Whether it did."""
    if not seen.folder:
        return False
    deskindex.clear(seen)
    lock = os.path.join(seen.folder, "index.lock")
    if not os.path.lexists(lock):
        return False
    if (files.read(lock, most=len(deskindex.OURS)) or b"") != deskindex.OURS:
        if not leftovers.is_abandoned(lock, seen.root):
            return False
        files.remove(lock)
        return True
    for head, target in crossing.records(local)[-1:]:
        if seen.head == head and _is_index_of(seen, target):
            _swap_head(Run(local, seen, target))
    deskindex.drop(seen)
    return True


def _is_index_of(seen: Desk, commit: str) -> bool:
    try:
        return git.ok(seen.root, "diff-index", "--cached", "--quiet", commit)
    except git.GitError:
        return False
