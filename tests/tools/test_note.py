"""The note command."""
import os
import subprocess
import sys

import pytest

from tests.conftest import NOW
from tests.tools.desks import AGENT, PERSON, SCRIPT, desk, house, work
from tests.tools.lib.lanes import S1, S2
from tests.tools.lib.starting import Session
from tools import note
from tools.lib import files, paths
from tools.lib.errors import Refusal
from tools.lib.intake import sandboxed
from tools.lib.telling import recent

A = "clients/a"


@pytest.fixture
def lane(tmp_path):
    with house(tmp_path) as made:
        made.write(f"contexts/{A}/README.md", "---\nkind: client\n---\n")
        made.settle()
        yield made


@pytest.mark.parametrize(("arguments", "asked"), (
    (["hello", "world"], ("note", "", "", "hello world")),
    (["--decision", "x"], ("decision", "", "", "x")),
    (["--todo", "--context", "a", "x"], ("todo", "", "a", "x")),
    (["--context", "a", "--handoff", "x"], ("handoff", "", "a", "x")),
    (["--done", "^d9r4t6v3"], ("done", "d9r4t6v3", "", "")),
    (["--done", "d9r4t6v3", "told", "him"], ("done", "d9r4t6v3", "", "told him")),
    (["--", "--todo"], ("note", "", "", "--todo")),
    ([], None), ([""], None), (["--todo"], None), (["--done"], None), (["--done", "", "x"], None),
    (["--context"], None), (["--unknown", "x"], None),
    (["--todo", "--decision", "x"], None),
))
def test_what_is_asked_for(arguments, asked):
    found = note.parse(arguments)
    assert (found and (found["kind"], found["ref"], found["context"], found["text"])) == asked


def test_a_session_s_notes_are_in_its_journal_and_close_what_they_name(lane):
    Session(lane, S1, A).start()
    for arguments in (["one"], ["--todo", "two"], ["--decision", "three"], ["--handoff", "four"]):
        assert note.keep(desk(lane, S1), note.parse(arguments)).startswith(f"Kept for {A}: ")
    work(lane)
    table = recent.load(lane.local, A)
    said = [("note", "one"), ("todo", "two"), ("decision", "three"), ("handoff", "four")]
    assert [(row.kind, row.text, row.session) for row in table.rows] == [(*pair, S1) for pair in said]
    for row in table.open:  # two at once, as an agent does it, and neither is taken for the other
        assert note.keep(desk(lane, S1), note.parse(["--done", row.id])) == f"Kept for {A}: done ^{row.id}"
    work(lane)
    wrong = f"Kept for {A}: done ^d9r4t6v3; nothing that is open here has this id: is it right?"
    assert note.keep(desk(lane, S1), note.parse(["--done", "d9r4t6v3"])) == wrong
    work(lane)
    assert recent.load(lane.local, A).open == []


def test_a_session_that_we_never_saw_may_note(lane):
    note.keep(desk(lane, S2, ALTER_EGO_CONTEXT="a"), note.parse(["one"]))
    work(lane)
    assert [row.text for row in recent.load(lane.local, A).rows] == ["one"]


def test_a_person_at_a_terminal_names_the_context_each_time(lane):
    for number, kind in enumerate((PERSON, SCRIPT)):
        note.keep(desk(lane, "", kind), note.parse(["--context", "a", f"said {number}"]))
        note.keep(desk(lane, "", kind), note.parse(["--context", "_unsorted", f"said {number}"]))
    work(lane)
    for name in (A, "_unsorted"):
        rows = recent.load(lane.local, name).rows
        assert [(row.text, row.session, row.agent) for row in rows] == [(f"said {n}", "terminal", "person") for n in (0, 1)]


@pytest.mark.parametrize(("kind", "arguments", "message"), (
    (AGENT, ["--context", "a", "x"], "a session notes for its own context"),
    (PERSON, ["x"], "at a terminal, name the context"),
    (PERSON, ["--context", "nowhere", "x"], "no context 'nowhere'"),
))
def test_refuses(lane, kind, arguments, message):
    with pytest.raises(Refusal, match=message):
        note.keep(desk(lane, S1, kind), note.parse(arguments))
    assert not os.path.exists(os.path.join(lane.local, "spool"))


