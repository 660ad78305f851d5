"""The records of moves and renames."""
import pytest

from tools.lib.journals import moves
from tools.lib.journals.moves import Move

WHEN, LATER = "2026-11-30T10:02:07+08:00", "2026-11-30T12:00:00+08:00"
MOVE = Move(WHEN, "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20", "clients/a", "clients/b", "abcd2345")
NAME = Move(LATER, "", "clients/b", "projects/b2", "bcde3456")
TEXT = (
    f"- {WHEN} move: 5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20 from clients/a to clients/b ^abcd2345\n"
    "a person's remark\n"
    f"- {LATER} rename: clients/b to projects/b2 ^bcde3456\n"
)


def test_parse_and_render_are_each_other_s_inverse():
    assert moves.parse(TEXT) == [MOVE, "a person's remark", NAME, ""]
    assert moves.render(moves.parse(TEXT)) == TEXT
    assert moves.parse(moves.render([NAME, MOVE])) == [NAME, MOVE]


@pytest.mark.parametrize("line", (
    f"- {WHEN} move: s from clients/a to nowhere ^abcd2345",
    f"- {WHEN} move: ../s from clients/a to clients/b ^abcd2345",
    f"- {WHEN} move: s from clients/../a to clients/b ^abcd2345",
    f"- {WHEN} rename: clients/a to clients/b",
))
def test_what_is_no_move_is_kept_and_means_nothing(line):
    assert moves.parse(line) == [line]


@pytest.mark.parametrize(("session", "context", "at", "place"), (
    (MOVE.session, "clients/a", 1796004127.0, "projects/b2"),  # at the move's own time, and then renamed
    (MOVE.session, "clients/a", 1796004128.0, "clients/a"),  # came after the move
    ("another", "clients/a", 0.0, "clients/a"),
    ("another", "clients/b", 9e9, "projects/b2"),  # a rename is for ever
    (MOVE.session, "clients/c", 0.0, "clients/c"),
))
def test_where_an_entry_counts(session, context, at, place):
    known = moves.read([moves.line(NAME), moves.line(MOVE), moves.line(MOVE)])
    assert known == [MOVE, NAME]
    assert moves.place(known, session, context, at) == place
    assert moves.renamed(known, "clients/b") == "projects/b2"
