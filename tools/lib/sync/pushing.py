"""Pushing: what the remote does not have yet passes the gate once more and goes there, never by force."""
from __future__ import annotations

import os

from tools.lib import git, paths, settings
from tools.lib.sync import failing, history, kept, lane, objects, transport, verify, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.gate import Finding, Gate

PUSHED = "refs/ego/pushed"  # what we pushed last
PUBLIC = "refs/ego/template"  # what of the template the person's commits brought


def seen_ref(local: str) -> str:
    """The ref of the lane that holds what the remote was last seen to have."""
    return f"refs/remotes/origin/{settings.read(local)['branch']}"


def see(local: str, tip: str) -> None:
    """The remote has this commit now."""
    if objects.commit_of(paths.lane(local), seen_ref(local)) != tip:
        objects.moved(paths.lane(local), seen_ref(local), tip, None)


def checked(local: str, gate: Gate, now: float) -> dict[str, list[Finding]]:
    """What the unpushed commits hold that must not go; machine commits are made again without it first."""
    root, head = paths.lane(local), lane.head(local)
    known = [found for found in (objects.commit_of(root, ref) for ref in (seen_ref(local), "refs/ego/base", PUBLIC)) if found]
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
    return writing.write(root, [writing.Draft([tip], who, who, "What was not pushed yet, scrubbed anew\n", puts)])[0]


def run(local: str) -> bool:
    """Push the lane and the kept branches; False when the remote has moved meanwhile. Raises GitError."""
    root, chosen, head = paths.lane(local), settings.read(local), lane.head(local)
    branches = kept.unpushed(local)
    wanted = {f"refs/heads/{chosen['branch']}": head, **{f"refs/heads/{name}": commit for name, commit in branches.items()}}
    words = [f"{commit}:{ref}" for ref, commit in wanted.items()]
    receiver = transport.receiver(chosen["remote"])
    command = ("push", "--porcelain", "--no-verify", "--no-signed", "--no-follow-tags", *receiver, chosen["remote"], *words)
    env = None if os.path.isdir(chosen["remote"]) else transport.ssh(root)
    status, out, said = git.call(root, command, None, None, None, env)
    answers = _answers(out)
    kept.pushed(local, {name: answers[f"refs/heads/{name}"] for name in branches if f"refs/heads/{name}" in answers})
    answer = answers.get(f"refs/heads/{chosen['branch']}", "")
    if not answer or (answer[0] == "!" and not failing.is_race(answer)):
        raise git.GitError("push", status, _reason(answer, said))
    if answer[0] == "!":
        return False
    objects.moved(root, PUSHED, head, None)
    see(local, head)
    return True


def _answers(out: bytes) -> dict[str, str]:
    """What the remote said to each ref: `FLAG SUMMARY`, from `push --porcelain`."""
    rows = [line.split("\t") for line in out.decode("utf-8", "replace").split("\n")]
    return {row[1].partition(":")[2]: f"{row[0]} {row[2]}" for row in rows if len(row) == 3}


def _reason(answer: str, said: str) -> str:
    """The line of git's words that tells most."""
    told = [line.partition("remote:")[2].strip() or line for line in said.split("\n") if line.strip()]
    first = next((line for line in told if not line.startswith("To ")), "")
    return f"{answer[2:]} {first}".strip()[:300]
