"""Remote: is it private, can it be reached, and when did what we have last go there and come from there?"""

from __future__ import annotations

from tools.lib import git, notices, paths, work
from tools.lib.doctor.check import ago, bad, counted, good, odd
from tools.lib.errors import Refusal
from tools.lib.journals import heartbeat
from tools.lib.sync import failing, lane, status, transport
from tools.lib.sync import remote as remotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient

DEADLINE = 2.2  # seconds for the remote to answer
LONG = 3600.0  # seconds for which something may wait to be pushed while sessions run
NOW = "python3 tools/sync.py now"
SKEW = 300.0  # seconds by which two clocks may differ unmentioned


def reach(patient: Patient) -> list[Check]:
    """Whether it may be pushed to, and answers."""
    url = patient.settings["remote"]
    if url == "none":
        return [
            odd("remote: none, memory stays on this machine", "make a private repository, then python3 install.py --remote URL")
        ]
    shown = git.without_credentials(url)
    try:
        reason = remotes.forbidden(patient.local, patient.now)
        root = paths.lane(patient.local)
        if reason is None:
            state, _, words = git.call(
                root, ("ls-remote", "--exit-code", url, patient.settings["branch"]), None, None, DEADLINE, transport.ssh(root)
            )
    except git.GitError as error:
        return [odd(f"remote: {shown} did not answer ({error})", f"nothing is lost; {NOW} tries again")]
    except Refusal as refusal:
        return [bad(f"remote: {refusal}", NOW)]
    if reason is not None:
        return [bad(f"remote: {reason}", "as said")]
    if state not in (0, 2):
        said = f"({failing.short(words)})"
        if failing.kind(words) == "sign-in":
            return [
                bad(f"remote: {shown} wants a sign-in {said}", f"git -C {patient.settings['checkout']} push, once, at a terminal")
            ]
        return [bad(f"remote: {shown} cannot be reached {said}", f"nothing is lost; {NOW} tries again")]
    return [good(f"remote: {shown} answers and may be pushed to")]


def pace(patient: Patient) -> list[Check]:
    """When was pushed and fetched last, and what waits."""
    try:
        waiting = status.read(patient.local).unpushed
    except (git.GitError, Refusal, OSError) as error:
        return [bad(f"lane: cannot be read ({error})", "python3 tools/doctor.py --fix makes it anew")]
    if patient.settings["remote"] == "none":
        return []
    done = work.state(patient.local)
    told = [
        f"{word} {ago(patient.now - done[key])} ago" if done.get(key) else f"never {word}"
        for key, word in (("pushed", "pushed"), ("fetched", "fetched"))
    ]
    line = f"sync: {', '.join(told)}, {counted(waiting, 'commit')} to push"
    standing = notices.standing(patient.local)
    trouble = next(
        (str(standing[topic]["text"]) for topic in ("exchange", "remote", "remote-lost", "held") if topic in standing), ""
    )
    if trouble:
        return [bad(f"{line}: {trouble}", "as said")]
    return [odd(line, NOW) if waiting and patient.now - done.get("pushed", 0.0) > LONG else good(line)]


def clock(patient: Patient) -> list[Check]:
    """Whether the clock agrees with what other machines wrote, as far as can be told without a network."""
    root = paths.lane(patient.local)
    try:
        newest = int(git.run(root, "log", "-1", "--format=%ct", lane.head(patient.local)))
    except (git.GitError, ValueError):
        return []
    known = heartbeat.all_of(root)
    mine = known.pop(patient.settings["device"], None)
    off = [(name, heartbeat.offset(mine, beat)) for name, beat in known.items()]
    apart = [
        f"{name} by {ago(max(low, -high))}"
        for name, bounds in off
        if bounds
        for low, high in [bounds]
        if low > SKEW or high < -SKEW
    ]
    if newest > patient.now + SKEW or apart:
        words = (
            f"differs from that of {', '.join(apart)}"
            if apart
            else f"is {ago(newest - patient.now)} behind what was last written"
        )
        return [odd(f"clock: this machine's {words}", "set both by the network's time")]
    return []


def machines(patient: Patient) -> list[Check]:
    """When each machine last pulled."""
    known = heartbeat.all_of(paths.lane(patient.local))
    rows = [
        f"{name} {ago(patient.now - beat.pulled)} ago"
        for name, beat in known.items()
        if beat.pulled and name != patient.settings["device"]
    ]
    return [good(f"other machines pulled: {', '.join(rows)}")] if rows else []
