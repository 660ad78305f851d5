"""What the events of a context change in the lane, told once or twice."""
import os

import pytest

from tests.conftest import NOW
from tests.tools.lib.lanes import DAY, DESK, LAPTOP, S1, S2, Lane, when
from tools.lib import contexts, files, journal, sessions, wire
from tools.lib.journals import context_changes, moves

OLD, NEW = "_unsorted", "clients/a"
BIND = {"e": "bind", "session": S1, "n": 9, "t": NOW, "z": 28800, "c": NEW, "from": OLD, "move": True, "how": "set"}

MOVE = {"e": "context", "op": "move", "name": "clients/b", "to": NEW, "moved": S1, "session": "terminal", "n": 4, "z": 0}


@pytest.fixture
def lane(tmp_path):
    return Lane(tmp_path)


def house(lane):
    """Every file of the lane's work tree and its text."""
    found = {}
    for place, folders, names in os.walk(lane.root):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            path = os.path.relpath(os.path.join(place, name), lane.root).replace(os.sep, "/")
            found[path] = lane.read(path)
    return found


def twice(lane, line):
    """Apply a line twice; the second time changes nothing. Gives the paths of the first."""
    touched = context_changes.apply(lane.root, line, DESK, NOW)
    before = house(lane)
    context_changes.apply(lane.root, line, DESK, NOW)
    assert house(lane) == before
    return touched


def test_a_first_bind_takes_the_session_s_files_along_and_leaves_others(lane):
    for day in ("2026-10-31", DAY):
        lane.say(OLD, S1, "note", f"of s1 {day}", 1, day=day)
    lane.say(OLD, S2, "note", "of s2", 1)
    lane.say(OLD, S1, "note", "another machine's", 1, LAPTOP)
    for name in (f"30-{DESK}-{S1}.md", f"30-{DESK}-{S1}-2.md", f"30-{DESK}-{S1}.jsonl", f"30-{DESK}-{S2}.md"):
        lane.write(f"contexts/{OLD}/sessions/2026-11/{name}", name)
    before = house(lane)
    touched = twice(lane, BIND)
    after = house(lane)
    mine = {path for path in before if f"{DESK}-{S1}" in path}
    assert len(mine) == 5
    assert after == {path.replace(OLD, NEW) if path in mine else path: text for path, text in before.items()}
    assert set(touched) == mine | {path.replace(OLD, NEW) for path in mine}
    assert not os.path.exists(os.path.join(lane.root, "contexts/_unsorted/journal/2026-10"))


@pytest.mark.parametrize("line", (
    {**BIND, "move": False}, {**BIND, "from": NEW}, {**BIND, "c": "../x"}, {**BIND, "from": ""}, {**BIND, "from": "clients/none"},
    {"e": "context", "op": "unknown", "name": NEW, "session": S1}, {"e": "context", "session": S1},
    {"e": "context", "op": "rename", "name": OLD, "to": "/etc", "session": S1},
    {"e": "context", "op": "move", "name": OLD, "to": NEW, "moved": "", "session": S1},
    {"e": "context", "op": "new", "name": "clients/../x", "session": S1},
    {"e": "context", "op": "capture", "name": NEW, "state": "perhaps", "session": S1},
))
def test_what_means_nothing_changes_nothing(lane, line):
    lane.say(OLD, S1, "note", "x", 1)
    before = house(lane)
    assert context_changes.apply(lane.root, line, DESK, NOW) == [] and house(lane) == before


def test_a_bind_looks_only_at_days_since_the_session_began(lane, monkeypatch):
    for month in range(1, 11):
        for day in (1, 2, 3):
            lane.say(OLD, S2, "note", "x", 1, day=f"2026-{month:02}-{day:02}")
    lane.say(OLD, S1, "note", "x", 1)
    sessions.save(lane.local, {**sessions.blank(S1), "first": DAY})
    listed = []
    whole = os.listdir
    monkeypatch.setattr(os, "listdir", lambda path: (listed.append(path), whole(path))[1])
    context_changes.apply(lane.root, BIND, DESK, NOW)
    assert [os.path.relpath(path, lane.root) for path in listed] == [
        "contexts/_unsorted/journal", "contexts/_unsorted/journal/2026-11", "contexts/_unsorted/sessions",
    ]


def test_entries_that_are_in_the_way_are_joined_by_their_ids(lane):
    lane.say(OLD, S1, "note", "one", 1)
    kept = lane.read(journal.path_of(OLD, DAY, DESK, S1))
    context_changes.apply(lane.root, BIND, DESK, NOW)
    lane.say(NEW, S1, "note", "two", 2)
    lane.write(journal.path_of(OLD, DAY, DESK, S1), kept)  # a replay after a kill journals it again where it was said
    context_changes.apply(lane.root, BIND, DESK, NOW)
    items = journal.parse(lane.read(journal.path_of(NEW, DAY, DESK, S1)))[1]
    assert [item.text for item in items if item] == ["one", "two"]


