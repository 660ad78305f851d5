"""Import cost is behaviour: what the hooks of a turn load, as they are registered."""

import json
import os
import subprocess
import sys

import pytest

from tests.environment import ROOT
from tools.lib import files, lock
from tools.lib.setup import registration

PAYLOADS = os.path.join(ROOT, "tests", "data", "payloads")
# What each of these costs stands in milliseconds against the eight of a bare interpreter.
REFUSED = {
    "argparse",
    "asyncio",
    "ast",
    "dataclasses",
    "datetime",
    "encodings",
    "hashlib",
    "inspect",
    "json",
    "logging",
    "pathlib",
    "re",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "typing",
    "unicodedata",
    "urllib",
}


def loaded(command, content, env=None):
    """Give the modules that a registered command loads, those of the bare interpreter left out, and what it prints.

    `command` is its argument list as registered (interpreter, flags, `-c`, code, arguments), `content` the event's bytes.
    """
    bare = {*_modules([command[0], *registration.FLAGS, "-c", "pass"], b"", env)[0]}
    modules, output = _modules(command, content, env)
    return [name for name in modules if name not in bare], output


def _modules(command, content, env):
    measured = [command[0], "-X", "importtime", *command[1:]]
    done = subprocess.run(measured, input=content, capture_output=True, env=env, timeout=60)
    lines = [line for line in done.stderr.decode().splitlines() if line.startswith("import time:")]
    return [line.rpartition("|")[2].strip() for line in lines[1:]], done.stdout


@pytest.fixture
def installed(sealed):
    """An installation's folder whose code in force is this checkout's; a held lock keeps its worker from starting."""
    files.folder(os.path.join(sealed.local, "locks"))
    with open(os.path.join(sealed.local, "current"), "w", encoding="utf-8") as file:
        file.write(os.path.relpath(ROOT, sealed.local))
    with lock.held(os.path.join(sealed.local, "locks", "worker")):
        yield sealed.local


@pytest.mark.parametrize(
    ("agent", "hook", "payload"),
    (
        ("claude", "user_prompt_submit", "claude/UserPromptSubmit.json"),
        ("claude", "pre_tool_use", "claude/PreToolUse-Bash.json"),
        ("claude", "pre_tool_use", "claude/PreToolUse-Write.json"),
        ("claude", "post_tool_use", "claude/PostToolUse-Edit.json"),
        ("claude", "post_tool_use_failure", "claude/PostToolUseFailure-Bash.json"),
        ("claude", "stop", "claude/Stop.json"),
        ("codex", "user_prompt_submit", "codex/UserPromptSubmit.json"),
        ("codex", "pre_tool_use", "codex/PreToolUse-apply_patch-gpt-5.5.json"),
        ("codex", "post_tool_use", "codex/PostToolUse-Bash.json"),
        ("codex", "stop", "codex/Stop.json"),
    ),
)
def test_a_hook_of_a_turn_loads_nothing_heavy(installed, agent, hook, payload):
    with open(os.path.join(PAYLOADS, *payload.split("/")), "rb") as file:
        event = json.dumps(json.load(file)).encode()
    command = [sys.executable, *registration.arguments(installed, agent, hook, None)]
    for _ in range(2):  # the first event of a session does more than the next
        modules, _ = loaded(command, event)
        assert f"hooks.{hook}" in modules
        assert [name for name in modules if name.partition(".")[0] in REFUSED] == []
    assert not os.path.exists(os.path.join(installed, "errors.log"))


# the most modules of ours that a hook loads for a shell command, folders left out
BUDGETS = (
    ("pre_tool_use", "cat a.txt", 29),
    ("pre_tool_use", "sed -i s/a/b/ a.txt", 43),
    ("pre_tool_use", "git commit -m x", 43),
    ("pre_tool_use", "rm a.txt", 44),
    ("pre_tool_use", "echo x > a.txt", 42),
    ("pre_tool_use", "python3 -m pytest -q 2>&1 | tail -5", 43),
    ("post_tool_use", "cat a.txt", 26),
    ("post_tool_use", "sed -i s/a/b/ a.txt", 27),
    ("post_tool_use", "python3 -m pytest -q 2>&1 | tail -5", 27),
)


@pytest.mark.parametrize(("hook", "command", "most"), BUDGETS)
def test_a_shell_command_loads_only_the_readers_it_calls_for(installed, tmp_path, hook, command, most):
    (tmp_path / "a.txt").write_text("a")
    given = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": {}, "tool_use_id": "t"}
    event = json.dumps({"session_id": "s1", "cwd": str(tmp_path), **given}).encode()
    for name in ("stop", "pre_tool_use", hook):  # a session's first event does more than the next
        modules, output = loaded([sys.executable, *registration.arguments(installed, "claude", name, None)], event)
    ours = [name for name in modules if name.startswith(("hooks.", "tools.lib.")) and not is_package(name)]
    assert (output, len(ours) <= most) == (b"", True), f"{len(ours)}: {' '.join(ours)}"


def is_package(name):
    return os.path.isdir(os.path.join(ROOT, *name.split(".")))
