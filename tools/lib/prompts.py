"""Whose words a prompt is: a person's, or one of the false prompts that the clients send in their name.

A false prompt is made of envelopes (`<tag>...</tag>`) and nothing else. An envelope followed by words is a person's
prompt, and so is a question about a tag. Seen with Claude Code 2.1.332 and Codex 0.171.0; the `ide_` tags are from
published transcripts. This module is on the prompt hook's path: it imports nothing.
"""
from __future__ import annotations

PERSON, NOTHING = "person", "nothing"

# What each envelope makes of a prompt that holds nothing else.
ENVELOPES = {
    "task-notification": "notification",
    "subagent_notification": "notification",
    "command-name": "command",
    "command-message": "command",
    "command-args": "command",
    "bash-input": "shell",
    "user_shell_command": "shell",
    "bash-stdout": "output",
    "bash-stderr": "output",
    "local-command-stdout": "output",
    "local-command-stderr": "output",
    "local-command-caveat": "caveat",
    "turn_aborted": "interrupted",
    "system-reminder": "context",
    "environment_context": "context",
    "user_instructions": "context",
    "INSTRUCTIONS": "context",
    "ide_opened_file": "context",
    "ide_selection": "context",
}
INTERRUPTED = ("[Request interrupted by user]", "[Request interrupted by user for tool use]")
SUMMARY = "This session is being continued from a previous conversation that ran out of context."
AGENTS = "# AGENTS.md instructions"


def kind(text: str) -> str:
    """Whose words `text` is: `person`, one of the values of ENVELOPES, `interrupted`, `summary` or `nothing`."""
    bare = text.strip()
    if not bare:
        return NOTHING
    if bare in INTERRUPTED:
        return "interrupted"
    if bare.startswith(SUMMARY):
        return "summary"
    first, rest = _opened(bare)
    return PERSON if not first or rest else ENVELOPES[first]


def words(text: str) -> str:
    """What the person said in a prompt, without the envelopes before it; "" when they said nothing."""
    return _opened(text.strip())[1] if kind(text) == PERSON else ""


def inside(text: str, tag: str) -> str:
    """What an envelope of this tag holds, "" where there is none."""
    found = text.partition(f"<{tag}>")[2]
    return found.rpartition(f"</{tag}>")[0].strip()


def command(text: str) -> str:
    """The slash command of a prompt of kind `command`, as it was typed."""
    name, args = inside(text, "command-name"), inside(text, "command-args")
    return f"{name} {args}".strip()


def output(text: str) -> str:
    """What a prompt of kind `shell` or `output` says: the command or what it printed, without the envelopes."""
    tags = ("command", "bash-input", "bash-stdout", "bash-stderr", "local-command-stdout", "local-command-stderr", "result")
    return "\n".join(part for part in (inside(text, tag) for tag in tags) if part)


def _opened(text: str) -> tuple[str, str]:
    """The tag of the first envelope ("" for none) and what stands behind the envelopes."""
    if text.startswith(AGENTS) and "<INSTRUCTIONS>" in text:
        text = text[text.index("<INSTRUCTIONS>") :]
    first = ""
    while text.startswith("<"):
        tag = text[1:].partition(">")[0]
        if tag not in ENVELOPES:
            break
        # to the last end: a result quoted inside may hold the closing tag itself, and must not become a person's words
        end = text.rfind(f"</{tag}>")
        if end < 0:
            break
        first = first or tag
        text = text[end + len(tag) + 3 :].strip()
    return first, text
