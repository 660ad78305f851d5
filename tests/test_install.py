"""install.py, run as a person runs it: a clone, a home, one command; and out again."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

import pytest

from tests import repository, sealing
from tools.lib import notices, paths, settings
from tools.lib.intake import resolution

PARTS = ("hooks", "tools", "skills", "memory", "contexts", "install.py", "preferences.md", ".gitattributes", ".gitignore")
EVENTS = {"claude": 15, "codex": 14}
FOREIGN = b"""{\r
    "model": "x",\r
    "hooks": {\r
        "Stop": [ {"hooks": [{"type": "command", "command": "lint --\\u00e9"}]} ],\r
        "Notification": []\r
    }\r
}"""


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace").replace("\r\n", "\n")  # a Windows console may have another encoding


class Machine(NamedTuple):
    """A home and a clone in it, with hostile names."""

    home: str
    clone: str

    def run(self, *options: str, **variables: str) -> tuple[int, str, str]:
        command = [sys.executable, os.path.join(self.clone, "install.py"), *options]
        done = subprocess.run(command, capture_output=True, env={**self.environ, **variables}, check=False)
        return done.returncode, _text(done.stdout), _text(done.stderr)

    @property
    def environ(self) -> dict[str, str]:
        places = {"HOME": self.home, "USERPROFILE": self.home, "LOCALAPPDATA": os.path.join(self.home, "AppData", "Local")}
        environ = {**os.environ, **places}
        for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "ALTER_EGO_LOCAL", "XDG_STATE_HOME"):
            environ.pop(name, None)
        return environ

    def file(self, agent: str) -> str:
        return os.path.join(self.home, f".{agent}", {"claude": "settings.json", "codex": "hooks.json"}[agent])

    def hooks(self, agent: str) -> list[dict[str, object]]:
        with open(self.file(agent), encoding="utf-8") as file:
            groups = json.load(file)["hooks"]
        hooks = [hook for event in groups.values() for group in event for hook in group["hooks"]]
        return [hook for hook in hooks if "tools.lib" in json.dumps(hook)]

    @property
    def local(self) -> str:
        return os.path.join(paths.local_root(self.environ), repository.git(self.clone, "config", "alter-ego.id"))

    def settings(self) -> dict[str, str]:
        return settings.read(self.local)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A bare repository that holds what a person clones."""
    root = str(tmp_path_factory.mktemp("template"))
    work = os.path.join(root, "work")
    os.mkdir(work)
    for part in PARTS:
        source = os.path.join(paths.ROOT, part)
        if os.path.isdir(source):
            shutil.copytree(source, os.path.join(work, part), ignore=shutil.ignore_patterns("__pycache__"))
        elif os.path.exists(source):
            shutil.copy(source, work)
    repository.git(work, "init", "-q")
    repository.commit(work, "The template")
    repository.git(root, "clone", "-q", "--bare", work, "memory.git")
    return os.path.join(root, "memory.git")


def machine(template: str, root: str, name: str = "home") -> Machine:
    home = os.path.join(root, name)
    os.makedirs(os.path.join(home, ".claude"))
    os.makedirs(os.path.join(home, ".codex"))
    with open(os.path.join(home, ".gitconfig"), "w", encoding="utf-8") as file:
        file.write(sealing.GITCONFIG)
    return Machine(os.path.realpath(home), repository.clone(template, os.path.join(os.path.realpath(home), "mem")))


def write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)


def digests(*files: str) -> list[str]:
    found = []
    for path in files:
        with open(path, "rb") as file:
            found.append(hashlib.sha256(file.read()).hexdigest())
    return found


def everything(root: str) -> dict[str, bytes]:
    found = {}
    for folder, _, names in os.walk(root):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found[os.path.relpath(os.path.join(folder, name), root)] = file.read()
    return found


HOSTILE = ("A b's & Co (x)", "$HOME `x` \"q\" é𝄞 50% #!")
if sys.platform == "win32":  # no name has a double quote there; a percent sign beside letters that are not ASCII is not proven
    HOSTILE = tuple(name.replace('"', "''").replace("%", "") for name in HOSTILE)


