"""Approving: the person's word about versions, kept on this machine and read from their other machines.

`approvals.md` in the installation's folder is what was said here; the worker brings it into the lane. That a session edits
the shared copy changes nothing, therefore. What the person's own editor wrote in the checkout counts as said.
"""

from __future__ import annotations

import os

from tools.lib import files, git, journal, lock, paths, settings, spool
from tools.lib.sync import forged, making, objects, state
from tools.lib.voices import approvals, bysession, inquiry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from tools.lib.sync.desk import Desk
    from tools.lib.sync.objects import Blob
    from tools.lib.sync.settle import Pass
    from tools.lib.voices.approvals import Approval

    Version = tuple[str, str]  # path in the repository, sum
    Words = dict[Version, Approval]

PATIENCE = 5.0  # seconds for the lock
DEPTH = 500  # versions of a file among which the approved one is looked for


def own_path(local: str) -> str:
    """Where this device's approvals are kept."""
    return os.path.join(local, "approvals.md")


def own(local: str) -> str | None:
    """What was said on this device; None before the first time."""
    return files.text(own_path(local))


def record(local: str, versions: Iterable[Version], word: str, now: float, head: str = "") -> None:
    """Keep a word about these versions, later than every one that is known at the lane's commit `head`. Raises OSError."""
    known = said(local, head)
    last = max((journal.instant(item.when) for item in known.values()), default=0.0)
    at = max(now, last + 1)
    when = journal.stamp(at, spool.day_of(at)[1])
    with lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "approvals"), PATIENCE):
        old = own(local) or ""
        fresh = [approvals.Approval(when, word, *version) for version in versions if not _is_said(known, version, word)]
        if fresh or own(local) is None:
            files.replace(own_path(local), old + "".join(approvals.line(item) + "\n" for item in fresh))


def _is_said(known: Words, version: Version, word: str) -> bool:
    """Whether this is the last word already; an approval is said again where another version was approved since."""
    item = known.get(version)
    if item is None or item.word != word:
        return False
    return word != approvals.APPROVED or approvals.newest(known, version[0])[0] == version[1]


def said(local: str, head: str) -> Words:
    """The last word about each version: this device's, and its siblings' at the lane's commit `head` where they are trusted."""
    texts = [own(local) or ""]
    chosen = settings.read(local)
    if head and chosen["trust-devices"] != "none":
        mine, forged = approvals.path_of(chosen.get("device", "")), bysession.versions(local)
        found = objects.tree(paths.lane(local), head, approvals.FOLDER.rstrip("/"))
        contents = objects.blobs(paths.lane(local), [blob.id for blob in found.values()])
        for path, blob in sorted(found.items()):
            content = contents[blob.id]
            if path != mine and (path, approvals.sum_of(content)) not in forged:
                texts.append(files.plain(content))
    return approvals.words(approvals.read(texts))


def sums(local: str, head: str) -> frozenset[str]:
    """The sums of all versions with a yes."""
    return frozenset(sum for (_, sum), item in said(local, head).items() if item.word == approvals.APPROVED)


def standing(local: str, head: str, path: str, said: Words) -> bytes | None:
    """The content of a path that was approved last, among its newest versions in the lane; None where there is none."""
    lane, wanted = paths.lane(local), approvals.newest(said, path)
    if not wanted:
        return None
    commits = git.run(lane, "rev-list", f"--max-count={DEPTH}", head, "--", path).decode("ascii").split()
    ids = [id for commit in commits for id in objects.at(lane, commit, [path]).values()]
    known = {approvals.sum_of(None): b"", **{approvals.sum_of(content): content for content in objects.blobs(lane, ids).values()}}
    return next((known[sum] for sum in wanted if sum in known), None)


