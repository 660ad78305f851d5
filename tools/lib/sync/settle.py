"""Settling: what the person finished in their checkout is taken into the lane, past the gate; their files are only read.

Finished is what has stood for a minute: an edit with one content, a commit at HEAD. Whatever contradicts the shared
state or holds a secret stays where it is, alone; the rest goes.
"""
from __future__ import annotations

import time
from collections import namedtuple

from tools.lib import paths, settings
from tools.lib.sync import approving, desk, edits, kept, lane, making, merge, objects, pushing, state, taken, transport, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.lib.gate import Gate
    from tools.lib.sync.desk import Desk
    from tools.lib.sync.objects import Put

QUICK, SHARE = 0.5, 15  # seconds a look at all of the clone may take before it is rationed, and by how much
# One pass: where, whose gate, when, whether the person asked for it now, and whether all of the clone is looked at.
Pass = namedtuple("Pass", "local gate now at_once everywhere")


def run(local: str, gate: Gate, now: float, at_once: bool = False) -> bool:
    """Take what is finished; gives whether the lane has it now. `at_once` waits for nothing to stand."""
    chosen = settings.read(local)
    seen = desk.look(chosen["checkout"], chosen["branch"])
    desk.lasting(local, "checkout", seen.trouble, now)
    if seen.trouble:
        return False
    locked = desk.locked(seen)
    desk.lasting(local, "lock", locked, now)
    if locked:
        return False
    this = Pass(local, gate, now, at_once, not _is_too_soon(local, now))
    before = lane.head(local)
    try:
        base = _base(this, seen)
        if base:
            _take_edits(this, seen, base)
    except lane.Dirty as dirty:
        lane.commit(local, gate, "Finish what was interrupted", dirty.paths, now)
    return lane.head(local) != before


def _base(this: Pass, seen: Desk) -> str | None:
    """The commit the person's edits stand on, in the lane: their HEAD, or what was settled last on this HEAD.

    Takes their commits first. None while HEAD is not finished, or cannot be taken.
    """
    values = state.read(this.local)
    head, settled = lane.head(this.local), values.get("settled")
    if isinstance(settled, list) and settled[:1] == [seen.head]:
        if not _is_freed(this, values, settled):
            return str(settled[1])
        state.update(this.local, settled=None)  # so that a pass that ends before they are taken is not the last to look
    edits.forget_commits(this.local, this.now)
    if objects.contains(paths.lane(this.local), head, seen.head):
        state.update(this.local, settled=None, known=seen.head, head=None)
        desk.lasting(this.local, "commits", "", this.now)
        return str(seen.head)
    if not _has_stood(this, seen, values):
        return None
    return _take_commits(this, seen)


def _is_freed(this: Pass, values: dict[str, object], settled: list[object]) -> bool:
    """Whether commits were taken in part for a finding, and the person has vouched for something since."""
    return settled[2:] != [this.gate.state()] and any(path.startswith(state.COMMIT) for path in state.table(values, "held"))


def _has_stood(this: Pass, seen: Desk, values: Mapping[str, object]) -> bool:
    mark = values.get("head")
    if isinstance(mark, list) and mark[:1] == [seen.head]:
        since = state.since(mark[1], this.now)
    else:
        since = this.now
    state.update(this.local, head=[seen.head, since])
    return this.at_once or state.stood(since, this.now)


def _take_commits(this: Pass, seen: Desk) -> str | None:
    """Merge the person's commits whole, or what of them may be taken; gives the commit that edits stand on."""
    root, found = paths.lane(this.local), taken.examine(this, seen)
    if found.reason:
        desk.lasting(this.local, "commits", found.reason, this.now)
        return None
    desk.lasting(this.local, "commits", "", this.now)
    edits.hold(this.local, found.held, this.now)
    if found.whole:
        making.fetch(root, seen.root, f"+{seen.head}:refs/ego/head")
        public = taken.public(seen)
        if public:
            objects.moved(root, pushing.PUBLIC, public, None)
        theirs = seen.head
    else:
        theirs = _commit(this, [found.base], found.puts, "Edits")
    return _join(this, seen, theirs)


def _is_too_soon(local: str, now: float) -> bool:
    """Whether a look at all of so many files was made just now: that takes at most a fifteenth of the time."""
    mark = state.read(local).get("scan")
    return isinstance(mark, list) and 0 <= now - mark[0] < SHARE * mark[1]


def _take_edits(this: Pass, seen: Desk, base: str) -> None:
    """Commit the finished edits on the base, and merge them."""
    begun = time.monotonic()
    puts = edits.finished(this, seen, base)
    seconds = time.monotonic() - begun
    if this.everywhere:
        state.update(this.local, scan=[this.now, seconds] if seconds > QUICK else None)
    if puts:
        _join(this, seen, _commit(this, [base], puts, f"Edit {_named(puts)}"))


def _named(puts: Mapping[str, Put | None]) -> str:
    first = sorted(puts)[0]
    return first if len(puts) == 1 else f"{first} and {len(puts) - 1} more"


def _join(this: Pass, seen: Desk, theirs: str) -> str:
    """Merge the person's commit into the lane, and remember it as settled; paths in conflict are left out and kept."""
    root, head = paths.lane(this.local), lane.head(this.local)
    base = objects.base(root, head, theirs) or theirs
    decided = _decided(this, theirs)
    found = merge.trees(root, base, head, theirs, decided)
    if kept.contested(this.local):
        kept.release(this.local, objects.changes(root, base, theirs).keys() - set(found.conflicts), this.now)
    if found.conflicts:
        theirs = _partial(this, base, theirs, found.conflicts)
    objects.moved(root, "refs/ego/settled", theirs, None)
    if objects.contains(root, theirs, head):
        lane.move(this.local, theirs)
    elif theirs != base:
        lane.move(this.local, _commit(this, [head, theirs], found.puts, "Take over what was edited by hand"))
    state.update(this.local, settled=[seen.head, theirs, this.gate.state()], head=None)
    if theirs != base:
        approving.by_hand(this, seen, base, theirs, head, decided)
    return theirs


def _decided(this: Pass, theirs: str) -> set[str]:
    """The paths in which the person's commit holds just what they have decided about."""
    answers = kept.decided(this.local)
    there = objects.sides(paths.lane(this.local), theirs, sorted(answers))
    return {path for path, id in answers.items() if _id(there.get(path)) == id}


def _partial(this: Pass, base: str, theirs: str, conflicts: list[str]) -> str:
    """The person's commit without the paths in conflict, made on the merge base; the whole of it is kept on a branch."""
    root = paths.lane(this.local)
    changes = objects.changes(root, base, theirs)
    kept.keep(this.local, theirs, {path: [_id(changes[path].after), _id(changes[path].before)] for path in conflicts}, this.now)
    edits.pass_over(this.local, {path: _id(changes[path].after) for path in conflicts}, this.gate.state())
    rest = {path: objects.kept(change.after) for path, change in changes.items() if path not in conflicts}
    return _commit(this, [base], rest, f"Edit {_named(rest)}") if rest else base


def _id(blob: objects.Blob | None) -> str:
    return blob.id if blob is not None else ""


def _commit(this: Pass, parents: list[str], puts: Mapping[str, Put | None], message: str) -> str:
    root = paths.lane(this.local)
    who = transport.identity(root, settings.read(this.local)["device"], this.now)
    return writing.write(root, [writing.Draft(parents, who, who, message + "\n", puts)])[0]
