"""Both clients' records: real ones whole, each shape by itself, and what was never seen."""
from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tools.lib import paths, transcripts, wire
from tools.lib.transcripts import Item, claude, codex, turns

DATA = os.path.join(paths.ROOT, "tests", "data", "transcripts")
WHEN = "2026-11-30T02:02:07.123Z"
PIXEL = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0K" * 512}}


def recorded(name: str) -> list[Item]:
    with open(os.path.join(DATA, *name.split("/")) + ".jsonl", "rb") as handle:
        return list(transcripts.items(name.partition("/")[0], handle.read()))


@pytest.mark.parametrize(
    "name",
    ("claude/print", "claude/terminal", "claude/clear", "claude/fork", "claude/error", "claude/queued", "claude/subagent",
     "claude/blocked", "codex/exec", "codex/terminal", "codex/error"),
)
def test_nothing_in_a_recorded_transcript_is_unknown(name: str) -> None:
    assert [item.name for item in recorded(name) if item.kind == "unknown"] == []


@pytest.mark.parametrize(
    ("name", "kinds"),
    (
        ("claude/error", "prompt failure"),
        ("claude/clear", "command prompt answer"),
        ("claude/queued", "prompt answer call result prompt answer prompt answer prompt answer prompt call answer"),
        ("claude/subagent", "prompt call result answer"),
        (
            "claude/terminal",
            "prompt answer prompt prompt answer prompt answer call result interrupted prompt answer shell output answer"
            " prompt answer compacted summary command output prompt answer",
        ),
        (
            "codex/terminal",
            "prompt answer prompt interrupted prompt answer prompt answer call result interrupted prompt answer shell"
            " answer summary prompt answer",
        ),
        ("codex/error", "prompt failure"),
    ),
)
def test_a_recorded_transcript_says_who_said_what(name: str, kinds: str) -> None:
    assert " ".join(item.kind for item in recorded(name)) == kinds


def test_a_subagents_records_are_marked() -> None:
    assert {item.who for item in recorded("claude/subagent")} == {"a9695378e94016808"}
    assert {item.who for item in recorded("claude/print")} == {""}


def user(content: object, **more: object) -> dict[str, object]:
    return {"type": "user", "uuid": "u1", "timestamp": WHEN, "promptId": "p1", "message": {"content": content}, **more}


def said(*blocks: object, **more: object) -> dict[str, object]:
    return {"type": "assistant", "uuid": "u2", "timestamp": WHEN, "message": {"content": list(blocks)}, **more}


def unknown(name: str) -> list[Item]:
    return [Item("unknown", WHEN, "", name)]


