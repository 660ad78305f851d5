"""Working notes: their grammar, the newest at the top, and two machines at once."""
import random

import pytest

from tools.lib import journal, working
from tools.lib.sync import entries
from tools.lib.working import Entry

S = "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20"


def entry(minute, text="x", device="desk-4f1c", context="", session=S):
    when = f"2026-11-30T10:{minute:02}:00+08:00"
    return Entry(when, device, session, context, working.plain(text), journal.identity(device + session, minute))


@pytest.mark.parametrize(("text", "plain"), (
    ("one", "one"), ("  one \n\n\n  two  \n", "one\n  two"), ("", "(empty)"), ("\n \n", "(empty)"), ("a\tb\r\nc", "a   b\nc"),
    ("a\u2028b\x1b[0m", "a\nb [0m"),
))
def test_plain(text, plain):
    assert working.plain(text) == plain


TEXTS = ["x", "a: b ^abcdefgh", "- a list\n- of two", "## heading\n  deeper", "ends so ^12345678", "é 路", "@clients/x: y"]


def test_laws():
    for seed in range(300):
        dice = random.Random(seed)
        items = []
        for minute in range(dice.randrange(6)):
            items.append(entry(minute, dice.choice(TEXTS), context=dice.choice(["", "clients/a"])))
            items += dice.choice([[], [""], ["- by hand"], ["", "text", ""]])
        assert working.parse(working.render(items)) == (items or [""])
        rows = ["- x", "  y", "", working.lines(entry(3, "a\nb")), " z", "- 2026-11-30T1 a/b: c"]
        text = "\n".join(dice.choice(rows) for _ in range(6))
        assert working.render(working.parse(text)) == text


def test_a_file_is_as_a_person_would_write_it():
    text = working.add(None, "router", entry(1, "first\nwith more", context="clients/a"))
    text = working.add(text, "router", entry(2, "second"))
    one, two = journal.identity("desk-4f1c" + S, 1), journal.identity("desk-4f1c" + S, 2)
    assert text == (
        f"# router\n\n- 2026-11-30T10:02:00+08:00 desk-4f1c/{S}: second ^{two}\n"
        f"- 2026-11-30T10:01:00+08:00 desk-4f1c/{S} @clients/a: first ^{one}\n  with more\n"
    )
    assert working.add(text, "router", entry(2, "second")) == text, "told twice, there once"


def test_what_came_late_goes_to_its_place_and_hand_edits_stay():
    nine, two = working.lines(entry(9, "nine\nmore")), working.lines(entry(2, "two"))
    text = f"# Router\n\nWhat we know.\n\n{nine}\n- by hand\n{two}\n"
    found = working.add(text, "router", entry(5, "five"))
    assert found.replace(working.lines(entry(5, "five")) + "\n", "") == text
    assert [item.text for item in working.parse(found) if not isinstance(item, str)] == ["nine\nmore", "five", "two"]
    assert working.add("by hand, no end", "router", entry(1)).startswith("by hand, no end\n- 2026")


def test_two_machines_at_once_both_survive_in_order():
    base = working.add(None, "router", entry(1, "base\nwith rows"))
    ours = theirs = base
    for minute in (3, 6):
        ours = working.add(ours, "router", entry(minute, f"ours\n{minute}"))
    for minute in (2, 5, 7):
        theirs = working.add(theirs, "router", entry(minute, "theirs", "laptop-09ab"))
    merged = [working.ordered(entries.merged(base, *sides)) for sides in ((ours, theirs), (theirs, ours))]
    assert merged[0] == merged[1]
    found = working.parse(merged[0])
    assert [item.when[14:16] for item in found if not isinstance(item, str)] == ["07", "06", "05", "03", "02", "01"]
    assert working.ordered(merged[0]) == merged[0] and merged[0].startswith("# router\n\n- ")


def test_both_make_the_file_one_forgets_one_edits():
    one, two = working.add(None, "r", entry(1, "one")), working.add(None, "r", entry(2, "two", "laptop-09ab"))
    both = working.ordered(entries.merged(None, one, two))
    assert [item.text for item in working.parse(both) if not isinstance(item, str)] == ["two", "one"]
    edited = both.replace(": one", ": one, corrected")
    gone = both.replace(working.lines(entry(2, "two", "laptop-09ab")) + "\n", "")
    left = working.parse(entries.merged(both, edited, gone))
    assert [item.text for item in left if not isinstance(item, str)] == ["one, corrected"]
