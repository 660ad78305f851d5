"""The command, run from a pin as a session runs it."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests import repository
from tests.tools.lib.sync.world import World
from tools.lib import files, notices, paths, work


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


@pytest.fixture
def desk(world):
    machine = world.machine("desk")
    pin = os.path.join(machine.local, "pins", "one")
    shutil.copytree(os.path.join(paths.ROOT, "tools"), os.path.join(pin, "tools"), ignore=shutil.ignore_patterns("__pycache__"))
    machine.tool = os.path.join(pin, "tools", "sync.py")
    return machine


def run(desk, *words, cwd=None):
    done = subprocess.run([sys.executable, desk.tool, *words], capture_output=True, encoding="utf-8", cwd=cwd or desk.checkout)
    return done.returncode, done.stdout, done.stderr


def test_now_takes_an_edit_to_the_remote_and_back(world, desk):
    desk.edit("preferences.md", "- mine\n")
    status, shown, said = run(desk, "now")
    assert (status, said) == (0, "")
    assert shown.startswith(f"remote    {world.remote} (main): 0 commits to push\ncheckout  up to date\n")
    assert world.tree()["preferences.md"] == "- mine"
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
    assert "checkout  up to date\n" in run(desk, "status")[1]


def contest(world, desk, mine="- mine again\n", theirs="- theirs, later\n"):
    """Two versions of the rules that contradict each other; gives what status shows."""
    run(desk, "now")
    desk.edit("preferences.md", "- mine\n")
    run(desk, "now")
    desk.git("reset", "-q", "--hard", "HEAD~1")
    repository.git(world.outside, "pull", "-q", "origin", "main")
    world.push(**{"preferences.md": "- theirs\n"})
    desk.git("pull", "-q")
    world.push(**{"preferences.md": theirs})
    desk.edit("preferences.md", mine)
    run(desk, "now")
    return run(desk, "now")[1]


def test_resolve_decides_and_says_what_it_cannot(world, desk):
    shown = contest(world, desk)
    assert "contested preferences.md: python3 tools/sync.py resolve preferences.md --mine|--theirs|--both" in shown
    assert "; with PATH alone it shows what differs\n" in shown
    assert run(desk, "resolve", "memory/x.md", "--mine") == (
        1, "", "memory/x.md is not contested: name a path from `python3 tools/sync.py status`\n",
    )
    status, shown, said = run(desk, "resolve", "../preferences.md", "--theirs", cwd=os.path.join(desk.checkout, "memory"))
    assert (status, said) == (0, "") and "checkout  up to date\n" in shown
    assert desk.text("preferences.md") == "- theirs, later\n"


def test_resolve_shows_what_differs_to_whoever_is_no_session(world, desk, monkeypatch):
    contest(world, desk, "- both\n- mine \x1b[2J\n", "- both\n- theirs\n")
    before = run(desk, "status")
    assert run(desk, "resolve", "preferences.md") == (0, "\n".join((
        "--- theirs, the shared version", "+++ mine, this clone's version", "@@ -1,2 +1,2 @@",
        " - both", "-- theirs", "+- mine  [2J", "",
    )), "")  # fmt: skip
    assert run(desk, "status") == before
    assert run(desk, "resolve", "memory/x.md")[2].startswith("memory/x.md is not contested: ")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "one")
    way = "`python3 tools/sync.py resolve preferences.md`"
    assert run(desk, "resolve", "preferences.md") == (
        1, "", f"preferences.md: only the person sees both versions, at a terminal: {way}\n",
    )


def test_a_long_difference_is_cut_with_the_way_to_the_rest(world, desk):
    contest(world, desk, "".join(f"- mine {n}\n" for n in range(60)))
    _, shown, _ = run(desk, "resolve", "preferences.md")
    *lines, last = shown.splitlines()
    assert len(lines) == 40 and last.startswith("24 more lines: git -C ")
    whole = subprocess.run(last.partition(": ")[2], shell=True, capture_output=True, encoding="utf-8", check=True).stdout
    assert "+- mine 59\n" in whole and "-- theirs, later\n" in whole


def test_a_remote_that_is_away_is_said_at_once(world, desk):
    os.rename(world.remote, world.remote + "-gone")
    desk.edit("preferences.md", "- mine\n")
    note = (
        f"note      {world.remote} cannot be reached (fatal: '{world.remote}' does not appear to be a git repository): "
        "nothing is lost, it is tried again by itself; `python3 tools/sync.py now` tries at once\n"
    )
    for _ in range(4):
        status, shown, _ = run(desk, "now")
        assert status == 1 and shown.count("cannot be reached") == 1
        assert note in shown
    assert note in run(desk, "status")[1]
    os.rename(world.remote + "-gone", world.remote)
    status, shown, _ = run(desk, "now")
    assert status == 0 and "reached" not in shown


def test_rejoin_takes_over_a_rewritten_remote(world, desk):
    run(desk, "now")
    before = repository.git(world.remote, "rev-parse", "main")
    desk.edit("preferences.md", "- purge me\n")
    run(desk, "now")
    repository.git(world.remote, "update-ref", "refs/heads/main", before)
    desk.say("hello")
    assert "`python3 tools/sync.py rejoin`" in run(desk, "now")[1]
    assert run(desk, "rejoin")[0] == 0
    assert "- purge me" not in world.tree()["preferences.md"]


def test_a_full_disk_is_said_in_a_sentence(desk, small_disk):
    local = os.path.join(small_disk, "local")
    shutil.copytree(desk.local, local, ignore=shutil.ignore_patterns("pins"))
    os.symlink(os.path.join(desk.local, "pins"), os.path.join(local, "pins"))
    tool = os.path.join(local, "pins", "one", "tools", "sync.py")
    with pytest.raises(OSError), open(os.path.join(small_disk, "fill"), "wb", buffering=0) as file:
        while file.write(b"0" * 512):
            pass
    done = subprocess.run([sys.executable, tool, "now"], capture_output=True, encoding="utf-8", cwd=desk.checkout)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(": its disk is full; make room and run this again, what sessions say is kept until then\n")


GITS = (
    ("", "git was not found on the PATH: "),
    ("echo git version 2.20.1", "git 2.20.1 is too old: "),
    ("echo no developer tools >&2; exit 1", "git does not run (no developer tools): "),
)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for git is a shell script")
@pytest.mark.parametrize(("does", "sentence"), GITS)
@pytest.mark.parametrize("word", ("now", "status"))
def test_a_git_that_cannot_serve_is_said_in_a_sentence_and_told_to_sessions(desk, tmp_path, monkeypatch, does, sentence, word):
    run(desk, "now")
    stand_in = tmp_path / "bin" / "git"
    files.replace(str(stand_in), f"#!/bin/sh\n{does}\n")
    os.chmod(stand_in, 0o700 if does else 0o600)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert run(desk, word) == (1, "", f"{sentence}install git 2.29 or newer; what sessions say is kept until then\n")
    work.Work(desk.local).turn(at_once=True)
    assert notices.at_terminal(desk.local)[0] == f"{sentence}install git 2.29 or newer; what sessions say is kept until then"


@pytest.mark.parametrize("words", ((), ("later",), ("resolve",), ("resolve", "x", "--all")))
def test_wrong_use_shows_how(desk, words):
    status, shown, said = run(desk, *words)
    assert (status, shown) == (2, "") and "resolve PATH --mine|--theirs|--both" in said