@pytest.mark.parametrize("name", HOSTILE)
def test_install_twice_and_uninstall_with_hostile_paths(name: str, template: str, tmp_path: object) -> None:  # K1, K16
    place = machine(template, str(tmp_path), name)
    write(place.file("claude"), FOREIGN)
    write(place.file("codex"), b"{}\n")
    before = digests(place.file("claude"), place.file("codex"))
    status, said, complaint = place.run("--device", "Desk")
    assert (status, complaint) == (0, ""), f"{complaint}\n{said}"
    assert place.settings()["device"][:5] == "desk-"
    assert place.settings()["checkout"] == place.clone
    assert place.settings()["branch"] == "main"
    assert sys.platform == "win32" or os.stat(place.local).st_mode & 0o777 == 0o700
    once = digests(place.file("claude"), place.file("codex"))
    assert [len(place.hooks(agent)) for agent in EVENTS] == list(EVENTS.values())
    assert said.count("all as they should") == 2
    assert "open /hooks and trust them" in said
    assert len(said.splitlines()) <= 14
    assert place.run()[0] == 0
    assert digests(place.file("claude"), place.file("codex")) == once
    assert repository.git(place.clone, "status", "--porcelain") == ""
    assert place.run("--uninstall")[0] == 0
    assert digests(place.file("claude"), place.file("codex")) == before
    assert not os.path.exists(os.path.join(place.local, "current"))


