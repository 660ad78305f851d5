"""The guard's figures: `python3 -m tests.bench_guard [RUNS]`.

Before- and after-tool hooks as whole processes against the bare interpreter in the same run, by their processor time, with
1,000 live claims, 200 sessions and 1,000 lessons, and against the same with none. Then the race: processes that claim one
resource at once.
"""
from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

from tests.repository import git
from tools.lib import files, lock, paths, sessions
from tools.lib.guard import claims, memory, places, prints, store
from tools.lib.lessons import lessons
from tools.lib.setup import pin, registration

CLAIMS, SESSIONS, LESSONS = 1000, 200, 1000
PROCESSES, ROUNDS = 20, 1000
CALLS = {
    "Write": {"file_path": "{}/a.txt", "content": "x"},
    "Read": {"file_path": "{}/a.txt"},
    "Bash cat": {"command": "cat a.txt"},
    "Bash sed -i": {"command": "cd sub && sed -i s/a/b/ ../a.txt"},
    "Bash git commit": {"command": "git commit -m 'a fix'"},
    "Bash rm": {"command": "rm sub/b.txt"},
    "Bash pytest": {"command": "python3 -m pytest -q tests 2>&1 | tail -5"},
}
RACER = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from tools.lib.guard import claims
from tools.lib.guard import store
local, me, rounds, begin = sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5])
won = []
for n in range(rounds):
    while time.time() < begin + n * 0.02:
        pass
    claim = claims.provisional(None, claims.Resource("path", f"/race/{n}"), me, "claude", "", time.time())
    if store.take(local, claim, time.time()) is None:
        won.append(str(n))
print(" ".join(won))
"""


def place(folder: str, full: bool) -> tuple[str, str]:
    """An installation's folder and a checkout; `full` with claims, sessions and lessons."""
    local, work = os.path.join(folder, "local"), os.path.join(folder, "work")
    for name in ("a.txt", "sub/b.txt"):
        files.replace(os.path.join(work, name), "x\n")
    git(work, "init", "--quiet")
    lane = paths.lane(local)
    files.folder(lane)
    git(lane, "init", "--quiet")
    files.replace(os.path.join(local, "settings"), f"device: desk-4f1c\ncheckout: {lane}\n")
    pin.put(local, pin.content(paths.ROOT), os.environ.get("BENCH_PYTHON", sys.executable))
    files.folder(os.path.join(local, "locks"))
    if full:
        _fill(local, lane, folder)
    return local, work


def _fill(local: str, lane: str, folder: str) -> None:
    from tools.lib.lessons import lesson_table

    ids, now = [str(uuid.uuid4()) for _ in range(SESSIONS)], time.time()
    for id in ids:
        sessions.save(local, {**sessions.blank(id), "context": "projects/x", "agent": "claude", "last": now, "n": 5})
        memory.add(local, id, *(memory.mark(f"{folder}/other/{n}", list(prints.ABSENT), now) for n in range(20)))
    for n in range(CLAIMS):
        name = places.real(f"{folder}/work/other/{n % 40}/{n}.txt", "/")  # below the checkout itself, which costs most
        claim = claims.provisional(None, claims.Resource("path", name), ids[n % SESSIONS], "claude", "projects/x", now)
        store.take(local, claims.confirmed(claim, now, []), now)
    for n in range(LESSONS):
        page = lessons.page(f"Lesson {n}.", "", "", commands=[f"tool{n} apply"], paths=[f"*.kind{n}"])
        files.replace(os.path.join(lane, "memory", "lessons", f"l{n}.md"), page)
    git(lane, "add", "-A")
    git(lane, "-c", "user.name=x", "-c", "user.email=x@example.invalid", "commit", "--quiet", "-m", "x")
    lesson_table.refresh(local, lane, lambda root, head: {one.sum for one in lesson_table.every(root, head)})


def event(tool: str, work: str, session: str, number: int) -> bytes:
    given = {key: value.replace("{}", work) for key, value in CALLS[tool].items()}
    payload = {"session_id": session, "cwd": work, "tool_name": tool.split()[0], "tool_input": given, "tool_response": {}}
    return json.dumps({**payload, "tool_use_id": f"{tool}-{number}", "transcript_path": None}).encode()


def one(command: list[str], content: bytes, cwd: str) -> float:
    """The milliseconds of processor time that a process takes: what else the machine does changes them least."""
    import resource  # which Windows lacks, and the tests import this module there

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=content, stdout=subprocess.PIPE, cwd=cwd, check=True)
    assert not done.stdout, done.stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


def figures(runs: int, python: str) -> None:
    """Print medians in milliseconds and as multiples of the bare interpreter, empty and full interleaved."""
    folder = tempfile.mkdtemp()
    made = {name: place(os.path.join(folder, name), name == "full") for name in ("empty", "full")}
    locks = [lock.held(os.path.join(local, "locks", "worker")) for local, _ in made.values()]
    assert all(one.__enter__() for one in locks)  # no hook starts a worker
    bare = [python, *registration.FLAGS[:2], "-c", "pass"]
    print(f"{'':34} {'bare':>6} {'empty':>13} {'full':>13}  full/empty")
    session = str(uuid.uuid4())
    for tool in CALLS:
        times: dict[str, list[float]] = {}
        for number in range(runs + 5):
            took = {"bare": one(bare, b"", folder)}
            for name, (local, work) in made.items():
                for hook in ("pre_tool_use", "post_tool_use"):
                    command = [python, *registration.arguments(local, "claude", hook, None)]
                    took[f"{name} {hook}"] = one(command, event(tool, work, session, number), work)
            for key, value in took.items() if number >= 5 else ():
                times.setdefault(key, []).append(value)
        _show(tool, {key: statistics.median(values) for key, values in times.items()})
    for held in locks:
        held.__exit__()
    shutil.rmtree(folder)


def _show(tool: str, took: dict[str, float]) -> None:
    for hook in ("pre_tool_use", "post_tool_use"):
        empty, full = took[f"empty {hook}"], took[f"full {hook}"]
        times = " ".join(f"{one:6.1f} {one / took['bare']:4.2f} x" for one in (empty, full))
        print(f"{tool:18} {hook:15} {took['bare']:6.1f} {times}  {full / empty:6.2f}")


def race(python: str, processes: int = PROCESSES, rounds: int = ROUNDS) -> list[int]:
    """How many winners each round had."""
    local = os.path.join(tempfile.mkdtemp(), "local")
    files.folder(store.folder(local))
    begin = str(time.time() + 0.1 * processes)
    command = [python, "-I", "-S", "-c", RACER, paths.ROOT, local]
    ends = [[*command, str(uuid.uuid4()), str(rounds), begin] for _ in range(processes)]
    running = [subprocess.Popen(end, stdout=subprocess.PIPE, text=True) for end in ends]
    winners = [0] * rounds
    for process in running:
        for number in process.communicate()[0].split():
            winners[int(number)] += 1
    shutil.rmtree(os.path.dirname(local))
    return winners


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    python = os.environ.get("BENCH_PYTHON", sys.executable)
    figures(runs, python)
    winners = race(python)
    print(f"race: {PROCESSES} processes, {ROUNDS} rounds, winners a round: {sorted(set(winners))}")
    return 0 if set(winners) == {1} else 1


if __name__ == "__main__":
    raise SystemExit(main())
