"""Control: the guard tried out through what is registered with a client, so that one that is off does not seem to be on.

Two sessions that do not exist meet on a file in a throwaway folder: the second must be denied, once, in the form that both
clients obey, and a file that nobody holds must pass. A caution of a throwaway board must arrive in a prompt. What they leave
in the installation's folder is taken away; lines in the decision log stay.
"""
from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import uuid

from tools.lib import files, lock, sessions
from tools.lib.beside import board, boardpage
from tools.lib.guard import memory, places, store
from tools.lib.setup import clientfiles, hookfile, registration, selftest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.lib.setup.clientfiles import Config

DEADLINE = 20.0  # seconds
FILES = ("held.txt", "free.txt")
TOOLS = {"claude": "Write", "codex": "apply_patch"}
DENIAL = ["hookEventName", "permissionDecision", "permissionDecisionReason"]  # one key more, and Codex drops it


def faults(local: str, config: Config, environ: Mapping[str, str]) -> list[str]:
    """What is wrong with the guard and the board as this configuration runs them, a few words each; none when all is well."""
    try:
        hooks = _hooks(config, os.path.basename(local))
    except (ValueError, OSError) as error:
        return [f"{clientfiles.path_of(config)} cannot be read ({type(error).__name__})"]
    if isinstance(hooks, str):
        return [hooks]
    folder = places.real(tempfile.mkdtemp(prefix="alter-ego-control-"), "/")
    trial = Trial(local, config, environ, folder)
    try:
        return [fault for fault in (*trial.collision(hooks["PreToolUse"]), trial.caution(hooks["UserPromptSubmit"])) if fault]
    finally:
        trial.clear()
        shutil.rmtree(folder, ignore_errors=True)


def _hooks(config: Config, identity: str) -> dict[str, dict[str, object]] | str:
    """Our hooks for tools and prompts by event, or what is missing. Raises ValueError, OSError."""
    text = (files.read(clientfiles.path_of(config)) or b"").decode("utf-8-sig")
    whole = json.loads(text) if text.strip() else {}
    if whole.get("disableAllHooks") is True:
        return "disableAllHooks is set, so nothing guards"
    found = {event: hook for event, hook in hookfile.registered(text) if registration.of(hook, identity)}
    for event in ("PreToolUse", "PostToolUse", "UserPromptSubmit"):
        if event not in found:
            return f"no hook of ours is registered for {event}, so nothing guards"
    for group in whole["hooks"]["PreToolUse"]:
        if found["PreToolUse"] in group["hooks"] and TOOLS[config.agent] not in str(group.get("matcher", "")).split("|"):
            return f"the hook before tools is not registered for {TOOLS[config.agent]}"
    return found


class Trial:
    """One round with one configuration."""

    def __init__(self, local: str, config: Config, environ: Mapping[str, str], folder: str) -> None:
        self.local, self.config, self.folder = local, config, folder
        self.environ = {**environ, "CLAUDE_PROJECT_DIR": folder}
        self.holder, self.other = str(uuid.uuid4()), str(uuid.uuid4())

    def collision(self, hook: Mapping[str, object]) -> list[str]:
        """The second session is denied once, and nothing else is."""
        held, free = FILES
        for name in FILES:
            files.replace(os.path.join(self.folder, name), "x")
        first, beside = self._asked(hook, self.holder, held), self._asked(hook, self.other, free)
        denied, again = self._asked(hook, self.other, held), self._asked(hook, self.other, held)
        found = ["a file that nobody holds was held back"] if first or beside else []
        reason = _reason(denied)
        if reason is None or sessions.tag(self.holder) not in reason:
            found.append("a second session was not held back from a file that another one is changing")
        return [*found, "the same call was held back twice"] if again and reason is not None else found

    def _asked(self, hook: Mapping[str, object], session: str, name: str) -> str:
        tool = TOOLS[self.config.agent]
        patch = f"*** Begin Patch\n*** Update File: {name}\n@@\n-x\n+y\n*** End Patch"
        given = {"command": patch} if tool == "apply_patch" else {"file_path": os.path.join(self.folder, name), "content": "y"}
        return self._run(hook, session, "PreToolUse", tool_name=tool, tool_input=given, tool_use_id=str(uuid.uuid4()))

    def _run(self, hook: Mapping[str, object], session: str, event: str, test: bool = True, **more: object) -> str:
        """What the hook prints; what does not end in 0 says nothing to a client."""
        told = {"session_id": session, "transcript_path": None, "cwd": self.folder, "hook_event_name": event, **more}
        environ = {**self.environ, "ALTER_EGO_SELFTEST": "1"} if test else self.environ
        try:
            done = subprocess.run(
                selftest.line(hook, environ), input=json.dumps(told).encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                cwd=self.folder, env=environ, timeout=DEADLINE, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return ""
        return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""

    def caution(self, hook: Mapping[str, object]) -> str:
        """A caution on the board of a throwaway installation, which runs the same code, is beside a prompt; "" when it is."""
        place = os.path.join(self.folder, os.path.basename(self.local))
        moved = self._moved(hook, place)
        if moved is None:
            return ""
        word, now = f"control {uuid.uuid4().hex}", time.time()
        pin = os.path.join(self.local, (files.text(os.path.join(self.local, "current")) or "").strip())
        files.replace(os.path.join(place, "current"), os.path.relpath(pin, place) + "\n")
        files.replace(os.path.join(place, "settings"), f"device: control-0000\ncheckout: {self.folder}\n")
        board.add(place, boardpage.CAUTIONS, word, "", "", now)
        with lock.held(os.path.join(place, "locks", "worker"), 1.0):  # so that no worker is started for it
            said = self._run(moved, self.other, "UserPromptSubmit", test=False, prompt="hello", prompt_id="control")
        return "" if word in said else "a caution on the board did not arrive in a prompt"

    def _moved(self, hook: Mapping[str, object], place: str) -> dict[str, object] | None:
        """The hook for another installation's folder; None where that is not in its command line (Codex on Windows)."""
        args = hook.get("args")
        if isinstance(args, list):
            return {**hook, "args": [place if one == self.local else one for one in args]}
        if sys.platform == "win32":
            return None
        return {**hook, "command": str(hook["command"]).replace(shlex.quote(self.local), shlex.quote(place))}

    def clear(self) -> None:
        """Take away what the two sessions left."""
        for session in (self.holder, self.other):
            files.remove(memory.path_of(self.local, session))
            files.remove(os.path.join(self.local, "locks", session))
            shutil.rmtree(os.path.join(self.local, "messages", session), ignore_errors=True)
        for name in FILES:
            files.remove(store.path_of(self.local, places.resource("path", name, self.folder)))


def _reason(output: str) -> str | None:
    """Why a call was denied, by an answer that both clients obey; None for any other."""
    try:
        (inner,) = json.loads(output).values()
        is_denial = list(inner) == DENIAL and inner["permissionDecision"] == "deny" and inner["hookEventName"] == "PreToolUse"
        return str(inner["permissionDecisionReason"]) if is_denial else None
    except (ValueError, AttributeError, TypeError):
        return None
