"""The board's grammar: laws for any text, repair without losing a word, lines put in and taken out."""
import random

import pytest

from tools.lib.beside import boardpage
from tools.lib.beside.boardpage import CAUTIONS, LOG, SECTIONS, STATE, WORK, Line, Part

FRESH = boardpage.render(boardpage.repaired(boardpage.parse("")))


def test_a_fresh_board_is_the_four_sections_with_their_purposes():
    assert FRESH.split("\n") == [
        "# Board of this machine", "",
        "## CURRENT STATE", boardpage.PURPOSES[STATE], "",
        "## STANDING CAUTIONS", boardpage.PURPOSES[CAUTIONS], "",
        "## ACTIVE WORK", boardpage.PURPOSES[WORK], "",
        "## LOG", boardpage.PURPOSES[LOG], "",
    ]


@pytest.mark.parametrize(("row", "item"), (
    ("- nginx is off on purpose", Line("", "nginx is off on purpose", "")),
    ("- @clients/acme x y", Line("clients/acme", "x y", "")),
    ("- x [session 3e1b7f20]", Line("", "x", "3e1b7f20")),
    ("- @projects/a-1 x [done] [session t]", Line("projects/a-1", "x [done]", "t")),
    ("- @_unsorted x", Line("_unsorted", "x", "")),
    ("- @bob look at this", Line("", "@bob look at this", "")),
    ("- x [session a b]", Line("", "x [session a b]", "")),
    ("- x [session ]", Line("", "x [session ]", "")),
    ("- [session t]", Line("", "[session t]", "")),
    ("- @clients/acme", "- @clients/acme"),
    ("-  two blanks", "-  two blanks"),
    ("- ", "- "), ("-", "-"), ("* star", "* star"), ("  - nested", "  - nested"), ("", ""),
))
def test_a_row(row, item):
    text = f"{row}\n## LOG\n{row}"
    parts = boardpage.parse(text)
    assert parts == [Part("", [item]), Part("## LOG", [item])]
    assert boardpage.render(parts) == text


@pytest.mark.parametrize(("row", "name"), (
    ("## LOG", LOG), ("# log", LOG), ("LOG", LOG), ("**Log:**", LOG), ("__ACTIVE WORK__", WORK), ("## Current state ##", STATE),
    ("###Standing Cautions:", CAUTIONS), ("log", ""), ("Log", ""), ("- LOG", ""), ("* LOG", ""), ("## LOGS", ""), ("", ""),
    ("#", ""),
))
def test_a_heading_in_many_hands(row, name):
    assert boardpage.section(row) == name


PIECES = ["## LOG", "LOG", "## ACTIVE WORK", "**Current State:**", "## STANDING CAUTIONS", "# Board of this machine", "",
          "  deep", "- a", "- @clients/a b [session x]", "* c", "text", "## Other", *boardpage.PURPOSES.values(), "\t",
          "- x [session y]", "\u2028", "1. one"]


def random_text(seed):
    dice = random.Random(seed)
    return "\n".join(dice.choice(PIECES) for _ in range(dice.randrange(14)))


def words(text):
    plain = "\n".join(row for row in text.split("\n") if not boardpage.section(row))
    return sorted(plain.split())


def test_laws_for_any_text():
    for seed in range(600):
        text = random_text(seed)
        parts = boardpage.parse(text)
        assert boardpage.render(parts) == text
        whole = boardpage.repaired(parts)
        again = boardpage.render(whole)
        assert boardpage.parse(again) == whole, text
        assert boardpage.repaired(whole) == whole, text
        assert [boardpage.section(part.heading) for part in whole[1:]] == list(SECTIONS)
        missing = words(text)
        for word in words(again):
            if word in missing:
                missing.remove(word)
        assert missing == [], text


def test_what_is_in_order_is_not_touched():
    text = "# My board\n\n## CURRENT STATE\n- a\n\n### Current things\nx\n## STANDING CAUTIONS\n## ACTIVE WORK\n\n\n## LOG\n"
    assert boardpage.render(boardpage.repaired(boardpage.parse(text))) == text


def test_a_board_that_lost_its_headings_is_current_state():
    whole = boardpage.repaired(boardpage.parse("- do not start nginx\nand nothing else\n\nLOG\n- old"))
    assert boardpage.blocks(boardpage.rows_of(whole, STATE)) == [[Line("", "do not start nginx", ""), "and nothing else"]]
    assert boardpage.blocks(boardpage.rows_of(whole, LOG)) == [[Line("", "old", "")]]


def test_blocks_hold_what_is_indented_or_goes_on():
    rows = boardpage.parse("- a\n  more\n\n  still a\n- b\ngoes on\n* c\n\na paragraph\n  of two rows\n\n\n1. one")[0].rows
    assert [boardpage.text_of(block) for block in boardpage.blocks(rows)] == \
        ["a more still a", "b goes on", "c", "a paragraph of two rows", "1. one"]


@pytest.mark.parametrize(("text", "names"), (
    ("- x", set()), ("- @clients/acme x", {"clients/acme"}), ("* @clients/acme x", {"clients/acme"}),
    ("-@Clients/Acme: x", {"clients/acme"}), ("- x\n  for (@projects/b)", {"projects/b"}), ("- mail a@b.c, @bob", set()),
    ("- @clients/a @clients/b x", {"clients/a", "clients/b"}), ("text @clients/ x", {"clients"}),
    ("- @_unsorted x", {"_unsorted"}),
))
def test_what_a_block_names_wherever_it_does(text, names):
    found = boardpage.blocks(boardpage.parse(text)[0].rows)
    assert len(found) == 1 and boardpage.names_in(found[0]) == names


def test_put_and_taken_touch_nothing_else():
    text = "## CURRENT STATE\n> mine\n\n- old\n  more\n\n- [x] keep \n## STANDING CAUTIONS\n\n## ACTIVE WORK\n\n## LOG\n"
    parts = boardpage.parse(text)
    put = boardpage.put(parts, STATE, [Line("", "new", "t")])
    assert boardpage.render(put) == text.replace("- old", "- new [session t]\n- old")
    put = boardpage.put(parts, WORK, [Line("", "new", "t")])
    assert boardpage.render(put) == text.replace("ACTIVE WORK\n", "ACTIVE WORK\n\n- new [session t]\n")
    left, gone = boardpage.taken(parts, STATE, lambda block: "old" in boardpage.text_of(block))
    assert gone == [[Line("", "old", ""), "  more"]] and boardpage.render(left) == text.replace("- old\n  more\n", "")