def test_the_same_words_a_moment_later_are_kept_once_and_later_twice(lane):
    note.keep(desk(lane, S1), note.parse(["one"]))
    with pytest.raises(Refusal, match="a moment ago"):
        note.keep(desk(lane, S1), note.parse(["one"]))
    note.keep(desk(lane, S1, now=NOW + 60), note.parse(["one"]))


def test_a_session_that_is_not_kept_may_not_note(lane):
    lane.write(f"contexts/{A}/README.md", "---\nkind: client\ncapture: off\n---\n")
    lane.settle()
    with pytest.raises(Refusal, match="capture is off"):
        note.keep(desk(lane, S1, ALTER_EGO_CONTEXT="a"), note.parse(["one"]))


def test_a_full_disk_is_said(lane, monkeypatch):
    from tools.lib import spool

    def full(path, line):
        raise OSError(28, "No space left on device")

    Session(lane, S1, A).start()
    monkeypatch.setattr(spool, "add", full)
    with pytest.raises(Refusal, match="could not be written"):
        note.keep(desk(lane, S1), note.parse(["one"]))


def run(lane, *arguments, **environ):
    """The command as an agent runs it, from a pin."""
    pin = os.path.join(lane.local, "pins", "0123abcd")
    if not os.path.exists(pin):
        os.makedirs(os.path.dirname(pin))
        os.symlink(paths.ROOT, pin)
    command = [sys.executable, os.path.join(pin, "tools", "note.py"), *arguments]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CODEX"))}
    done = subprocess.run(command, env={**kept, **environ}, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def test_the_command_from_a_pin(lane):
    Session(lane, S1, A).start()
    assert run(lane, "--todo", "two", CLAUDE_CODE_SESSION_ID=S1) == (0, f"Kept for {A}: todo\n", "")
    assert run(lane, CLAUDE_CODE_SESSION_ID=S1) == (2, "", note.USAGE + "\n")
    said = "at a terminal, name the context with --context NAME; `python3 tools/context.py list` shows them\n"
    assert run(lane, "x")[::2] == (1, said)
    work(lane)
    assert [row.text for row in recent.load(lane.local, A).open] == ["two"]


def test_in_a_sandbox_that_cannot_write_it_says_so_and_ends_well(lane):
    Session(lane, S1, A).start()
    for name in os.listdir(os.path.join(lane.local, "locks")):
        os.unlink(os.path.join(lane.local, "locks", name))
    os.rmdir(os.path.join(lane.local, "locks"))
    files.replace(os.path.join(lane.local, "locks"), "")  # root may write everywhere, but not below a file
    status, said, error = run(lane, "one", CODEX_SESSION_ID=S1)
    assert (status, error) == (0, "") and said.startswith(sandboxed.SANDBOXED) and said.count("\n") == 1
    status, said, error = run(lane, "one", CLAUDE_CODE_SESSION_ID=S1)
    assert status == 1 and said == ""


def test_a_working_note_goes_to_the_top_of_its_topic_s_file(lane):
    Session(lane, S1, A).start()
    for moment, text in ((NOW, "one"), (NOW + 60, "two")):
        assert note.run(desk(lane, S1, now=moment), ["--topic", "router", text]) == "Kept at the top of memory/working/router.md"
    work(lane)
    rows = lane.read("memory/working/router.md").split("\n")
    assert rows[:2] == ["# router", ""] and [row.partition(": ")[2][:-10] for row in rows[2:4]] == ["two", "one"]
    assert all(f" desk-4f1c/{S1} @{A}: " in row for row in rows[2:4])


@pytest.mark.parametrize(("arguments", "said"), (
    (["--topic", "../x", "y"], "take --topic x"), (["--topic", "Alert Router", "y"], "alert-router"),
    (["--topic", "x", "--context", "a", "y"], "shared by all"),
))
def test_refuses_a_topic(lane, arguments, said):
    with pytest.raises(Refusal, match=said):
        note.run(desk(lane, S1), arguments)


@pytest.mark.parametrize("arguments", (
    ["--topic", "x"], ["--topic"], ["--todo", "--topic", "x", "y"], ["--topic", "x", "--done", "abc"],
))
def test_wrong_use_of_a_topic(lane, arguments):
    assert note.run(desk(lane, S1), arguments) == ""
