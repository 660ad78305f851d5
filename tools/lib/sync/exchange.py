"""Exchange: the lane and the remote are brought together: fetch, rebase or merge, the gate, push."""
from __future__ import annotations

import random
import time
from collections import namedtuple

from tools.lib import contexts, git, notices, paths, settings
from tools.lib.sync import failing, history, kept, lane, making, merge, objects, remote, state, transport, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.gate import Gate

ROUNDS = 5  # from fetch on again, when another machine pushed in between
# `fetched`: the remote answered. `pushed`: it has all of the lane. `state` is a word, `words` a sentence or "".
Outcome = namedtuple("Outcome", "fetched pushed state words")
PUSHED = "refs/ego/pushed"  # what we pushed last


def run(local: str, gate: Gate, now: float) -> Outcome:
    """One exchange; trouble is told through the notices and never raised, except a bug or a missing git."""
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
        _see(local, tip)
        _integrate(local, tip, now)
    if _has_all(local):
        failing.over(local)
        return Outcome(True, True, "ok", "")
    found = _verify(local, gate, now)
    if found:
        reason = f"nothing is pushed, because a secret would go with it ({verify.sentence(found)}): take it out of that commit, or run `python3 tools/sync.py rejoin`"
        notices.say(local, "held", reason, now)
        return Outcome(True, False, "held", reason)
    notices.over(local, "held")
    return _push(local)


def _pin(local: str) -> None:
    """A remote that was agreed on anew starts without what was seen of the old one."""
    key, known = contexts.remote_key(settings.read(local)["remote"]), state.read(local).get("remote")
    if known == key:
        return
    if known is not None:
        for ref in (_seen_ref(local), PUSHED, making.TRACKED):
            git.run(paths.lane(local), "update-ref", "-d", ref)
        kept.anew(local)
    state.update(local, remote=key)


def _seen_ref(local: str) -> str:
    return f"refs/remotes/origin/{settings.read(local)['branch']}"


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
    refs = (_seen_ref(local), PUSHED) if tip is None else (_seen_ref(local), PUSHED, making.TRACKED)
    for seen in filter(None, (objects.commit_of(root, ref) for ref in refs)):
        if tip is None or not objects.contains(root, tip, seen):
            return (
                f"{url} no longer holds what was in it ({seen[:10]}); it may have been rewritten on purpose, so nothing is "
                "pushed: `python3 tools/sync.py rejoin` takes over what it holds now and adds what it never had"
            )
    if tip is not None and objects.base(root, lane.head(local), tip) is None:
        return f"{url} holds another history than this memory, so nothing is pushed: `python3 install.py --remote URL` agrees on another one"
    return None


def _see(local: str, tip: str) -> None:
    if objects.commit_of(paths.lane(local), _seen_ref(local)) != tip:
        objects.moved(paths.lane(local), _seen_ref(local), tip, None)


def _has_all(local: str) -> bool:
    head = lane.head(local)
    return objects.commit_of(paths.lane(local), _seen_ref(local)) == head and not kept.unpushed(local)


def _integrate(local: str, tip: str, now: float) -> None:
    """Bring the lane to a state that holds the remote's tip. Raises Dirty."""
    root, head = paths.lane(local), lane.head(local)
    if objects.contains(root, head, tip):
        return
    if objects.contains(root, tip, head):
        return lane.move(local, tip)
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
        objects.Draft(
            [f":{number}" if number else tip], commit.author, commit.committer, commit.message,
            {path: objects.kept(change.after) for path, change in commit.changes.items()},
        )
        for number, commit in enumerate(commits)
    ]
    return objects.write(root, drafts)[-1]


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
    return objects.write(root, [objects.Draft([head, tip], who, who, "Bring together what two machines wrote\n", puts)])[0]


def _id(blob: objects.Blob | None) -> object:
    return blob.id if blob is not None else ""


def _verify(local: str, gate: Gate, now: float) -> dict[str, list[object]]:
    """What the unpushed commits hold that must not go; machine commits are made again without it first."""
    root, head = paths.lane(local), lane.head(local)
    known = [found for found in (objects.commit_of(root, ref) for ref in (_seen_ref(local), "refs/ego/base")) if found]
    commits = history.between(root, [head, *kept.unpushed(local).values()], known)
    found = verify.findings(root, gate, commits)
    if found and known and all(history.is_ours_alone(commit) for commit in commits):
        lane.move(local, _cleaned(local, gate, known[0], head, now))
        return verify.findings(root, gate, history.between(root, [lane.head(local)], known))
    return found


def _cleaned(local: str, gate: Gate, tip: str, head: str, now: float) -> str:
    """All that our unpushed commits bring, as one commit on the tip, each content scrubbed anew."""
    root = paths.lane(local)
    after = {path: change.after for path, change in objects.changes(root, tip, head).items()}
    contents = objects.blobs(root, [blob.id for blob in after.values() if blob])
    puts = {path: blob and objects.put(gate.scrubbed(path, contents[blob.id]), blob.mode) for path, blob in after.items()}
    who = transport.identity(root, settings.read(local)["device"], now)
    return objects.write(root, [objects.Draft([tip], who, who, "What was not pushed yet, scrubbed anew\n", puts)])[0]


def _push(local: str) -> Outcome | None:
    """Push the lane and the kept branches; None when the remote has moved meanwhile."""
    root, chosen, head = paths.lane(local), settings.read(local), lane.head(local)
    branches = kept.unpushed(local)
    wanted = {f"refs/heads/{chosen['branch']}": head, **{f"refs/heads/{name}": commit for name, commit in branches.items()}}
    words = [f"{commit}:{ref}" for ref, commit in wanted.items()]
    receiver = transport.receiver(chosen["remote"])
    command = ("push", "--porcelain", "--no-verify", "--no-signed", "--no-follow-tags", *receiver, chosen["remote"], *words)
    status, out, said = git.call(root, command, None, None, None, transport.ssh(root))
    answers = _answers(out)
    kept.pushed(local, {name: answers[f"refs/heads/{name}"] for name in branches if f"refs/heads/{name}" in answers})
    answer = answers.get(f"refs/heads/{chosen['branch']}", "")
    if not answer or (answer[0] == "!" and not failing.is_race(answer)):
        raise git.GitError("push", status, _reason(answer, said))
    if answer[0] == "!":
        return None
    objects.moved(root, PUSHED, head, None)
    _see(local, head)
    failing.over(local)
    return Outcome(True, True, "ok", "")


def _answers(out: bytes) -> dict[str, str]:
    """What the remote said to each ref: `FLAG SUMMARY`, from `push --porcelain`."""
    rows = [line.split("\t") for line in out.decode("utf-8", "replace").split("\n")]
    return {row[1].partition(":")[2]: f"{row[0]} {row[2]}" for row in rows if len(row) == 3}


def _reason(answer: str, said: str) -> str:
    """The line of git's words that tells most."""
    told = [line.partition("remote:")[2].strip() or line for line in said.split("\n") if line.strip()]
    first = next((line for line in told if not line.startswith("To ")), "")
    return f"{answer[2:]} {first}".strip()[:300]
