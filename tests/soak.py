"""The soak: three machines, twelve sessions, kills, partitions, hand edits, pushes at the same time; nothing lost.

    python3 -m tests.soak --seed N --minutes M

What is done, and in which order, follows from the seed alone; the minutes say how much of it. At the end the remote is
put back, the sessions end, and what is in the remote is compared with what was captured. Ends in 1 when an event or an
edit was lost or doubled, or a machine is wedged.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter

from tests import machines, repository, sealing
from tests.faults import site as sites

MACHINES, SESSIONS = ("desk", "laptop", "tower"), 12
KILLS = (
    ("files.append", "before"),
    ("files.append", "amid"),
    ("files.append", "after"),
    ("sessions.save", "before"),
    ("sessions.save", "amid"),
)
# what may happen, and how often beside the others
ACTIONS = {
    "turn": 40,
    "killed_hook": 8,
    "kill_worker": 10,
    "pass_": 12,
    "cut": 3,
    "join": 6,
    "edit": 8,
    "commit": 3,
    "clash": 1,
    "push": 4,
}
PATIENCE = 60.0  # seconds for the workers to end by themselves


class Soak:
    """One run: the site, the sessions, and what was said and written so far."""

    def __init__(self, folder: str, seed: int) -> None:
        self.draw = random.Random(seed)
        self.site = sites.Site(folder, *MACHINES)
        self.sessions = [self.site.machines[number % len(MACHINES)].session() for number in range(SESSIONS)]
        self.said: list[str] = []
        self.unsure: set[str] = set()
        self.edits: dict[tuple[str, str], str] = {}
        self.clashes: list[str] = []
        self.figures: Counter[str] = Counter()
        self.running: list[subprocess.Popen[bytes]] = []

    def run(self, minutes: float) -> None:
        """Do one thing after the other until the time is over."""
        until = time.monotonic() + 60 * minutes
        number = 0
        while time.monotonic() < until:
            number += 1
            name = self.draw.choices(list(ACTIONS), list(ACTIONS.values()))[0]
            machine, session = self.draw.choice(self.site.machines), self.draw.choice(self.sessions)
            getattr(self, name)(machine, session, number)
            self.figures[name.strip("_").replace("_", " ")] += 1
            self.running = [process for process in self.running if process.poll() is None]

    def turn(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        session.ask(f"Please do {number}")
        self.said.append(f"Q: Please do {number} ^")
        session.answer(f"Done: {number}")
        self.said.append(f"A: Done: {number} ^")

    def killed_hook(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        step, moment = self.draw.choice(KILLS)
        payload = {"prompt": f"Please try {number}", "prompt_id": f"k{number}"}
        done = sites.hook_at_held(session, "user_prompt_submit", step=step, moment=moment, **payload)
        assert done.returncode in (-9, 0), done.stderr
        if (step, moment) not in (("files.append", "before"), ("files.append", "amid")):
            self.said.append(f"Q: Please try {number} ^")
        else:
            self.unsure.add(f"Q: Please try {number} ^")

    def kill_worker(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        for process in sites.workers(machine):
            os.kill(process, signal.SIGKILL)
            self.figures["workers that died"] += 1

    def pass_(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        command = [sys.executable, sites.CHILD, "-", "before", "1", "0", "worker", machine.local]
        with open(os.devnull, "wb") as null:
            self.running.append(subprocess.Popen(command, env=machine.environ, cwd=machine.home, stdout=null, stderr=null))

    def cut(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        if os.path.isdir(self.site.remote):
            os.rename(self.site.remote, self.site.remote + ".away")

    def join(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        if not os.path.isdir(self.site.remote):
            os.rename(self.site.remote + ".away", self.site.remote)

    def edit(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        path = f"contexts/clients/river/{machine.name}-{self.draw.randrange(5)}.md"
        self.edits[machine.name, path] = f"Edited in step {number}.\n"
        repository.write(machine.checkout, path, self.edits[machine.name, path])

    def commit(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        path = f"contexts/clients/river/{machine.name}-own.md"
        repository.write(machine.checkout, path, f"Committed in step {number}.\n")
        for words in (("add", path), ("commit", "-q", "-m", f"Step {number}", "--", path)):
            if subprocess.run(["git", *words], cwd=machine.checkout, env=machine.environ, capture_output=True).returncode:
                return  # a lock of ours or of another git: the person tries again later
        self.edits[machine.name, path] = f"Committed in step {number}.\n"

    def clash(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        self.clashes.append(f"{machine.name} in step {number}")
        repository.write(machine.checkout, sites.NOTE, f"{self.clashes[-1]}\n")

    def push(self, machine: machines.Machine, session: machines.Session, number: int) -> None:
        if os.path.isdir(self.site.remote):
            try:
                self.site.push(**{f"contexts/clients/river/outside-{number % 7}.md": f"Step {number}.\n"})
            except AssertionError:
                repository.git(os.path.join(self.site.place, "first"), "reset", "-q", "--hard", "origin/main")

    def heal(self) -> None:
        """The remote is back, the sessions end, and each machine has its turn."""
        self.join(self.site.desk, self.sessions[0], 0)
        for process in self.running:
            process.wait(180)
        for session in self.sessions:
            session.end()
        for _ in range(3):
            for machine in self.site.machines:
                machine.now()

    def found(self) -> dict[str, list[str]]:
        """What is wrong now, by kind."""
        texts = sites.shared(self.site.remote)
        journals = "".join(text for path, text in texts.items() if "/journal/" in path)
        expected, there = sites.spooled(*self.site.machines), sites.journaled(texts)
        kept = "".join(self._kept())
        lost = [id for id in expected if not there[id]] + [words for words in self.said if words not in journals]
        lost += [f"{name}:{path}" for (name, path), text in self.edits.items() if texts.get(path) != text and text not in kept]
        doubled = [id for id, count in there.items() if count > 1] + [words for words in self.said if journals.count(words) > 1]
        return {
            "lost": lost,
            "doubled": doubled,
            "wedged": [words for machine in self.site.machines for words in self._wedged(machine)],
        }

    def _kept(self) -> list[str]:
        names = repository.git(self.site.remote, "for-each-ref", "--format=%(refname)", "refs/heads/alter-ego").split()
        return [text for name in names for text in sites.shared(self.site.remote, name).values()]

    def _wedged(self, machine: machines.Machine) -> list[str]:
        """Why a machine does not go on as it should; a clash of two people's words is theirs to decide."""
        found = [
            f"{machine.name} is told: {words}"
            for topic, words in sites.told(machine).items()
            if topic not in ("conflict", "quarantine")
        ]
        if "conflict" not in sites.told(machine):
            status = repository.git(machine.checkout, "status", "--porcelain", "--branch")
            if status != "## main...origin/main":
                found.append(f"{machine.name}'s clone: {status}")
        names = [name for name in sites.listing(machine) if name.endswith((".new", "index.lock", ".ego"))]
        return found + [f"{machine.name} has left {name}" for name in names]

    def ended(self) -> list[str]:
        """The processes that did not end by themselves."""
        until = time.monotonic() + PATIENCE
        while sites.processes(self.site) and time.monotonic() < until:
            time.sleep(0.5)
        return sites.processes(self.site)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.soak", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0)
    chosen = parser.parse_args(argv)
    folder = tempfile.mkdtemp(prefix="alter-ego-soak-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    before = sealing.enter(sealing.environment(sealing.build(os.path.join(folder, "sealed")), os.environ))
    try:
        soak = Soak(folder, chosen.seed)
        soak.run(chosen.minutes)
        soak.heal()
        found = {**soak.found(), "processes left": soak.ended()}
    finally:
        sealing.enter(before)
        shutil.rmtree(folder, ignore_errors=True)
    told = {
        "seed": chosen.seed,
        **soak.figures,
        "events captured": len(soak.said),
        **{kind: len(rows) for kind, rows in found.items()},
    }
    print("\n".join(f"{name:<20} {count}" for name, count in told.items()))
    print("\n".join(f"{kind}: {row}" for kind, rows in found.items() for row in rows))
    return int(any(found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
