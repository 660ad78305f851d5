"""Refused: the checks that a tool call passes before it runs; the first that has a reason speaks."""
from __future__ import annotations

import os

from tools.lib import settings
from tools.lib.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Check = Callable[[Event, Mapping[str, object]], "str | None"]

MOST = 1 << 20  # bytes of a message in a file
NAMING = ("Read", "Write", "Edit", "NotebookEdit", "apply_patch")  # tools that name each file they touch
AUTHORED = ("git", "gh", "glab", "hub", "tea")  # commands that write what others are told of who made something


def reason(event: Event, record: Mapping[str, object]) -> str | None:
    """Why the tool of this event may not be used, for the model; None where nothing speaks against it."""
    for check in CHECKS:
        try:
            found = check(event, record)
        except Exception as error:
            from tools.lib import failures  # one check that fails takes no other one along

            failures.note(event.local, f"hook {event.hook}", error, event.now)
            continue
        if found:
            return found
    return None


def attribution(event: Event, record: Mapping[str, object]) -> str | None:
    """A shell command that names an AI as an author, where the person does not want that."""
    command = _command(event)
    if not any(word in command for word in AUTHORED) or settings.read(event.local).get("attribution") != "off":
        return None
    from tools.lib.guard import attribution  # it reads shell: only for what may be a commit, and where it was asked for

    home = event.environ.get("HOME") or os.path.expanduser("~")
    return attribution.reason(command, event.text("cwd"), home, _text)


def _text(path: str) -> str | None:
    """What a command reads from a file, as far as it matters; None for what is no plain file."""
    from tools.lib import files

    try:
        content = files.read(path, 0, MOST) if os.path.isfile(path) else None
    except OSError:
        return None
    return None if content is None else content.decode("utf-8", "replace")


def _command(event: Event) -> str:
    given = event.payload.get("tool_input")
    command = given.get("command") if isinstance(given, dict) and event.text("tool_name") == "Bash" else ""
    return command if isinstance(command, str) else ""


def scope(event: Event, record: Mapping[str, object]) -> str | None:
    """What reaches into another client's folder of the memory."""
    if event.text("tool_name") in NAMING:
        from tools.lib.guard import calls

        call, kept = calls.of(event), os.path.realpath(event.local).replace("\\", "/")
        names = [*call.reads, *(one.name for one in call.writes)]
        if not any("/contexts/clients/" in name.lower() or name.startswith(kept) for name in names):
            return None
    from tools.lib.guard import scope  # for what names, searches or runs more than files elsewhere

    return scope.check(event, record)


def protection(event: Event, record: Mapping[str, object]) -> str | None:
    """What writes to the memory's own protected files."""
    from tools.lib.voices import protected

    return protected.refusal(event)


def collision(event: Event, record: Mapping[str, object]) -> str | None:
    """What another session is changing, or has changed since this one read it; once. The call claims what it writes."""
    if record.get("capture") == "off":
        return None  # a private session leaves no claim, so there is nothing to deny it once
    from tools.lib.guard import before

    return before.check(event, record)


# the last one claims what the call writes, so nothing may speak against it any more
CHECKS: tuple[Check, ...] = (attribution, protection, scope, collision)