def by_hand(this: Pass, seen: Desk, base: str, theirs: str, before: str, decided: Container[str]) -> None:
    """Approve what the person's commit `theirs` changes on `base`, where it speaks as them; `before` was the lane's head.

    At the paths in `decided` it holds what they have weighed already, and decided against or in favour of.

    What a session wrote is left pending. What the lane or the remote ever held at that path is no edit: a restored version,
    or one that a pull brought, is approved by nobody here.
    """
    root = paths.lane(this.local)
    changed = objects.changes(root, base, theirs)
    after = {path: change.after for path, change in changed.items() if path not in decided and approvals.speaks(path)}
    if not after:
        return
    contents = objects.blobs(root, [blob.id for blob in after.values() if blob])
    wrote = inquiry.versions(this.local, this.now)
    fresh = []
    for path, blob in after.items():
        version = (path, approvals.sum_of(contents[blob.id] if blob else None))
        if version not in wrote and not (blob and _is_old(this.local, seen, before, path, blob)):
            fresh.append(version)
    if fresh:
        record(this.local, fresh, approvals.APPROVED, this.now, before)


def by_choice(local: str, path: str, content: bytes, parts: Iterable[tuple[str, bytes]], now: float, before: str) -> None:
    """Approve what the person's decision between versions made of a path, where nothing in it waits for their word.

    `parts` are the versions it was made of, each with its object's id: approved, or an edit that no session wrote and the
    lane's history up to `before` does not hold.
    """
    if not approvals.speaks(path):
        return
    state.update(local, chosen=[path, approvals.sum_of(content)])  # no news from another device, whoever wrote its parts
    known, wrote = said(local, before), inquiry.versions(local, now)
    for id, part in parts:
        version = (path, approvals.sum_of(part))
        item = known.get(version)
        if item is not None and item.word == approvals.APPROVED:
            continue
        if item is not None or version in wrote or (id and _had(paths.lane(local), before, path, id)):
            return
    record(local, [(path, approvals.sum_of(content))], approvals.APPROVED, now, before)


def brought(local: str, root: str, held: str, target: str) -> None:
    """Keep that no session wrote what the checkout at `root`, which held the tree `held`, was given of the commit `target`."""
    found = {path: change.after for path, change in objects.changes(root, held, target).items() if change.after}
    speaking = {path: blob for path, blob in found.items() if approvals.speaks(path) or forged.is_kept(path)}
    contents = objects.blobs(root, [blob.id for blob in speaking.values()])
    for path, blob in speaking.items():
        bysession.note(local, bysession.Row(path, approvals.sum_of(contents[blob.id]), bysession.NOBODY, 0.0, 0.0))


def by_tool(local: str, written: Iterable[str], now: float) -> None:
    """Approve what a tool wrote into the lane for the person who ran it. Raises OSError."""
    places = {path: os.path.join(paths.lane(local), *path.split("/")) for path in written if approvals.speaks(path)}
    record(local, [(path, approvals.sum_of(files.read(place))) for path, place in places.items()], approvals.APPROVED, now)


def by_session(local: str, written: Iterable[str], session: str, now: float) -> None:
    """Keep that a session has proposed what a tool wrote into the lane for it. Raises OSError."""
    for path in written:
        sum = approvals.sum_of(files.read(os.path.join(paths.lane(local), *path.split("/"))))
        bysession.note(local, bysession.Row(path, sum, session, now, now))


def _is_old(local: str, seen: Desk, before: str, path: str, blob: Blob) -> bool:
    """Whether the path ever had this content in the lane, or in what the checkout has fetched."""
    chosen = settings.read(local)
    if _had(paths.lane(local), before, path, blob.id):
        return True
    name = making.remote_name(seen.root, chosen["remote"]) if chosen["remote"] != "none" else None
    tip = objects.commit_of(seen.root, f"refs/remotes/{name}/{chosen['branch']}") if name else None
    return bool(tip and _had(seen.root, tip, path, blob.id))


def _had(root: str, tip: str, path: str, id: str) -> bool:
    command = ("log", "-1", "--format=%H", f"--find-object={id}", tip, "--", path)
    status, out, _ = git.call(root, command, None, None, None, None)
    return status == 0 and bool(out.strip())