def test_a_move_takes_what_was_said_until_then_and_is_on_record_for_other_machines(lane):
    lane.say("clients/b", S1, "note", "early", 1)
    lane.say("clients/b", S1, "note", "late", 200)
    lane.say("clients/b", S1, "note", "elsewhere", 1, LAPTOP)
    touched = twice(lane, {**MOVE, "t": NOW, "z": 28800})
    record = moves.Move("2026-11-30T10:02:07+08:00", S1, "clients/b", NEW, journal.identity("terminal", 4, "move"))
    assert house(lane)[moves.path_of(DESK)] == moves.line(record) + "\n"
    texts = {
        (name, device): [item.text for item in journal.entries(lane.read(journal.path_of(name, DAY, device, S1)))]
        for name in ("clients/b", NEW) for device in (DESK, LAPTOP)
    }
    assert texts == {
        ("clients/b", DESK): ["late"], (NEW, DESK): ["early"], ("clients/b", LAPTOP): ["elsewhere"], (NEW, LAPTOP): [],
    }
    assert set(touched) == {moves.path_of(DESK), *(journal.path_of(name, DAY, DESK, S1) for name in ("clients/b", NEW))}
    # the other machine hears of it
    context_changes.carry_out(lane.root, LAPTOP)
    assert journal.path_of("clients/b", DAY, LAPTOP, S1) not in house(lane)
    assert "elsewhere" in house(lane)[journal.path_of(NEW, DAY, LAPTOP, S1)]


def test_a_rename_takes_the_folder_and_later_what_other_machines_still_write(lane):
    old, new = "clients/b", "projects/b2"
    lane.write(f"contexts/{old}/README.md", "---\nkind: client\n---\n\n# B\n")
    lane.write(f"contexts/{old}/facts/price.md", "ten")
    lane.say(old, S1, "note", "mine", 1)
    lane.say(old, S2, "note", "the laptop's", 1, LAPTOP)
    lane.write(f"contexts/{old}/sessions/2026-11/30-{LAPTOP}-{S2}.md", "saved there")
    lane.write(f"contexts/{old}/sessions/2026-11/30-{DESK}-{S1}.md", "saved here")
    twice(lane, {"e": "context", "op": "rename", "name": old, "to": new, "session": "terminal", "n": 4, "t": NOW, "z": 0})
    assert {path for path in house(lane) if path.startswith(f"contexts/{old}/")} == {
        journal.path_of(old, DAY, LAPTOP, S2), f"contexts/{old}/sessions/2026-11/30-{LAPTOP}-{S2}.md",
    }
    assert house(lane)[f"contexts/{new}/facts/price.md"] == "ten" and f"contexts/{new}/README.md" in house(lane)
    context_changes.carry_out(lane.root, LAPTOP)
    assert not os.path.exists(os.path.join(lane.root, "contexts", old))
    assert house(lane)[f"contexts/{new}/sessions/2026-11/30-{LAPTOP}-{S2}.md"] == "saved there"


def test_what_was_saved_goes_on_where_it_was_moved_to(lane):
    lane.say(OLD, S1, "note", "x", 1)
    path = os.path.join(lane.local, "saved", f"{S1}.json")
    files.replace(path, wire.dumps({"offset": 5, "files": {OLD: {"part": 1}}}))
    context_changes.apply(lane.root, BIND, DESK, NOW)
    assert list(wire.loads(files.read(path))["files"]) == [NEW]


def test_a_new_context_and_its_capture(lane):
    new = {"e": "context", "op": "new", "name": NEW, "title": "Acme Ltd", "session": S1}
    assert twice(lane, new) == [f"contexts/{NEW}/README.md"]
    assert "# Acme Ltd" in lane.read(f"contexts/{NEW}/README.md")
    capture = {"e": "context", "op": "capture", "name": NEW, "state": "off", "session": S1}
    assert twice(lane, capture) == [f"contexts/{NEW}/README.md"]
    found = contexts.read(NEW, lane.read(f"contexts/{NEW}/README.md"))
    assert found.capture == "off" and "# Acme Ltd" in lane.read(f"contexts/{NEW}/README.md")
    twice(lane, {**capture, "state": "on"})
    assert contexts.read(NEW, lane.read(f"contexts/{NEW}/README.md")).capture == "on"


def test_other_lines_of_a_journal_stay_with_its_last_entry(lane):
    head = journal.head_of(S1, "claude", DESK)
    one, two = journal.Entry(when(1), "note", "one", "aaaaaaaa"), journal.Entry(when(200), "note", "two", "bbbbbbbb")
    rows = [one, "a person's line", two, ""]
    path = journal.path_of("clients/b", DAY, DESK, S1)
    lane.write(path, journal.render(head, rows))
    twice(lane, {**MOVE, "t": NOW})
    assert lane.read(path) == journal.render(head, rows[1:])
    twice(lane, {**MOVE, "t": NOW + 86400, "n": 5})
    assert lane.read(path) == ""
    assert lane.read(journal.path_of(NEW, DAY, DESK, S1)) == journal.render(head, [rows[0], "a person's line", rows[2], ""])
