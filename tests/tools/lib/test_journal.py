"""The journal's grammar."""

import pytest

from tools.lib import journal
from tools.lib.errors import Refusal

WHEN = "2026-11-30T10:02:07+08:00"
FILE = f"""---
session: 5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20
agent: claude
device: desk-4f1c
---
- {WHEN} event: title Rewrite the alert router ^a3k9m2x7
- {WHEN} Q: rewrite it: now ^b7q2w9d4
a person's own words

- {WHEN} todo: a line without an id
---
session: stray
- {WHEN} sang: la ^c1x8p5n6
"""


@pytest.mark.parametrize("text", ("", "\n", FILE, FILE.rstrip("\n"), "- odd", f"- {WHEN} Q:  two blanks ^b7q2w9d4\n"))
def test_render_is_the_inverse_of_parse(text):
    assert journal.render(*journal.parse(text)) == text


@pytest.mark.parametrize(
    "entry",
    (
        journal.Entry(WHEN, "Q", "rewrite the alert router", "b7q2w9d4"),
        journal.Entry("1970-01-01T00:00:00-03:30", "done", "^d9r4t6v3 told", "e2m7k1z8"),
        journal.Entry(WHEN, "A", "a ^b ^a3k9m2x7", "c1x8p5n6"),
        journal.Entry(WHEN, "note", "no id", ""),
    ),
)
def test_entry_is_the_inverse_of_line(entry):
    assert journal.entry(journal.line(entry)) == entry


@pytest.mark.parametrize(
    ("line", "message"),
    (
        ("", "f.md:7: not a journal line; write `- TIME KIND: TEXT`"),
        (f"- {WHEN} Q:", "f.md:7: not a journal line; write `- TIME KIND: TEXT`"),
        (f"- {WHEN[:-6]}Z Q: x", "f.md:7: not a journal line; write `- TIME KIND: TEXT`"),
        (
            f"- {WHEN} sang: la",
            "f.md:7: unknown kind 'sang', expected one of Q, A, note, decision, todo, handoff, done, event",
        ),
    ),
)
def test_refuses(line, message):
    with pytest.raises(Refusal) as refusal:
        journal.entry(line, "f.md", 7)
    assert str(refusal.value) == message


def test_readers_sort_and_the_later_of_two_lines_with_one_id_holds():
    text = (
        "- 2026-11-30T10:00:00+08:00 Q: old ^b7q2w9d4\n- 2026-11-30T01:00:00+00:00 A: first ^a3k9m2x7\n"
        "- 2026-11-30T10:00:00+08:00 Q: new ^b7q2w9d4\n"
    )
    assert [entry.text for entry in journal.entries(text)] == ["first", "new"]


@pytest.mark.parametrize(
    ("now", "offset", "when"),
    (
        (0, 28800, "1970-01-01T08:00:00+08:00"),
        (1764468127.9, -12600, "2025-11-29T22:32:07-03:30"),
        (-1, 0, "1969-12-31T23:59:59+00:00"),
    ),
)
def test_a_stamp_tells_the_instant(now, offset, when):
    assert journal.stamp(now, offset) == when
    assert journal.instant(when) == now // 1


@pytest.mark.parametrize(
    ("text", "most", "flat"),
    (
        (" a\r\n\tb\u2028c\x00d\x1b[33m ", 99, "a b c d [33m"),
        ("", 9, "(empty)"),
        ("\ud83c", 9, "(empty)"),
        ("abcdef", 4, "abc…"),
        ("ab cdef", 4, "ab…"),
    ),
)
def test_flat(text, most, flat):
    assert journal.flat(text, most) == flat


def test_ids_are_of_their_session_counter_and_part():
    made = {journal.identity(s, n, p) for s in ("a", "b") for n in range(500) for p in ("", "1")}
    assert len(made) == 2000 and all(len(i) == 8 and set(i) <= set(journal.DIGITS) for i in made)
