"""Running what is registered as the client would, with a sample event, to see that it answers.

The commands are read from the settings files, not from our table: what a client sees is what counts. The hooks are
told that it is a test (`ALTER_EGO_SELFTEST`), so they answer and capture nothing.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor

from tools.lib import files
from tools.lib.setup import clientfiles, hookfile, registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.lib.setup.clientfiles import Config

DEADLINE = 20.0  # seconds
AT_ONCE = 4
SESSION = "00000000-0000-4000-8000-000000000000"
SPEAKING = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse")  # the others must print nothing, ever

Answer = namedtuple("Answer", "event part status output seconds")  # `status` None: it did not end or could not start


def run(config: Config, checkout: str, environ: Mapping[str, str]) -> list[Answer]:
    """What each registered command of a configuration answers, in the order of the file."""
    found = hookfile.registered(_text(config))
    surroundings = {**environ, "ALTER_EGO_SELFTEST": "1", "CLAUDE_PROJECT_DIR": checkout}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda one: ask(one[0], one[1], checkout, surroundings), found))


def is_off(config: Config) -> bool:
    """Whether the file that our hooks are in switches all hooks off."""
    return json.loads(_text(config)).get("disableAllHooks") is True


def _text(config: Config) -> str:
    return (files.read(clientfiles.path_of(config)) or b"").decode("utf-8-sig")


def fault(answer: Answer) -> str | None:
    """What is wrong with an answer, in a few words; None when it is as it should be."""
    if answer.status is None:
        return "did not answer"
    if answer.status != 0:
        return f"ended with {answer.status}, which must be 0"
    if registration.GONE.encode() in answer.output:
        return "found no code to run"
    if answer.output and answer.event not in SPEAKING:
        return "printed something, which must be nothing"
    return None


def log(local: str) -> list[str]:
    """The lines of the error log: a hook that fails is silent, so what it logged is all there is to see."""
    return (files.text(os.path.join(local, "errors.log")) or "").splitlines()


def sample(event: str, cwd: str) -> dict[str, object]:
    """An event as a client sends it, with the fields that every handler reads."""
    return {
        "session_id": SESSION,
        "transcript_path": None,
        "cwd": cwd,
        "hook_event_name": event,
        "source": "startup",
        "prompt": "hello",
        "tool_name": "Bash",
        "tool_input": {"command": "true"},
        "tool_response": "",
        "tool_use_id": "selftest",
        "error": "",
        "last_assistant_message": "hello",
        "stop_hook_active": False,
        "agent_id": "selftest",
        "agent_type": "selftest",
        "trigger": "manual",
        "reason": "other",
    }


def ask(event: str, hook: Mapping[str, object], cwd: str, environ: Mapping[str, str]) -> Answer:
    """What one registered hook answers to a sample event, run in `cwd`."""
    command = line(hook, environ)
    words = " ".join(command) if isinstance(command, list) else command
    part = next((part for part in registration.TABLE[0].parts if f" session_start {part}" in words), "")
    start = time.monotonic()
    try:
        done = subprocess.run(
            command, input=json.dumps(sample(event, cwd)).encode(), capture_output=True, timeout=DEADLINE,
            cwd=cwd, env=dict(environ), check=False,
        )  # fmt: skip
        status, output = done.returncode, done.stdout
    except (OSError, subprocess.TimeoutExpired):
        status, output = None, b""
    return Answer(event, part, status, output, time.monotonic() - start)


def line(hook: Mapping[str, object], environ: Mapping[str, str]) -> list[str] | str:
    """How a client starts a hook: Claude Code directly, Codex through the person's shell."""
    args = hook.get("args")
    if isinstance(args, list):
        return [str(hook["command"]), *map(str, args)]
    if sys.platform == "win32":
        return f"{environ.get('COMSPEC', 'cmd.exe')} /D /C {hook.get('commandWindows') or hook['command']}"
    return [environ.get("SHELL") or "/bin/sh", "-lc", str(hook["command"])]