@pytest.mark.parametrize(
    ("record", "items"),
    (
        (user("hello"), [Item("prompt", WHEN, value="hello", turn="p1")]),
        (user("hello", isMeta=True), []),
        (user("hello", isSidechain=True, agentId="a1"), [Item("prompt", WHEN, "a1", value="hello", turn="p1")]),
        (user("hello", isSidechain=True), [Item("prompt", WHEN, "subagent", value="hello", turn="p1")]),
        (user("so far", isCompactSummary=True), [Item("summary", WHEN, value="so far", turn="p1")]),
        (user("hi", origin={"kind": "task-notification"}), [Item("notification", WHEN, value="hi", turn="p1")]),
        (user("<local-command-caveat>x</local-command-caveat>"), []),
        (user([{"type": "text", "text": "see"}, PIXEL]),
         [Item("prompt", WHEN, value="see", turn="p1"), Item("dropped", WHEN, value="[image/png, 3 KB, left out]", turn="p1")]),
        (user([{"type": "tool_result", "tool_use_id": "t1", "content": "out", "is_error": True}]),
         [Item("result", WHEN, "", "failed", "t1", "out", "p1")]),
        (user([{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "a"}, PIXEL]}]),
         [Item("result", WHEN, "", "", "t1", "a\n[image/png, 3 KB, left out]", "p1")]),
        (user([{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "tool_reference", "tool_name": "X"}]}]),
         [Item("result", WHEN, "", "", "t1", [{"type": "tool_reference", "tool_name": "X"}], "p1")]),
        (user([{"type": "tool_result"}]), [Item("result", WHEN, value="", turn="p1")]),
        (user([{"type": "hologram"}]), [Item("unknown", WHEN, "", "claude/user/hologram", turn="p1")]),
        (user([7]), [Item("unknown", WHEN, "", "claude/user/odd", turn="p1")]),
        (user(None), [Item("unknown", WHEN, "", "claude/user", turn="p1")]),
        (said({"type": "text", "text": "done"}), [Item("answer", WHEN, value="done")]),
        (said({"type": "text", "text": "400"}, isApiErrorMessage=True), [Item("failure", WHEN, value="400")]),
        (said({"type": "thinking", "thinking": "hm", "signature": "x"}, {"type": "redacted_thinking"}), []),
        (said({"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}),
         [Item("call", WHEN, "", "Bash", "t1", {"command": "ls"})]),
        (said({"type": "server_tool_use", "id": "t2", "name": "web_search", "input": {}}),
         [Item("call", WHEN, "", "web_search", "t2", {})]),
        (said({"type": "web_search_tool_result", "tool_use_id": "t2", "content": [{"url": "u"}]}),
         [Item("result", WHEN, "", "", "t2", [{"url": "u"}])]),
        (said({"type": "dance"}, "?"), unknown("claude/assistant/dance") + unknown("claude/assistant/odd")),
        ({"type": "system", "subtype": "compact_boundary", "timestamp": WHEN}, [Item("compacted", WHEN)]),
        ({"type": "system", "subtype": "turn_duration"}, []),
        ({"type": "system", "subtype": "new thing!", "timestamp": WHEN}, unknown("claude/system/odd")),
        ({"type": "attachment", "attachment": {"type": "prompt_snapshot", "systemPrompt": ["secret plumbing"]}}, []),
        ({"type": "attachment", "attachment": {"type": "hook_something_new"}}, []),
        ({"type": "attachment", "attachment": {"type": "novelty"}, "timestamp": WHEN}, unknown("claude/attachment/novelty")),
        ({"type": "attachment", "timestamp": WHEN}, unknown("claude/attachment/odd")),
        ({"type": "api-request-blob", "message": {}}, []),
        ({"type": "sk-" + "a" * 60, "timestamp": WHEN}, unknown("claude/odd")),
        ({"timestamp": WHEN}, unknown("claude/odd")),
        ({"type": ["user"], "timestamp": 7}, [Item("unknown", "", "", "claude/odd")]),
    ),
)
def test_a_claude_record_has_these_items(record: dict[str, object], items: list[Item]) -> None:
    assert claude.read(record) == items


def response(**payload: object) -> dict[str, object]:
    return {"type": "response_item", "timestamp": WHEN, "payload": payload}


def event(**payload: object) -> dict[str, object]:
    return {"type": "event_msg", "timestamp": WHEN, "payload": payload}


def given(text: str, source: str = "user", role: str = "user") -> dict[str, object]:
    notes = {"turn_id": "t1", "content_item_metadata": [{"provenance": {"type": source}}]}
    content = [{"type": "input_text", "text": text}]
    return response(type="message", role=role, content=content, internal_chat_message_metadata_passthrough=notes)


SHELL = "<user_shell_command><command>ls</command></user_shell_command>"


