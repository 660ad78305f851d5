"""Cards of all networks, keys in groups, and tokens that a sentence, a name or a line's end goes on from."""
from __future__ import annotations

import string

import pytest

from tests.tools.lib.scrub import made
from tools.lib.scrub.tokens import phrases

UPPER = string.ascii_uppercase + string.digits
BASE32 = string.ascii_uppercase + "234567"
AROUND = ("{}", "card {} ok", '"{}"', "number: {}", "{},", "{}.", "| {} |", "a,{},b", "\x1b[32m{}\x1b[0m", "({})", "pan={}")
NETWORKS = (  # the first figures of a range, the last ones of it, how long a number is
    ("4", "4", 16), ("51", "55", 16), ("2221", "2720", 16), ("2300", "2699", 16), ("34", "37", 15), ("6011", "6011", 16),
    ("622126", "622925", 16), ("644", "649", 16), ("65", "65", 16), ("36", "39", 14), ("300", "305", 14), ("3528", "3589", 16),
    ("62", "62", 19), ("5018", "6759", 16), ("2200", "2204", 16))


def card(first: str, size: int) -> str:
    body = first + made.text(size - 1 - len(first), string.digits)
    return next(body + last for last in string.digits if phrases.luhn([int(c) for c in body + last]))


def grouped(number: str, by: str) -> str:
    if len(number) in (14, 15):
        return by.join((number[:4], number[4:10], number[10:]))
    return by.join(number[at:at + 4] for at in range(0, len(number), 4))


@pytest.mark.parametrize("by", ("", " ", "-", "\u00a0"))
def test_a_number_of_each_network_goes(by):
    for first, last, size in NETWORKS:
        for line in AROUND:
            for start in (first, last):
                number = grouped(card(start, size), by)
                assert number[:-3] not in made.scrubber().text(line.format(number)), (start, line)


def test_a_number_of_none_stays():
    for first, size in (("2220", 16), ("2721", 16), ("2026", 16), ("1", 16), ("7", 16), ("9", 16), ("40", 17), ("3527", 16),
                        ("3590", 16), ("640", 16), ("43", 19), ("30", 13)):
        number = card(first, size)
        assert made.scrubber().text(f"id {number} seen") == f"id {number} seen"
    wrong = card("2300", 16)
    wrong = wrong[:-1] + str((int(wrong[-1]) + 1) % 10)
    assert made.scrubber().text(f"id {wrong}") == f"id {wrong}"


@pytest.mark.parametrize("by", ("-", " ", "_", "", "\u2013"))
def test_an_account_key_goes_however_its_groups_are_joined(by):
    for line in AROUND:
        for letters in (UPPER, string.ascii_uppercase):
            key = by.join(("A3", *(made.text(size, letters[-30:]) for size in (6, 6, 5, 5, 5, 5))))
            assert not made.survives(made.scrubber().text(line.format(key)), key, 9)
    for text in (f"A3-{made.text(6, UPPER)} and A3", "paper A3 FORMAT", "A3" + made.text(32, "0123456789ABCDEF"),
                 "A3-COPIER-MANUAL-EN"):
        assert made.scrubber().text(text) == text


ENDS = ("{}", "it is {}.", "backup_{}", "old_{}.", "{}!", "{}?", "({}).", "{}…", "my-{}", "x={}.", "{}'s")


@pytest.mark.parametrize("line", (*ENDS, *AROUND))
def test_a_token_before_a_stop_and_behind_a_word_goes(line):
    for prefix, body in (("dapi", made.text(32, made.HEX) + "-2"), ("dapi", made.text(32, made.HEX)), ("npg_", made.text(12)),
                         ("ghp_", made.text(36)), ("hf_", made.text(34)), ("glpat-", made.text(20))):
        assert not made.survives(made.scrubber().text(line.format(prefix + body)), body, 8)


@pytest.mark.parametrize("joint", ("{}=\n{}", "x: {}=\r\n{}\r\nmore", "│ {} │\n│ {} │", "| {} |\n| {} |", "║ {} ║\n║ {} ║",
                                   "│ {}│\n│{}   │", "| k | {} |\n|   | {} |"))
def test_both_halves_go_of_what_a_soft_break_or_a_frame_cuts(joint):
    for token in (made.github(), "sk_live_" + made.text(24), "sk-proj-" + made.dense(48), "xoxb-" + made.text(40)):
        out = made.scrubber().text(joint.format(token[:len(token) // 2], token[len(token) // 2:]))
        assert not made.survives(out, token[8:]), out


def test_lines_of_a_frame_that_no_token_joins_stay():
    for text in ("│ sk-learn │\n│ Version2 │", "| api_key | Name1 |\n| Field2 | text |", "a=\nb", "TOKEN=\nDB_HOST=db1.acme.dev",
                 "│ node v18 │\n│ 10.2.0 ok │", "x = y =\nZ3"):
        assert made.scrubber().text(text) == text


@pytest.mark.parametrize("line", ("setup key: {}", "Manual entry: {}", "Enter this code manually: {}", "manual entry code\n{}",
                                  "Can't scan? Enter this setup key:\n\n    {}", "Or enter manually: {}", "TOTP secret: {}"))
def test_a_key_for_an_authenticator_goes_though_it_has_but_one_figure(line):
    for letters in (BASE32, BASE32.lower()):
        for count in (4, 8):
            groups = [made.text(4, letters[:26]) for _ in range(count - 1)] + ["7" + made.text(3, letters)]
            assert groups[0] not in made.scrubber().text(line.format(" ".join(groups)))
    for text in ("see the manual: this page does show that very well", "The key: each word will have some more",
                 "manual entry: LOAD DATA FROM DISK", "key: left down over back"):
        assert made.scrubber().text(text) == text
