"""Sandboxed tools: what an agent's command of ours may not write inside Codex's sandbox, the hook after it does.

The tool says so and ends well; where it may write, it leaves a mark under the call's id first. The hook runs outside of
the sandbox, and takes the order from the command line of the tool call alone, never from what was printed: any `cat` could
forge that. It must be one simple command that names one of our tools in a pin; what runs is the tool in force.
"""
from __future__ import annotations

import os
import sys
import time

from tools.lib import commands, files, paths, room, spool
from tools.lib.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# What of each tool writes, by its first word; None: whatever it is told
WRITES: dict[str, tuple[str, ...] | None] = {
    "note": None,
    "tell": None,
    "context": ("set", "new", "off", "on"),
    "board": ("state", "caution", "work", "log", "done", "clear"),
    "lesson": ("add",),
    "claims": ("release",),
}
CALL = "CODEX_TOOL_CALL_ID"  # in the environment of what Codex's agent runs; the hooks' `tool_use_id`
SPECIAL = frozenset("\n\r;&|<>(){}$`*?[#!~\\'\"")  # outside of quotes; a quote or backslash is read before this is asked
PATIENCE = 6.0  # seconds for the tool; it goes on beyond them, and only its words are lost
SANDBOXED = "Done when this command has ended: its sandbox may not write here, and the hook after it does."
KEPT = 3600.0  # seconds for which a mark is kept
NOT_RUN = (
    "Alter Ego: this was not kept, since the sandbox does not let the command write. Run it again, alone: one command, "
    "without pipe, redirection, variable or `&&`, its text in single quotes."
)


def words(command: str) -> list[str] | None:
    """The words of one simple command as a shell reads them; None where there is more in it than words and quotes."""
    found: list[str] = []
    word: str | None = None
    text, at = command.strip(), 0
    while at < len(text):
        letter = text[at]
        if letter in " \t":
            found, word = (found if word is None else [*found, word]), None
            at += 1
            continue
        piece, at = _piece(text, at)
        if piece is None:
            return None
        word = (word or "") + piece
    return found if word is None else [*found, word]


def _piece(text: str, at: int) -> tuple[str | None, int]:
    """A quoted piece or a plain letter, and where the text goes on; None where it is something else."""
    letter = text[at]
    if letter == "'":
        end = text.find("'", at + 1)
        return (text[at + 1 : end], end + 1) if end > 0 else (None, at)
    if letter == '"':
        return _double(text, at + 1)
    if letter == "\\" and at + 1 < len(text) and text[at + 1] != "\n":
        return text[at + 1], at + 2
    return (None, at) if letter in SPECIAL else (letter, at + 1)


def _double(text: str, at: int) -> tuple[str | None, int]:
    piece = ""
    while at < len(text) and text[at] not in '"$`':
        if text[at] == "\\" and text[at + 1 : at + 2] in ("\\", '"', "$", "`"):
            at += 1
        piece += text[at]
        at += 1
    return (piece, at + 1) if text[at : at + 1] == '"' else (None, at)


def order(local: str, command: str) -> tuple[str, list[str]] | None:
    """The tool that a command runs, and its arguments; None where it is no simple command of a tool that writes."""
    found = words(command) or []
    if len(found) < 2 or not os.path.basename(found[0]).lower().startswith("python"):
        return None
    script = next((n for n, word in enumerate(found) if n and not word.startswith("-") and word != "utf8"), 0)
    tool = _tool(local, found[script]) if script else ""
    arguments = found[script + 1 :]
    return (tool, arguments) if writes(tool, arguments) else None


def writes(tool: str, arguments: Sequence[str]) -> bool:
    """Whether a tool of ours writes when it is told this."""
    verbs = () if commands.asks_help(arguments) else WRITES.get(tool, ())
    return verbs is None or (bool(arguments) and arguments[0] in verbs)


def _tool(local: str, path: str) -> str:
    """The name of the tool that a path names in a pin of this installation, "" for any other file."""
    folder, name = os.path.split(path)
    pin, tools = os.path.split(folder)
    pins = os.path.dirname(pin)
    known = os.path.realpath(os.path.join(local, "pins"))
    ours = tools == "tools" and os.path.realpath(pins) == known and os.path.isfile(path)
    return name[: -len(".py")] if ours and name.endswith(".py") else ""


def finish(event: Event) -> str:
    """Do what the shell command of this event could not; gives what the model is to be told of it, "" for nothing."""
    given = event.payload["tool_input"]
    asked = order(event.local, str(given["command"]) if isinstance(given, dict) else "")
    if asked is None:
        return NOT_RUN if SANDBOXED in str(event.payload.get("tool_response")) else ""
    if not mark(event.local, event.text("tool_use_id")):
        return ""  # it may write itself, or a hook that is registered twice was first
    said = _run(event, *asked)
    return f"Alter Ego, now that the command has ended: {room.clipped(said, room.LIMIT // 4)}"


def _run(event: Event, tool: str, arguments: Sequence[str]) -> str:
    import subprocess  # seldom, and only for what a sandbox held up

    script = os.path.join(paths.ROOT, "tools", f"{tool}.py")
    environ = {**event.environ, "CODEX_SESSION_ID": event.session, CALL: event.text("tool_use_id")}
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-X", "utf8", script, *arguments],
        env=environ,
        cwd=event.text("cwd") or None,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        return process.communicate(timeout=PATIENCE)[0].decode("utf-8", "replace").strip()
    except subprocess.TimeoutExpired:
        return "it is being done."


def begun(local: str, environ: Mapping[str, str]) -> None:
    """A tool of ours begins: where it may write, the hook after it has nothing to do."""
    if environ.get(CALL):
        try:
            mark(local, environ[CALL])
        except OSError:
            pass  # inside the sandbox


def mark(local: str, call: str) -> bool:
    """Leave the mark of a call; gives whether it was not there before. Raises OSError where nothing may be written."""
    folder = files.folder(os.path.join(local, "calls"))
    try:
        os.close(os.open(os.path.join(folder, spool.safe(call)), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if time.time() - os.stat(path).st_mtime > KEPT:
            files.remove(path)
    return True
