"""Answers to tool events, in the one form that both clients accept: a key more and Codex drops all of it."""
from __future__ import annotations

from tools.lib import wire


def deny(reason: str) -> str:
    """The tool is not run, and the model is told why."""
    return _said({"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason})


def told(event: str, text: str) -> str | None:
    """The model is told `text` beside the tool's call (`PreToolUse`) or its result (`PostToolUse`, of Claude's
    failed calls `PostToolUseFailure`); None for no text."""
    return _said({"hookEventName": event, "additionalContext": text}) if text else None


def _said(output: dict[str, str]) -> str:
    return wire.dumps({"hookSpecificOutput": output})
