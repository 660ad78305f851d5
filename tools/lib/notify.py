"""Notify: how a Codex that knows no hooks tells of a finished turn: the program of its `notify` setting.

Only there is it registered. Where hooks are known but not trusted, it would go behind the review that Codex asks the person
for; where they are trusted, it would tell everything twice. A program that was set before is kept and called after ours.
"""
from __future__ import annotations

import json
import os
import re
import sys
import time

from tools.lib import launch, sessions, spool, wire
from tools.lib.event import Event
from tools.lib.intake import capture
from tools.lib.setup import registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CODE = (
    "with type('',(),{'__enter__':lambda s:s,'__exit__':lambda s,e,*_:1})():"
    "import sys;a=sys.argv[1:];sys.path.insert(0,a[0]+'/'+open(a[0]+'/current').read().strip());"
    "from tools.lib import notify;notify.main(a)"
)
DEADLINE = 5.0  # seconds for Codex to say what it knows
LINE = re.compile(r"""notify [ \t]* = [ \t]* (?P<list> \[ .* \] ) [ \t]* (?: \#.* )?""", re.VERBOSE)
TABLE = re.compile(r"[ \t]*\[")


def main(arguments: Sequence[str]) -> None:
    """Keep the turn that the last argument tells of: `local [program words...] JSON`; then become that program."""
    local, *before, told = arguments
    try:
        payload = wire.loads(told)
        if isinstance(payload, dict) and payload.get("type") == "agent-turn-complete":
            keep(local, payload, time.time(), os.environ)
    except Exception as error:
        from tools.lib import failures

        failures.note(local, "notify", error, time.time())
    if before:
        _become([*before, told])


if sys.platform == "win32":

    def _become(command: list[str]) -> None:
        """There an `exec` is a new process, and its words lose their quotes."""
        import subprocess

        raise SystemExit(subprocess.call(command))
else:

    def _become(command: list[str]) -> None:
        os.execvp(command[0], command)


def keep(local: str, payload: Mapping[str, object], now: float, environ: Mapping[str, str]) -> None:
    """Take the prompt and the answer of a turn; not of a session that a hook has told of."""
    said = payload.get("input-messages")
    named = {"session_id": payload.get("thread-id"), "turn_id": payload.get("turn-id"), "cwd": payload.get("cwd")}
    event = Event(local, "codex", "notify", "", named, now, environ)
    if not event.session or "origin" in sessions.load(local, spool.safe(event.session)):
        return
    prompt = "\n".join(text for text in said if isinstance(text, str)) if isinstance(said, list) else ""
    if prompt:
        capture.take(event, {"e": "prompt", "kind": "person", "text": prompt, "id": event.turn})
    capture.take(event, {"e": "answer", "text": str(payload.get("last-assistant-message") or ""), "id": event.turn})
    launch.worker(local)


def command(python: str, local: str, before: Sequence[str]) -> list[str]:
    """What is to stand in the setting: ours, and behind it what was there."""
    return [python, *registration.FLAGS, "-c", CODE, local, *before]


def added(text: str, python: str, local: str) -> str:
    """A config.toml's text with our program in it. Raises ValueError where the setting has a form we cannot read."""
    text = removed(text)
    lines = text.split("\n")
    at, before = _setting(lines)
    line = f"notify = {json.dumps(command(python, local, before), ensure_ascii=False)}"
    end = "\r" if "\r\n" in text else ""
    return "\n".join([line + end, *lines] if at < 0 else [*lines[:at], line + end, *lines[at + 1 :]])


def removed(text: str) -> str:
    """The text without our program; one that was set before is set again."""
    lines = text.split("\n")
    try:
        at, words = _setting(lines)
    except ValueError:
        return text
    if at < 0 or CODE not in words:
        return text
    before = words[words.index(CODE) + 2 :]
    end = "\r" if lines[at].endswith("\r") else ""
    old = [f"notify = {json.dumps(before, ensure_ascii=False)}{end}"] if before else []
    return "\n".join([*lines[:at], *old, *lines[at + 1 :]])


def _setting(lines: Sequence[str]) -> tuple[int, list[str]]:
    """The number of the setting's line (-1: none) and the program it names."""
    for number, line in enumerate(lines):
        if TABLE.match(line):
            break
        if re.match(r"[ \t]*notify[ \t]*=", line):
            found = LINE.fullmatch(line.strip())
            words = json.loads(found["list"]) if found else None
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise ValueError("its `notify` is no list of strings in one line")
            return number, words
    return -1, []


def is_needed(program: str, environ: Mapping[str, str]) -> bool:
    """Whether this Codex knows no hooks: it answers, and does not name them among its features."""
    import subprocess

    def said(*words: str) -> str | None:
        try:
            done = subprocess.run(
                [program, *words], env=dict(environ), capture_output=True, timeout=DEADLINE, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""

    if not said("--version"):
        return False
    features = said("features", "list")
    return features is not None and "hooks" not in [line.split()[0] for line in features.splitlines() if line.split()]
