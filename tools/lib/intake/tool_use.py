"""What is kept of a tool call: the tool, what it was used on, and how it ended."""
from __future__ import annotations

import os

from tools.lib.event import Event

TARGETS = ("file_path", "notebook_path", "path", "pattern", "url", "description")
LONGEST = 400  # characters of a shell command's first line; a longer one is left out, since a cut secret has no form


def line(event: Event, outcome: str) -> dict[str, object]:
    """The spooled line of a tool event."""
    given = event.payload.get("tool_input")
    made: dict[str, object] = {"e": "tool", "tool": event.text("tool_name"), "end": outcome}
    made["on"] = _target(given) if isinstance(given, dict) else ""
    if event.text("agent_id"):
        made["agent_id"] = event.text("agent_id")
    return made


def _target(given: dict[str, object]) -> str:
    """A file, a pattern, what the agent says it is doing, or a command's first line: here-documents hold files."""
    for name in TARGETS:
        value = given.get(name)
        if isinstance(value, str):
            return value
    command = given.get("command")
    first = command.partition("\n")[0] if isinstance(command, str) else ""
    return first if len(first) <= LONGEST else ""


def names_a_tool_of_ours(event: Event) -> bool:
    """Whether a shell command has to do with the commands of this installation's pins."""
    given = event.payload.get("tool_input")
    command = given.get("command") if isinstance(given, dict) else None
    return isinstance(command, str) and os.path.basename(event.local) in command and "tools" in command
