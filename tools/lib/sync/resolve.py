"""Resolving: the person says which version of a contested path holds."""
from __future__ import annotations

from tools.lib import paths, settings
from tools.lib.errors import Refusal
from tools.lib.sync import approving, kept, lane, merge, objects, transport, writing

SIDES = ("mine", "theirs", "both")


def run(local: str, path: str, side: str, now: float) -> None:
    """Put the chosen version into the lane, as one commit. The caller holds the worker's lock.

    `mine` is the version of this machine's person, `theirs` the shared one, `both` has the lines of both. Raises Refusal.
    """
    versions = _kept(local, path)
    root, head = paths.lane(local), lane.head(local)
    shared = objects.sides(root, head, [path]).get(path)
    put = _chosen(root, path, side, versions, shared)
    if put != objects.kept(shared):
        who = transport.identity(root, settings.read(local)["device"], now)
        draft = writing.Draft([head], who, who, f"Resolve {path}: {side}\n", {path: put})
        _move(local, path, writing.write(root, [draft])[0])
    _approve(local, path, _weighed(side, versions[0], shared.id if shared else ""), head, now)
    kept.decide(local, path, now)


def versions(local: str, path: str) -> tuple[list[str], list[bytes]]:
    """The two versions of a contested path, the shared one first: their objects, "" for no file, and contents. Raises Refusal."""
    mine, root = _kept(local, path)[0], paths.lane(local)
    ids = [objects.at(root, lane.head(local), [path]).get(path, ""), mine]
    contents = {"": b"", **objects.blobs(root, [id for id in ids if id])}
    return ids, [contents[id] for id in ids]


def _kept(local: str, path: str) -> list[str]:
    """The person's version of a contested path and the one that both came from."""
    contested = kept.contested(local)
    if path not in contested:
        raise Refusal(f"{path} is not contested: name a path from `python3 tools/sync.py status`")
    return [str(id) for id in contested[path]]


def _move(local: str, path: str, commit: str) -> None:
    try:
        lane.move(local, commit)
    except lane.Dirty:
        raise Refusal(f"{path} is being written by a session: `python3 tools/sync.py now`, then try again") from None


def _weighed(side: str, mine: str, shared: str) -> list[str]:
    """The objects of which the chosen version is made, "" for a file that is not there."""
    return {"mine": [mine], "theirs": [shared], "both": [id for id in (mine, shared) if id]}[side]


def _approve(local: str, path: str, ids: list[str], before: str, now: float) -> None:
    """The version that stands now is the person's, as far as those are that it was made of."""
    root = paths.lane(local)
    made = objects.at(root, lane.head(local), [path]).get(path, "")
    contents = {"": b"", **objects.blobs(root, [id for id in (made, *ids) if id])}
    approving.by_choice(local, path, contents[made], [(id, contents[id]) for id in ids], now, before)


def _chosen(root: str, path: str, side: str, versions: list[str], shared: objects.Blob | None) -> objects.Put | None:
    mine, base = versions
    mode = shared.mode if shared else objects.FILE
    if side == "theirs" or (side == "both" and not mine):
        return objects.kept(shared)
    if side == "mine" or shared is None:
        return objects.kept(objects.Blob(mode, mine)) if mine else None
    contents = objects.blobs(root, [id for id in (mine, base, shared.id) if id])
    both = merge.lines(root, contents.get(base, b""), contents[shared.id], contents[mine], union=True)
    if both is None:
        raise Refusal(f"{path} is no text, so both versions cannot stand in it: choose --mine or --theirs")
    return objects.put(both, mode)
