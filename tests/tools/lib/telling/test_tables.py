"""The tables that hooks read instead of history."""
import os

import pytest

from tests import repository
from tests.tools.lib.lanes import DAY, DESK, LAPTOP, S1, S2, S3, Lane, when
from tools.lib import files, git, journal
from tools.lib.intake import resolution
from tools.lib.telling import recent, tables

A, B = "clients/a", "clients/b"


@pytest.fixture
def lane(tmp_path):
    return Lane(tmp_path)


def told(lane, context, part="rows"):
    """Number, kind and text of each row."""
    table = recent.load(lane.local, context)
    return [] if table is None else [(row.number, row.kind, row.text) for row in getattr(table, part)]


def test_what_is_there_at_first_has_number_nought_and_what_arrives_counts_on(lane):
    lane.say(A, S1, "event", "title Rewrite the router", 0)
    lane.say(A, S1, "Q", "rewrite it", 1)
    lane.say(B, S2, "note", "of b", 2, LAPTOP)
    assert lane.settle()
    lane.say(A, S1, "A", "done", 3)
    lane.say(A, S3, "note", "came late", 0, LAPTOP)
    assert lane.settle()
    assert told(lane, A) == [(2, "note", "came late"), (0, "Q", "rewrite it"), (1, "A", "done")]
    assert told(lane, B) == [(0, "note", "of b")]
    assert recent.load(lane.local, A).titles == {S1: "Rewrite the router"}
    assert recent.load(lane.local, A).rows[0][1:] == (
        1795996800, when(0), "note", "came late", recent.load(lane.local, A).rows[0].id, S3, "claude", LAPTOP,
    )


def test_nothing_new_starts_no_git_and_changes_nothing(lane, monkeypatch):
    lane.say(A, S1, "note", "x", 1)
    lane.settle()
    monkeypatch.setattr(git, "call", None)
    assert not tables.refresh(lane.local, lane.root)


def test_open_items_close_in_whatever_order_their_lines_come(lane):
    first = lane.say(A, S1, "todo", "one", 1)
    lane.say(A, S1, "handoff", "two", 2)
    lane.settle()
    lane.say(A, S2, "done", f"^{first} told", 3)
    third = journal.identity(S3, 99)
    lane.say(A, S2, "done", f"^{third}", 4)
    lane.settle()
    assert told(lane, A, "open") == [(0, "handoff", "two")]
    path = journal.path_of(A, DAY, LAPTOP, S3)
    line = journal.line(journal.Entry(when(5), "todo", "three", third))
    lane.write(path, journal.render(journal.head_of(S3, "codex", LAPTOP), [line, ""]))
    lane.settle()
    assert told(lane, A, "open") == [(0, "handoff", "two")]
    assert recent.whole(lane.local, A).done == []


def test_a_done_line_that_is_deleted_opens_what_it_closed(lane):
    first = lane.say(A, S1, "todo", "one", 1)
    lane.say(A, S2, "done", f"^{first}", 3)
    lane.settle()
    assert told(lane, A, "open") == []
    path = journal.path_of(A, DAY, DESK, S2)
    lane.write(path, journal.render(journal.head_of(S2, "claude", DESK), [""]))
    lane.settle()
    assert told(lane, A, "open") == [(0, "todo", "one")]


def test_an_edited_line_keeps_its_number_and_a_deleted_one_goes(lane):
    lane.say(A, S1, "note", "one", 1)
    lane.settle()
    lane.say(A, S1, "note", "two", 2)
    lane.say(A, S1, "todo", "three", 3)
    lane.settle()
    path = journal.path_of(A, DAY, DESK, S1)
    text = lane.read(path).replace("note: two", "note: 2").replace("todo: three", "todo: 3")
    lane.write(path, "".join(line for line in text.splitlines(True) if "one" not in line))
    lane.settle()
    assert told(lane, A) == [(1, "note", "2"), (2, "todo", "3")]
    assert told(lane, A, "open") == [(2, "todo", "3")]


def test_a_line_without_an_id_is_read_too(lane):
    lane.say(A, S1, "note", "one", 1)
    lane.settle()
    lane.write(journal.path_of(A, DAY, DESK, S1), lane.read(journal.path_of(A, DAY, DESK, S1)) + f"- {when(2)} note: by hand\r\n")
    lane.settle()
    assert told(lane, A) == [(0, "note", "one"), (1, "note", "by hand")]


