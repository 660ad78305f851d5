"""A site: a bare remote and two machines at one place on disk, made once and put back for each cell; and what must hold."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import Iterator

from tests import machines, repository
from tools.lib import files, journal, lock, notices, spool
from tools.lib.journals import entries

CHILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "child.py")
MARK = "ALTER_EGO_FAULTS"
NOTE = "contexts/clients/river/tides.md"
OTHER = "contexts/clients/river/winds.md"
SEED = "The tide turns twice a day.\n\nAnd once more at the new moon.\n"


class Site:
    """The remote and its machines; `mark` is in the environment of every process they start."""

    def __init__(self, folder: str, *names: str) -> None:
        self.place, self.template, self.mark = os.path.join(folder, "site"), os.path.join(folder, "template"), uuid.uuid4().hex
        os.mkdir(self.place)
        self.remote = machines.remote(self.place)
        first = os.path.join(self.place, "first")
        repository.commit(first, "Lessons", **{NOTE: SEED, OTHER: SEED})
        repository.git(first, "push", "--quiet", "origin", "HEAD:main")
        self.machines = [self._machine(name) for name in names or ("desk", "laptop")]
        self.desk, self.laptop = self.machines[:2]
        repository.git(first, "pull", "--quiet", "--rebase", "origin", "main")
        for folder in ("hooks", "tools", "skills"):  # the pinned code runs; without this one a site is put back sooner
            repository.git(first, "rm", "-r", "-q", "--ignore-unmatch", folder)
        repository.commit(first, "Without the code")
        repository.git(first, "push", "--quiet", "origin", "HEAD:main")
        for machine in self.machines:
            machine.now()
        self.sessions: list[machines.Session] = []

    def _machine(self, name: str) -> machines.Machine:
        made = machines.Machine(self.place, name, self.remote)
        made.environ.update({MARK: self.mark, "TMPDIR": files.folder(os.path.join(self.place, name, "tmp"))})
        assert made.install().returncode == 0
        made.now()
        return made

    def keep(self) -> None:
        """Take what stands now as what `restore` puts back."""
        shutil.rmtree(self.template, ignore_errors=True)
        subprocess.run(["cp", "-a", self.place, self.template], check=True)

    def restore(self) -> None:
        shutil.rmtree(self.place)
        subprocess.run(["cp", "-a", self.template, self.place], check=True)

    def push(self, message: str = "From elsewhere", **changed: str) -> None:
        """Another writer's commit, straight to the remote."""
        first = os.path.join(self.place, "first")
        repository.git(first, "pull", "--quiet", "--rebase", "origin", "main")
        repository.commit(first, message, **changed)
        repository.git(first, "push", "--quiet", "origin", "HEAD:main")


@contextlib.contextmanager
def still(machine: machines.Machine) -> Iterator[None]:
    """No worker starts meanwhile."""
    with lock.held(os.path.join(files.folder(os.path.join(machine.local, "locks")), "worker"), 30) as mine:
        assert mine, "a worker runs"
        yield


def talk(machine: machines.Machine, *words: str, end: bool = False) -> machines.Session:
    """A session of a few turns, its events in the spool and no worker started."""
    session = machine.session()
    with still(machine):
        session.hook("session_start", "context", source="startup")
        for word in words:
            session.ask(f"Please {word}")
            session.answer(f"Done: {word}")
        if end:
            session.end()
    return session


def child(
    machine: machines.Machine,
    *arguments: str,
    step: str = "-",
    moment: str = "before",
    number: int = 1,
    offset: float = 0,
    content: bytes = b"",
) -> subprocess.CompletedProcess[bytes]:
    """Run child.py as the machine would."""
    command = [sys.executable, CHILD, step, moment, str(number), str(offset), *arguments]
    return subprocess.run(command, env=machine.environ, cwd=machine.home, input=content, capture_output=True)


def hook_at(session: machines.Session, offset: float, name: str, **payload: object) -> subprocess.CompletedProcess[bytes]:
    """A hook of a session by a clock that goes wrong by `offset` seconds; `step` and `moment` may end it."""
    with still(session.machine):
        return hook_at_held(session, name, offset, **payload)


