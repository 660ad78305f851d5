"""README.md is run: every command of its blocks and sentences, as written, on a machine that was installed by it."""
from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest

from tests import machines, repository
from tools.lib import files, lock, paths

README = files.text(os.path.join(paths.ROOT, "README.md")) or ""
BLOCK = re.compile(r"^```\n(.*?)^```$", re.M | re.S)
SPAN = re.compile(r"`((?:python3 |[A-Z_]+=\S+ |\.ci/|git )[^`]+)`")
EXPLAINED = re.compile(r"[ ]{3,}\S.*$")  # what a block says beside a command
PROGRAMS = ("python3", "git", "cd")

# Given without what it needs, a command says how it is used; a person who decides is asked for at a terminal.
OK, REFUSED = 0, 1
ENDS = {
    "python3 tools/context.py off": REFUSED,  # no session calls, and the clone is no context's folder
    "python3 tools/review.py": REFUSED,  # not at a terminal
    'python3 tools/tell.py SESSION "text"': REFUSED,  # no such session
    "git pull --no-rebase template main": REFUSED,  # its origin was never the template
    "python3 tools/sync.py resolve PATH --mine": REFUSED,  # nothing is contested
    'python3 tools/scrub.py --allow FINGERPRINT "reason"': REFUSED,  # no such finding
}
# What a person puts in for a word of the README; the context is there from the start, for the lines that name it.
FILLED = (("new client acme", "new client other"), ("PATH", "preferences.md"), ("FINGERPRINT", "0123456789ab"))
# The tests of the tests, and of the clients, are run by `.ci/run`; they need minutes.
ELSEWHERE = ("python3 -m tests", ".ci/run", "ALTER_EGO_PRIVATE=1 claude")


def commands() -> list[str]:
    """Every command of README.md once, in its order; one that a sentence breaks over two lines is one line."""
    found = []
    for block in BLOCK.findall(README):
        found += [EXPLAINED.sub("", line) for line in block.splitlines() if line.startswith(PROGRAMS)]
    found += [" ".join(span.split()) for span in SPAN.findall(BLOCK.sub("", README))]
    return list(dict.fromkeys(found))


def here() -> list[str]:
    """Those that an installed machine is asked for, but for what makes and ends the installation."""
    apart = re.compile("|".join((r"<\w", "--uninstall", *(f"^{re.escape(start)}" for start in ELSEWHERE))))
    return [line for line in commands() if not apart.search(line)]


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("readme"))
    made = machines.Machine(folder, "desk", machines.remote(folder))
    for client in (".claude", ".codex"):
        files.folder(os.path.join(made.home, client))
    done = made.install("--remote", made.remote)
    assert done.returncode == OK, done.stderr
    said = made.tool("context", "new", "client", "acme")
    assert said.returncode == OK, said.stderr
    yield made
    ended(made)


def ended(machine: machines.Machine) -> None:
    """Have the machine's worker end; after a command at a terminal it would stay for a while."""
    with lock.held(os.path.join(machine.local, "locks", "wanted")):
        machine.idle()


def local_of(machine: machines.Machine) -> str:
    """The local folder of the installation that the machine's clone belongs to."""
    return os.path.join(machine.home, ".local", "state", "alter-ego", repository.git(machine.checkout, "config", "alter-ego.id"))


def run(machine: machines.Machine, line: str, cwd: str = "") -> subprocess.CompletedProcess[str]:
    """Run a line in a shell, in the clone, `python3` being the one of these tests."""
    shims = files.folder(os.path.join(machine.home, "bin"))
    place = os.path.join(shims, "python3")
    if not os.path.lexists(place):
        os.symlink(sys.executable, place)
    environ = {**machine.environ, "PATH": f"{shims}{os.pathsep}{machine.environ['PATH']}"}
    command, where = ["sh", "-c", line], cwd or machine.checkout
    return subprocess.run(command, cwd=where, env=environ, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)


def test_the_commands_are_found():
    assert {"python3 install.py --uninstall", "python3 tools/doctor.py", "python3 tools/sync.py now"} < set(commands())
    assert set(ENDS) <= set(here())


@pytest.mark.skipif(sys.platform == "win32", reason="the README's lines are for a POSIX shell")
@pytest.mark.parametrize("line", here())
def test_each_command_ends_as_a_person_expects(desk, line, tmp_path):
    files.replace(str(tmp_path / "in"), "a line\n")
    typed = line.replace("< in > out", f"< {shlex.quote(str(tmp_path / 'in'))} > {shlex.quote(str(tmp_path / 'out'))}")
    for word, meant in FILLED:
        typed = typed.replace(word, meant)
    done = run(desk, typed)
    assert done.returncode == ENDS.get(line, OK), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    if done.returncode != OK:
        assert done.stderr.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="the README's lines are for a POSIX shell")
def test_from_two_commands_to_the_second_machine_and_out_again(tmp_path):
    """What `## Install` and `## Leave` say, from two empty homes; settings as they were, byte for byte."""
    template = machines.remote(str(tmp_path))
    private = repository.bare(str(tmp_path / "private.git"))
    first, then = (line for line in commands() if "clone <" in line or "install.py --remote" in line)
    desk = machines.Machine(str(tmp_path), "desk", template)
    before = '{\n\t"model": "opus"\n}\n'
    settings = os.path.join(desk.home, ".claude", "settings.json")
    files.replace(settings, before)
    work = files.folder(os.path.join(desk.home, "new"))
    filled = f"{first} && {then}".replace("<this repository>", template).replace("<your private repository>", private)
    done = run(desk, filled, work)
    assert done.returncode == OK, done.stdout + done.stderr
    desk.checkout = os.path.join(work, "memory")
    desk.local = local_of(desk)
    assert files.text(settings) != before
    desk.tool("note", "--context", "_unsorted", "kept for the laptop")
    assert run(desk, "python3 tools/sync.py now").returncode == OK
    laptop = machines.Machine(str(tmp_path), "laptop", private)
    done = run(laptop, "python3 install.py --device laptop")
    assert done.returncode == OK, done.stdout + done.stderr
    laptop.local = local_of(laptop)
    assert "kept for the laptop" in [entry.text for entry in machines.journaled(laptop.checkout)]
    done = run(desk, "python3 install.py --uninstall")
    assert (done.returncode, files.text(settings)) == (OK, before)
    assert desk.checkout in done.stdout and desk.local in done.stdout
    ended(desk)
    ended(laptop)


def test_every_path_that_is_named_is_there():
    named = re.findall(r"\]\(([\w./-]+)\)", README)
    assert named and [path for path in named if not os.path.exists(os.path.join(paths.ROOT, path))] == []


def test_every_module_that_the_tests_part_names_can_be_run():
    for module in re.findall(r"python3 -m (tests[\w.]*)", " ".join(README.split())):
        place = os.path.join(paths.ROOT, *module.split("."))
        assert os.path.exists(place + ".py") or os.path.exists(os.path.join(place, "__main__.py")), module
