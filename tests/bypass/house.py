"""The house of the proof: two machines of one person, a log of every command line, and what sessions there go through."""
from __future__ import annotations

import concurrent.futures
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import uuid

from tests import machines, repository
from tools.lib import files
from tools.lib.setup import registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tests.bypass.plants import Garden

FULL = "---\nkind: project\npaths: ~/full\ntranscripts: full\n---\n\n# Full\n"
# Each git's arguments and environment, and its caller's arguments, but for those of a command that the person typed.
SHIM = """#!/bin/sh
{{
    printf '%s\\n' "$@"
    env
    case "$(tr '\\0' ' ' < /proc/$PPID/cmdline)" in *tools/*.py*) ;; *) tr '\\0' '\\n' < /proc/$PPID/cmdline;; esac
}} >> {log} 2>/dev/null
exec {git} "$@"
"""


class House:
    """A desk and a laptop with one remote; everything that git and its callers are given is logged in `log`."""

    def __init__(self, folder: str, garden: Garden, state: str = "") -> None:
        self.folder, self.garden, self.state = folder, garden, state
        self.remote = machines.remote(folder)
        first = os.path.join(folder, "first")
        repository.commit(first, "A context whose sessions are saved in full", **{"contexts/projects/full/README.md": FULL})
        repository.git(first, "push", "--quiet", "origin", "HEAD:main")
        self.log = os.path.join(folder, "commands.log")
        self.desk, self.laptop = self._machine("desk"), self._machine("laptop")

    def _machine(self, name: str) -> machines.Machine:
        made = machines.Machine(self.folder, name, self.remote)
        made.environ["PATH"] = self._shim() + os.pathsep + made.environ["PATH"]
        made.environ["TMPDIR"] = files.folder(os.path.join(made.home, "tmp"))
        if self.state:
            made.environ["ALTER_EGO_LOCAL"] = os.path.join(self.state, name)
        done = made.install()
        assert done.returncode == 0, done.stderr
        if self.state:
            made.local = os.path.join(self.state, name, repository.git(made.checkout, "config", "alter-ego.id"))
        return made

    def _shim(self) -> str:
        place = files.folder(os.path.join(self.folder, "bin"))
        files.replace(os.path.join(place, "git"), SHIM.format(log=self.log, git=shutil.which("git")))
        os.chmod(os.path.join(place, "git"), stat.S_IRWXU)
        return place

    def calls(self, calls: list[tuple[str, str, str, dict[str, Any]]]) -> None:
        """Run hooks as the clients do, some at once: (agent, hook, part, payload)."""
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda call: self.call(*call), calls))

    def workers(self) -> list[int]:
        """The workers that run for these machines."""
        found = []
        for name in os.listdir("/proc"):
            command = (files.read(f"/proc/{name}/cmdline") or b"") if name.isdigit() else b""
            if b"worker.main" in command and self.folder.encode() in command:
                found.append(int(name))
        return found

    def end(self) -> None:
        """Kill the workers: sessions that never end keep them for minutes."""
        for number in self.workers():
            os.kill(number, signal.SIGKILL)

    def call(self, agent: str, hook: str, part: str, payload: dict[str, Any], project: str = "", **environ: str) -> str:
        """What one hook answers."""
        place = project or files.folder(os.path.join(self.desk.home, "work"))
        command = [sys.executable, *registration.arguments(self.desk.local, agent, hook, part)]
        whole = {**self.desk.environ, "CLAUDE_PROJECT_DIR": place, **environ}
        done = subprocess.run(command, input=json.dumps(payload).encode(), capture_output=True, env=whole, cwd=place)
        assert (done.returncode, done.stderr) == (0, b""), (hook, done)
        return done.stdout.decode()

    def feed(self, hook: str, content: bytes) -> None:
        """Give a hook any bytes."""
        command = [sys.executable, *registration.arguments(self.desk.local, "claude", hook, "")]
        done = subprocess.run(command, input=content, capture_output=True, env=self.desk.environ, cwd=self.desk.home)
        assert (done.returncode, done.stderr) == (0, b""), done

    def session(self, transcript: bytes, agent: str, folder: str, prompt: str = "look around") -> str:
        """A session of a start, a prompt and an end in a folder of the person's, with this transcript; gives its id."""
        place = files.folder(os.path.join(self.desk.home, folder))
        id = str(uuid.uuid4())
        path = os.path.join(self.desk.home, ".claude", "projects", "p", f"{id}.jsonl")
        files.replace(path, transcript)
        base = {"session_id": id, "transcript_path": path, "cwd": place}
        self.call(agent, "session_start", "context", {**base, "source": "startup"}, place)
        self.call(agent, "user_prompt_submit", "", {**base, "prompt": prompt, "prompt_id": "p1"}, place)
        self.call(agent, "session_end", "", {**base, "reason": "other"}, place)
        return id

    def share(self) -> None:
        """Have all of it shared, and brought to the laptop's clone."""
        for machine in (self.desk, self.desk, self.laptop, self.laptop):
            machine.now()

    def raw(self, machine: machines.Machine) -> list[str]:
        """The places before the scrubber: what the client and the person wrote, spool and quarantine."""
        ours = [os.path.join(machine.local, name) for name in ("spool", "quarantine")]
        return [*ours, machine.checkout, *(os.path.join(machine.home, name) for name in (".claude", "projects", "work", "full"))]
