"""Kept versions: what contradicts the shared state is put on a branch of its own and waits for the person's word.

In the remembered state, `contested` is path -> [the person's version, the version both came from], and `decided` is
path -> [the person's version]: ids of objects in the lane, "" for a file that is not there.
"""
from __future__ import annotations

import time

from tools.lib import notices, paths, settings
from tools.lib.sync import objects, state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def contested(local: str) -> dict[str, list[object]]:
    """The paths that wait for the person's word."""
    return state.table(state.read(local), "contested")


def decided(local: str) -> dict[str, str]:
    """The paths for which the person has said what holds, with the version of theirs that was weighed."""
    return {path: str(row[0]) for path, row in state.table(state.read(local), "decided").items()}


def keep(local: str, commit: str, versions: Mapping[str, list[object]], now: float) -> None:
    """Hold `commit`, with the person's versions of these paths in it, on a branch of its own, and tell them."""
    values = state.read(local)
    branches, table = state.table(values, "kept"), state.table(values, "contested")
    if any(table.get(path) != known for path, known in versions.items()):
        name = _name(local, branches, now)
        objects.moved(paths.lane(local), f"refs/heads/{name}", commit, None)
        state.update(local, kept={**branches, name: [commit, "new"]}, contested={**table, **versions})
    tell(local, now)


def _name(local: str, taken: Mapping[str, object], now: float) -> str:
    stem = f"alter-ego/kept/{settings.read(local)['device'] or 'device'}/{time.strftime('%Y-%m-%d', time.localtime(now))}"
    return _next(f"{stem}-0", taken)


def _next(name: str, taken: Mapping[str, object]) -> str:
    """The name with the next free number at its end."""
    stem, _, number = name.rpartition("-")
    while f"{stem}-{number}" in taken or number == "0":
        number = str(int(number) + 1)
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


def release(local: str, paths: Iterable[str], now: float) -> None:
    """These are not contested any more: the person changed their mind, and what they have now is shared or was before."""
    table = contested(local)
    gone = [path for path in paths if table.pop(path, None) is not None]
    if gone:
        state.update(local, contested=table or None)
        tell(local, now)


def tell(local: str, now: float) -> None:
    """Name the contested paths and the command that decides, or end the notice."""
    found = sorted(contested(local))
    if not found:
        notices.over(local, "conflict")
        return
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


def pushed(local: str, answers: Mapping[str, str]) -> None:
    """What the remote said to each kept branch: it has it now, or another of that name, which gets a new one."""
    branches = state.table(state.read(local), "kept")
    for name, answer in answers.items():
        row = branches.pop(name)
        if answer[:1] == "!":
            branches[name] = [row[0], "taken"]
            branches[_next(name, branches)] = [row[0], "new"]
        else:
            branches[name] = [row[0], "pushed"]
    state.update(local, kept=branches or None)


def anew(local: str) -> None:
    """Another remote was agreed on: it has none of the kept branches."""
    branches = state.table(state.read(local), "kept")
    state.update(local, kept={name: [row[0], "new"] for name, row in branches.items()} or None)
