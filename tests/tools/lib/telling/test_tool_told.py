"""What is told beside tool calls, through the hooks."""
import json

import pytest

from hooks import post_tool_use, pre_tool_use
from tests.tools.lib.lanes import S1, S2, Lane, by_hand
from tests.tools.lib.starting import Session
from tools.lib.beside import messages
from tools.lib.beside.messages import Message
from tools.lib.lessons import lesson_table, lessons

A = "clients/a"
HOOKS = {"PreToolUse": pre_tool_use, "PostToolUse": post_tool_use}


@pytest.fixture
def lane(tmp_path):
    made = Lane(tmp_path)
    made.write("memory/lessons/tf.md", lessons.page("Plan first.", "", "", commands=["terraform apply"], paths=["*.tf"]))
    made.settle()
    lesson_table.refresh(made.local, made.root, by_hand)
    return made


def told(session, name, **more):
    given = {"tool_name": "Bash", "tool_input": {"command": "terraform apply"}, "cwd": "/x", **more}
    answer = HOOKS[name].handle(session.event("hook", tool_use_id=str(session.now), **given))
    if answer is None:
        return ""
    found = json.loads(answer)
    assert list(found) == ["hookSpecificOutput"] and list(found["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]
    assert found["hookSpecificOutput"]["hookEventName"] == name
    return found["hookSpecificOutput"]["additionalContext"]


def test_a_lesson_before_the_call_and_a_message_with_it(lane):
    one = Session(lane, S1, A)
    messages.leave(lane.local, S1, Message(0.0, "t", "claude", A, "wait"))
    messages.leave(lane.local, S2, Message(0.0, "t", "claude", A, "not for one"))
    text = told(one, "PreToolUse")
    assert "Plan first." in text and "says: wait" in text
    assert told(one, "PreToolUse") == told(one, "PostToolUse") == ""
    messages.leave(lane.local, S1, Message(0.0, "t", "claude", A, "and now"))
    assert told(one, "PostToolUse").endswith("says: and now")


def test_a_subagent_hears_lessons_once_and_no_messages(lane):
    one = Session(lane, S1, A)
    assert "Plan" in told(one, "PreToolUse")
    messages.leave(lane.local, S1, Message(0.0, "t", "claude", A, "wait"))
    assert told(one, "PreToolUse", agent_id="a1") == told(one, "PreToolUse", agent_id="a2") != ""
    assert told(one, "PreToolUse", agent_id="a1") == told(one, "PostToolUse", agent_id="a1") == ""
    assert "wait" in told(one, "PostToolUse")


@pytest.mark.parametrize("given", (
    {"tool_input": None}, {"tool_input": []}, {"tool_input": {"command": 7}}, {"cwd": None}, {"tool_name": 1},
))
def test_an_odd_event_breaks_nothing(lane, given):
    assert isinstance(told(Session(lane, S1, A), "PreToolUse", **given), str)


def test_a_relative_path_below_a_folder_with_a_lesson(lane):
    lane.write("memory/lessons/infra.md", lessons.page("Ask first.", "", "", paths=["infra/**"]))
    lane.settle()
    lesson_table.refresh(lane.local, lane.root, by_hand)
    given = {"tool_name": "Edit", "tool_input": {"file_path": "a.txt"}}
    assert told(Session(lane, S1, A), "PreToolUse", **given, cwd="/srv/elsewhere") == ""
    assert "Ask first." in told(Session(lane, S2, A), "PreToolUse", **given, cwd="/srv/Infra")
