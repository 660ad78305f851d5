"""What a text costs: which patterns are tried on it, what is remembered, and that nothing is passed over for speed."""
from __future__ import annotations

import random
import re

import pytest

from tests.tools.lib.scrub import made
from tools.lib.scrub import anchors, flat, phrases, scan, seeds

SEED_PATTERN = re.compile(
    r"[\n\"`](?:[ \"'])?(?P<words>(?:[a-z]{3,8}[ ]){11}[a-z]{3,8})(?![a-z])|\A(?P<first>(?:[a-z]{3,8}[ ]){11})", re.A
)


def drawn(draw: random.Random, pieces: tuple[str, ...]) -> str:
    return "".join(draw.choice(pieces) for _ in range(draw.randrange(1, 60)))


def test_no_card_is_passed_over_where_its_pattern_would_match():
    draw = random.Random(1)
    cards = ("4111 1111 1111 1111", "378282246310005", "3782-822463-10005", "4111111111111111", " ", "-", "12", "x", "é", "\n")
    for _ in range(2000):
        text = drawn(draw, cards)
        if phrases.CARD.search(text):
            said = flat.raw(text).translate(phrases.FIGURES)
            assert phrases.FOUR_AND_FOUR in said or phrases.FIFTEEN in said, text


def test_seed_phrases_begin_where_the_pattern_says():
    draw = random.Random(2)
    words = "abandon ability able about above absent absorb abstract "
    pieces = (words, "zoo ", "wrong ", '"', "'", "`", "\n", "\n ", " ", "a", "Zoo ", "é", "vanish")
    for _ in range(4000):
        text = drawn(draw, pieces)
        expected = [found.start("words") if found["words"] else 0 for found in SEED_PATTERN.finditer(text)]
        places = list(seeds._starts(text, flat.raw(text).translate(seeds.LETTERS)))
        assert sorted(set(places)) == sorted(set(expected)), text


@pytest.mark.parametrize("word", sorted(anchors.FOREIGN))
def test_a_scan_stops_at_a_name_in_another_tongue(word):
    for text in (f"→ “so” É {word}: x", f"İ → {word}", f"\U0001f642 {word}"):
        low, pattern = scan.Scanner()._anchors(text, flat.raw(text).lower())
        assert pattern.search(low).group() in word, text


def test_a_text_with_other_signs_is_scanned_as_one_of_ascii():
    text = "→ — “so” ✓ ß \U0001f642 plain"
    low, pattern = scan.Scanner()._anchors(text, flat.raw(text).lower())
    assert isinstance(low, bytes) and isinstance(pattern.pattern, bytes) and len(low) == len(text)


def test_a_kelvin_sign_is_a_letter_of_a_name():
    secret = made.password() + "!x"
    assert secret not in made.scrubber().text(f"api_to\u212aen = '{secret}{made.text(20)}'")


@pytest.mark.parametrize(
    "harmless, telling",
    (
        ("user 1/5759821734617268 came", "1/5759821734617268:{hex}"),
        ("integrity:{token}", "it says {token} here"),
    ),
)
def test_a_run_that_gave_nothing_away_is_looked_at_again_in_another_place(harmless, telling):
    values = {"hex": made.text(32, made.HEX), "token": "acme_" + made.text(32)}
    scrubber = made.scrubber()
    assert scrubber.text(harmless.format(**values)) == harmless.format(**values)
    out = scrubber.text(telling.format(**values))
    assert not any(made.survives(out, value[-20:]) for value in values.values() if value in telling.format(**values))
