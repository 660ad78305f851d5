"""The Anthropic Messages API as Claude Code speaks it, as far as a scripted model needs it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Event = tuple[str, Json]

USAGE = {"input_tokens": 100, "output_tokens": 20, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
ENDPOINT = "/v1/messages"


def texts(body: Json) -> dict[str, str]:
    """Give the texts of a request that a lane can match on."""
    users = [message["content"] for message in body.get("messages", ()) if message.get("role") == "user"]
    return {
        "first": _text(users[0]) if users else "",
        "last": _text(users[-1]) if users else "",
        "system": _text(body.get("system")),
        "any": json.dumps(body, ensure_ascii=False),
    }


def has_tools(body: Json) -> bool:
    return bool(body.get("tools"))


def aside(path: str, body: Json) -> Json | None:
    """Give the answer to a request that asks no model, or None."""
    if path == ENDPOINT + "/count_tokens":
        return {"input_tokens": max(1, len(json.dumps(body)) // 4)}
    if path == "/v1/models":
        return {"data": [], "has_more": False}
    return None


def error(answer: Json) -> Json:
    return {"type": "error", "error": answer.get("error") or {"type": "api_error", "message": "scripted"}}


def reply(body: Json, answer: Json) -> Json:
    """Give the whole message that `answer` stands for."""
    content = answer.get("blocks") or list(_blocks(answer))
    calls = any(block["type"] == "tool_use" for block in content)
    return {
        "id": "msg_" + uuid.uuid4().hex[:24],
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "fake"),
        "content": content,
        "stop_reason": answer.get("stop_reason") or ("tool_use" if calls else "end_turn"),
        "stop_sequence": None,
        "usage": {**USAGE, **answer.get("usage", {})},
    }


def stream(message: Json) -> Iterator[Event]:
    """Give the same message as the events of a stream."""
    opening = {**message, "content": [], "stop_reason": None, "usage": {**message["usage"], "output_tokens": 1}}
    yield "message_start", {"message": opening}
    for index, block in enumerate(message["content"]):
        empty, deltas = _pieces(block)
        yield "content_block_start", {"index": index, "content_block": empty}
        for delta in deltas:
            yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    closing = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"delta": closing, "usage": message["usage"]}
    yield "message_stop", {}


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(
        block["text"] if block.get("type") == "text" else _text(block.get("content"))
        for block in content or ()
        if block.get("type") in ("text", "tool_result")
    )


def _blocks(answer: Json) -> Iterator[Json]:
    if "thinking" in answer:
        yield {"type": "thinking", "thinking": answer["thinking"], "signature": "c2lnbmF0dXJl"}
    if "text" in answer:
        yield {"type": "text", "text": answer["text"]}
    for tool in answer.get("tools", ()):
        name = tool.get("id") or "toolu_" + uuid.uuid4().hex[:24]
        yield {"type": "tool_use", "id": name, "name": tool["name"], "input": tool.get("input", {})}


def _pieces(block: Json) -> tuple[Json, list[Json]]:
    if block["type"] == "text":
        return {**block, "text": ""}, [{"type": "text_delta", "text": block["text"]}]
    if block["type"] == "thinking":
        thought = {"type": "thinking_delta", "thinking": block["thinking"]}
        signature = {"type": "signature_delta", "signature": block["signature"]}
        return {**block, "thinking": "", "signature": ""}, [thought, signature]
    return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
