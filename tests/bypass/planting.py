"""Planting: what sessions, the person and the clients do in the house, with a secret in every place that takes a text."""
from __future__ import annotations

import base64 as codec
import copy
import functools
import gzip
import json
import os
import subprocess
import time
import uuid

from tests import machines, repository
from tests.bypass.plants import Garden, at, leaves, planted
from tools.lib import files
from tools.lib.setup import registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tests.bypass.house import House

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")
HOOKS = {row.event: row for row in registration.TABLE}
# What steers a client or a hook: planted one at a time, since a planted one hides what stands beside it.
STEERING = frozenset(
    "session_id transcript_path cwd hook_event_name source reason trigger agent_id agent_type tool_name prompt_id turn_id".split()
)
SHAPE = frozenset("type role uuid parentUuid timestamp sessionId promptSource origin subtype kind session_id id call_id".split())
# What must arrive, or the proof proves nothing: a word of each way.
SAID = ("noted at a terminal", "said in two blocks", "of a person's commit", "asked in a project", "compaction manual")


def payloads(garden: Garden, folder: str) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Every payload with a plant in every field: all that is said at once, what steers one field at a time."""
    for agent in registration.AGENTS:
        root = os.path.join(DATA, "payloads", agent)
        for name in sorted(os.listdir(root)):
            with open(os.path.join(root, name), encoding="utf-8") as handle:
                found = json.load(handle)
            row = HOOKS.get(found["hook_event_name"])
            if row is None or getattr(row, agent) is None:
                continue
            label = f"{agent}/{name[:-5]}"
            whole = planted(garden, found, label, STEERING)
            transcript = os.path.join(folder, f"{uuid.uuid4()}.jsonl")
            for steered in ("", *sorted(STEERING & set(found))):
                payload = copy.deepcopy(whole if not steered else found)
                payload.update(session_id=str(uuid.uuid4()), transcript_path=transcript)
                if steered:
                    payload[steered] = _steered(garden, steered, f"{label}/{steered}", payload[steered])
                yield agent, row.hook, "context" if row.parts else "", payload  # the one of a start's four that keeps anything


def _steered(garden: Garden, field: str, where: str, value: object) -> str:
    if field == "session_id":
        return garden.name(where)
    if field in ("transcript_path", "cwd"):
        return os.path.join(os.path.dirname(str(value)), garden.name(where))
    return garden.new(where)


def transcript(garden: Garden, agent: str, name: str) -> bytes:
    """A transcript with a plant in each string, and each record once more for each string that gives it its shape."""
    with open(os.path.join(DATA, "transcripts", agent, name), encoding="utf-8") as handle:
        records = [json.loads(line) for line in handle if line.strip()]
    made, seen = [], set()
    for number, record in enumerate(records):
        made.append(planted(garden, record, f"{agent}/{name} line {number + 1}", SHAPE))
        for path in leaves(record):
            mark = (record.get("type"), tuple(key for key in path if isinstance(key, str)))
            if path[-1] in SHAPE and path[-1] != "timestamp" and mark not in seen:
                seen.add(mark)
                where = f"{agent}/{name} line {number + 1}/{'/'.join(map(str, path))}"
                made.append({**at(record, path, garden.new(where)), **({} if path == ("uuid",) else {"uuid": str(uuid.uuid4())})})
    return b"".join(json.dumps(record).encode() + b"\n" for record in made)


def checkout(folder: str, remote: str, branch: str) -> str:
    """A git checkout of a project of the person's, with this remote and on this branch."""
    files.folder(folder)
    repository.git(folder, "init", "--quiet", f"--initial-branch={branch}")
    repository.git(folder, "remote", "add", "origin", remote)
    return folder


def base64(text: str) -> str:
    return codec.b64encode(f"MODE=full\nKEY={text}\n".encode()).decode()


def transcripts(house: House) -> None:
    """Sessions with whole transcripts, saved as Markdown, and in a context that wants the records too."""
    for folder in ("work", "full"):
        for agent in registration.AGENTS:
            root = os.path.join(DATA, "transcripts", agent)
            for name in sorted(os.listdir(root)):
                if name.endswith(".jsonl"):
                    house.session(transcript(house.garden, agent, name), agent, folder)


def projects(house: House) -> None:
    """Sessions in git checkouts whose folders, branches and remotes hold secrets: each makes a project of its own."""
    garden, name = house.garden, house.garden.name
    urls = {
        "https": lambda: f"https://me:{name('url password')}@git.example/team/site.git",
        "user": lambda: f"https://{name('url user')}@git.example/team/user.git",
        "query": lambda: f"https://git.example/team/query.git?token={name('url query')}",
        "path": lambda: f"https://git.example/{name('url path')}/pathed.git",
        "last": lambda: f"https://git.example/team/{name('url last')}.git",
        "ssh": lambda: f"ssh://git:{name('ssh password')}@git.example/team/ssh.git",
        "scp": lambda: f"{name('scp user')}@git.example:team/scp.git",
        "none": lambda: "",
    }
    for kind, url in urls.items():
        folder = os.path.join(house.desk.home, "projects", f"{kind}-{name('folder name')}")
        place = checkout(folder, url(), name("branch of a project"))
        house.session(b"", "claude", place, prompt=f"asked in a project {garden.new('prompt in a project')}")


def blocks(house: House) -> None:
    """A secret in two halves: two blocks of one result, two of one answer, with a line of the client's between them."""
    for number in range(6):
        secret = house.garden.new(f"split across two blocks {number}")
        half = len(secret) // 2 if number % 2 else 14
        texts = (f"said in two blocks {secret[:half]}", f"{secret[half:]} active")
        parts = [{"type": "text", "text": text} for text in texts]
        content = [{"type": "tool_result", "tool_use_id": "t1", "content": parts}] if number < 4 else parts
        role = "user" if number < 4 else "assistant"
        house.session(record(role, content), "claude", "full" if number in (1, 2) else "work")


