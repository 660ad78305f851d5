"""Exchange: the lane and the remote are brought together: fetch, rebase or merge, the gate, push."""
from __future__ import annotations

import random
import time
from collections import namedtuple

from tools.lib import contexts, git, notices, paths, settings
from tools.lib.sync import failing, integrate, kept, lane, making, objects, pushing, remote, state, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.gate import Gate

ROUNDS = 5  # from fetch on again, when another machine pushed in between
# `fetched`: the remote answered. `pushed`: it has all of the lane. `state` is a word, `words` a sentence or "".
Outcome = namedtuple("Outcome", "fetched pushed state words")


def run(local: str, gate: Gate, now: float) -> Outcome:
    """One exchange; trouble with the remote is told through the notices and not raised.

    Raises GitError or OSError for trouble in the lane, Refusal when there is no git.
    """
    if settings.read(local)["remote"] == "none":
        return Outcome(False, False, "alone", "memory stays on this machine: there is no remote")
    reason = remote.forbidden(local, now)
    if reason:
        notices.say(local, "remote", reason, now)
        return Outcome(False, False, "forbidden", reason)
    notices.over(local, "remote")
    _pin(local)
    fetched = False
    for attempt in range(ROUNDS):
        try:
            tip = _fetch(local)
            fetched = True
            outcome = _round(local, gate, tip, now)
        except lane.Dirty as dirty:
            lane.commit(local, gate, "Finish what was interrupted", dirty.paths, now)
            continue
        except git.GitError as error:
            if error.command not in git.NETWORK:
                raise  # a trouble of this machine, not of the way to the remote
            return Outcome(fetched, False, *failing.say(local, error, now))
        if outcome is not None:
            return outcome
        time.sleep(random.uniform(0.05, 0.3) * 2**attempt)
    return Outcome(True, False, *failing.say(local, git.GitError("push", 1, "others always pushed in between"), now))


def _round(local: str, gate: Gate, tip: str | None, now: float) -> Outcome | None:
    """From a fetched tip to a push; None when another machine was faster."""
    reason = _lost(local, tip)
    if reason:
        notices.say(local, "remote-lost", reason, now)
        return Outcome(True, False, "lost", reason)
    notices.over(local, "remote-lost")
    if tip is not None:
        pushing.see(local, tip)
        integrate.run(local, tip, now)
    if _has_all(local):
        failing.over(local)
        return Outcome(True, True, "ok", "")
    found = pushing.checked(local, gate, now)
    if found:
        reason = (
            f"nothing is pushed, because a secret would go with it ({verify.sentence(found)}): take it out of that commit, "
            "or run `python3 tools/sync.py rejoin`"
        )
        notices.say(local, "held", reason, now)
        return Outcome(True, False, "held", reason)
    notices.over(local, "held")
    if not pushing.run(local):
        return None
    failing.over(local)
    return Outcome(True, True, "ok", "")


def _pin(local: str) -> None:
    """A remote that was agreed on anew starts without what was seen of the old one."""
    key, known = contexts.remote_key(settings.read(local)["remote"]), state.read(local).get("remote")
    if known == key:
        return
    if known is not None:
        for ref in (pushing.seen_ref(local), pushing.PUSHED, making.TRACKED):
            git.run(paths.lane(local), "update-ref", "-d", ref)
        kept.anew(local)
    state.update(local, remote=key)


def _fetch(local: str) -> str | None:
    """The remote's tip, its objects fetched; None where the remote has no such branch yet."""
    root, chosen = paths.lane(local), settings.read(local)
    try:
        making.fetch(root, chosen["remote"], f"+refs/heads/{chosen['branch']}:refs/ego/fetched")
    except git.GitError as error:
        if "couldn't find remote ref" in error.words:
            return None
        raise
    return objects.commit_of(root, "refs/ego/fetched")


def _lost(local: str, tip: str | None) -> str | None:
    """Why nothing may be pushed on this tip: what the remote had is gone, or it never was ours."""
    root, url = paths.lane(local), git.without_credentials(settings.read(local)["remote"])
    refs = (pushing.seen_ref(local), pushing.PUSHED) if tip is None else (pushing.seen_ref(local), pushing.PUSHED, making.TRACKED)
    for seen in filter(None, (objects.commit_of(root, ref) for ref in refs)):
        if tip is None or not objects.contains(root, tip, seen):
            return (
                f"{url} no longer holds what was in it ({seen[:10]}); it may have been rewritten on purpose, so nothing is "
                "pushed: `python3 tools/sync.py rejoin` takes over what it holds now and adds what it never had"
            )
    if tip is not None and objects.base(root, lane.head(local), tip) is None:
        return (
            f"{url} holds another history than this memory, so nothing is pushed: "
            "`python3 install.py --remote URL` agrees on another one"
        )
    return None


def _has_all(local: str) -> bool:
    head = lane.head(local)
    return objects.commit_of(paths.lane(local), pushing.seen_ref(local)) == head and not kept.unpushed(local)