def test_a_selftest_leaves_nothing_in_the_memory(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    assert place.run()[0] == 0
    files = [path for path in everything(place.local) if not path.startswith(("pins", "lane"))]
    assert [path for path in files if path.startswith(("spool", "sessions", "quarantine"))] == []


def test_a_dry_run_says_what_would_change_and_changes_nothing(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    write(place.file("claude"), FOREIGN)
    before = everything(str(tmp_path))
    status, said, complaint = place.run("--dry-run", "--device", "Desk", "--no-codex")
    assert (status, complaint) == (0, "")
    assert everything(str(tmp_path)) == before
    assert "device: desk-" in said
    assert "codex: off" in said
    assert f"- change {place.file('claude')}:" in said
    assert said.count('+                        "command": ') == 15
    assert place.run("--device", "Desk", "--no-codex")[0] == 0
    before = everything(str(tmp_path))
    status, said, _ = place.run("--dry-run")
    assert f"- leave {place.file('claude')} as it is" in said
    assert not re.search(r"^- put ", said, re.MULTILINE)
    for verb in ("--uninstall", "--rollback", "--upgrade"):
        assert place.run("--dry-run", verb)[0] == 0
    assert everything(str(tmp_path)) == before


def test_the_first_session_after_an_install_finds_the_context_that_another_machine_made(template: str, tmp_path: object) -> None:
    """What it is bound to stays for good, and no worker has run yet."""
    first = machine(template, str(tmp_path), "first")
    repository.commit(first.clone, "Acme", **{"contexts/clients/acme/README.md": "---\nkind: client\npaths: ~/src/acme\n---\n"})
    place = machine(first.clone, str(tmp_path))
    assert place.run("--no-codex")[0] == 0
    assert [(context.name, context.paths) for context in resolution.table(place.local) if context.paths] == [
        ("clients/acme", ["~/src/acme"])
    ]


def test_a_reader_that_has_seen_enough_of_a_dry_run_is_told_of_no_trouble(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    write(place.file("claude"), FOREIGN)
    command = [sys.executable, os.path.join(place.clone, "install.py"), "--dry-run"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=place.environ) as running:
        assert running.stdout and running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""


FILES = {  # of both clients' folders, as a person may have them
    ".claude/settings.json": FOREIGN,
    ".codex/AGENTS.md": b"Be brief.\r\n",
    ".codex/config.toml": b'notify = ["beep"]\n[tui]\na = 1\n',
}
CODEX = "#!/bin/sh\ncase $1 in --version) echo codex 0.20;; *) exit 2;; esac\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for an old Codex is a shell script")
@pytest.mark.parametrize("old", (False, True), ids=("hooks", "notify"))
@pytest.mark.parametrize("options", ((), ("--trust-codex",), ("--no-attribution",)), ids=str)
def test_a_dry_run_names_every_file_of_the_clients_that_changes(
    template: str, tmp_path: object, options: tuple[str, ...], old: bool
) -> None:
    place = machine(template, str(tmp_path))
    for name, content in FILES.items():
        write(os.path.join(place.home, name), content)
    if old:
        os.mkdir(os.path.join(place.home, "bin"))
        write(os.path.join(place.home, "bin", "codex"), CODEX.encode())
        os.chmod(os.path.join(place.home, "bin", "codex"), 0o700)
    path = os.path.join(place.home, "bin") + os.pathsep + os.environ["PATH"]

    def named(*words: str) -> set[str]:
        said = place.run("--dry-run", *words, PATH=path)[1]
        return set(re.findall(r"^- (?:change|write|remove) (\S+?):?$", said, re.MULTILINE))

    def clients() -> dict[str, bytes]:
        found = everything(place.home)
        return {os.path.join(place.home, name): found[name] for name in found if name.startswith((".claude", ".codex"))}

    for words in (options, options, ("--no-codex",), ("--uninstall",)):
        said, before = named(*words), clients()
        assert place.run(*words, PATH=path)[0] == 0
        after = clients()
        assert said == {name for name in {*before, *after} if before.get(name) != after.get(name)}


def test_what_cannot_be_parsed_is_left_alone_and_the_end_is_not_zero(template: str, tmp_path: object) -> None:  # K14
    place = machine(template, str(tmp_path))
    commented = b'{\n  // mine\n  "a": 1,\n}\n'
    write(place.file("claude"), commented)
    status, _, complaint = place.run()
    assert status == 1
    assert f"{place.file('claude')}: left alone, because it is not the strict JSON that the client reads" in complaint
    assert len(place.hooks("codex")) == 14  # one file's trouble is no other's
    status, _, complaint = place.run("--uninstall")
    assert status == 1
    assert "left alone" in complaint
    with open(place.file("claude"), "rb") as file:
        assert file.read() == commented


def test_clients_can_be_left_alone_and_folders_named(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    new = os.path.join(str(tmp_path), "new", "account")
    assert place.run("--no-codex", "--claude-dir", new, "--self-repair", "--no-attribution")[0] == 0
    assert not os.path.exists(place.file("claude"))
    assert not os.path.exists(place.file("codex"))
    with open(os.path.join(new, "settings.json"), encoding="utf-8") as file:
        assert json.load(file)["attribution"] == {"commit": "", "pr": ""}
    chosen = place.settings()
    assert [chosen[key] for key in ("claude", "codex", "attribution", "self-repair")] == ["on", "off", "off", "on"]
    assert place.run()[0] == 0
    assert not os.path.exists(place.file("codex"))
    assert len(place.hooks("claude")) == 15
    assert place.run("--codex-dir", os.path.dirname(place.file("codex")))[0] == 0
    assert len(place.hooks("codex")) == 14
    assert place.run("--no-codex")[0] == 0
    assert not os.path.exists(place.file("codex"))
    assert place.run("--uninstall")[0] == 0
    assert os.listdir(new) == []


def test_a_pull_changes_nothing_until_an_upgrade_and_that_can_be_taken_back(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    assert place.run()[0] == 0
    hooks, first = digests(place.file("claude")), everything(place.local)["current"]
    silent = '"""Newer."""\n\ndef handle(event):\n    return None\n'
    repository.commit(place.clone, "Newer", **{"hooks/new.py": "x = 1\n", "hooks/stop.py": silent})
    status, said, _ = place.run()
    assert status == 0
    assert "this clone's differs in 2 files: python3 install.py --upgrade takes them" in said
    assert everything(place.local)["current"] == first
    status, said, _ = place.run("--upgrade")
    assert status == 0
    assert "+ hooks/new.py" in said
    assert "~ hooks/stop.py" in said
    assert everything(place.local)["current"] != first
    assert digests(place.file("claude")) == hooks
    status, said, _ = place.run("--rollback")
    assert (status, everything(place.local)["current"]) == (0, first)
    status, _, complaint = place.run("--rollback")
    assert status == 1
    assert "no version before this one" in complaint


def test_after_an_uninstall_nothing_is_rolled_back(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    assert place.run()[0] == 0
    repository.commit(place.clone, "Newer", **{"hooks/new.py": "x = 1\n"})
    assert place.run("--upgrade")[0] == place.run("--uninstall")[0] == 0
    before = everything(place.home)
    status, said, complaint = place.run("--rollback")
    assert (status, said) == (1, "") and "no code is in force since it was uninstalled" in complaint
    assert everything(place.home) == before


def test_a_moved_clone_is_found_by_its_id(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    assert place.run()[0] == 0
    hooks, local = digests(place.file("claude")), place.local
    moved = place._replace(clone=place.clone + " moved")
    os.rename(place.clone, moved.clone)
    status, said, _ = moved.run()
    assert status == 0
    assert f"This clone was {place.clone} before" in said
    assert (moved.local, moved.settings()["checkout"]) == (local, moved.clone)
    assert digests(place.file("claude")) == hooks


def test_a_second_clone_takes_the_clients_over_and_says_so(template: str, tmp_path: object) -> None:  # K18
    place = machine(template, str(tmp_path))
    remote = repository.bare(os.path.join(str(tmp_path), "own.git"))
    repository.git(place.clone, "push", "-q", remote, "main")
    repository.git(place.clone, "remote", "set-url", "origin", remote)
    write(place.file("claude"), FOREIGN)
    before = digests(place.file("claude"))
    assert place.run()[0] == 0
    second = place._replace(clone=repository.clone(remote, os.path.join(place.home, "mem2")))
    status, said, _ = second.run()
    assert status == 0
    assert f"{place.clone} is a clone of the same memory" in said
    assert second.local != place.local
    assert len(second.hooks("claude")) == 15
    assert place.local not in json.dumps(second.hooks("claude"))
    assert place.run("--uninstall")[0] == 0
    assert len(second.hooks("claude")) == 15
    assert second.run("--uninstall")[0] == 0
    assert digests(place.file("claude")) == before


@pytest.mark.parametrize("content", (b"{}\n", b"", FOREIGN, None), ids=("empty", "nothing", "foreign", "missing"))
@pytest.mark.parametrize("first_out", (0, 1))
def test_of_two_clones_the_last_to_leave_gives_everything_back(
    template: str, tmp_path: object, content: bytes | None, first_out: int
) -> None:
    place = machine(template, str(tmp_path))
    if content is not None:
        write(place.file("claude"), content)
        write(place.file("codex"), content)
    before = {name: text for name, text in everything(place.home).items() if name.startswith((".claude", ".codex"))}
    clones = [place, place._replace(clone=repository.clone(template, os.path.join(place.home, "mem2")))]
    for clone in clones:
        assert clone.run("--trust-codex")[::2] == (0, "")
    skill = os.path.join(place.home, ".claude", "skills", "ego-note", "SKILL.md")
    with open(skill, encoding="utf-8") as file:
        assert clones[1].local in file.read()
    assert clones[first_out].run("--uninstall")[::2] == (0, "")
    assert os.path.exists(skill) is (first_out == 0)
    assert clones[1 - first_out].run("--uninstall")[::2] == (0, "")
    assert {name: text for name, text in everything(place.home).items() if name.startswith((".claude", ".codex"))} == before


def test_memory_without_a_remote_stays_and_then_gets_one(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    repository.git(place.clone, "remote", "set-url", "origin", paths.TEMPLATE)
    status, said, _ = place.run()
    assert status == 0
    assert "Memory stays on this machine: this clone's origin is the public template." in said
    assert place.settings()["remote"] == "none"
    assert os.path.isdir(os.path.join(place.local, "lane", ".git"))
    own = repository.bare(os.path.join(str(tmp_path), "own.git"))
    status, said, complaint = place.run("--remote", own)
    assert status == 0, complaint
    assert place.settings()["remote"] == own
    assert repository.git(place.clone, "remote", "get-url", "origin") == own
    assert repository.git(place.clone, "remote", "get-url", "template") == paths.TEMPLATE
    assert repository.tree(own, "main")["preferences.md"].startswith("# ")
    for _ in range(100):  # the worker that pushed tells the clone a moment later
        if "[gone]" not in repository.git(place.clone, "status", "--short", "--branch"):
            break
        time.sleep(0.1)
    assert repository.git(place.clone, "status", "--short", "--branch") == "## main...origin/main"


def test_the_first_install_with_a_remote_leaves_nothing_to_be_told(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    own = repository.bare(os.path.join(str(tmp_path), "own.git"))
    assert place.run("--remote", own)[0] == 0
    assert notices.sentences(place.local) == []


def test_where_there_is_no_clone_the_person_is_told(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    shutil.rmtree(os.path.join(place.clone, ".git"))
    status, _, complaint = place.run()
    assert status == 1
    assert "not a git clone" in complaint
    assert "Traceback" not in complaint


@pytest.mark.parametrize("option", ((), ("--dry-run",)), ids=str)
def test_a_disk_without_room_is_said_before_anything_is_written(
    template: str, tmp_path: object, small_disk: str, option: tuple[str, ...]
) -> None:
    place = machine(template, str(tmp_path))
    write(place.file("claude"), FOREIGN)
    before = everything(place.home)
    status, said, complaint = place.run(*option, ALTER_EGO_LOCAL=os.path.join(small_disk, "state"))
    assert (status, said) == (1, "")
    assert re.fullmatch(r"\S+: its disk has 0\.5 MB left and install needs [0-9.]+ MB there; make room, .*\n", complaint)
    assert everything(place.home) == before and os.listdir(small_disk) == []


def test_without_git_the_person_is_told(template: str, tmp_path: object) -> None:
    place = machine(template, str(tmp_path))
    status, said, complaint = place.run(PATH="/nowhere")
    assert (status, said) == (1, "")
    assert complaint.startswith("git was not found")
