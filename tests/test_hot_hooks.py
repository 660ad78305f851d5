"""The hooks of a turn start no process and touch no network while a worker runs, and read little."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.test_hot_imports import PAYLOADS, installed  # noqa: F401
from tools.lib.setup import registration

STARTING = ("os.fork", "os.exec", "os.posix_spawn", "os.system", "subprocess.Popen", "socket.connect", "socket.__new__")
OPENED = 24  # files, the modules left out
WATCHED = (
    "import sys\n"
    "def audit(event, arguments):\n"
    f"    if event in {STARTING!r} or (event == 'open' and not str(arguments[0]).endswith(('.py', '.pyc'))):\n"
    "        print(event, arguments[0], file=sys.stderr)\n"
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
