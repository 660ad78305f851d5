"""The scrubber passes its own evaluation, and the evaluation can fail."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests import scrub_eval
from tests.scrub import cases, damage, draw, leak, score

SEED, SIZE = 20260302, 800
MISSING = not (Path(__file__).resolve().parents[2] / "tools" / "scrub.py").exists()


class Identity:
    """A scrubber that scrubs nothing."""

    def text(self, text: str) -> str:
        return text

    def record(self, line: bytes) -> bytes:
        return line


class Censor:
    """A scrubber that masks everything."""

    def text(self, text: str) -> str:
        return "[secret:all:000000]"

    def record(self, line: bytes) -> bytes:
        return json.dumps(masked(json.loads(line))).encode()


def masked(value: object) -> object:
    if isinstance(value, dict):
        return {key: masked(inner) for key, inner in value.items()}
    return [masked(inner) for inner in value] if isinstance(value, list) else "[secret:all:000000]"


def failures(report: scrub_eval.Report) -> list[str]:
    return [scrub_eval.table([row]).split("\n")[-1] for row in report.rows if not scrub_eval.passes(row, row.must)]


@pytest.mark.skipif(MISSING, reason="tools/scrub.py does not exist yet: there is nothing to evaluate")
def test_the_scrubber_reaches_the_must_column() -> None:
    from tools.lib.scrub import Scrubber

    report = scrub_eval.evaluate(lambda: Scrubber(key=b"evaluation"), SEED, SIZE)
    assert not failures(report), "\n".join(["below the must column:", *failures(report)])


def test_a_scrubber_that_scrubs_nothing_catches_nothing() -> None:
    report = scrub_eval.evaluate(Identity, SEED, 200, with_known=False)
    recalls = [row.value for row in report.rows if "recall" in row.measure or row.measure.startswith("  ")]
    assert recalls == [0.0] * 7
    assert all(scrub_eval.passes(row, row.aim) for row in report.rows if row.low), "and it damages nothing"
    assert score.neighbours(report.outcomes) == 1.0


def test_a_scrubber_that_masks_everything_fails_by_its_damage() -> None:
    report = scrub_eval.evaluate(Censor, SEED, 200, with_known=False)
    assert score.recall(report.outcomes) > 0.99
    named = "\n".join(failures(report))
    for measure in ("neighbours", "characters destroyed", "lines changed per", "lock files", "code that", "placeholders", "byte for byte"):
        assert measure in named


def test_the_same_seed_gives_the_same_cases_and_another_seed_others() -> None:
    assert cases.build(5, 200) == cases.build(5, 200)
    fresh = {core for case in cases.build(6, 200) for core in case.cores if len(core) > 20}
    assert not fresh & {core for case in cases.build(5, 200) for core in case.cores}


def test_the_cases_are_as_broad_as_promised() -> None:
    built = cases.build(1)
    assert len({case.family for case in built if case.group in ("tokens", "places", "blocks")}) >= 90
    assert len({case.form for case in built if case.group == "tokens"}) >= 40
    assert len((cases.DATA / "code.txt").read_text(encoding="utf-8").splitlines()) >= 134
    assert len((cases.DATA / "placeholders.txt").read_text(encoding="utf-8").splitlines()) >= 55


CORE = draw.run(random.Random(7), "m", 24)


@pytest.mark.parametrize(
    ("output", "found"),
    (
        ("nothing here", False),
        (f"a {CORE} b", True),
        (f"only {CORE[5:13]} of it", True),
        (f"less: {CORE[5:12]} of it", False),
        (f"{CORE[:4]}[secret:token:3f2a91]{CORE[4:8]}", False),
        (CORE.encode().hex(), True),
        ("".join(f"%{ord(c):02x}" for c in CORE), True),
        ("".join(f"&#{ord(c)};" for c in CORE), True),
        ("".join(f"\\u{ord(c):04x}" for c in CORE), True),
        ("".join(f"\\\\u{ord(c):04x}" for c in CORE), True),
        ("".join(f"\x1b[3{i % 8}m{c}" for i, c in enumerate(CORE)), True),
        (CORE[:12] + "\n    " + CORE[12:], True),
        (f"   1\t{CORE[:7]}\n   2\t{CORE[7:14]}", True),
        (f'"{CORE[:7]}" + "{CORE[7:14]}"', True),
        (draw.base64_of(lambda r: "MODE=full\n" + CORE)(random.Random(1))[0], True),
    ),
)
def test_a_leak_is_seen_in_every_view(output: str, found: bool) -> None:
    assert bool(leak.leaked(output, (CORE,), "")) is found


@pytest.mark.parametrize(
    ("before", "after", "destroyed", "changed"),
    (
        ("same\ntext", "same\ntext", 0, 0),
        ("the name stays", "the [x] stays", 4, 1),
        ("a\nb\nc", "a\nc", 1, 1),
        ("one\ntwo\nthree\nfour", "one\n[x]\nfour", 9, 2),
    ),
)
def test_damage_counts_characters_and_lines(before: str, after: str, destroyed: int, changed: int) -> None:
    hurt = damage.between(before, after)
    assert (hurt.destroyed, hurt.changed) == (destroyed, changed)
