"""The person's own commits: examined where they are, before a single object of theirs enters the lane."""
from __future__ import annotations

from collections import namedtuple

from tools.lib import paths, settings
from tools.lib.sync import forged, history, lane, making, objects, state, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.gate import Finding
    from tools.lib.sync.desk import Desk
    from tools.lib.sync.settle import Pass

TEMPLATE = "refs/remotes/template/main"  # what the checkout has fetched of the template, by the name install gives it

# `whole`: all of it may be taken as it is. Else `puts` on `base` is what may, and `held` what may not.
# `reason`: why nothing may be taken.
Examined = namedtuple("Examined", "whole base puts held reason")


def examine(this: Pass, seen: Desk) -> Examined:
    """What of the commits between the lane and the checkout's HEAD may be taken."""
    reason = _is_gone(this, seen)
    if reason:
        return Examined(False, "", {}, {}, reason)
    commits = history.between(seen.root, [seen.head], _known(this, seen))
    found = verify.findings(seen.root, this.gate, commits)
    for commit, rows in forged.of(this, seen.root, commits).items():
        found[commit] = found.get(commit, []) + rows
    if not found:
        return Examined(True, "", {}, {}, "")
    base = _parting(this, commits)
    if base is None:
        return Examined(False, "", {}, {}, f"nothing of your commits is shared: {_sentence(seen, found)}")
    return _rest(this, seen, base, found)


def _rest(this: Pass, seen: Desk, base: str, found: dict[str, list[Finding]]) -> Examined:
    """The contents that pass, although a commit does not."""
    after = {path: change.after for path, change in objects.changes(seen.root, base, seen.head).items()}
    contents = objects.blobs(seen.root, [blob.id for blob in after.values() if blob is not None and blob.mode != objects.MODULE])
    puts: dict[str, objects.Put | None] = {}
    held: dict[str, list[Finding]] = {f"{state.COMMIT}{commit[:10]}": rows for commit, rows in found.items()}
    for path, blob in after.items():
        if blob is None:
            puts[path] = None
        elif blob.mode in (objects.FILE, objects.PROGRAM) and not _found(this, path, contents[blob.id]):
            puts[path] = objects.put(contents[blob.id], blob.mode)
    return Examined(False, base, puts, held, "")


def _found(this: Pass, path: str, content: bytes) -> list[Finding]:
    return this.gate.findings(path, content) or forged.findings(this, path, content)


def _known(this: Pass, seen: Desk) -> list[str]:
    """States that are in the lane already, or at the remote, as far as they can be told apart in the checkout."""
    root, chosen = paths.lane(this.local), settings.read(this.local)
    name = making.remote_name(seen.root, chosen["remote"]) if chosen["remote"] != "none" else None
    found = [
        lane.head(this.local),
        objects.commit_of(root, f"refs/remotes/origin/{chosen['branch']}"),
        objects.commit_of(root, "refs/ego/base"),
        state.read(this.local).get("known"),
        name and objects.commit_of(seen.root, f"refs/remotes/{name}/{chosen['branch']}"),
        public(seen),
    ]
    return [str(commit) for commit in found if commit]


def public(seen: Desk) -> str | None:
    """What of the template is in these commits: everybody has that, and its code speaks of secrets and holds none."""
    tip = objects.commit_of(seen.root, TEMPLATE)
    return objects.base(seen.root, seen.head, tip) if tip else None


def _parting(this: Pass, commits: list[history.Commit]) -> str | None:
    """The newest commit below these that the lane has."""
    root, head = paths.lane(this.local), lane.head(this.local)
    fresh = {commit.id for commit in commits}
    below = [parent for commit in reversed(commits) for parent in commit.parents if parent not in fresh]
    return next((parent for parent in below if objects.contains(root, head, parent)), None)


def _is_gone(this: Pass, seen: Desk) -> str | None:
    """Why these commits must not come back: they stand on what the remote no longer holds."""
    root, gone = paths.lane(this.local), state.read(this.local).get("gone")
    for old in gone if isinstance(gone, list) else []:
        common = objects.base(seen.root, seen.head, str(old))
        if common and not objects.contains(root, lane.head(this.local), common):
            branch = settings.read(this.local)["branch"]
            return (
                f"the remote's history was rewritten and {seen.root} still stands on the old one: save your edits, then run "
                f"`git -C {seen.root} fetch` and `git -C {seen.root} reset --keep origin/{branch}`"
            )
    return None


def _sentence(seen: Desk, found: dict[str, list[Finding]]) -> str:
    return f"{verify.sentence(found)}; amend the commit in {seen.root}, and it is taken then"
