"""All that a start and a prompt put before a session together: within a client's limit, and nothing of another client."""
import json
import os
import sys

import pytest

from tests.test_hot_imports import REFUSED, loaded
from tests.tools.lib.lanes import LAPTOP, S1, S2, S3, Lane, by_hand
from tests.tools.lib.starting import PARTS, Session
from tools.lib import files, lock, notices, paths
from tools.lib.beside import board, messages, siblings
from tools.lib.beside.boardpage import CAUTIONS, STATE, WORK
from tools.lib.beside.messages import Message
from tools.lib.guard import memory
from tools.lib.intake import capture
from tools.lib.journals import entries
from tools.lib.lessons import lesson_table, lessons
from tools.lib.room import LIMIT, size
from tools.lib.setup import registration
from tools.lib.telling import arrivals

A, B = "clients/a", "clients/b"


def fill(lane, context, word, letter="x"):
    """Something of everything that a session may be told, with this word in it."""
    long = f"{word} {letter * 900}"
    for number in range(12):
        for section in (STATE, CAUTIONS, WORK):
            board.add(lane.local, section, f"{number} {long}", context, f"t{number}", 0.0)
        line = {"e": "prompt", "kind": "person", "n": number, "t": Session(lane, S1, A).now, "z": 0, "c": context, "text": long}
        siblings.asked(lane.local, f"{context[-1]}{number}", line, entries.of(line, S2, str))
        page = lessons.page(long, "", context, topics=[f"router {letter * 30}", "router"])
        lane.write(f"memory/lessons/{context[-1]}{number}.md", page)
        lane.say(context, S2, "handoff", long, number, LAPTOP)
        lane.say(context, S2, "note", long, number, LAPTOP)
    lane.write(f"contexts/{context}/README.md", f"---\nkind: client\n---\n\n# {word}\n\n" + f"{long}\n" * 20)


def settle(lane):
    lane.settle()
    lesson_table.refresh(lane.local, lane.root, by_hand)


def prompt(session, text="the router"):
    event = session.event("user_prompt_submit")
    record = capture.take(event, {"e": "prompt", "kind": "person", "text": f"{text} {session.now}"})
    return arrivals.text(event, record, text)


@pytest.mark.parametrize("letter", ("x", "é", "語", "\U0001f6b6", "<a"))
def test_everything_at_once_stays_within_what_a_client_passes_on(tmp_path, letter):
    lane = Lane(tmp_path)
    lane.write("preferences.md", "# Rules\n\n" + f"- {letter * 100}\n" * 90)
    lane.settle()
    one, other = Session(lane, S3, A), Session(lane, S1, A)
    one.start()
    fill(lane, A, "acme", letter)
    settle(lane)
    for number in range(5):
        messages.leave(lane.local, S3, Message(0.0, "t", "claude", A, letter * 800))
        notices.say(lane.local, f"topic {number}", letter * 700, 1.0)
    told = prompt(one)
    parts = ("Messages", "Standing cautions", "CURRENT STATE", "Other sessions", "Lessons", "tell them")
    assert [part for part in parts if part not in told] == []
    assert size(told) <= LIMIT and size(prompt(one)) <= LIMIT
    first = prompt(other)
    assert size(first) <= LIMIT and "Standing cautions" in first and "Lessons" in first and "standing rules" in first
    for source in ("startup", "compact"):
        assert all(size(text) <= LIMIT for text in Session(lane, "s9", A).start(source).values())


def test_nothing_of_one_client_reaches_another_s_session(tmp_path):
    lane = Lane(tmp_path)
    sessions = [Session(lane, S1, A), Session(lane, S3, B), Session(lane, "s9", "projects/p")]
    for session in sessions:
        session.start()
    fill(lane, A, "acme")
    fill(lane, B, "beta")
    settle(lane)
    for session in sessions:
        messages.leave(lane.local, session.session, Message(0.0, "t", "claude", A, "acme's words"))
        messages.leave(lane.local, session.session, Message(0.0, "t", "claude", B, "beta's words"))
    for session, own, foreign in zip(sessions, ("acme", "beta", "for all"), (("beta",), ("acme",), ("acme", "beta"))):
        context, id = session.environ["ALTER_EGO_CONTEXT"], session.session[:3]
        texts = [prompt(session), prompt(session), prompt(Session(lane, f"{id}y", context))]
        texts += Session(lane, f"{id}x", context).start().values()
        assert own == "for all" or own in texts[0]
        assert [word for word in foreign if any(word in text for text in texts)] == []


def test_a_start_holds_the_board_and_a_resume_does_not_say_it_again(tmp_path):
    lane = Lane(tmp_path)
    lane.settle()
    board.add(lane.local, CAUTIONS, "never restart nginx", "", "", 0.0)
    board.add(lane.local, STATE, "staging is down", "", "", 0.0)
    one = Session(lane, S1, A)
    told = one.start()["context"]
    assert "never restart nginx" in told and "staging is down" in told
    assert prompt(one).endswith("- never restart nginx") and one.start("resume") == dict.fromkeys(PARTS, "")
    board.add(lane.local, STATE, "staging is up", "", "", 0.0)
    assert "staging is up" in one.start("resume")["context"] and "staging" not in prompt(one)


def test_a_part_that_cannot_be_told_takes_no_other_along(tmp_path):
    lane = Lane(tmp_path)
    lane.write("contexts/clients/a/README.md", "---\nkind: client\n---\n\n# Acme\n")
    lane.settle()
    files.folder(board.path_of(lane.local))
    files.folder(os.path.join(lane.local, "shells.log"))
    one = Session(lane, S1, A)
    assert "Acme" in one.start()["context"]
    files.append(memory.path_of(lane.local, S1), b'["m", "/x", [1, 2, ""], 1.0]\n')
    messages.leave(lane.local, S1, Message(0.0, "t", "claude", A, "acme's words"))
    assert "says: acme's words" in prompt(one)
    logged = files.text(os.path.join(lane.local, "errors.log")) or ""
    assert logged.count("IsADirectoryError") >= 3 and "board.py" in logged and "spans.py" in logged


@pytest.mark.parametrize(("hook", "payload", "word"), (
    ("user_prompt_submit", {"prompt": "the router"}, "Lessons"),
    ("pre_tool_use", {"tool_name": "Bash", "tool_input": {"command": "cd x && terraform apply"}}, "Plan first"),
    ("post_tool_use", {"tool_name": "Bash", "tool_input": {"command": "ls"}}, "Messages"),
))
def test_the_hooks_load_nothing_heavy_with_all_of_it_there(tmp_path, hook, payload, word):
    lane = Lane(tmp_path)
    lane.settle()
    Session(lane, S3, A).start()
    fill(lane, A, "acme")
    lane.write("memory/lessons/tf.md", lessons.page("Plan first.", "", "", commands=["terraform apply"]))
    settle(lane)
    messages.leave(lane.local, S3, Message(0.0, "t", "claude", A, "wait"))
    files.replace(os.path.join(lane.local, "current"), os.path.relpath(paths.ROOT, lane.local))
    content = json.dumps({"session_id": S3, "cwd": str(tmp_path), **payload}).encode()
    with lock.held(os.path.join(files.folder(os.path.join(lane.local, "locks")), "worker")):
        modules, output = loaded([sys.executable, *registration.arguments(lane.local, "claude", hook, None)], content)
    assert word in output.decode() and [name for name in modules if name.partition(".")[0] in REFUSED] == []
    assert not os.path.exists(os.path.join(lane.local, "errors.log"))
