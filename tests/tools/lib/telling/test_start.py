"""What a session is given when it starts: what, how much, to whom, and what it costs to read."""
import itertools
import os
import sys

import pytest

from tests.conftest import NOW
from tests.tools.lib.lanes import LAPTOP, S1, S2, S3, Lane
from tests.tools.lib.starting import PARTS, Session
from tools.lib import files, notices, paths, sessions, wire
from tools.lib.room import size

A, B = "clients/a", "clients/b"
OTHER = "00000000-1111-4222-8333-444455556666"


@pytest.fixture
def lane(tmp_path):
    made = Lane(tmp_path)
    made.write("preferences.md", "# Rules\n\n- Be truthful.\n")
    made.write(f"contexts/{A}/README.md", "---\nkind: client\n---\n\n# Acme\n\nThey sell anvils.\n")
    made.say(A, S1, "Q", "rewrite the router", 1, LAPTOP)
    made.say(A, S1, "A", "The router is rewritten.", 2, LAPTOP)
    made.say(A, S1, "handoff", "review router-2", 3, LAPTOP)
    made.say(B, S2, "note", "the secret of b", 4)
    made.settle()
    return made


def test_a_start_gives_rules_who_and_where_the_readme_and_what_others_did(lane):
    told = Session(lane, S3, A).start()
    assert told["rules-1"] == "The person's standing rules, for every session (preferences.md):\n\n# Rules\n\n- Be truthful."
    assert told["rules-2"] == ""
    tool = os.path.join(paths.ROOT, "tools")
    assert told["context"].split("\n")[:5] == [
        "Alter Ego keeps one memory for all sessions of this person, on all machines. "
        f"This is session {S3} (claude) on desk-4f1c, and it works for {A} (by ALTER_EGO_CONTEXT).",
        "To leave something for later sessions, in one line that can be understood without this conversation:",
        f"  {sys.executable} {tool}/note.py TEXT   (before the text: --decision, --todo, --handoff; --done ID closes one)",
        "To see the context, or to set another (only the person may switch it to another client):",
        f"  {sys.executable} {tool}/context.py show   (or: list, set NAME, new client|project NAME)",
    ]
    assert "They sell anvils." in told["context"]
    assert "review router-2" in told["digest"] and "The router is rewritten." in told["digest"]


@pytest.mark.parametrize("source", ("startup", "clear", "compact"))
def test_every_source_that_begins_with_nothing_gives_all_of_it_again(lane, source):
    session = Session(lane, S3, A)
    first, second = session.start(), session.start(source)
    assert [bool(text) for text in second.values()] == [True, False, True, True]
    assert first["rules-1"] == second["rules-1"]


def test_a_resume_gives_only_what_is_new(lane):
    session = Session(lane, S3, A)
    session.start()
    assert session.start("resume") == dict.fromkeys(PARTS, "")
    lane.say(A, S2, "note", "came while it was away", 9)
    lane.say(A, S3, "note", "its own", 10)
    lane.write("preferences.md", "# Rules\n\n- Be brief.\n")
    lane.settle()
    told = session.start("resume")
    assert "came while it was away" in told["digest"] and "router" not in told["digest"] and "its own" not in told["digest"]
    assert "Be brief." in told["rules-1"] and told["context"] == ""
    assert session.prompt() == ""


def test_a_fork_is_given_what_its_parent_was_not(lane, tmp_path):
    Session(lane, S3, A).start()
    lane.say(A, S2, "note", "since then", 9)
    lane.settle()
    transcript = str(tmp_path / "fork.jsonl")
    files.replace(transcript, wire.dumps({"sessionId": OTHER, "requestSessionId": S3}) + "\n")
    told = Session(lane, OTHER, A).start("fork", transcript_path=transcript)
    assert "since then" in told["digest"] and "router" not in told["digest"]
    assert told["rules-1"] == "" and f"session {OTHER}" in told["context"]
    assert "review router-2" in Session(lane, OTHER + "1", A).start("fork", transcript_path="/none")["digest"]


def test_the_four_hooks_of_a_start_may_run_in_any_order(lane):
    for number, order in enumerate(itertools.permutations(PARTS)):
        session = Session(lane, f"{OTHER[:-2]}{number:02}", A)
        told = session.start(order=order)
        assert all(told[part] for part in PARTS if part != "rules-2")
        assert sessions.load(lane.local, session.session)["seen"][0] == A
        assert session.prompt() == ""


@pytest.mark.parametrize("context", (A, B, "_unsorted", "projects/p"))
def test_nothing_of_another_context_is_in_any_text(lane, context):
    for name in (A, B, "_unsorted", "projects/p"):
        word = name.replace("/", "-")
        lane.write(f"contexts/{name}/README.md", f"---\nkind: x\n---\n\nreadme-{word}\n")
        for kind in ("Q", "A", "note", "decision", "todo", "handoff", "done"):
            lane.say(name, S1, kind, f"{kind}-{word}", 5, LAPTOP)
        lane.say(name, S1, "event", f"title title-{word}", 5, LAPTOP)
    lane.settle()
    session = Session(lane, S3, context)
    texts = [*session.start().values()]
    sessions.save(lane.local, {**sessions.load(lane.local, S3), "lost": True})
    texts.append(session.prompt())
    for name in (A, B, "_unsorted", "projects/p"):
        lane.say(name, S2, "todo", f"later-{name.replace('/', '-')}", 9, LAPTOP)
    lane.settle()
    texts += [session.prompt(), *session.start("resume").values(), *session.start("compact").values()]
    whole = "\n".join(texts)
    words = {"Q", "A", "note", "decision", "todo", "handoff", "readme", "title", "later"}
    for name in (A, B, "_unsorted", "projects/p"):
        word = name.replace("/", "-")
        found = {part for part in words if f"{part}-{word}" in whole}
        assert found == (words if name == context else set())


