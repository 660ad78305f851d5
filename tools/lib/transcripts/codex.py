"""Codex's rollout: one `{timestamp, ordinal, type, payload}` a line (seen with 0.171.0).

The conversation stands in it twice, as `response_item` and as `event_msg`/`item_completed`; the first is read, since it
holds what the model was given and gave, and the second passed over.
"""
from __future__ import annotations

from tools.lib import prompts, wire
from tools.lib.transcripts import Item, dropped, lightened, shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PLUMBING: tuple[bytes, ...] = ()  # no line begins with its type here

SILENT = frozenset("session_meta turn_context world_state token_usage_record".split())
SILENT_ITEMS = frozenset(["reasoning", "additional_tools"])
SILENT_EVENTS = frozenset("task_started token_count thread_settings_applied".split())
TWICE = frozenset(
    "UserMessage AgentMessage CommandExecution FileChange Reasoning CollabAgentToolCall ContextCompaction".split()
)
CALLS = frozenset(["function_call", "custom_tool_call"])
RESULTS = frozenset(["function_call_output", "custom_tool_call_output"])
# `<turn_aborted>` stands beside an event that says the same
KINDS = {"person": "prompt", "caveat": "", "context": "", "nothing": "", "interrupted": ""}
SAID = {"person": prompts.words, "command": prompts.command, "shell": prompts.output}


def key(record: Mapping[str, object]) -> str:
    """What tells this record from every other; "" where it has no such id."""
    payload = record.get("payload")
    found = payload.get("id") if isinstance(payload, dict) else None
    return found if isinstance(found, str) and record.get("type") == "response_item" else ""


def when(record: Mapping[str, object]) -> str:
    """The record's time as it stands there."""
    found = record.get("timestamp")
    return found if isinstance(found, str) else ""


def read(record: Mapping[str, object]) -> list[Item]:
    """The items of one record; none for the client's own plumbing; an `unknown` item for a shape never seen."""
    kind, payload = _text(record.get("type")), record.get("payload")
    if kind in SILENT:
        return []
    base = Item("unknown", when(record), name=shape("codex", kind))
    if not isinstance(payload, dict):
        return [base]
    if kind == "response_item":
        return _response(payload, base._replace(turn=_turn(payload)))
    if kind == "event_msg":
        return _event(payload, base._replace(turn=_text(payload.get("turn_id"))))
    if kind == "compacted":
        message = _text(payload.get("message"))
        return [base._replace(kind="summary" if message else "compacted", name="", value=message)]
    return [base]


def _turn(payload: Mapping[str, object]) -> str:
    found = payload.get("internal_chat_message_metadata_passthrough")
    return _text(found.get("turn_id")) if isinstance(found, dict) else ""


def _response(payload: Mapping[str, object], base: Item) -> list[Item]:
    kind = _text(payload.get("type"))
    if kind in SILENT_ITEMS:
        return []
    if kind == "message":
        return _message(payload, base)
    call = _text(payload.get("call_id"))
    if kind in CALLS:
        return [base._replace(kind="call", name=_text(payload.get("name")), call=call, value=_input(payload))]
    if kind in RESULTS:
        output = payload.get("output")
        return [base._replace(kind="result", name="", call=call, value=_output(output))]
    return [base._replace(name=shape("codex", "response_item", kind))]


def _input(payload: Mapping[str, object]) -> object:
    """A call's input: a function's arguments are JSON in a string, a custom tool's are text."""
    given = payload.get("arguments", payload.get("input"))
    if isinstance(given, str) and payload.get("type") == "function_call":
        try:
            return lightened(wire.loads(given))
        except ValueError:
            return given
    return lightened(given)


def _output(output: object) -> object:
    if isinstance(output, list) and all(isinstance(part, dict) and _is_shown(part) for part in output):
        return "\n".join(_shown(part) for part in output)
    return "" if output is None else lightened(output)


def _is_shown(part: Mapping[str, object]) -> bool:
    return part.get("type") in ("input_text", "output_text", "text", "input_image")


def _shown(part: Mapping[str, object]) -> str:
    return dropped(part.get("image_url")) if part.get("type") == "input_image" else _text(part.get("text"))


def _message(payload: Mapping[str, object], base: Item) -> list[Item]:
    role, content = payload.get("role"), payload.get("content")
    if role in ("developer", "system"):
        return []
    if role not in ("user", "assistant") or not isinstance(content, list):
        return [base._replace(name=shape("codex", "message", role))]
    made = []
    for part, source in zip(content, _sources(payload, len(content))):
        if not isinstance(part, dict) or not _is_shown(part):
            kind = part.get("type") if isinstance(part, dict) else None
            made.append(base._replace(name=shape("codex", "message", role, kind)))
        elif part.get("type") == "input_image":
            made.append(base._replace(kind="dropped", name="", value=_shown(part)))
        elif role == "assistant":
            made.append(base._replace(kind="answer", name="", value=_shown(part)))
        else:
            made += _prompt(base._replace(name=""), _shown(part), source)
    return made


def _sources(payload: Mapping[str, object], count: int) -> list[str]:
    """Who each part of a message is from, as far as the record says: `user`, `harness`, ... or ""."""
    found = payload.get("internal_chat_message_metadata_passthrough")
    notes = found.get("content_item_metadata") if isinstance(found, dict) else None
    if not isinstance(notes, list) or len(notes) != count:
        return [""] * count
    origins = [note.get("provenance") if isinstance(note, dict) else None for note in notes]
    return [_text(origin.get("type")) if isinstance(origin, dict) else "" for origin in origins]


def _prompt(base: Item, text: str, source: str) -> list[Item]:
    kind = prompts.kind(text)
    if source not in ("user", "") and kind != "shell":
        return []  # the harness speaks; `!ls` is told by it, but was the person's
    value = SAID.get(kind, str)(text)
    kind = KINDS.get(kind, kind)
    return [base._replace(kind=kind, value=value)] if kind else []


def _event(payload: Mapping[str, object], base: Item) -> list[Item]:
    kind = _text(payload.get("type"))
    if kind in SILENT_EVENTS:
        return []
    if kind == "turn_aborted":
        return [base._replace(kind="interrupted", name="")]
    if kind == "task_complete":
        error = payload.get("error")
        message = error.get("message") if isinstance(error, dict) else error
        return [base._replace(kind="failure", name="", value=_text(message) or "failed")] if error else []
    if kind == "item_completed":
        item = payload.get("item")
        name = _text(item.get("type")) if isinstance(item, dict) else ""
        return [] if name in TWICE else [base._replace(name=shape("codex", "item_completed", name))]
    return [base._replace(name=shape("codex", "event_msg", kind))]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
