"""The person's rules in two parts."""
import pytest

from tools.lib.telling import rules

PATH = "/m/preferences.md"


def size(text):
    return len(text.encode("utf-8"))


@pytest.mark.parametrize(("text", "one", "two"), (
    ("", "", ""),
    ("\n# A\n- a\n", "# A\n- a", ""),
    ("# A\n- aaaa\n# B\n- bbbb\n- b", "# A\n- aaaa", "# B\n- bbbb\n- b"),
    ("# A\n```\n# no\n```\n# Bcdefghi", "# A\n```\n# no\n```", "# Bcdefghi"),  # a comment in a block of code is no heading
    ("- aaaaaaaaa\n- bbbbbbbbbb\n", "- aaaaaaaaa", "- bbbbbbbbbb"),
    ("#\n" + "a" * 19 + "\n# B", "#\n" + "a" * 19, "# B"),
    ("a" * 30, "a" * 22, "a" * 8),
    ("é" * 20, "é" * 11, "é" * 9),
))
def test_a_short_limit_cuts_at_headings_then_lines(text, one, two):
    found = rules.split(text, PATH, 22)
    assert (found.one, found.two.strip("\n"), found.left) == (one, two.strip("\n"), 0)


def test_nothing_is_lost_while_it_fits_and_a_small_first_section_leaves_no_room_unused():
    text = "# A\n" + "- a rule of some length\n" * 20 + "# B\n" + "- another rule\n" * 700
    found = rules.split(text, PATH)
    assert not found.left and size(found.one) > 9000
    assert (found.one + "\n" + found.two) == text.strip("\n")


@pytest.mark.parametrize("letter", ("a", "ä", "語", "🦊"))
@pytest.mark.parametrize("line", (1, 7, 60, 40_000))
def test_a_megabyte_in_any_script_stays_within_the_limit_and_says_what_is_missing(letter, line):
    text = "\n".join(["## Rule", letter * line] * (1_000_000 // (line + 8)))
    found = rules.split(text, PATH)
    assert rules.size(found.one) <= 9500 and rules.size(found.two) <= 9500
    assert rules.size(found.one) > 9000 and rules.size(found.two) > 9000
    assert found.left > 100_000
    note = f"(These rules are longer than what can be given here: the last {found.left} bytes are left out. Read them in {PATH})"
    assert found.two.endswith("\n\n" + note)
    assert text.startswith(found.one)


def test_the_first_lines_are_the_most_vital():
    text = "\n".join(f"## {number}\n" + "x" * 500 for number in range(100))
    found = rules.split(text, PATH)
    assert found.one.startswith("## 0\n") and "\n## 17\n" in found.one and found.two.startswith("## 18\n")
