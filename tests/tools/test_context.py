"""The context command."""
import os
import re

import pytest

from tests.conftest import NOW
from tests.tools.desks import AGENT, PERSON, SCRIPT, desk, house, work
from tests.tools.lib.lanes import LAPTOP, S1, S2, S3
from tests.tools.lib.starting import Session
from tools import context
from tools.lib import contexts, files, journal, paths, sessions, settings
from tools.lib.errors import Refusal
from tools.lib.telling import recent

A, B, P = "clients/a", "clients/b", "projects/p"


@pytest.fixture
def lane(tmp_path, monkeypatch):
    monkeypatch.setattr(context, "PATIENCE", 0.0)
    with house(tmp_path) as made:
        for name in (A, B, P):
            made.write(f"contexts/{name}/README.md", f"---\nkind: x\n---\n\nreadme of {name}\n")
            made.say(name, S3, "handoff", f"left in {name}", 1, LAPTOP)
        made.settle()
        yield made


def refused(message, function, *arguments):
    with pytest.raises(Refusal, match=message):
        function(*arguments)


def test_an_agent_binds_its_unbound_session_and_is_answered_with_the_context(lane):
    session = Session(lane, S1, "_unsorted")
    session.environ.pop("ALTER_EGO_CONTEXT")
    session.start()
    session.prompt("what I asked before")
    told = context.set_(desk(lane, S1, now=NOW + 600), "a")
    assert told.startswith(f"This session works for {A} from now on.\n\n")
    assert f"readme of {A}" in told and f"left in {A}" in told and "left in clients/b" not in told
    assert session.prompt("next") == ""
    work(lane)
    assert "what I asked before" in "".join(row.text for row in recent.load(lane.local, A).rows)
    assert recent.load(lane.local, "_unsorted") is None
    record = sessions.load(lane.local, S1)
    assert (record["context"], record["how"]) == (A, "set")
    assert context.set_(desk(lane, S1, now=NOW + 700), "a") == f"It works for {A} already."


def test_only_the_person_takes_a_session_from_one_client_to_another(lane):
    session = Session(lane, S1, A)
    session.start()
    session.prompt("said for a")
    for kind, words in ((AGENT, ["b"]), (SCRIPT, ["b", S1])):
        refused("only the person takes it to clients/b, with `/ego-context", context.set_, desk(lane, S1, kind), *words)
    assert sessions.load(lane.local, S1)["context"] == A
    assert context.set_(desk(lane, "", PERSON), "b", S1[:8]) == f"Session {S1} works for {B} from now on."
    told = session.prompt("next")
    assert f"readme of {B}" in told and f"left in {B}" in told and f"left in {A}" not in told
    work(lane)
    assert "said for a" in "".join(row.text for row in recent.load(lane.local, A).rows)  # what was decided stays
    assert "said for a" not in "".join(row.text for row in recent.load(lane.local, B).rows)


def test_refuses_to_set(lane):
    Session(lane, S1, P).start()
    refused("this was not called by a session", context.set_, desk(lane, "", PERSON), "a")
    refused("sets its own context only", context.set_, desk(lane, S1), "a", S2)
    refused("no context 'zzz'", context.set_, desk(lane, S1), "zzz")
    refused("no sessions that we know", context.set_, desk(lane, "", PERSON), "a", "ffff")


def test_show_gives_a_session_its_own_context_only_and_a_person_each(lane):
    Session(lane, S1, A).start()
    told = context.show(desk(lane, S1))
    assert told.startswith(f"{A} (by ALTER_EGO_CONTEXT)\n\n") and f"readme of {A}" in told and f"left in {A}" in told
    assert f"left in {A}" in context.show(desk(lane, S1), "a")
    refused("this session works for clients/a and sees nothing else", context.show, desk(lane, S1), "b")
    for name in (A, B, P):
        assert f"left in {name}" in context.show(desk(lane, "", PERSON), name)
    lane.write(f"contexts/{B}/README.md", f"---\nkind: client\nopen-to: {A}\n---\n\nreadme of {B}\n")
    lane.settle()
    assert f"left in {B}" in context.show(desk(lane, S1), "b")


def test_show_gives_all_that_a_table_holds(lane):
    for minute in range(200):
        lane.say(A, S3, ("todo", "note", "Q", "A")[minute % 4], f"<{minute}> " + "x" * 300, minute, LAPTOP)
    lane.settle()
    told = context.show(desk(lane, "", PERSON), "a")
    assert all(f"<{minute}>" in told for minute in range(200)) and "Left out" not in told


def test_list(lane):
    Session(lane, S1, A).start()
    assert context.names(desk(lane, S1)) == f"  _unsorted\n* {A}\n  {B}\n  {P}"


def test_new_contexts_and_their_names(lane):
    clone = os.path.join(lane.local, "clone")
    settings.write(lane.local, {**settings.read(lane.local), "checkout": clone})
    os.makedirs(os.path.join(clone, "contexts", "clients"))
    told = context.new(desk(lane, S1), "client", "acme")
    assert files.text(os.path.join(clone, "contexts", "clients", "acme", "README.md")) == contexts.readme("clients/acme")
    work(lane)
    path = os.path.join(clone, "contexts", "clients", "acme", "README.md")
    assert told.startswith("clients/acme ") and told.endswith(f"({path})")  # in the clone: the lane has one writer, the worker
    assert lane.read("contexts/clients/acme/README.md") == contexts.readme("clients/acme")
    refused("take 'acme-ltd'", context.new, desk(lane, S1), "client", "Acme Ltd")
    refused("take 'con-1'", context.new, desk(lane, S1), "client", "con")
    refused("clients/acme is there already", context.new, desk(lane, S1), "client", "acme")
    refused("unknown kind 'firm'", context.new, desk(lane, S1), "firm", "x")


