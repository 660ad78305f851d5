"""The hooks of a turn start no process and touch no network while a worker runs, and read little."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.environment import ROOT
from tests.test_hot_imports import PAYLOADS, installed  # noqa: F401
from tools.lib import files
from tools.lib.setup import pin, registration

STARTING = ("os.fork", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen", "socket.connect", "socket.__new__")
OPENED = 19  # files, the modules left out
WATCHED = (
    "import sys\n"
    "def audit(event, arguments):\n"
    f"    if event in {STARTING!r} or (event == 'open' and not str(arguments[0]).endswith(('.py', '.pyc'))):\n"
    "        print(event, arguments[0], file=sys.stderr)\n"
    "sys.addaudithook(audit)\n"
)
OPENING = (
    "import sys\n"
    "def audit(event, arguments):\n"
    "    if event == 'open' and str(arguments[0]).endswith(('.py', '.pyc', sys.implementation.cache_tag)):\n"
    "        print(arguments[0], file=sys.stderr)\n"
    "sys.addaudithook(audit)\n"
)
HOOKS = (
    ("user_prompt_submit", "claude/UserPromptSubmit.json"),
    ("pre_tool_use", "claude/PreToolUse-Bash.json"),
    ("post_tool_use", "claude/PostToolUse-Edit.json"),
    ("post_tool_use_failure", "claude/PostToolUseFailure-Bash.json"),
    ("stop", "claude/Stop.json"),
)


@pytest.mark.parametrize(("hook", "payload"), HOOKS)
def test_a_hook_of_a_turn_starts_no_process_while_a_worker_runs(installed: str, hook: str, payload: str) -> None:  # noqa: F811
    with open(os.path.join(PAYLOADS, *payload.split("/")), "rb") as file:
        event = file.read()
    command = [sys.executable, *registration.arguments(installed, "claude", hook, None)]
    command[command.index(registration.CODE)] = WATCHED + registration.CODE
    for number in range(2):  # the first event of a session does more than the next
        said = {**json.loads(event), "prompt": f"prompt {number}", "prompt_id": f"p{number}", "tool_use_id": f"t{number}"}
        done = subprocess.run(command, input=json.dumps(said).encode(), capture_output=True, check=True)
        events = done.stderr.decode().splitlines()
        assert [row for row in events if row.split()[0] != "open"] == []
    assert 0 < len(events) <= OPENED, events


@pytest.fixture(scope="module")
def pinned(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An installation's folder with this checkout's code pinned."""
    local = str(tmp_path_factory.mktemp("pinned"))
    pin.put(local, pin.content(ROOT), sys.executable)
    return local


@pytest.mark.parametrize(("hook", "payload"), HOOKS)
def test_a_hook_opens_two_files_of_code(installed: str, pinned: str, hook: str, payload: str) -> None:  # noqa: F811
    """The package that finds the bundle, and the bundle."""
    files.replace(os.path.join(installed, "current"), os.path.relpath(pinned, installed) + "/" + pin_of(pinned))
    with open(os.path.join(PAYLOADS, *payload.split("/")), "rb") as file:
        event = file.read()
    command = [sys.executable, *registration.arguments(installed, "claude", hook, None)]
    command[command.index(registration.CODE)] = OPENING + registration.CODE
    done = subprocess.run(command, input=event, capture_output=True, check=True)
    opened = [os.path.normpath(row) for row in done.stderr.decode().splitlines() if os.path.basename(pinned) in row]
    assert [os.path.basename(row).partition(".")[0] for row in opened] == ["__init__", "bundle"]


def pin_of(local: str) -> str:
    return (files.text(os.path.join(local, "current")) or "").strip()
