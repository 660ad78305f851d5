"""Kept versions: what contradicts the shared state is put on a branch of its own and waits for the person's word.

In the remembered state, `contested` is path -> [the person's version, the version both came from], and `decided` is
path -> [the person's version]: ids of objects in the lane, "" for a file that is not there.
"""
from __future__ import annotations

import time

from tools.lib import git, notices, paths, settings
from tools.lib.sync import objects, state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def contested(local: str) -> dict[str, list[object]]:
    """The paths that wait for the person's word."""
    return state.table(state.read(local), "contested")


def decided(local: str) -> dict[str, str]:
    """The paths for which the person has said what holds, with the version of theirs that was weighed."""
    return {path: str(row[0]) for path, row in state.table(state.read(local), "decided").items()}


def keep(local: str, commit: str, versions: Mapping[str, list[object]], now: float) -> None:
    """Hold `commit`, with the person's versions of these paths in it, on a branch of its own, and tell them."""
    values = state.read(local)
    branches = state.table(values, "kept")
    if not any(commit in known for known in branches.values()):
        branches[_name(local, branches, now)] = [commit, "new"]
    table = {**state.table(values, "contested"), **versions}
    for name, (kept, _) in branches.items():
        objects.moved(paths.lane(local), f"refs/heads/{name}", str(kept), None)
    state.update(local, kept=branches, contested=table)
    tell(local, now)


def _name(local: str, taken: Mapping[str, object], now: float) -> str:
    stem = f"alter-ego/kept/{settings.read(local)['device'] or 'device'}/{time.strftime('%Y-%m-%d', time.localtime(now))}"
    listing = git.run(paths.lane(local), "for-each-ref", "--format=%(refname:lstrip=2)", f"refs/heads/{stem}*").decode().split()
    number = 1
    while f"{stem}-{number}" in taken or f"{stem}-{number}" in listing:
        number += 1
    return f"{stem}-{number}"


def decide(local: str, path: str, now: float) -> None:
    """The lane's version of this path is the person's answer; the version they had may be written over."""
    values = state.read(local)
    table = state.table(values, "contested")
    answers = {**state.table(values, "decided"), path: table.pop(path)[:1]}
    # commits that were taken in part for this path are taken whole once nothing of theirs is contested
    settled = None if not table else values.get("settled")
    state.update(local, contested=table or None, decided=answers, settled=settled)
    tell(local, now)


def tell(local: str, now: float) -> None:
    """Name the contested paths and the command that decides, or end the notice."""
    found = sorted(contested(local))
    if not found:
        return notices.over(local, "conflict")
    also = f" (and {len(found) - 1} more: `python3 tools/sync.py status`)" if len(found) > 1 else ""
    notices.say(
        local, "conflict",
        f"{found[0]} was changed here and elsewhere in ways that contradict each other{also}; both versions are kept: "
        f"run `python3 tools/sync.py resolve {quoted(found[0])} --mine|--theirs|--both`", now,
    )


def quoted(path: str) -> str:
    """A path as one word of a command line."""
    import shlex

    return shlex.quote(path)


def unpushed(local: str) -> dict[str, str]:
    """The kept branches that the remote does not have yet: name -> commit."""
    return {name: str(row[0]) for name, row in state.table(state.read(local), "kept").items() if row[1:] == ["new"]}


def pushed(local: str, names: list[str]) -> None:
    """The remote has these branches now."""
    branches = state.table(state.read(local), "kept")
    state.update(local, kept={name: [row[0], "pushed" if name in names else row[1]] for name, row in branches.items()})
