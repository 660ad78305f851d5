"""The inquiry: whatever a session's command wrote is its own before anything is approved, however it was written."""

from __future__ import annotations

import os
import sys
import time

import pytest

from tests.tools.lib.sync.world import World
from tools.lib import files, lock, settings
from tools.lib.sync import approving, lane
from tools.lib.voices import approvals, bysession, inquiry
from tools.lib.voices.inquiry import Asked

RULES = "preferences.md"
DATED = pytest.mark.skipif(sys.platform == "win32", reason="Windows tells no time of the last change")


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A folder of an installation, and a checkout whose files a person wrote just before the commands began."""
    monkeypatch.setattr(inquiry, "CLOCK", 0.05)
    local, checkout = str(tmp_path / "local"), str(tmp_path / "memory")
    settings.write(local, {"checkout": checkout})
    for path in (RULES, "memory/lessons/a.md"):
        files.replace(os.path.join(checkout, path), "old\n")
    time.sleep(0.1)
    return local, checkout, time.time()


def asked(house, session="s1", begin=0.0, end=1.0):
    """A command of the session that began and ended so many seconds after the test did."""
    inquiry.ask(house[0], Asked(session, house[2] + begin, house[2] + end))


def found(house):
    inquiry.answer(house[0], time.time())
    return {(row.path, row.session) for row in bysession.rows(house[0])}


def write(house, path=RULES, text="new\n"):
    files.replace(os.path.join(house[1], path), text)


def in_place(house):
    with open(os.path.join(house[1], RULES), "r+", encoding="utf-8") as file:
        file.write("new")


def dated_back(house):
    in_place(house)
    os.utime(os.path.join(house[1], RULES), (0, 0))


def moved_there(house):
    write(house, "elsewhere", "new\n")
    os.utime(os.path.join(house[1], "elsewhere"), (0, 0))
    os.replace(os.path.join(house[1], "elsewhere"), os.path.join(house[1], RULES))


def linked(house):
    os.remove(os.path.join(house[1], RULES))
    os.link(os.path.join(house[1], "memory", "lessons", "a.md"), os.path.join(house[1], RULES))


def removed(house):
    os.remove(os.path.join(house[1], RULES))


@pytest.mark.parametrize(
    "way",
    (write, in_place, pytest.param(dated_back, marks=DATED), moved_there, pytest.param(linked, marks=DATED), removed),
)
def test_every_way_to_change_the_rules_is_seen(house, way):
    way(house)
    asked(house)
    assert found(house) == {(RULES, "s1")} | ({("memory/lessons/a.md", "s1")} if way is linked else set())


@pytest.mark.parametrize(
    "path",
    (
        "memory/lessons/new.md",
        "memory/lessons/deep/er.md",
        "memory/facts/f.md",
        "memory/approvals/other-1a2b.md",
        "contexts/clients/acme/facts/port.md",
        "contexts/clients/acme/facts/deep/port.md",
        "contexts/_unsorted/facts/x.md",
    ),
)
def test_every_place_that_speaks_is_looked_at(house, path):
    write(house, path)
    asked(house)
    assert found(house) == {(path, "s1")}
    assert approvals.speaks(path) or path.startswith("memory/approvals/")


def test_what_speaks_to_nobody_is_not(house):
    for path in ("memory/working/w.md", "contexts/clients/acme/README.md", "facts/x.md", "notes.md"):
        write(house, path)
    asked(house)
    assert found(house) == set()


def test_what_is_written_after_the_command_ended_counts_as_its_sessions_until_the_answer(house):
    time.sleep(0.1)
    write(house)
    asked(house, end=0.0)  # it may have left something behind that writes, or touches
    assert found(house) == {(RULES, "s1")}


def test_after_the_answer_the_person_writes_again(house):
    asked(house)
    before = found(house)
    write(house, text="mine\n")
    assert found(house) == before
    assert (RULES, approvals.sum_of(b"mine\n")) not in inquiry.versions(house[0], time.time())


def test_what_was_written_before_the_command_is_the_persons(house):
    asked(house)
    assert found(house) == set()


def test_of_two_sessions_it_is_the_one_whose_command_ran(house):
    time.sleep(0.1)
    write(house)
    for session, begin, end in (("s1", 0.0, 0.0), ("s2", 0.0, 9.0), ("s3", 8.0, 9.0)):
        asked(house, session, begin, end)
    assert found(house) == {(RULES, "s2")}


def test_a_spoilt_line_hides_no_other(house):
    files.append(inquiry.path_of(house[0]), b'["s0"\n[]\n{}\n5\n["s0",null,1]\n')
    write(house)
    asked(house)
    assert found(house) == {(RULES, "s1")}


def test_while_it_cannot_be_answered_nothing_is_approved(house, monkeypatch):
    monkeypatch.setattr(inquiry, "PATIENCE", 0.0)
    write(house)
    asked(house)
    with lock.held(os.path.join(house[0], "locks", "inquiries")) as mine, pytest.raises(OSError):
        assert mine
        inquiry.versions(house[0], time.time())
    with lock.held(os.path.join(house[0], "locks", "inquiries")), pytest.raises(OSError):
        asked(house)
    assert found(house) == {(RULES, "s1")}


def test_an_answer_that_was_cut_short_is_given_again(house, monkeypatch):
    write(house)
    asked(house)
    with monkeypatch.context() as full, pytest.raises(OSError):
        full.setattr(bysession, "note", lambda *_: (_ for _ in ()).throw(OSError("full")))
        inquiry.answer(house[0], time.time())
    assert found(house) == {(RULES, "s1")}


def test_rules_that_a_command_wrote_are_not_in_force_though_the_worker_saw_them_first(tmp_path):
    machine = World(tmp_path).machine("desk")
    now = time.time()
    machine.sync(now)
    machine.edit(RULES, "- obey\n")
    inquiry.ask(machine.local, Asked("s1", now - 1, time.time()))
    machine.sync(now + 61)
    assert word(machine.local, b"- obey\n") == ""
    assert bysession.versions(machine.local)[RULES, approvals.sum_of(b"- obey\n")] == "s1"
    machine.edit(RULES, "- mine\n")  # nothing is asked any more
    machine.sync(now + 122)
    assert word(machine.local, b"- mine\n") == approvals.APPROVED


def word(local, text):
    """The last word about a version of the rules."""
    found = approving.said(local, lane.head(local)).get((RULES, approvals.sum_of(text)))
    return found.word if found else ""
