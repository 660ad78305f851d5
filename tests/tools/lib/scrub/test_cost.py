"""What a text costs: which patterns are tried on it, what is remembered, and that nothing is passed over for speed."""
from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from tests.tools.lib.scrub import made
from tools.lib.scrub import Unscrubbable, anchors, flat, scan
from tools.lib.scrub.budget import VISIT, Budget
from tools.lib.scrub.places import credentials
from tools.lib.scrub.records import clean
from tools.lib.scrub.tokens import phrases, seeds

MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
ROOT = Path(__file__).resolve().parents[4]
SEED_PATTERN = re.compile(
    r"[\n\"`](?:[ \"'])?(?P<words>(?:[a-z]{3,8}[ ]){11}[a-z]{3,8})(?![a-z])|\A(?P<first>(?:[a-z]{3,8}[ ]){11})", re.A
)


def drawn(draw: random.Random, pieces: tuple[str, ...]) -> str:
    return "".join(draw.choice(pieces) for _ in range(draw.randrange(1, 60)))


def test_no_card_is_passed_over_where_its_pattern_would_match():
    draw = random.Random(1)
    cards = ("4111 1111 1111 1111", "378282246310005", "3782-822463-10005", "4111111111111111", "3600\u00a0000000\u00a00008",
             " ", "-", "12", "x", "é", "\n")
    for _ in range(2000):
        text = drawn(draw, cards)
        if phrases.CARD.search(text):
            said = flat.raw(text).translate(phrases.FIGURES)
            assert any(least in said for least in (*phrases.GROUPED, phrases.WHOLE)), text


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


def counted(scrubber):
    """The scrubber, and the texts that it scans from now on."""
    scanned, scan_ = [], scrubber._spans
    scrubber._spans = lambda text, budget: (scanned.append(text), scan_(text, budget))[1]
    return scrubber, scanned


def test_what_a_record_says_twice_is_scanned_once():
    scrubber, scanned = counted(made.scrubber())
    output = "def f(x):\n    return x\n" * 100
    record = json.dumps({"uuid": str(uuid.UUID(int=7)), "content": output, "toolUseResult": {"stdout": output}}).encode()
    assert scrubber.record(record) == record
    assert scanned.count(output) == 1 and str(uuid.UUID(int=7)) not in scanned


def test_what_was_clean_is_scanned_again_when_a_value_was_learned():
    scrubber, secret = made.scrubber(), made.password() + "x"
    text = f"it answered {secret} to us. " * 20
    assert scrubber.string(text) == text
    scrubber.text(f"DB_PASSWORD={secret}")
    assert secret not in scrubber.string(text)