@pytest.mark.parametrize("name", (
    f"{DESK}-{S1} (conflicted copy).md",
    f"{DESK}-{S1}.sync-conflict-20261130.md",
    f"{DESK}-{S1}-LAPTOP7.md",
    f"{DESK}-{S1}~HEAD.md",
))
def test_a_copy_that_a_sync_client_made_is_never_read(lane, name):
    lane.say(A, S1, "note", "one", 1)
    own = lane.read(journal.path_of(A, DAY, DESK, S1))
    lane.write(f"contexts/{A}/journal/2026-11/30/{name}", own + f"- {when(2)} note: a copy's\n")
    lane.write(f"contexts/{A}/README (conflicted copy).md", "---\nkind: client\npaths: /evil\n---\n")
    lane.settle()
    assert told(lane, A) == [(0, "note", "one")]
    assert resolution.table(lane.local) == []


def test_the_contexts_table_follows_the_readmes(lane):
    lane.write(f"contexts/{A}/README.md", "---\nkind: client\npaths: ~/a, /srv/a\n---\n\n# A\n")
    lane.write("contexts/_unsorted/README.md", "---\nkind: unsorted\ncapture: off\n---\n")
    lane.settle()
    assert [(c.name, c.paths, c.capture) for c in resolution.table(lane.local)] == [
        ("_unsorted", [], "off"), (A, ["~/a", "/srv/a"], "on"),
    ]
    lane.write(f"contexts/{B}/README.md", "---\nkind: client\npaths: ~/b\n---\n")
    os.unlink(os.path.join(lane.root, "contexts/_unsorted/README.md"))
    lane.settle()
    assert [c.name for c in resolution.table(lane.local)] == [A, B]


def test_a_moved_session_counts_for_its_new_context_from_all_devices_before_and_after_the_files_move(lane):
    lane.say(A, S1, "note", "belongs to b", 1, LAPTOP)
    todo = lane.say(A, S1, "todo", "of b too", 2, LAPTOP)
    lane.say(A, S2, "note", "stays", 3)
    lane.settle()
    lane.write(f"memory/moves/{DESK}.md", f"- {when(5)} move: {S1} from {A} to {B} ^abcd2345\n")
    lane.settle()
    lane.say(A, S1, "note", "after the move", 6, LAPTOP)
    lane.settle()
    assert told(lane, A) == [(0, "note", "stays"), (1, "note", "after the move")]
    assert told(lane, B) == [(0, "note", "belongs to b"), (0, "todo", "of b too")]
    old, new = (journal.path_of(name, DAY, LAPTOP, S1) for name in (A, B))
    kept = lane.read(old)
    lane.write(new, "".join(line for line in kept.splitlines(True) if "after" not in line))
    lane.write(old, "".join(line for line in kept.splitlines(True) if "after" in line or not line.startswith("- ")))
    lane.settle()
    lane.say(B, S3, "done", f"^{todo}", 9)
    lane.settle()
    assert told(lane, A) == [(0, "note", "stays"), (1, "note", "after the move")]
    assert told(lane, B) == [(0, "note", "belongs to b"), (0, "todo", "of b too"), (1, "done", f"^{todo}")]
    assert told(lane, B, "open") == []


def test_a_renamed_context_is_found_under_its_old_name(lane):
    lane.say(A, S1, "note", "x", 1)
    lane.settle()
    lane.write(f"memory/moves/{DESK}.md", f"- {when(5)} rename: {A} to {B} ^abcd2345\n")
    lane.settle()
    lane.say(A, S2, "note", "a machine that has not heard", 6, LAPTOP)
    lane.settle()
    assert recent.current(lane.local, A) == B
    assert told(lane, B) == [(0, "note", "x"), (1, "note", "a machine that has not heard")]


@pytest.mark.parametrize("spoil", ("folder", "table", "garbage", "state", "commit"))
def test_what_was_lost_is_made_anew(lane, spoil):
    todo = lane.say(A, S1, "todo", "done long ago", 1)
    lane.say(A, S1, "done", f"^{todo}", 2)
    lane.say(A, S1, "handoff", "open", 3)
    lane.say(B, S2, "note", "of b", 4)
    lane.settle()
    lane.say(A, S1, "note", "arrived", 5)
    lane.settle()
    before = [told(lane, A), told(lane, A, "open"), told(lane, B)]
    path = recent.path_of(lane.local, A)
    if spoil == "folder":
        for name in os.listdir(recent.folder(lane.local)):
            os.unlink(os.path.join(recent.folder(lane.local), name))
    elif spoil == "table":
        os.unlink(path)
    elif spoil == "garbage":
        files.replace(path, "{")
    elif spoil == "state":
        files.replace(os.path.join(recent.folder(lane.local), "state.json"), "[")
    else:
        state = files.text(os.path.join(recent.folder(lane.local), "state.json"))
        head = repository.git(lane.root, "rev-parse", "HEAD")
        files.replace(os.path.join(recent.folder(lane.local), "state.json"), state.replace(head, "1" * 40))
    lane.say(A, S1, "note", "last", 6)
    lane.settle()
    after = [told(lane, A)[:-1], told(lane, A, "open"), told(lane, B)]
    if spoil in ("state", "commit"):  # the tables were there, so their numbers go on
        assert after == before and told(lane, A)[-1] == (2, "note", "last")
    else:
        assert [[row[1:] for row in part] for part in after] == [[row[1:] for row in part] for part in before]


