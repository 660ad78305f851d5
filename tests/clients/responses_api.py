"""The OpenAI Responses API as Codex speaks it, as far as a scripted model needs it.

A tool of an answer is {"name", "input" (an object), "id"?, "namespace"?}; an input that is a string makes it a custom
tool call, which is how apply_patch is called.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Event = tuple[str, Json]

USAGE = {
    "input_tokens": 100,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 20,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 120,
}
ENDPOINT = "/v1/responses"
COMPACTED = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "compacted by the server"}]}


def texts(body: Json) -> dict[str, str]:
    """Give the texts of a request that a lane can match on."""
    users = [_text(item) for item in _said(body) if item.get("role") == "user"]
    return {
        "first": users[0] if users else "",
        "last": users[-1] if users else "",
        "system": body.get("instructions") or "",
        "any": json.dumps(body, ensure_ascii=False),
    }


def has_tools(body: Json) -> bool:
    return bool(body.get("tools")) or any(item.get("type") == "additional_tools" for item in _said(body))


def aside(path: str, body: Json) -> Json | None:
    """Give the answer to a request that asks no model, or None."""
    if path == ENDPOINT + "/compact":
        return {"output": [COMPACTED]}
    if path == "/v1/models":
        return {"object": "list", "data": [], "models": []}
    return None


def error(answer: Json) -> Json:
    return {"error": answer.get("error") or {"type": "server_error", "message": "scripted"}}


def reply(body: Json, answer: Json) -> Json:
    """Give the whole response that `answer` stands for."""
    return {
        "id": "resp_" + uuid.uuid4().hex[:20],
        "object": "response",
        "status": "completed",
        "model": body.get("model"),
        "output": answer.get("items") or list(_items(answer)),
        "usage": {**USAGE, **answer.get("usage", {})},
    }


def stream(response: Json) -> Iterator[Event]:
    """Give the same response as the events of a stream."""
    yield "response.created", {"response": {**response, "status": "in_progress", "output": []}}
    for index, item in enumerate(response["output"]):
        if item["type"] == "message":
            opening = {**item, "content": [], "status": "in_progress"}
            yield "response.output_item.added", {"output_index": index, "item": opening}
            place = {"output_index": index, "item_id": item["id"], "content_index": 0}
            yield "response.output_text.delta", {**place, "delta": item["content"][0]["text"]}
        yield "response.output_item.done", {"output_index": index, "item": item}
    yield "response.completed", {"response": response}


def _said(body: Json) -> list[Json]:
    said = body.get("input") or []
    return [{"role": "user", "content": said}] if isinstance(said, str) else said


def _text(item: Json) -> str:
    content = item.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def _items(answer: Json) -> Iterator[Json]:
    if "thinking" in answer:
        summary = [{"type": "summary_text", "text": answer["thinking"]}]
        yield {"type": "reasoning", "id": _id("rs_"), "summary": summary, "encrypted_content": "ZmFrZQ=="}
    if "text" in answer:
        content = [{"type": "output_text", "text": answer["text"], "annotations": []}]
        yield {"type": "message", "id": _id("msg_"), "role": "assistant", "status": "completed", "content": content}
    for tool in answer.get("tools", ()):
        yield _call(tool)


def _call(tool: Json) -> Json:
    call = {"call_id": tool.get("id") or _id("call_"), "name": tool["name"], "status": "completed"}
    if isinstance(tool.get("input"), str):
        return {"type": "custom_tool_call", "id": _id("ctc_"), "input": tool["input"], **call}
    call["arguments"] = json.dumps(tool.get("input", {}))
    if "namespace" in tool:
        call["namespace"] = tool["namespace"]
    return {"type": "function_call", "id": _id("fc_"), **call}


def _id(prefix: str) -> str:
    return prefix + uuid.uuid4().hex[:20]
