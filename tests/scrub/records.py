"""Records in the shapes of both clients, with a place for a text in every field that may hold one."""

from __future__ import annotations

import json
import random

from tests.scrub import draw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Place = Callable[[random.Random, str], dict[str, Any]]
    Pair = Callable[[random.Random, str, str], dict[str, Any]]

WHEN = "2026-03-02T10:11:12.345Z"


def claude(r: random.Random, kind: str, **fields: object) -> dict[str, Any]:
    """The common fields of a Claude Code transcript record."""
    return {
        "parentUuid": draw.uuid(r),
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/u/shop",
        "sessionId": draw.uuid(r),
        "version": "2.1.332",
        "gitBranch": "main",
        "type": kind,
        "uuid": draw.uuid(r),
        "timestamp": WHEN,
        **fields,
    }


def prompt(r: random.Random, text: str, **fields: object) -> dict[str, Any]:
    return claude(r, "user", message={"role": "user", "content": text}, promptId=draw.uuid(r), **fields)


def said(r: random.Random, block: dict[str, Any], **fields: object) -> dict[str, Any]:
    usage = {"input_tokens": 1204, "cache_read_input_tokens": 30512, "output_tokens": 88, "service_tier": "standard"}
    message = {"id": "msg_01" + draw.run(r, "A", 22), "type": "message", "role": "assistant", "model": "claude-opus-5", "content": [block], "stop_reason": None, "usage": usage}
    return claude(r, "assistant", message=message, requestId="req_011" + draw.run(r, "A", 21), **fields)


def uses(r: random.Random, name: str, tool_input: dict[str, Any]) -> dict[str, Any]:
    return said(r, {"type": "tool_use", "id": "toolu_01" + draw.run(r, "A", 22), "name": name, "input": tool_input})


def result(r: random.Random, content: object, rich: object) -> dict[str, Any]:
    block = {"tool_use_id": "toolu_01" + draw.run(r, "A", 22), "type": "tool_result", "content": content, "is_error": False}
    return claude(r, "user", message={"role": "user", "content": [block]}, toolUseResult=rich)


def bash(out: str = "finished", err: str = "") -> dict[str, Any]:
    return {"stdout": out, "stderr": err, "interrupted": False, "isImage": False, "noOutputExpected": False}