def test_clean_strings_are_forgotten_when_there_are_too_many_characters_of_them():
    kept = clean.Clean()
    kept.keep("x" * (clean.LONGEST + 1))
    assert not kept
    for number in range(clean.ROOM // clean.LONGEST):
        kept.keep(f"{number:{clean.LONGEST}}")
    assert len(kept) == clean.ROOM // clean.LONGEST
    kept.keep("y")
    assert kept == {"y"}


@pytest.mark.parametrize("form", ("«8»-«4»-«4»-«4»-«12»", "toolu_0«22»", "msg_0«22»", "req_0«24»", "call_0«22»"))
def test_no_rule_reads_an_id_and_a_known_value_is_found_in_it(form):
    scanner = scan.Scanner()
    for _ in range(300):
        text = re.sub("«([0-9]+)»", lambda size: made.text(int(size[1]), made.HEX if "-" in form else made.LETTERS), form)
        assert clean.is_id(text) and not scanner.spans(text, Budget(1000))
    assert "[secret:known-value:" in made.scrubber(known=[text]).string(text)


@pytest.mark.parametrize("text", ("AKIA_0123456789ABCDEFGHIJ", "call_1" + "a" * 20, "toolu_0short", "2026-11-30T10:00:00.000Z!"))
def test_other_things_are_no_ids(text):
    assert not clean.is_id(text)


def test_of_a_text_without_a_name_no_pattern_of_the_grammar_is_compiled():
    record = {"a": "def f(x): return x + 1", "b": ["plain words, and some more"]}
    assert run_alone(f"Scrubber(b'k' * 32).record({json.dumps(record).encode()!r})") == ["clean.ID"]


def test_a_name_compiles_the_grammar_and_no_more_than_it_needs():
    said = run_alone("Scrubber(b'k' * 32).text('the key of the door')")
    assert "grammar.TAIL" in said
    assert not {"pem.BEGIN", "jwk.MEMBER", "links.TOLD", "shell.VALUE", "credentials.SCHEME"} & set(said)


def test_a_text_without_a_secret_loads_nothing_that_only_one_with_it_needs():
    code = "import sys; from tools.lib.scrub import Scrubber; Scrubber(b'k' * 32).text('the key'); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-S", "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout.split()
    assert "tools.lib.scrub.scan" in said
    assert {"json", "hashlib", "hmac", "typing", "string", "subprocess", "tools.lib.scrub.tokens.families"}.isdisjoint(said)


def run_alone(work):
    """The lazy patterns that some work compiles in a process of its own."""
    code = f"""
from tools.lib.scrub import Scrubber
{work}
import sys
for name, module in sorted(sys.modules.items()):
    if name.startswith("tools.lib.scrub."):
        for word, value in vars(module).items():
            if type(value).__name__ == "_Pattern" and "match" in vars(value):
                print(name.rpartition(".")[2] + "." + word)
"""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout.split()


def test_no_anchor_that_every_text_is_scanned_for_begins_with_a_common_letter():
    assert {word[0] for word in anchors.ASCII}.isdisjoint("etaoinsrhldf")


@pytest.mark.parametrize("word", anchors.FURTHER)
def test_a_text_that_holds_an_anchor_with_a_common_letter_is_scanned_for_it(word):
    low, pattern = scan.Scanner()._anchors(f"x {word} y", f"x {word} y".encode())
    assert pattern.search(low).group().decode() == word


def test_a_hash_whose_sign_is_behind_it_sends_no_scan_back():
    line = f"bob:1001:{made.text(32, made.HEX)}:{made.text(32, made.HEX)}:::\n"
    assert "[secret:password-hash:" in made.scrubber().text(line * 3)


@pytest.mark.parametrize("tags", (("<private>", "</private>"), ("<PRIVATE>", "</Private>"), ("<pRivate>", "")))
def test_a_private_block_is_seen_in_any_case(tags):
    assert made.scrubber().text(f"a < b {tags[0]}to myself{tags[1]}") == "a < b [private]"


def test_a_bearer_token_is_judged_by_its_first_characters_and_masked_to_its_end():
    token = made.text(3000)
    assert re.fullmatch(rf"Bearer {MARK}, and", made.scrubber().text(f"Bearer {token}, and"))
    found = credentials.BEARER.match(" " + token, 0)
    assert found and len(found["value"]) == 400


def test_words_that_no_phrase_can_be_made_of_are_not_looked_up(monkeypatch):
    monkeypatch.setattr(phrases, "vocabulary", lambda: pytest.fail("a word was looked up"))
    assert list(phrases.near("seed=" * 200, 5)) == []


def test_a_line_that_announces_codes_is_read_only_where_a_line_follows():
    assert list(phrases.codes("recovery codes: " * 100, 8)) == []
    code = "7" + made.text(9, "ABCDEFGHJK23456789")
    assert code not in made.scrubber().text(f"Recovery codes:\n{code}\n")


@pytest.mark.parametrize("size", (20_000, 1_000_000))
def test_a_text_may_hold_as_many_names_as_its_length_and_a_fixed_number_allow(size):
    budget = Budget(size)
    for _ in range(50_000 + size // 120):
        budget.spend(VISIT)
    with pytest.raises(Unscrubbable):
        budget.spend(VISIT)
