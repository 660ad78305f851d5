"""A person's machines for the tests: a home, a clone, an installation, and sessions whose hooks run as clients run them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid

from tests import repository
from tools.lib import files, journal, paths
from tools.lib.setup import registration

PARTS = (
    "hooks",
    "tools",
    "memory",
    "contexts",
    "skills",
    "preferences.md",
    "install.py",
    ".gitattributes",
    ".gitignore",
    "README.md",
)
PY = [sys.executable, "-I", "-S", "-X", "utf8", "-c"]
WORKER = "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib import worker; {}"


def remote(folder: str) -> str:
    """A bare remote that holds this project's code, as a private copy of the template would; gives its path."""
    place = repository.bare(os.path.join(folder, "remote.git"))
    first = repository.clone(place, os.path.join(folder, "first"))
    listed = repository.git(paths.ROOT, "ls-files", "-co", "--exclude-standard", "-z", "--", *PARTS).split("\0")
    for name in listed:
        content = files.read(os.path.join(paths.ROOT, name)) if name else None
        if content is not None:
            files.replace(os.path.join(first, name), content)
    repository.commit(first, "The template")
    repository.git(first, "push", "--quiet", "origin", "HEAD:main")
    return place


class Machine:
    """One machine with a home of its own; everything it starts has that home and nothing of the tests'."""

    def __init__(self, folder: str, name: str, remote: str) -> None:
        self.name, self.remote = name, remote
        self.home = files.folder(os.path.join(folder, name, "home"))
        files.replace(os.path.join(self.home, ".gitconfig"), f"[user]\n\tname = {name}\n\temail = {name}@example.invalid\n")
        self.environ = {
            **{name: os.environ[name] for name in ("SYSTEMROOT", "COMSPEC", "PATHEXT") if name in os.environ},
            "HOME": self.home,
            "USERPROFILE": self.home,
            "LOCALAPPDATA": os.path.join(self.home, "AppData", "Local"),
            "PATH": os.environ["PATH"],
            "TZ": os.environ.get("TZ", "UTC"),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.checkout = os.path.join(self.home, "memory")
        subprocess.run(["git", "clone", "--quiet", remote, self.checkout], env=self.environ, check=True)
        self.local = ""

    def install(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run install.py with no client but those the options name; `local` is the installation's folder from then on."""
        command = [sys.executable, "install.py", "--device", self.name, *(options or ("--no-claude", "--no-codex"))]
        done = subprocess.run(command, cwd=self.checkout, env=self.environ, capture_output=True, encoding="utf-8")
        identity = repository.git(self.checkout, "config", "alter-ego.id", check=False)
        self.local = os.path.join(paths.local_root(self.environ), identity)
        return done

    def setting(self, name: str) -> str:
        from tools.lib import settings

        return settings.read(self.local)[name]

    def tool(
        self, name: str, *arguments: str, environ: dict[str, str] | None = None, cwd: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of `tools/` from the clone, as the person does."""
        command = [sys.executable, os.path.join("tools", f"{name}.py"), *arguments]
        return subprocess.run(
            command,
            cwd=cwd or self.checkout,
            env={**self.environ, **(environ or {})},
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
        )

    def now(self) -> None:
        """One whole pass of the worker."""
        code = WORKER.format("worker.now(sys.argv[2])")
        done = subprocess.run([*PY, code, paths.ROOT, self.local], env=self.environ, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr

    def session(self, project: str = "", agent: str = "claude") -> Session:
        folder = files.folder(project or os.path.join(self.home, "work"))
        return Session(self, folder, agent)

    def idle(self, patience: float = 60.0) -> None:
        """Wait until no worker runs any more."""
        from tools.lib import lock

        with lock.held(os.path.join(files.folder(os.path.join(self.local, "locks")), "worker"), patience) as mine:
            assert mine, "the worker still runs"


class Session:
    """One session of a client: `hook` runs the registered command with an event on its standard input."""

    def __init__(self, machine: Machine, project: str, agent: str) -> None:
        self.machine, self.project, self.agent = machine, project, agent
        self.id = str(uuid.uuid4())
        self.transcript = os.path.join(machine.home, ".claude", "projects", "x", f"{self.id}.jsonl")
        self.turn = 0

    def hook(self, name: str, part: str = "", **payload: object) -> str:
        """What the hook answers; it must end in 0 and say nothing on stderr."""
        event = {"session_id": self.id, "transcript_path": self.transcript, "cwd": self.project, **payload}
        environ = {**self.machine.environ, "CLAUDE_PROJECT_DIR": self.project, "CLAUDE_CODE_SESSION_ATTENDED": "1"}
        command = [sys.executable, *registration.arguments(self.machine.local, self.agent, name, part)]
        done = subprocess.run(command, input=json.dumps(event).encode(), capture_output=True, env=environ, cwd=self.project)
        assert (done.returncode, done.stderr) == (0, b""), done
        return done.stdout.decode()

    def start(self, source: str = "startup") -> dict[str, str]:
        """The four texts of a start."""
        return {part: self.hook("session_start", part, source=source) for part in ("context", "rules-1", "rules-2", "digest")}

    def ask(self, prompt: str) -> str:
        self.turn += 1
        self._record("user", {"role": "user", "content": prompt}, promptId=f"p{self.turn}", promptSource="typed")
        return self.hook("user_prompt_submit", prompt=prompt, prompt_id=f"p{self.turn}")

    def answer(self, text: str) -> None:
        self._record("assistant", {"role": "assistant", "content": [{"type": "text", "text": text}]})
        self.hook("stop", last_assistant_message=text, prompt_id=f"p{self.turn}", stop_hook_active=False)

    def end(self, reason: str = "other") -> None:
        self.hook("session_end", reason=reason)

    def _record(self, kind: str, message: dict[str, object], **more: object) -> None:
        when = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        record = {"type": kind, "uuid": str(uuid.uuid4()), "timestamp": when, "sessionId": self.id, "message": message, **more}
        files.append(self.transcript, json.dumps(record).encode() + b"\n")


def journaled(folder: str, commit: str = "main") -> list[journal.Entry]:
    """Every entry of every journal in a repository's commit, in the order of paths and lines."""
    found = []
    for path, text in repository.tree(folder, commit).items():
        if "/journal/" in path:
            found += [item for item in journal.parse(text + "\n")[1] if not isinstance(item, str)]
    return found