def test_a_new_context_s_readme_leaves_what_stands_there_and_needs_no_clone(lane):
    clone = os.path.join(lane.local, "clone")
    settings.write(lane.local, {**settings.read(lane.local), "checkout": clone})
    assert context.new(desk(lane, S1), "client", "acme").startswith("clients/acme ") and not os.path.exists(clone)
    path = os.path.join(clone, "contexts", "clients", "corp", "README.md")
    files.replace(path, "# written before\n")
    context.new(desk(lane, S1, now=NOW + 60), "client", "corp")
    assert files.text(path) == "# written before\n"


def test_a_rename_is_the_person_s_and_sessions_go_on_under_the_new_name(lane):
    session = Session(lane, S1, A)
    session.start()
    session.prompt("said before")
    refused("the person's to do", context.rename, desk(lane, S1), "a", "acme")
    refused("clients/b is there already", context.rename, desk(lane, "", PERSON), "a", "b")
    refused("cannot be called", context.rename, desk(lane, "", PERSON), "a", "Acme Ltd")
    context.rename(desk(lane, "", PERSON, NOW + 600), "a", "acme")
    work(lane)
    assert session.prompt("said after") == ""
    work(lane)
    texts = "".join(row.text for row in recent.load(lane.local, "clients/acme").rows)
    assert "said before" in texts and "said after" in texts and f"left in {A}" in texts
    assert recent.current(lane.local, A) == "clients/acme"
    assert "clients/acme" in context.names(desk(lane, S1)) and A not in context.names(desk(lane, S1)).split()
    refused("is the old name of clients/acme", context.new, desk(lane, S1), "client", "a")
    assert not os.path.exists(os.path.join(lane.root, journal.path_of(A, "2026-11-30", "desk-4f1c", S1)))


def test_a_move_is_the_person_s_and_reaches_sessions_of_other_machines(lane):
    refused("the person's to do", context.move, desk(lane, S1), S3, "b")
    lane.say(A, S2, "note", "belongs to b", 2, LAPTOP)
    lane.settle()
    context.move(desk(lane, "", PERSON, NOW + 86400), S2, "b")
    work(lane)
    assert "belongs to b" in [row.text for row in recent.load(lane.local, B).rows]
    assert "belongs to b" not in [row.text for row in recent.load(lane.local, A).rows]


def test_the_memory_s_own_clone_is_no_project_to_switch_off(lane, monkeypatch):
    clone = files.folder(os.path.join(os.path.dirname(lane.local), "clone", "tools"))
    files.replace(os.path.join(clone, os.pardir, ".git", "HEAD"), "ref: refs/heads/main\n")
    settings.write(lane.local, {**settings.read(lane.local), "checkout": os.path.dirname(clone)})
    monkeypatch.chdir(clone)
    at = desk(lane, "", PERSON)
    del at.environ["CLAUDE_PROJECT_DIR"]
    for state, switch in (("off", context.off), ("on", context.on)):
        refused(f"is the memory itself and belongs to no context: name one, `context.py {state} NAME`", switch, at)
    assert context.off(at, "b").startswith(f"Capture will be off for sessions of {B}")


def test_capture_off_and_on(lane):
    session = Session(lane, S1, A)
    session.start()
    assert context.off(desk(lane, S1)) == "Capture is off for this session from now on."
    size = len(files.read(os.path.join(lane.local, "spool", "2026-11-30", f"{S1}.jsonl")))
    assert session.prompt("private") == ""
    assert len(files.read(os.path.join(lane.local, "spool", "2026-11-30", f"{S1}.jsonl"))) == size
    assert "Nothing of this session is kept" in session.start("resume")["context"]
    context.on(desk(lane, S1, now=NOW + 3600))
    session.prompt("public")
    work(lane)
    texts = "".join(row.text for row in recent.load(lane.local, A).rows)
    assert "public" in texts and "private" not in texts
    refused("the person's to do", context.off, desk(lane, S1), "context")
    context.off(desk(lane, "", PERSON), "b")
    work(lane)
    assert contexts.read(B, lane.read(f"contexts/{B}/README.md")).capture == "off"


def test_a_context_s_capture_is_switched_before_it_is_said(lane, monkeypatch):
    later = "the worker has not come to it yet, `.*sync.py now` lets it at once"
    told = context.off(desk(lane, "", PERSON, NOW - 1), "b")
    assert re.match(f"Capture will be off for sessions of {B} that begin in a moment: {later}", told)
    monkeypatch.setattr("tools.lib.launch.worker", lambda local: work(lane))
    for turn, (state, switch) in enumerate((("on", context.on), ("off", context.off)) * 2):
        told = switch(desk(lane, "", PERSON, NOW + turn / 10), "b")
        assert told == f"Capture is {state} for sessions of {B} that begin from now on."
        assert desk(lane, "", PERSON).known()[B].capture == state


def test_wrong_use_says_how(lane):
    for arguments in ([], ["fly"], ["set"], ["new", "client"], ["list", "x"]):
        assert context.run(desk(lane, PERSON), arguments) == ""
    assert os.path.exists(os.path.join(paths.ROOT, "tools", "context.py"))
