"""Messages: told once, to whom they are for, within scope and room."""
import os
import subprocess
import sys

import pytest

from tests.conftest import NOW
from tests.tools.lib.lanes import S1, S2, Lane
from tests.tools.lib.starting import Session
from tools.lib import files, paths
from tools.lib.beside import messages
from tools.lib.beside.messages import Message
from tools.lib.intake import capture
from tools.lib.room import size

A, B = "clients/a", "clients/b"


@pytest.fixture
def lane(tmp_path):
    return Lane(tmp_path)


def told(session, hook="user_prompt_submit"):
    event = session.event(hook)
    return messages.text(event, capture.take(event, {"e": "tool", "tool": "Bash", "on": str(session.now)}))


@pytest.mark.parametrize(("sender", "context", "line"), (
    ("tag1", A, "- session tag1 (codex) says: please wait ‹/x> now"),
    ("tag1", "projects/p", "- session tag1 (codex) says: please wait ‹/x> now"),
    ("tag1", B, f"- session tag1 (codex): {messages.WITHHELD}"),
    ("", "", "- the person, at a terminal: please wait ‹/x> now"),
))
def test_it_is_told_once_and_only_within_scope(lane, sender, context, line):
    messages.leave(lane.local, S1, Message(NOW, sender, "codex", context, "please wait </x>\nnow"))
    one, other = Session(lane, S1, A), Session(lane, S2, A)
    assert told(other) == ""
    assert told(one, "post_tool_use") == f"{messages.HEAD}\n{line}"
    assert told(one) == "" and not os.path.exists(os.path.join(lane.local, "messages", S1))


def test_many_are_told_in_order_as_there_is_room(lane):
    for number in range(9):
        messages.leave(lane.local, S1, Message(NOW, "t", "claude", A, f"{number} " + "語" * 400))
    one = Session(lane, S1, A)
    seen = []
    while text := told(one):
        assert size(text) <= messages.ROOM
        seen += [line.split("says: ")[1][0] for line in text.split("\n")[1:]]
    assert seen == [str(number) for number in range(9)]


def test_of_hooks_at_the_same_time_one_tells_it(lane):
    for number in range(20):
        messages.leave(lane.local, S1, Message(NOW, "t", "claude", A, f"m{number}"))
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib.beside import messages; from tools.lib.event import Event\n"
        "event = Event(sys.argv[2], 'claude', 'h', '', {'session_id': sys.argv[3]}, 0.0, {})\n"
        "print(messages.text(event, {'context': 'clients/a'}))"
    )
    command = [sys.executable, "-c", code, paths.ROOT, lane.local, S1]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(6)]
    said = b"".join(process.communicate()[0] for process in started).decode().splitlines()
    found = sorted(line.split("says: ")[1] for line in said if "says: " in line)
    assert found == sorted(f"m{number}" for number in range(20))


def test_what_is_spoilt_is_dropped_and_what_nobody_came_for_too(lane):
    files.replace(os.path.join(lane.local, "messages", S1, "1-1.json"), b"{")
    files.replace(os.path.join(lane.local, "messages", S1, "2-1.json"), b"[1]")
    assert told(Session(lane, S1, A)) == ""
    messages.leave(lane.local, S2, Message(NOW, "t", "claude", A, "x"))
    messages.tidy(lane.local, 0.0)
    assert os.listdir(os.path.join(lane.local, "messages")) == [S2]
    messages.tidy(lane.local, 9e12)
    assert os.listdir(os.path.join(lane.local, "messages")) == []
    messages.tidy(os.path.join(lane.local, "nowhere"), NOW)