@pytest.mark.parametrize(
    ("record", "items"),
    (
        (given("hello"), [Item("prompt", WHEN, value="hello", turn="t1")]),
        (given("hello", "harness"), []),
        (given("hello", role="developer"), []),
        (given("<environment_context>x</environment_context>"), []),
        (given("# AGENTS.md instructions for /home/u\n<INSTRUCTIONS>x</INSTRUCTIONS>"), []),
        (given("<turn_aborted>x</turn_aborted>", "harness"), []),
        (given(SHELL, "harness"), [Item("shell", WHEN, value="ls", turn="t1")]),
        (response(type="message", role="user", content=[{"type": "input_text", "text": "old"}]),
         [Item("prompt", WHEN, value="old")]),
        (response(type="message", role="user", content=[{"type": "input_image", "image_url": "data:image/png;base64,AAAA"}]),
         [Item("dropped", WHEN, value="[image/png, 1 KB, left out]")]),
        (response(type="message", role="assistant", content=[{"type": "output_text", "text": "ok"}]),
         [Item("answer", WHEN, value="ok")]),
        (response(type="message", role="assistant", content=[{"type": "refusal"}]), unknown("codex/message/assistant/refusal")),
        (response(type="message", role="critic", content=[]), unknown("codex/message/critic")),
        (response(type="function_call", name="exec_command", arguments='{"cmd":"ls"}', call_id="c1"),
         [Item("call", WHEN, "", "exec_command", "c1", {"cmd": "ls"})]),
        (response(type="function_call", name="exec_command", arguments='{"cmd', call_id="c1"),
         [Item("call", WHEN, "", "exec_command", "c1", '{"cmd')]),
        (response(type="custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c2"),
         [Item("call", WHEN, "", "apply_patch", "c2", "*** Begin Patch")]),
        (response(type="function_call_output", call_id="c1", output="a\n"), [Item("result", WHEN, "", "", "c1", "a\n")]),
        (response(type="function_call_output", call_id="c1", output=[{"type": "input_text", "text": "a"}]),
         [Item("result", WHEN, "", "", "c1", "a")]),
        (response(type="reasoning", summary=["hm"]), []),
        (response(type="oracle_call"), unknown("codex/response_item/oracle_call")),
        (event(type="token_count"), []),
        (event(type="turn_aborted", turn_id="t1"), [Item("interrupted", WHEN, turn="t1")]),
        (event(type="task_complete", turn_id="t1", last_agent_message="ok"), []),
        (event(type="task_complete", turn_id="t1", error={"message": "scripted"}),
         [Item("failure", WHEN, value="scripted", turn="t1")]),
        (event(type="item_completed", item={"type": "AgentMessage"}), []),
        (event(type="item_completed", item={"type": "Sculpture"}), unknown("codex/item_completed/Sculpture")),
        (event(type="fireworks"), unknown("codex/event_msg/fireworks")),
        ({"type": "session_meta", "payload": {"base_instructions": "plumbing"}}, []),
        ({"type": "world_state", "payload": {}}, []),
        ({"type": "compacted", "timestamp": WHEN, "payload": {"message": "so far"}}, [Item("summary", WHEN, value="so far")]),
        ({"type": "compacted", "timestamp": WHEN, "payload": {}}, [Item("compacted", WHEN)]),
        ({"type": "novelty", "timestamp": WHEN, "payload": {}}, unknown("codex/novelty")),
        ({"type": "response_item", "timestamp": WHEN, "payload": "?"}, unknown("codex/response_item")),
    ),
)
def test_a_codex_record_has_these_items(record: dict[str, object], items: list[Item]) -> None:
    assert codex.read(record) == items


def test_payloads_are_left_out_wherever_they_stand() -> None:
    image = "data:image/jpeg;base64," + "A" * 4096
    source = {"type": "base64", "media_type": "image/png", "data": "A" * 2048}
    assert transcripts.lightened({"a": [image, source], "b": "data: plain"}) == {
        "a": ["[image/jpeg, 3 KB, left out]", {**source, "data": "[image/png, 2 KB, left out]"}],
        "b": "data: plain",
    }


@pytest.mark.parametrize(
    ("when", "seconds"),
    (
        ("2026-11-30T02:02:07.123Z", 1796004127.123),
        ("2026-11-30T02:02:07Z", 1796004127.0),
        ("", 0.0),
        ("yesterday", 0.0),
        ("2026-11-30T02:02:07.xyzZ", 0.0),
    ),
)
def test_a_records_time_is_read(when: str, seconds: float) -> None:
    assert transcripts.moment(when) == pytest.approx(seconds)