@pytest.mark.parametrize("letter", ("a", "語", "🦊", "<"))
def test_every_part_stays_within_what_a_client_passes_on(lane, letter):
    lane.write("preferences.md", f"## Rule\n{letter * 60}\n" * 10_000)
    lane.write(f"contexts/{A}/README.md", f"---\nkind: client\n---\n\n{letter * 70}\n" * 2000)
    for minute in range(300):
        lane.say(A, S1, ("note", "todo", "Q", "A")[minute % 4], letter * 300, minute, LAPTOP)
    lane.settle()
    for number in range(30):
        notices.say(lane.local, f"n{number}", letter * 2000, NOW + number)
    session = Session(lane, S3, A)
    told = session.start()
    assert all(4500 < size(text) <= 9500 for text in told.values()), {part: size(text) for part, text in told.items()}
    assert all(len(text.encode("utf-16-le")) // 2 <= 9500 for text in told.values())
    assert "bytes are left out" in told["rules-2"] and "bytes are left out" in told["context"]
    assert "Left out here" in told["digest"]
    sessions.save(lane.local, {**sessions.load(lane.local, S3), "lost": True})
    assert 7000 < size(session.prompt()) <= 9500
    assert "is too long" in notices.standing(lane.local)["rules-too-long"]["text"]


def test_what_the_person_must_know_is_told_to_each_session_once(lane):
    notices.say(lane.local, "x", "The push failed: run python3 tools/sync.py status.", NOW)
    first, second = Session(lane, S3, A), Session(lane, S2, A)
    told = first.start()
    assert told["context"].split("\n")[:3] == [
        "Alter Ego has something for the person; tell them in your next answer:",
        "- The push failed: run python3 tools/sync.py status.",
        "",
    ]
    assert sum("push failed" in text for text in told.values()) == 1
    assert "push failed" not in first.start("compact")["context"] and "push failed" in second.start()["context"]
    notices.say(lane.local, "x", "The push failed again.", NOW)
    assert first.prompt() == "Alter Ego has something for the person; tell them in your next answer:\n- The push failed again."


@pytest.mark.parametrize(("events", "again"), (
    (("compact", "start", "summary"), False),  # Claude Code
    (("compact", "summary", "start"), False),  # Codex
    (("compact", "summary"), True),
    (("summary",), True),
    (("compact",), False),  # it was broken off
    (("compact", "start", "summary", "compact", "summary"), True),
    (("compact", "summary", "start", "compact", "summary"), True),
))
def test_a_session_that_lost_its_texts_is_given_them_at_its_next_prompt_once(lane, events, again):
    session = Session(lane, S3, A)
    session.start()
    for e in events:
        session.take(e, source="compact", text=f"{e} {session.now}")
    told = session.prompt()
    if again:
        assert all(words in told for words in ("Be truthful.", f"session {S3}", "They sell anvils.", "review router-2"))
    else:
        assert told == ""
    assert session.prompt() == ""


def test_a_session_that_never_started_for_us_is_given_all_at_its_first_prompt(lane):
    session = Session(lane, S3, A)
    assert "Be truthful." in session.prompt()
    assert session.prompt() == ""


def test_a_session_that_is_not_kept_is_told_so_and_leaves_nothing(lane):
    lane.write(f"contexts/{A}/README.md", "---\nkind: client\ncapture: off\n---\n")
    lane.settle()
    session = Session(lane, S3, A)
    told = session.start()
    assert "Nothing of this session is kept" in told["context"] and "note.py" not in told["context"]
    assert "review router-2" in told["digest"] and session.prompt() == ""
    assert not os.path.exists(os.path.join(lane.local, "spool")) and not os.path.exists(sessions.path_of(lane.local, S3))


def test_an_empty_house_says_who_and_where_and_nothing_else(tmp_path):
    told = Session(Lane(tmp_path), S3, "_unsorted").start()
    assert [bool(text) for text in told.values()] == [False, False, True, False]


def test_a_start_reads_the_same_however_long_the_history_is(lane, monkeypatch):
    """Counted: files opened and bytes read; there is no other way from the disk to a text."""

    def reads(session):
        seen = []
        whole = files.read

        def counted(path, start=0, most=-1):
            content = whole(path, start, most)
            seen.append((os.path.relpath(path, lane.local), len(content or b"")))
            return content

        monkeypatch.setattr(files, "read", counted)
        Session(lane, session, A).start()
        monkeypatch.setattr(files, "read", whole)
        return seen

    for minute in range(400):
        lane.say(A, S1, "note", "x" * 80, minute, LAPTOP)
    lane.settle()
    for day in range(1, 29):
        for session in (S1, S2, S3, OTHER):
            lane.say(A, session, "note", "x" * 80, 5, LAPTOP, day=f"2026-10-{day:02}")
    lane.settle()
    short = reads(OTHER)
    for year in range(2017, 2026):
        for month in range(1, 13):
            for session in (S1, S2):
                lane.say(A, session, "note", "y" * 80, 5, LAPTOP, day=f"{year}-{month:02}-03")
    for number in range(100):
        lane.say(f"clients/c{number}", S1, "note", "z", 5, LAPTOP)
    lane.settle()
    long = reads(OTHER[:-1] + "7")
    strip = lambda seen: [name.replace(OTHER, "S").replace(OTHER[:-1] + "7", "S") for name, _ in seen]  # noqa: E731
    assert strip(long) == strip(short)
    assert sum(count for _, count in long) < 1.02 * sum(count for _, count in short)