def test_a_run_that_was_killed_before_its_last_write_counts_once(lane):
    lane.say(A, S1, "note", "one", 1)
    lane.settle()
    state = os.path.join(recent.folder(lane.local), "state.json")
    before = files.text(state)
    todo = lane.say(A, S1, "todo", "two", 2)
    lane.say(A, S2, "done", f"^{todo}", 3)
    lane.settle()
    once = recent.whole(lane.local, A)
    files.replace(state, before)
    assert tables.refresh(lane.local, lane.root)
    assert recent.whole(lane.local, A) == once


def test_going_on_and_making_anew_agree(lane):
    for minute in range(30):
        kind = ("note", "Q", "A", "todo", "decision")[minute % 5]
        lane.say((A, B)[minute % 2], (S1, S2, S3)[minute % 3], kind, f"{kind} {minute}", minute, (DESK, LAPTOP)[minute % 3 > 0])
        lane.settle()
    went = {name: recent.load(lane.local, name) for name in (A, B)}
    for name in (*map(str, os.listdir(recent.folder(lane.local))),):
        os.unlink(os.path.join(recent.folder(lane.local), name))
    tables.refresh(lane.local, lane.root)
    for name, table in went.items():
        anew = recent.load(lane.local, name)
        strip = lambda rows: [row[1:] for row in rows]  # noqa: E731
        assert (strip(anew.rows), strip(anew.open)) == (strip(table.rows), strip(table.open))


def test_a_refresh_reads_what_changed_however_long_the_history_is(lane, monkeypatch):
    def reads():
        asked = []
        whole = git.call

        def counted(root, args, input, *more):
            asked.append((args[0], len(input.split()) if input else 0))
            return whole(root, args, input, *more)

        monkeypatch.setattr(git, "call", counted)
        lane.say(A, S2, "note", "new", 60 * 10)
        lane.settle()
        monkeypatch.setattr(git, "call", whole)
        return asked

    lane.say(A, S1, "note", "x", 1)
    lane.say(A, S2, "note", "y", 1)
    lane.settle()
    short = reads()
    for month in range(1, 10):
        for day in range(1, 29):
            lane.say(A, S1, "note", "old", 1, day=f"2025-{month:02}-{day:02}")
    lane.settle()
    assert reads() == short == [("diff-tree", 0), ("cat-file", 1), ("cat-file", 1)]


def test_a_table_keeps_the_newest_and_what_arrived_late(lane):
    for number in range(3):
        for minute in range(200):
            lane.say(A, S1, "note", f"{number} {minute}", minute, day=f"2026-11-{number + 1:02}")
        lane.settle()
    lane.say(A, S2, "handoff", "from a laptop that was away", 0, LAPTOP, day="2025-01-01")
    lane.settle()
    table = recent.load(lane.local, A)
    assert len(table.rows) == 401 and table.next == 402
    assert (table.rows[0].text, table.rows[0].number) == ("from a laptop that was away", 401)
    assert table.rows[1].text == "1 0"


def test_a_start_reads_the_newest_open_items_and_the_number_of_the_rest(lane):
    ids = [lane.say(A, S1, "todo", f"todo {minute}", minute) for minute in range(100)]
    lane.settle()
    table, whole = recent.load(lane.local, A), recent.whole(lane.local, A)
    assert [row.text for row in table.open] == [f"todo {minute}" for minute in range(40, 100)] and table.more == 40
    assert [row.text for row in whole.open] == [f"todo {minute}" for minute in range(100)] and whole.more == 0
    lane.say(A, S2, "done", f"^{ids[3]}", 101)
    lane.say(A, S2, "done", f"^{ids[70]}", 102)
    lane.settle()
    table = recent.load(lane.local, A)
    assert table.more == 38 and table.open[0].text == "todo 39" and len(table.open) == 60


def test_the_first_line_of_the_largest_table_is_within_what_is_read_of_it(lane):
    lane.say(A, S1, "note", "語" * 2000, 1)
    lane.settle()
    table = recent.load(lane.local, A)
    recent.save(lane.local, A, table._replace(next=10**15, open=[table.rows[0]] * 5000))
    assert recent.load(lane.local, A).next == 10**15 and recent.load(lane.local, A).more == 4940
    assert len(files.read(recent.path_of(lane.local, A)).partition(b"\n")[0]) < recent.HEAD / 2
