"""Claude Code's transcript: one JSON object a line, one record for each block of an answer (seen with 2.1.332)."""
from __future__ import annotations

from tools.lib import prompts
from tools.lib.transcripts import Item, dropped, lightened, shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# How the lines begin that make up most of a transcript and hold only what was sent to the model: not even parsed.
PLUMBING = (b'{"type":"api-request', b'{"type":"file-history-snapshot"')

SILENT = frozenset(
    "queue-operation last-prompt mode permission-mode tools-used cost-state file-history-snapshot atis-latch"
    " api-request api-request-shape api-request-blob".split()
)
SILENT_SYSTEM = frozenset("turn_duration stop_hook_summary informational local_command".split())
# Reminders for the model, hooks' outputs and the like; the second line's names were read in the program, not seen.
SILENT_ATTACHMENTS = frozenset(
    "environment model deferred_tools_delta agent_listing_delta skill_listing auto_mode session_context date"
    " remote_session_change prompt_snapshot command_permissions invoked_skills"
    " diagnostics edited_text_file nested_memory output_style plan_mode relevant_memories token_usage budget_usd".split()
)
THOUGHT = frozenset(["thinking", "redacted_thinking"])
KINDS = {"person": "prompt", "caveat": "", "context": "", "nothing": ""}  # others are items of their own name
SAID = {"person": prompts.words, "command": prompts.command, "shell": prompts.output, "output": prompts.output}


def key(record: Mapping[str, object]) -> str:
    """What tells this record from every other, also in a fork's copy of it; "" where it has no such id."""
    found = record.get("uuid")
    return found if isinstance(found, str) else ""


def when(record: Mapping[str, object]) -> str:
    """The record's time as it stands there."""
    found = record.get("timestamp")
    return found if isinstance(found, str) else ""


def read(record: Mapping[str, object]) -> list[Item]:
    """The items of one record; none for the client's own plumbing; an `unknown` item for a shape never seen."""
    kind = _text(record.get("type"))
    if kind in SILENT:
        return []
    if kind == "attachment":
        return _attachment(record)
    if kind == "system":
        return _system(record)
    base = Item(
        "unknown", when(record), _who(record), shape("claude", kind), turn=_text(record.get("promptId"))
    )
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if kind == "user" and isinstance(content, (str, list)):
        return _user(record, base, content)
    if kind == "assistant" and isinstance(content, list):
        return [item for block in content for item in _said(record, base, block)]
    return [base]


def _attachment(record: Mapping[str, object]) -> list[Item]:
    held = record.get("attachment")
    kind = _text(held.get("type")) if isinstance(held, dict) else ""
    base = Item("unknown", when(record), _who(record), shape("claude", "attachment", kind))
    if kind in SILENT_ATTACHMENTS or kind.startswith("hook_") or kind.endswith("_reminder"):
        return []
    if isinstance(held, dict) and kind == "queued_command" and isinstance(held.get("prompt"), (str, list)):
        return _user(held, base, held["prompt"])  # what the person wrote while the agent was at work
    if isinstance(held, dict) and kind == "file":
        return [base._replace(kind="call", name="Attached", value=_attached(held))]
    return [base]


def _attached(held: Mapping[str, object]) -> dict[str, object]:
    """A file that the person named with @, as if it were a call."""
    content = held.get("content")
    file = content.get("file") if isinstance(content, dict) else None
    text = file.get("content") if isinstance(file, dict) else None
    return {"file": _text(held.get("displayPath") or held.get("filename")), "content": lightened(text)}


def _system(record: Mapping[str, object]) -> list[Item]:
    kind = _text(record.get("subtype"))
    if kind == "compact_boundary":
        return [Item("compacted", when(record), _who(record))]
    return [] if kind in SILENT_SYSTEM else [Item("unknown", when(record), name=shape("claude", "system", kind))]


def _who(record: Mapping[str, object]) -> str:
    return (_text(record.get("agentId")) or "subagent") if record.get("isSidechain") is True else ""


def _user(record: Mapping[str, object], base: Item, content: str | list[object]) -> list[Item]:
    if record.get("isMeta") is True:
        return []
    blocks: list[object] = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if record.get("isCompactSummary") is True:
        return [base._replace(kind="summary", name="", value=_joined(blocks))]
    return [item for block in blocks for item in _given(record, base, block)]


def _given(record: Mapping[str, object], base: Item, block: object) -> list[Item]:
    kind = block.get("type") if isinstance(block, dict) else None
    if isinstance(block, dict) and kind == "text":
        return _prompt(record, base._replace(name=""), _text(block.get("text")))
    if isinstance(block, dict) and kind == "tool_result":
        failed = "failed" if block.get("is_error") is True else ""
        return [base._replace(kind="result", name=failed, call=_text(block.get("tool_use_id")), value=_output(block))]
    if isinstance(block, dict) and kind in ("image", "document"):
        return [base._replace(kind="dropped", name="", value=_dropped(block))]
    return [base._replace(name=shape("claude", "user", kind))]


def _prompt(record: Mapping[str, object], base: Item, text: str) -> list[Item]:
    origin = record.get("origin")
    source = origin.get("kind") if isinstance(origin, dict) else ""
    kind = prompts.kind(text)
    if kind == "person" and source == "task-notification":
        kind = "notification"
    value = SAID.get(kind, str)(text)
    # a skill typed by the person is theirs; /model and the like never reach the model
    kind = "prompt" if kind == "command" and source == "human" else KINDS.get(kind, kind)
    return [base._replace(kind=kind, value=value)] if kind else []


def _said(record: Mapping[str, object], base: Item, block: object) -> list[Item]:
    kind = block.get("type") if isinstance(block, dict) else None
    if not isinstance(block, dict) or not isinstance(kind, str):
        return [base._replace(name=shape("claude", "assistant", kind))]
    if kind == "text":
        failed = record.get("isApiErrorMessage") is True
        return [base._replace(kind="failure" if failed else "answer", name="", value=_text(block.get("text")))]
    if kind in THOUGHT:
        return []
    if kind in ("tool_use", "server_tool_use"):
        name, value = _text(block.get("name")), lightened(block.get("input"))
        return [base._replace(kind="call", name=name, call=_text(block.get("id")), value=value)]
    if kind.endswith("_tool_result"):
        return [base._replace(kind="result", name="", call=_text(block.get("tool_use_id")), value=_output(block))]
    return [base._replace(name=shape("claude", "assistant", kind))]


def _output(block: Mapping[str, object]) -> object:
    """A tool's result: its text where it is text, else the value as it stands, without payloads."""
    content = block.get("content")
    if isinstance(content, list) and all(isinstance(part, dict) and _is_shown(part) for part in content):
        return _joined(content)
    return "" if content is None else lightened(content)


def _is_shown(part: Mapping[str, object]) -> bool:
    return part.get("type") in ("text", "image", "document")


def _joined(blocks: list[object]) -> str:
    parts = [block for block in blocks if isinstance(block, dict)]
    return "\n".join(_text(b.get("text")) if b.get("type") == "text" else _dropped(b) for b in parts)


def _dropped(block: Mapping[str, object]) -> str:
    source = block.get("source")
    return dropped(source.get("data"), source.get("media_type")) if isinstance(source, dict) else dropped(None)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
