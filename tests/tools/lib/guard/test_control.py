"""The control: green through the registered commands of an installation, red however the guard is switched off."""
import glob
import json
import os

import pytest

import tools
from tests import machines
from tools.lib import files
from tools.lib.guard import control
from tools.lib.setup.clientfiles import Config, path_of

NOT_HELD = "a second session was not held back from a file that another one is changing"
NO_CAUTION = "a caution on the board did not arrive in a prompt"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("control"))
    made = machines.Machine(folder, "desk", machines.remote(folder))
    for client in (".claude", ".codex"):
        files.folder(os.path.join(made.home, client))
    done = made.install("--device", "desk")
    assert done.returncode == 0, done.stderr
    made.idle()
    return made


@pytest.fixture(params=("claude", "codex"))
def config(request, desk):
    made = Config(request.param, os.path.join(desk.home, f".{request.param}"))
    before = files.read(path_of(made))
    yield made
    files.replace(path_of(made), before)


def changed(config, change):
    whole = json.loads(files.read(path_of(config)))
    change(whole)
    files.replace(path_of(config), json.dumps(whole, indent=2))


def left(desk):
    """What is in the folders of the installation that a trial touches."""
    folders = (os.path.join(desk.local, name) for name in ("claims", "messages", "guard", "sessions", "spool"))
    return {folder: sorted(os.listdir(folder)) for folder in folders if os.path.isdir(folder) and os.listdir(folder)}


def test_is_green_and_leaves_nothing_behind(desk, config):
    before = left(desk)
    assert control.faults(desk.local, config, desk.environ) == []
    assert left(desk) == before


def pinned(desk):
    """The folder of the code in force, which is to be damaged: without its bundle, which holds all of it once more."""
    folder = os.path.join(desk.local, (files.text(os.path.join(desk.local, "current")) or "").strip())
    for path in glob.glob(os.path.join(folder, tools.NAME.format("*"))):
        os.unlink(path)
    return folder


@pytest.mark.parametrize("name", ("tools/lib/guard/before.py", "tools/lib/guard/claims.py", "hooks/pre_tool_use.py"))
def test_a_lost_file_is_red(desk, config, name):
    path = os.path.join(pinned(desk), *name.split("/"))
    content = files.read(path)
    os.chmod(os.path.dirname(path), 0o755)
    os.unlink(path)
    try:
        assert NOT_HELD in control.faults(desk.local, config, desk.environ)
    finally:
        files.replace(path, content)


def test_a_lost_pin_is_red(desk, config):
    current = os.path.join(desk.local, "current")
    content = files.read(current)
    files.replace(current, "pins/nowhere\n")
    try:
        assert control.faults(desk.local, config, desk.environ) == [NOT_HELD, NO_CAUTION]
    finally:
        files.replace(current, content)


def test_a_wrong_shape_is_red(desk, config):
    path = os.path.join(pinned(desk), "tools", "lib", "intake", "answer.py")
    content = files.read(path)
    os.chmod(os.path.dirname(path), 0o755)
    for compiled in glob.glob(os.path.join(os.path.dirname(path), "__pycache__", "answer.*")):
        os.unlink(compiled)  # a pin's are not compared with their sources
    files.replace(path, content.replace(b'"permissionDecision": "deny"', b'"permissionDecision": "deny", "more": ""'))
    try:
        assert control.faults(desk.local, config, desk.environ) == [NOT_HELD]
    finally:
        files.replace(path, content)


@pytest.mark.parametrize(
    ("change", "fault"),
    (
        (lambda whole: whole.update(disableAllHooks=True), "disableAllHooks is set, so nothing guards"),
        (lambda whole: whole["hooks"].pop("PreToolUse"), "no hook of ours is registered for PreToolUse, so nothing guards"),
        (lambda whole: whole["hooks"]["PreToolUse"][0].update(matcher="Bash"), "the hook before tools is not registered for "),
    ),
)
def test_a_setting_is_red(desk, config, change, fault):
    changed(config, change)
    (found,) = control.faults(desk.local, config, desk.environ)
    assert found.startswith(fault)


def test_a_broken_file_is_red(desk, config):
    files.replace(path_of(config), "{")
    (found,) = control.faults(desk.local, config, desk.environ)
    assert "cannot be read" in found