def edited(before: str, after: str, whole: str) -> dict[str, Any]:
    patch = [{"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 2, "lines": ["-" + before, "+" + after, " mode=full"]}]
    return {"filePath": "/home/u/shop/a.txt", "oldString": before, "newString": after, "originalFile": whole, "structuredPatch": patch, "userModified": False, "replaceAll": False}


def codex(kind: str, payload: dict[str, Any]) -> dict[str, Any]:
    return {"timestamp": WHEN, "ordinal": 17, "type": kind, "payload": payload}


def item(kind: str, **fields: object) -> dict[str, Any]:
    return codex("response_item", {"type": kind, **fields})


def call(r: random.Random, arguments: dict[str, Any]) -> dict[str, Any]:
    return item("function_call", name="exec_command", arguments=json.dumps(arguments), call_id="call_" + draw.run(r, "A", 24))


def event(kind: str, **fields: object) -> dict[str, Any]:
    return codex("event_msg", {"type": kind, **fields})


def completed(r: random.Random, kind: str, **fields: object) -> dict[str, Any]:
    return event("item_completed", thread_id=draw.uuid(r), turn_id=draw.uuid(r), item={"type": kind, "id": "item_" + draw.run(r, "d", 2), **fields})


def meta(r: random.Random, **fields: object) -> dict[str, Any]:
    return codex("session_meta", {"id": draw.uuid(r), "cwd": "/home/u/shop", "originator": "codex_exec", "cli_version": "0.171.0", **fields})


# every place takes (random, a text with a secret) and gives a record
PLACES: dict[str, Place] = {
    "prompt": prompt,
    "prompt block": lambda r, t: claude(r, "user", message={"role": "user", "content": [{"type": "text", "text": t}]}),
    "answer": lambda r, t: said(r, {"type": "text", "text": t}),
    "thinking": lambda r, t: said(r, {"type": "thinking", "thinking": t, "signature": draw.run(r, "B", 200)}),
    "bash command": lambda r, t: uses(r, "Bash", {"command": t, "description": "Run it"}),
    "bash description": lambda r, t: uses(r, "Bash", {"command": "make", "description": t}),
    "write content": lambda r, t: uses(r, "Write", {"file_path": "/home/u/shop/a.txt", "content": t}),
    "write path": lambda r, t: uses(r, "Write", {"file_path": f"/home/u/shop/{t}", "content": "mode"}),
    "edit old": lambda r, t: uses(r, "Edit", {"file_path": "/home/u/shop/a.txt", "old_string": t, "new_string": "mode", "replace_all": False}),
    "edit new": lambda r, t: uses(r, "Edit", {"file_path": "/home/u/shop/a.txt", "old_string": "mode", "new_string": t, "replace_all": False}),
    "input key": lambda r, t: uses(r, "Call", {"region": "europe", t: "on"}),
    "input nested": lambda r, t: uses(r, "Call", {"steps": [{"with": {"note": t}}], "retries": 3}),
    "url": lambda r, t: uses(r, "WebFetch", {"url": f"https://acme.dev/items?page=2&q={t}", "prompt": "Read it"}),
    "agent prompt": lambda r, t: uses(r, "Agent", {"description": "Look", "prompt": t, "subagent_type": "general"}),
    "result string": lambda r, t: result(r, t, bash()),
    "result blocks": lambda r, t: result(r, [{"type": "text", "text": t}], bash()),
    "tool stdout": lambda r, t: result(r, "finished", bash(t)),
    "tool stderr": lambda r, t: result(r, "finished", bash("", t)),
    "result error": lambda r, t: result(r, "finished", "Error: " + t),
    "read content": lambda r, t: result(r, "finished", {"type": "text", "file": {"filePath": "/home/u/a", "content": t, "numLines": 3, "startLine": 1, "totalLines": 3}}),
    "original file": lambda r, t: result(r, "finished", edited("a", "b", t)),
    "patch line": lambda r, t: result(r, "finished", edited(t, "b", "mode")),
    "patch line added": lambda r, t: result(r, "finished", edited("a", t, "mode")),
    "result file path": lambda r, t: result(r, "finished", {**edited("a", "b", "mode"), "filePath": f"/home/u/{t}/x"}),
    "branch": lambda r, t: prompt(r, "go on", gitBranch=f"fix/{t}"),
    "cwd": lambda r, t: prompt(r, "go on", cwd=f"/home/u/{t}/site"),
    "summary": lambda r, t: {"type": "summary", "summary": t, "leafUuid": draw.uuid(r)},
    "title": lambda r, t: {"type": "custom-title", "customTitle": t, "sessionId": draw.uuid(r)},
    "last prompt": lambda r, t: {"type": "last-prompt", "lastPrompt": t, "sessionId": draw.uuid(r)},
    "queue": lambda r, t: {"type": "queue-operation", "operation": "enqueue", "timestamp": WHEN, "content": t, "sessionId": draw.uuid(r)},
    "snapshot key": lambda r, t: {"type": "file-history-snapshot", "messageId": draw.uuid(r), "snapshot": {"trackedFileBackups": {f"conf/{t}.txt": {"backupFileName": None, "version": 1}}, "timestamp": WHEN}},
    "hook stdout": lambda r, t: claude(r, "attachment", attachment={"type": "hook_success", "hookName": "Stop", "stdout": t, "command": "run"}),
    "hook command": lambda r, t: claude(r, "system", subtype="stop_hook_summary", hookInfos=[{"command": t, "durationMs": 12}]),
    "system content": lambda r, t: claude(r, "system", subtype="informational", content=t, level="info"),
    "client_id": lambda r, t: uses(r, "Call", {"client_id": t, "region": "europe"}),
    "signature": lambda r, t: uses(r, "Call", {"signature": t, "region": "europe"}),
    "image object's text": lambda r, t: uses(r, "Call", {"type": "image", "caption": t, "width": 640}),
    "custom id": lambda r, t: uses(r, "Call", {"id": t, "region": "europe"}),
    "codex user": lambda r, t: item("message", role="user", content=[{"type": "input_text", "text": t}]),
    "codex developer": lambda r, t: item("message", role="developer", content=[{"type": "input_text", "text": t}]),
    "codex answer": lambda r, t: item("message", role="assistant", content=[{"type": "output_text", "text": t}]),
    "codex arguments": lambda r, t: call(r, {"cmd": t, "workdir": "/home/u/shop", "timeout_ms": 10000}),
    "codex argv": lambda r, t: call(r, {"command": ["bash", "-lc", t], "workdir": "/home/u/shop"}),
    "codex output": lambda r, t: item("function_call_output", call_id="call_" + draw.run(r, "A", 24), output=t),
    "codex output json": lambda r, t: item("function_call_output", call_id="call_" + draw.run(r, "A", 24), output=json.dumps({"output": t, "metadata": {"exit_code": 0}})),
    "codex custom tool": lambda r, t: item("custom_tool_call", name="apply_patch", call_id="call_" + draw.run(r, "A", 24), input=f"*** Begin Patch\n*** Update File: a.txt\n@@\n-mode\n+{t}\n*** End Patch"),
    "codex reasoning": lambda r, t: item("reasoning", summary=[{"type": "summary_text", "text": t}], encrypted_content=None),
    "codex command run": lambda r, t: completed(r, "CommandExecution", command=["bash", "-lc", "make"], aggregated_output=t, exit_code=0),
    "codex file change": lambda r, t: completed(r, "FileChange", changes={f"conf/{t}.txt": {"type": "add", "content": "mode"}}),
    "codex user item": lambda r, t: completed(r, "UserMessage", content=[{"type": "text", "text": t}]),
    "codex complete": lambda r, t: event("task_complete", turn_id=draw.uuid(r), last_agent_message=t),
    "codex compacted": lambda r, t: codex("compacted", {"message": t}),
    "codex instructions": lambda r, t: meta(r, base_instructions={"text": t}),
    "codex remote": lambda r, t: meta(r, git={"branch": "main", "repository_url": f"https://deploy:{t}@git.acme.dev/team/site.git"}),
    "codex branch": lambda r, t: meta(r, git={"branch": f"fix/{t}", "commit_hash": draw.run(r, "h", 40)}),
    "codex cwd": lambda r, t: codex("turn_context", {"cwd": f"/home/u/{t}", "model": "gpt-5.5", "approval_policy": "never"}),
    "codex history": lambda r, t: {"session_id": draw.uuid(r), "ts": 1760000000, "text": t},
    "payload prompt": lambda r, t: {"session_id": draw.uuid(r), "cwd": "/home/u/shop", "hook_event_name": "UserPromptSubmit", "prompt": t},
    "payload response": lambda r, t: {"session_id": draw.uuid(r), "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": bash(t)},
}
# places that are one path segment, key or name: only a bare token fits
BARE_PLACES = frozenset(
    "write path,input key,url,result file path,branch,cwd,snapshot key,client_id,signature,custom id,codex file change,codex remote,codex branch,codex cwd".split(",")
)
# structures that join a name and a value across JSON: (random, name, value) gives a record
PAIRS: dict[str, Pair] = {
    "input entry": lambda r, k, v: uses(r, "Call", {"region": "europe", k: v, "retries": 3}),
    "input env": lambda r, k, v: uses(r, "Call", {"command": "make", "env": {"MODE": "full", k: v}}),
    "input name-value": lambda r, k, v: uses(r, "Call", {"fields": [{"name": "region", "value": "europe"}, {"name": k, "value": v}]}),
    "input key-value": lambda r, k, v: uses(r, "Call", {"headers": [{"key": k, "value": v}]}),
    "input list of pairs": lambda r, k, v: uses(r, "Call", {"fields": [["region", "europe"], [k, v]]}),
    "argv": lambda r, k, v: uses(r, "Call", {"args": ["deploy", "--" + k, v, "--region", "europe"]}),
    "result object": lambda r, k, v: result(r, "finished", {"status": "ok", "data": {k: v, "region": "europe"}}),
    "result json text": lambda r, k, v: result(r, json.dumps({"region": "europe", k: v}), bash(json.dumps({k: v}, indent=2))),
    "list under the name": lambda r, k, v: uses(r, "Call", {k: [v], "region": "europe"}),
    "codex arguments": lambda r, k, v: call(r, {"region": "europe", k: v}),
    "codex arguments nested": lambda r, k, v: call(r, {"body": json.dumps({"mode": "full", k: v})}),
    "codex argv": lambda r, k, v: call(r, {"command": ["deploy", "--" + k, v, "--region", "europe"]}),
    "codex output": lambda r, k, v: item("function_call_output", call_id="call_1", output=json.dumps({"region": "europe", k: v})),
    "codex env": lambda r, k, v: completed(r, "CommandExecution", command=["env", f"{k}={v}", "make"], aggregated_output="finished", exit_code=0),
}


def dump(r: random.Random, record: dict[str, Any]) -> str:
    """The record as one line, in one of the ways JSON is written."""
    style = r.randrange(3)
    if style == 0:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(record, ensure_ascii=style == 1)
