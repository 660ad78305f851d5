"""What a prompt is answered with, and what its hook may load for it."""
import os
import subprocess
import sys

import pytest

from tests.tools.lib.lanes import LAPTOP, S1, S2, S3, Lane
from tests.tools.lib.starting import Session
from tools.lib import files, paths, sessions
from tools.lib.room import size
from tools.lib.telling import recent

A, B = "clients/a", "clients/b"
HEAVY = ("json", "re", "dataclasses", "pathlib", "subprocess", "typing", "logging", "argparse", "hashlib", "datetime", "tempfile")


@pytest.fixture
def lane(tmp_path):
    made = Lane(tmp_path)
    made.say(A, S1, "note", "old", 1, LAPTOP)
    made.settle()
    return made


def test_what_arrives_is_told_once_to_each_session_and_to_no_other_context(lane):
    one, two, other = Session(lane, S2, A), Session(lane, S3, A), Session(lane, S1, B)
    for session in (one, two, other):
        session.start()
        assert session.prompt() == ""
    lane.say(A, S2, "handoff", "take over the router", 5)
    lane.settle()
    assert "take over the router" in two.prompt() and "old" not in two.prompt()
    assert [session.prompt() for session in (one, two, other)] == ["", "", ""]


def test_it_is_bounded_and_what_is_left_out_is_named(lane):
    session = Session(lane, S3, A)
    session.start()
    for minute in range(80):
        lane.say(A, S1, "note", f"語{minute} " * 20, minute, LAPTOP)
    lane.settle()
    told = session.prompt()
    assert 1500 < size(told) <= 2000 and " more: `" in told and "context.py show`" in told
    assert "語79" in told and session.prompt() == ""


def test_the_first_table_of_a_machine_is_news_to_a_session_that_began_before_it(tmp_path):
    lane = Lane(tmp_path)
    session = Session(lane, S3, A)
    session.start()
    lane.say(A, S1, "note", "from the clone", 1, LAPTOP)
    lane.settle()
    assert "from the clone" in session.prompt() and session.prompt() == ""


def test_a_table_made_anew_is_no_news(lane):
    session = Session(lane, S3, A)
    session.start()
    files.remove(recent.path_of(lane.local, A))
    lane.settle()
    assert session.prompt() == ""
    lane.say(A, S1, "note", "new", 1, LAPTOP)
    lane.settle()
    told = session.prompt()
    assert "new" in told and "old" not in told


def test_a_table_that_is_lost_or_spoilt_breaks_no_prompt(lane):
    session = Session(lane, S3, A)
    session.start()
    for content in (b"", b"{", b"[1]\n[2]\n", b'["x",9]\n{"rows":[[1]],"open":[],"titles":{},"done":[]}\n'):
        files.replace(recent.path_of(lane.local, A), content)
        assert session.prompt() == ""


def test_what_it_was_given_is_in_its_record_beside_what_was_captured(lane):
    session = Session(lane, S3, A)
    session.start()
    lane.say(A, S1, "note", "new", 1, LAPTOP)
    lane.settle()
    before = sessions.load(lane.local, S3)
    session.prompt()
    after = sessions.load(lane.local, S3)
    assert after["seen"] == [A, before["seen"][1], before["seen"][2] + 1]
    assert after["n"] == before["n"] + 1 and after["open"] == after["n"]


def test_a_session_that_changes_into_another_context_s_folder_is_told_once_and_stays(lane, tmp_path):
    places = {}
    for name in (A, B):
        places[name] = str(tmp_path / name.replace("/", "-"))
        os.makedirs(os.path.join(places[name], "below"))
        lane.write(f"contexts/{name}/README.md", f"---\nkind: client\npaths: {places[name]}\n---\n")
    os.symlink(places[B], str(tmp_path / "link"))
    lane.settle()
    session = Session(lane, S3, "")
    session.environ["CLAUDE_PROJECT_DIR"] = places[A]
    session.start()
    below = os.path.join(places[B], "below")
    told = [session.prompt(cwd=cwd) for cwd in (places[A], below, below, places[B], str(tmp_path / "link"), str(tmp_path), below)]
    assert [bool(text) for text in told] == [False, True, False, False, False, False, True]
    assert told[1].startswith(f"The folder {below} belongs to {B}, but this session works for {A} and stays there")
    assert sessions.load(lane.local, S3)["context"] == A


@pytest.mark.parametrize("new", (False, True))
def test_the_prompt_s_path_loads_nothing_heavy(lane, new):
    session = Session(lane, S3, A)
    session.start()
    if new:
        lane.say(A, S1, "note", "new", 1, LAPTOP)
        lane.settle()
    code = f"""
import sys
sys.path.insert(0, {paths.ROOT!r})
from tools.lib import sessions
from tools.lib.telling import arrivals
from tools.lib.event import Event
event = Event({lane.local!r}, "claude", "user_prompt_submit", "", {{"session_id": {S3!r}}}, 1.0, {{}})
told = arrivals.text(event, sessions.load({lane.local!r}, {S3!r}))
assert bool(told) is {new}
print(" ".join(sorted(set(sys.modules) & set({HEAVY!r}))))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == ""