def record(role: str, content: object) -> bytes:
    when = {"uuid": str(uuid.uuid4()), "timestamp": "2026-11-30T10:00:00.000Z", "isSidechain": False}
    return json.dumps({"type": role, **when, "message": {"role": role, "content": content}}).encode() + b"\n"


def tools(house: House) -> None:
    """What is said by the commands: notes of every kind, names of contexts, topics."""
    desk, new, name = house.desk, house.garden.new, house.garden.name
    assert desk.tool("context", "new", "client", "acme").returncode == 0
    desk.now()  # it may have much to do first
    calls: list[tuple[str, ...]] = []
    for option in ((), ("--decision",), ("--todo",), ("--handoff",)):
        calls.append(("note", *option, "--context", "acme", f"noted at a terminal {new(f'note {option}')}"))
    calls.append(("note", "--context", "acme", "--done", new("done"), new("note of done")))
    calls.append(("note", "--topic", "tides", f"of the tides {new('working note by command')}"))
    told = ("--topic", "tides", "--path", f"docs/{name('path of a lesson')}", "--command", f"sail {name('command of a lesson')}")
    calls.append(("lesson", "add", *told, f"the moon {new('lesson')}"))
    calls.append(("board", "caution", f"mind the ebb {new('board')}"))
    for call in calls:
        done = desk.tool(*call)
        assert done.returncode == 0, (call, done.stderr)
    for words in (("new", "client", name("context name").lower()), ("rename", "acme", name("new name").lower())):
        assert desk.tool("context", *words).returncode == 1, words


def person(house: House) -> None:
    """The person's own: edits, names of files, a private block, a wide text, a packed one, commits and their words."""
    desk, new, name = house.desk, house.garden.new, house.garden.name
    git = functools.partial(_git, desk)
    repository.write(desk.checkout, "contexts/clients/harbour/README.md", "# Harbour\n\nThe harbour opens at seven\n")
    git("add", "-A")
    words = f"Mend the harbour\n\n{new('person: message')} of a commit"
    git("-c", f"user.name={new('person: author')}", "commit", "-qm", words)
    repository.write(desk.checkout, f"contexts/clients/harbour/{name('person: file in a commit')}.md", "of a person's commit\n")
    text = f"of a person's commit\nKEY={new('person: committed')}\n"
    repository.write(desk.checkout, "contexts/clients/harbour/committed.md", text)
    repository.write(desk.checkout, "contexts/clients/harbour/clean.md", "of a person's commit\n")
    git("add", "-A")
    git("commit", "-qm", "More of the harbour")
    tag(git, f"Release {new('person: message of a merged tag')}")
    for place, text in (
        ("memory/lessons/tides.md", f"The tide\nKEY={new('person: edit')}\n".encode()),
        (f"memory/working/{name('person: file name')}.md", b"A note\n"),
        (f"contexts/clients/{name('person: folder name')}/README.md", b"# One\n"),
        ("contexts/clients/harbour/wide.md", f"KEY={new('person: wide')}\n".encode("utf-16")),
        ("contexts/clients/harbour/packed.gz", gzip.compress(f"KEY={new('person: packed')}\n".encode())),
        ("memory/working/private.md", f"<private>{new('person: private')}</private>\n".encode()),
        ("memory/working/board.md", f"# Board\n\n- 2026-11-30 see {new('person: working note')}\n".encode()),
        ("memory/audit/2026-11/desk.md", f"- by hand {new('person: audit')}\n".encode()),
        (f"skills/ego-x/{name('person: name and content')}.md", f"KEY={new('person: content of a name')}\n".encode()),
    ):
        files.replace(os.path.join(desk.checkout, *place.split("/")), text)


def tag(git: Any, message: str) -> None:
    """Merge a signed-off line of work by its tag, as a host's release does: the commit's head carries the tag's message."""
    git("switch", "-qc", "side")
    git("commit", "-q", "--allow-empty", "-m", "Aside")
    git("tag", "-a", "v1", "-m", message)
    git("switch", "-q", "main")
    git("commit", "-q", "--allow-empty", "-m", "Ahead")
    git("merge", "-q", "--no-ff", "-m", "Take the side", "v1")


def _git(machine: machines.Machine, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=machine.checkout, capture_output=True, encoding="utf-8",
                          env={**machine.environ, "PATH": os.environ["PATH"]})
    assert done.returncode == 0, done.stderr
    return done.stdout


def failing(house: House) -> None:
    """Hooks that fail while they hold a secret: what is no event, what is no JSON, a folder that cannot be written."""
    new = house.garden.new
    for content in (b"", json.dumps([new("an array")]).encode(), b'{"session_id": "' + new("cut off").encode(),
                    json.dumps({"prompt": new("no session")}).encode(), b"\xff\xfe" + new("no text").encode("utf-16-le")):
        house.feed("user_prompt_submit", content)
    blocked = os.path.join(house.desk.local, "spool", "in-the-way")
    session = str(uuid.uuid4())
    today = files.folder(os.path.join(house.desk.local, "spool", time.strftime("%Y-%m-%d", time.gmtime())))
    files.folder(os.path.join(today, f"{session}.jsonl"))  # a folder where the spool file should be
    house.feed("user_prompt_submit", json.dumps({"session_id": session, "cwd": "/", "prompt": new("a failing hook")}).encode())
    assert not os.path.exists(blocked)
    os.rmdir(os.path.join(today, f"{session}.jsonl"))


EVERYTHING = (transcripts, projects, blocks, tools, person, failing)
