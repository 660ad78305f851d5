"""A Codex without hooks: its `notify` setting, and the turns it tells of."""
import json
import os
import stat
import subprocess
import sys

import pytest

from tests.conftest import NOW
from tools.lib import files, lock, notify, paths, settings, spool

PY, LOCAL = "/usr/bin/python3", "/home/u/local"
OURS = f"notify = {json.dumps(notify.command(PY, LOCAL, []))}"
CHAINED = f"notify = {json.dumps(notify.command(PY, LOCAL, ['say', 'it is done']))}"


@pytest.mark.parametrize(("before", "after"), (
    ("", OURS + "\n"),
    ("model = 'x'\n[tui]\nnotify = ['a']\n", OURS + "\nmodel = 'x'\n[tui]\nnotify = ['a']\n"),
    ('model = "x"\nnotify = ["say", "it is done"]\n', f'model = "x"\n{CHAINED}\n'),
    ('a = 1\r\nnotify = ["say", "it is done"]\r\n', f"a = 1\r\n{CHAINED}\r\n"),
))  # fmt: skip
def test_our_program_goes_in_before_another_and_out_again(before, after):
    assert notify.added(before, PY, LOCAL) == after == notify.added(after, PY, LOCAL)
    assert notify.removed(after) == before


@pytest.mark.parametrize("text", ("notify = [\n 'a'\n]\n", "notify = ['a']\n", "notify = 'a'\n"))
def test_another_form_is_left_alone(text):
    with pytest.raises(ValueError):
        notify.added(text, PY, LOCAL)
    assert notify.removed(text) == text


@pytest.fixture
def local(tmp_path):
    folder = str(tmp_path / "local")
    settings.write(folder, {"device": "desk-4f1c"})
    files.replace(os.path.join(folder, "current"), os.path.relpath(paths.ROOT, folder) + "\n")
    files.folder(os.path.join(folder, "locks"))
    with lock.held(os.path.join(folder, "locks", "worker")):
        yield folder


def told(**more):
    turn = {"type": "agent-turn-complete", "thread-id": "s", "turn-id": "t", "cwd": "/"}
    return json.dumps({**turn, "input-messages": ["do it"], "last-assistant-message": "Done.", **more})


def spooled(local):
    found = [spool.lines(os.path.join(local, "spool", name)) for name in spool.listing(local)]
    return [(line["e"], line.get("text")) for lines in found for _, line in lines]


def test_a_turn_is_kept_and_the_program_that_was_there_hears_of_it(local, tmp_path):
    before = [sys.executable, "-c", "import sys; open(sys.argv[1], 'w').write(sys.argv[2])", str(tmp_path / "heard")]
    done = subprocess.run([*notify.command(sys.executable, local, before), told()], capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert spooled(local) == [("prompt", "do it"), ("answer", "Done.")] and (tmp_path / "heard").read_text() == told()
    for odd in ("garbage", told(type="other"), told(**{"thread-id": None})):
        assert subprocess.run([*notify.command(sys.executable, local, []), odd], capture_output=True).returncode == 0
    assert len(spooled(local)) == 2
    assert subprocess.run([*notify.command(sys.executable, local + "gone", []), told()]).returncode == 0


def test_a_session_that_hooks_tell_of_is_not_told_twice(local):
    known = {"session": "s", "context": "_unsorted", "how": "none", "origin": "startup"}
    files.replace(os.path.join(local, "sessions", "s.json"), json.dumps(known))
    notify.keep(local, json.loads(told()), NOW, {})
    assert spooled(local) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for Codex")
@pytest.mark.parametrize(("script", "needed"), (
    ('[ "$1" = --version ] && echo codex-cli 0.1; [ "$1" = features ] && echo "hooks  stable  true"', False),
    ('[ "$1" = --version ] && echo codex-cli 0.1 && exit; [ "$1" = features ] && echo "web  stable  true"', True),
    ('[ "$1" = --version ] && echo codex-cli 0.1 && exit; exit 2', True),
    ("exit 1", False),
))  # fmt: skip
def test_whether_a_codex_knows_hooks(tmp_path, script, needed):
    program = str(tmp_path / "codex")
    files.replace(program, f"#!/bin/sh\n{script}\nexit 0\n")
    os.chmod(program, stat.S_IRWXU)
    assert notify.is_needed(program, os.environ) is needed
    assert not notify.is_needed(str(tmp_path / "none"), os.environ)