def hook_at_held(
    session: machines.Session, name: str, offset: float = 0, **payload: object
) -> subprocess.CompletedProcess[bytes]:
    """The same, while the caller sees to it that no worker starts."""
    how = {key: payload.pop(key) for key in ("step", "moment", "number") if key in payload}
    event = {"session_id": session.id, "transcript_path": session.transcript, "cwd": session.project, **payload}
    part = "context" if name == "session_start" else ""
    words = ("hook", session.machine.local, "claude", name, part)
    return child(session.machine, *words, offset=offset, content=json.dumps(event).encode(), **how)  # type: ignore[arg-type]


def spooled(*of: machines.Machine) -> list[str]:
    """The ids of the entries that the spools' events make."""
    found = []
    for machine in of:
        for name in spool.listing(machine.local):
            for _, line in spool.lines(os.path.join(machine.local, "spool", name)):
                if isinstance(line, dict):
                    found += [entry.id for entry in entries.of(line, os.path.basename(name)[: -len(".jsonl")], str)]
    return found


def shared(folder: str, commit: str = "main") -> dict[str, str]:
    """The texts of journals, saved sessions and lessons in a repository's commit."""
    names = repository.git(folder, "ls-tree", "-r", "-z", "--name-only", commit, "--", "contexts").split("\0")
    return {name: repository.git(folder, "show", f"{commit}:{name}") + "\n" for name in names if name}


def journaled(texts: dict[str, str]) -> Counter[str]:
    """How often each entry's id is in the journals of these texts."""
    return Counter(entry.id for path, text in texts.items() if "/journal/" in path for entry in journal.entries(text) if entry.id)


def once(site: Site, expected: list[str]) -> None:
    """Each of the events is in the remote exactly once, and nothing else is."""
    texts = shared(site.remote)
    found = journaled(texts)
    assert expected and len(set(expected)) == len(expected)
    lost, doubled = [i for i in expected if not found[i]], [i for i, count in found.items() if count > 1]
    assert (lost, doubled, sorted(set(found) - set(expected))) == ([], [], []), (lost, doubled)
    journals = [text for path, text in texts.items() if "/journal/" in path]
    strays = [part for text in journals for part in journal.parse(text)[1] if isinstance(part, str) and part.strip()]
    assert not strays, strays
    for repo in filter(os.path.isdir, (site.remote, os.path.join(site.desk.local, "lane"))):
        repository.git(repo, "fsck", "--full", "--no-dangling")


def said(site: Site, words: list[str]) -> None:
    """Each of these words of sessions is in the saved sessions exactly once as a prompt."""
    lines = [row for path, text in shared(site.remote).items() if "/sessions/" in path for row in text.split("\n")]
    text = "\n".join(row for row in lines if not row.startswith("title: "))
    assert {word: text.count(f"Please {word}") for word in words} == dict.fromkeys(words, 1)


def told(machine: machines.Machine) -> dict[str, str]:
    """The sentences before the person, by topic."""
    return {topic: str(notice["text"]) for topic, notice in notices.standing(machine.local).items()}


def listing(machine: machines.Machine) -> set[str]:
    """Every file of the machine but git's objects, logs and the work trees' contents."""
    found = set()
    for root in (machine.local, os.path.join(machine.checkout, ".git"), machine.environ["TMPDIR"]):
        for folder, folders, names in os.walk(root):
            folders[:] = [n for n in folders if n not in ("objects", "logs", "pins", "versions")]
            found |= {os.path.relpath(os.path.join(folder, name), machine.home) for name in names}
    return found


def processes(site: Site) -> list[str]:
    """The command lines of the processes that carry the site's mark."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/environ", "rb") as environ, open(f"/proc/{number}/cmdline", "rb") as command:
                if site.mark.encode() in environ.read():
                    found.append(command.read().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return found


def workers(machine: machines.Machine) -> list[int]:
    """The processes of this machine's worker, started by its hooks."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = files.read(f"/proc/{number}/cmdline") or b""
        except OSError:  # it ended
            continue
        if b"worker.main" in command and machine.local.encode() in command:
            found.append(int(number))
    return found


def desk_of(machine: machines.Machine) -> dict[str, str]:
    """What of the checkout must stay as it was: branch, staged content, stash."""
    git = repository.git
    return {
        "branch": git(machine.checkout, "symbolic-ref", "-q", "HEAD", check=False),
        "stash": git(machine.checkout, "stash", "list"),
        "staged": git(machine.checkout, "diff", "--cached"),
    }
