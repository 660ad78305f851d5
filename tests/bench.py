"""The bench: what may not grow, measured as ratios within one run against the bare interpreter, or counted.

    python3 -m tests.bench [--small]

`--small` takes a hundredth of the history and of the turns, for a look that everything still runs. Ends in 1 when a goal
is missed. Figures of a machine that does other work at the same time are too high.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from collections.abc import Callable, Iterator

from tests import machines, sealing
from tests.faults import site as sites
from tools.lib import files, git, journal, work
from tools.lib.event import Event
from tools.lib.intake import capture
from tools.lib.setup import registration

Size = namedtuple("Size", "runs sessions contexts turns transcript")  # transcript: bytes
SMALL, FULL = Size(10, 1000, 10, 40, 2 << 20), Size(60, 100000, 1000, 3000, 200 << 20)
WEEK = 200  # sessions of a week
PARTS = ("rules-1", "rules-2", "context", "digest")  # of a session's start
Row = namedtuple("Row", "what measured unit goal")
NOW, DAY = 1796004127.0, 86400.0
TURN = 120.0  # seconds between two turns
BARE = ["-I", "-S", "-c", "pass"]
HOT = {
    "pre_tool_use": 2.0,
    "post_tool_use": 2.0,
    "stop": 2.0,
    "user_prompt_submit": 3.0,
}


def words(draw: random.Random, count: int) -> str:
    """Text of about the variety that people and agents write."""
    return " ".join(VOCABULARY[int(draw.paretovariate(0.6)) % len(VOCABULARY)] for _ in range(count))


def _vocabulary() -> list[str]:
    draw = random.Random(1)
    return ["".join(draw.choice("etaoinshrdlucmfwyp") for _ in range(draw.randint(2, 9))) for _ in range(4000)]


VOCABULARY = _vocabulary()


def took(command: list[str], content: bytes = b"", env: dict[str, str] | None = None, cwd: str | None = None) -> float:
    """The seconds that a process takes from its start to its end."""
    begun = time.perf_counter()
    subprocess.run(command, input=content, capture_output=True, env=env, cwd=cwd, check=True)
    return time.perf_counter() - begun


def medians(commands: dict[str, Callable[[int], float]], runs: int) -> dict[str, float]:
    """The median of each, measured in turns so that all have the same weather."""
    found: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(runs):
        for name, measure in commands.items():
            found[name].append(measure(number))
    return {name: statistics.median(values) for name, values in found.items()}


def hooks(folder: str, size: Size) -> Iterator[Row]:
    """The hooks of a turn against the bare interpreter, while a worker runs."""
    machine = installed(folder, "hooks", SMALL._replace(sessions=WEEK))
    session = machine.session()

    def hook(name: str) -> Callable[[int], float]:
        command = [sys.executable, *registration.arguments(machine.local, "claude", name, None)]

        def measure(number: int) -> float:
            payload = {
                "session_id": session.id,
                "transcript_path": session.transcript,
                "cwd": session.project,
                "prompt": f"prompt {number}",
                "prompt_id": f"p{number}",
                "tool_name": "Bash",
                "tool_use_id": f"t{number}",
                "tool_input": {"command": "ls -l"},
                "last_assistant_message": f"answer {number}",
            }
            return took(command, json.dumps(payload).encode(), machine.environ, session.project)

        return measure

    with sites.still(machine):
        session.hook("session_start", "context", source="startup")
        bare: dict[str, Callable[[int], float]] = {"bare": lambda _: took([sys.executable, *BARE], env=machine.environ)}
        found = medians({**bare, **{name: hook(name) for name in HOT}}, size.runs)
    for name, goal in HOT.items():
        yield Row(f"{name}, against the bare interpreter", found[name] / found["bare"], "x", goal)


def history(remote: str, sessions: int, contexts: int) -> None:
    """Ten years, or a week, of sessions in a remote: a journal and a saved session each, as one commit."""
    draw = random.Random(7)
    days = 7 if sessions <= WEEK else 3650
    place = {"when": f"{int(NOW)} +0000"}
    process = subprocess.Popen(["git", "fast-import", "--quiet", "--force"], cwd=remote, stdin=subprocess.PIPE)
    assert process.stdin is not None
    out = process.stdin

    def put(path: str, text: str) -> None:
        content = text.encode()
        out.write(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(content), content))

    out.write(
        b"commit refs/heads/main\ncommitter desk <desk@example.invalid> %s\ndata 7\nHistory\nfrom refs/heads/main^0\n"
        % place["when"].encode()
    )
    for number in range(contexts):
        put(f"contexts/projects/p{number}/README.md", f"---\nkind: project\n---\n\n# Project {number}\n\n{words(draw, 40)}\n")
    for number in range(sessions):
        begun = NOW - DAY * days * (1 - number / sessions)
        id, context = f"{number:08x}-5a5a-4c0c-9c55-0d9a3e1b7f20", f"projects/p{number % contexts}"
        day = time.strftime("%Y-%m-%d", time.gmtime(begun))
        rows = [
            journal.line(
                journal.Entry(journal.stamp(begun + 60 * step, 0), kind, words(draw, 25), journal.identity(id, step, ""))
            )
            for step, kind in enumerate(("Q", "A", "Q", "A", "decision" if number % 7 else "todo"))
        ]
        head = "\n".join(journal.head_of(id, "claude", "old-0000"))
        put(journal.path_of(context, day, "old-0000", id), f"---\n{head}\n---\n" + "\n".join(rows) + "\n")
        put(f"contexts/{context}/sessions/{day[:7]}/{day[8:]}-old-0000-{id}.md", f"---\n{head}\n---\n\n{words(draw, 120)}\n")
    out.close()
    assert process.wait() == 0


def installed(folder: str, name: str, size: Size) -> machines.Machine:
    """A machine whose remote holds that much history, its tables made."""
    place = files.folder(os.path.join(folder, name))
    remote = machines.remote(place)
    history(remote, size.sessions, size.contexts)
    machine = machines.Machine(place, "desk", remote)
    machine.environ["TMPDIR"] = files.folder(os.path.join(place, "tmp"))
    assert machine.install().returncode == 0
    machine.now()
    return machine


def starts(folder: str, size: Size, week: machines.Machine, years: machines.Machine) -> Iterator[Row]:
    """A session's start, and a prompt of it, with a week of history and with ten years of it."""

    def hook(machine: machines.Machine, session: machines.Session, name: str, part: str | None, **more: object) -> float:
        environ = {**machine.environ, "CLAUDE_PROJECT_DIR": session.project, "ALTER_EGO_CONTEXT": "projects/p1"}
        payload = json.dumps({"session_id": session.id, "cwd": session.project, **more}).encode()
        command = [sys.executable, *registration.arguments(machine.local, "claude", name, part)]
        return took(command, payload, environ, session.project)

    def start(machine: machines.Machine) -> Callable[[int], float]:
        def measure(number: int) -> float:
            session = machine.session()
            return sum(hook(machine, session, "session_start", part, source="startup") for part in PARTS)

        return measure

    def prompt(machine: machines.Machine) -> Callable[[int], float]:
        session = machine.session()
        for part in PARTS:
            hook(machine, session, "session_start", part, source="startup")
        return lambda number: hook(machine, session, "user_prompt_submit", None, prompt=f"ask {number}", prompt_id=f"p{number}")

    for machine in (week, years):
        machine.now()  # what was fetched just now is not waited for
    with sites.still(week), sites.still(years):
        found = medians({"week": start(week), "years": start(years)}, max(5, size.runs // 4))
        asked = medians({"week": prompt(week), "years": prompt(years)}, size.runs)
    yield Row(f"start with {size.sessions} sessions, against a week", found["years"] / found["week"], "x", 1.2)
    yield Row(f"prompt with {size.sessions} sessions, against a week", asked["years"] / asked["week"], "x", 1.2)


class Counted:
    """`with Counted() as counted`: what this process opens, and how long and how often git works for it."""

    active: Counted | None = None

    def __init__(self, below: str) -> None:
        self.below, self.opened, self.commands, self.seconds = below, [], [], 0.0  # type: ignore[var-annotated]

    def __enter__(self) -> Counted:
        self.real, self.read = git.call, _bytes_read()
        git.call = self._call  # type: ignore[assignment]
        if Counted.active is None:
            sys.addaudithook(_audit)
        Counted.active = self
        return self

    def __exit__(self, *_: object) -> None:
        git.call = self.real
        Counted.active, self.read = _IDLE, _bytes_read() - self.read

    def _call(self, root: str, args: tuple[str, ...], *more: object) -> object:
        begun = time.perf_counter()
        try:
            return self.real(root, args, *more)  # type: ignore[arg-type]
        finally:
            self.seconds += time.perf_counter() - begun
            self.commands.append(args[0])


_IDLE = Counted("\0")


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    counted = Counted.active
    if event == "open" and counted is not None and str(arguments[0]).startswith(counted.below):
        counted.opened.append(str(arguments[0]))


def _bytes_read() -> int:
    rows = (files.read("/proc/self/io") or b"").decode().split("\n")
    return next((int(row.split()[1]) for row in rows if row.startswith("rchar:")), 0)


def turn(machine: machines.Machine, session: machines.Session, draw: random.Random, now: float, number: int) -> None:
    """A turn of a session at a time of our choosing: its events to the spool, its records to the transcript."""
    asked, answered = words(draw, 30), words(draw, 120)
    when = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(now))
    base = {"timestamp": when, "sessionId": session.id, "cwd": session.project}
    call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": f"grep -rn {words(draw, 2)!r} src"}}
    result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": words(draw, 200)}
    rows = [
        {"type": "user", "promptId": f"p{number}", "promptSource": "typed", "message": {"role": "user", "content": asked}},
        {"type": "assistant", "message": {"role": "assistant", "content": [call]}},
        {"type": "user", "message": {"role": "user", "content": [result]}},
        {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": answered}]}},
    ]
    lines = [json.dumps({**base, "uuid": f"{number}-{step}", **row}) for step, row in enumerate(rows)]
    files.append(session.transcript, "".join(line + "\n" for line in lines).encode())
    payload = {"session_id": session.id, "transcript_path": session.transcript, "cwd": session.project, "prompt_id": f"p{number}"}
    event = Event(machine.local, "claude", "bench", "", payload, now, {"HOME": machine.home})
    if number % 30 == 0:
        capture.take(event, {"e": "start", "source": "startup", "transcript": session.transcript})
    capture.take(event, {"e": "prompt", "kind": "person", "text": asked, "id": f"p{number}"})
    capture.take(event, {"e": "answer", "text": answered, "id": f"p{number}"})


def passed(made: work.Work, now: float) -> None:
    """What a worker does about a turn, the network left out."""
    made._drain(now)
    made._save_sessions(now, True)
    made._commit(now)


def drains(size: Size, years: machines.Machine) -> Iterator[Row]:
    """A drain over the long history: what it opens and what git does for it."""
    draw, session = random.Random(3), years.session()
    with sites.still(years):
        made = work.Work(years.local)
        made.turn(at_once=True)
        now = time.time()
        turn(years, session, draw, now, 0)
        passed(made, now)
        turn(years, session, draw, now + 60, 1)
        with Counted(os.path.join(years.local, "lane")) as counted:
            passed(made, now + 60)
        yield Row("files of the lane opened by a drain", len(set(counted.opened)), "files", 8)
        yield Row("git commands of a drain", len(counted.commands), "commands", 12)
        yield Row(f"git part of a drain over {size.sessions} sessions", counted.seconds, "s", 1.0)
        with Counted(os.path.join(years.local, "lane")) as counted:
            made.turn(at_once=True)
        yield Row("git part of a whole pass (settle, push, follow)", counted.seconds, "s", 10.0)


def growth(folder: str, size: Size) -> Iterator[Row]:
    """What `.git` grows by a turn, committed as they come, packed at the end."""
    machine = installed(folder, "growth", Size(0, 10, 1, 0, 0))
    lane, draw = os.path.join(machine.local, "lane"), random.Random(5)
    with sites.still(machine):
        git.run(lane, "gc", "--quiet", "--prune=now")
        before = weight(lane)
        clock = [NOW]
        made = work.Work(machine.local, lambda: clock[0])
        session = machine.session()
        for number in range(size.turns):
            if number % 30 == 0:
                session = machine.session()
            turn(machine, session, draw, clock[0], number)
            passed(made, clock[0])
            clock[0] += TURN
        git.run(lane, "gc", "--quiet", "--prune=now", deadline=600.0)
    yield Row(f".git growth by a turn, {size.turns} turns, after gc", (weight(lane) - before) / size.turns / 1024, "KB", 5.0)


def weight(root: str) -> int:
    """The bytes of a repository's .git."""
    return sum(
        os.lstat(os.path.join(folder, name)).st_size for folder, _, names in os.walk(os.path.join(root, ".git")) for name in names
    )


def transcripts(folder: str, size: Size) -> Iterator[Row]:
    """What is read for a turn of a session with a long transcript, against one with a short one."""
    machine = installed(folder, "transcripts", Size(0, 10, 1, 0, 0))
    draw, read = random.Random(9), {}
    with sites.still(machine):
        made = work.Work(machine.local, lambda: NOW)
        for name, length in (("short", 0), ("long", size.transcript)):
            session = machine.session()
            block = words(draw, 20000)
            for number in range(length // len(block) + 1 if length else 0):
                result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"b{number}", "content": block}]}
                row = {"type": "user", "uuid": f"b{number}", "timestamp": "2026-11-30T00:00:00.000Z", "sessionId": session.id}
                files.append(session.transcript, json.dumps({**row, "message": result}).encode() + b"\n")
            turn(machine, session, draw, NOW, 0)
            while made._drain(NOW) or made._save_sessions(NOW, True):
                pass
            made._commit(NOW)
            turn(machine, session, draw, NOW + TURN, 1)
            with Counted(machine.local) as counted:
                passed(made, NOW + TURN)
            read[name] = counted.read
    more = (read["long"] - read["short"]) / 1024
    yield Row(f"read more for a turn behind {size.transcript >> 20} MB than behind none", more, "KB", 512)


def rows(folder: str, size: Size) -> Iterator[Row]:
    yield from hooks(folder, size)
    yield from growth(folder, size)
    yield from transcripts(folder, size)
    week, years = installed(folder, "week", size._replace(sessions=WEEK, contexts=10)), installed(folder, "years", size)
    yield from starts(folder, size, week, years)
    yield from drains(size, years)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--small", action="store_true")
    size = SMALL if parser.parse_args(argv).small else FULL
    folder = tempfile.mkdtemp(prefix="alter-ego-bench-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    before = sealing.enter(sealing.environment(sealing.build(os.path.join(folder, "sealed")), os.environ))
    missed = 0
    try:
        print(f"{'what':<64} {'measured':>14}  {'goal':>12}")
        for row in rows(folder, size):
            good = row.measured <= row.goal
            missed += not good
            print(f"{row.what:<64} {row.measured:>10.2f} {row.unit:<8} <= {row.goal:<6g} {'' if good else 'MISSED'}", flush=True)
    finally:
        sealing.enter(before)
        shutil.rmtree(folder, ignore_errors=True)
    return int(bool(missed))


if __name__ == "__main__":
    raise SystemExit(main())