def test_lines_that_are_no_record_are_passed_over() -> None:
    record = b'{"type":"user","message":{"content":"%s"}}'
    lines = [b"", record % b"a" + b"\r", b"\xff\xfe{", b"[1]", record % b"b", b'{"type":"us']
    assert [item.value for item in transcripts.items("claude", b"\n".join(lines))] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "told"),
    (
        (
            "claude/print",
            [
                ("prompt", "rewrite the alert router so that it reads alerts.yaml", "All done: the router reads alerts.yaml."),
                ("notification", "", "Second answer after the notification."),
                ("prompt", "go on please", "answer after resume"),
            ],
        ),
        (
            "claude/terminal",
            [
                ("prompt", "first prompt", "Answer one."),
                ("prompt", "slow prompt", ""),
                ("prompt", "slow promptagain", "Answer after esc."),
                ("prompt", "run sleep", "running"),
                ("prompt", "what now", "Answer after tool esc."),
                ("shell", "", "I saw your ls."),
                ("prompt", "/greet Anna", "the skill's answer"),
                ("prompt", "after compact", "After compact answer."),
            ],
        ),
        (
            "codex/terminal",
            [
                ("prompt", "first prompt", "Answer one."),
                ("prompt", "slow prompt", ""),
                ("prompt", "again", "Answer after esc."),
                ("prompt", "run sleep", "running"),
                ("prompt", "what now", "Answer after tool esc."),
                ("shell", "", ""),
                ("prompt", "after compact", "After compact."),
            ],
        ),
        ("claude/error", [("prompt", "provoke an error", "API Error: 400 scripted")]),
        ("claude/subagent", []),
    ),
)
def test_turns_are_what_was_asked_and_the_last_word(name: str, told: list[tuple[str, str, str]]) -> None:
    assert [(turn.kind, turn.prompt, turn.answer) for turn in turns.of(recorded(name))] == told


def test_a_turn_has_its_id_and_times() -> None:
    turn = turns.of(recorded("claude/error"))[0]
    assert len(turn.id) == 36 and 0 < turn.asked < turn.answered


def test_recent_turns_are_read_from_the_end(tmp_path) -> None:
    path = str(tmp_path / "t.jsonl")
    assert turns.recent("claude", path) == []
    with open(path, "wb") as handle:
        handle.write(b'{"type":"user","message":{"content":"old"}}\n' * 100)
        handle.write(b'{"type":"user","message":{"content":"new"}}\n{"type":"user","mess')
    assert [turn.prompt for turn in turns.recent("claude", path, 90)] == ["new"]


ODD: tuple[object, ...] = (
    *(None, 7, True, "text"), *([], [None], ["a", 1]), *({}, {"type": []}, {"type": {}}, {"text": 3, "type": "text"})
)


@pytest.mark.parametrize("agent", ("claude", "codex"))
def test_no_shape_whatever_stops_a_reader(agent: str) -> None:
    """Each field of each recorded record, replaced by each odd value."""
    reader = transcripts.reader(agent)
    for name in ("print", "queued", "terminal") if agent == "claude" else ("exec", "terminal"):
        for record in records(f"{agent}/{name}"):
            for changed in spoilt(record):
                assert all(isinstance(item, Item) for item in reader.read(changed))
                assert isinstance(reader.key(changed) + reader.when(changed), str)


def records(name: str) -> list[dict[str, object]]:
    with open(os.path.join(DATA, *name.split("/")) + ".jsonl", "rb") as handle:
        return [wire.loads(line) for line in handle]


def spoilt(value: object) -> Iterator[object]:
    """The value with one field after the other replaced, at any depth; itself stays an object."""
    pairs = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    for key, part in pairs:
        for other in (*ODD, *spoilt(part)):
            copy = value.copy()
            copy[key] = other
            yield copy
