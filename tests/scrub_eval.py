"""The score table of the scrubber: python3 -m tests.scrub_eval --seed N [--cases N] [--confusion]"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict, namedtuple

from tests.scrub import cases, known, score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tests.scrub.damage import Damage
    from tests.scrub.score import Make, Outcome

MUST_BE_CAUGHT = ("tokens", "keyed", "blocks", "places", "odd")
# a measure, its value, the bound it must keep and the one aimed at; low says that less is better
Row = namedtuple("Row", "measure value must aim low")
Report = namedtuple("Report", "rows outcomes machine made code placeholders known")


def evaluate(make: Make, seed: int, size: int = cases.ALL, with_known: bool = True) -> Report:
    """All measures of the scrubbers that `make` gives, on the cases of a seed; machine text in proportion to `size`."""
    outcomes = [score.judge(case, make) for case in cases.build(seed, size)]
    machine, made = score.on_machine(make, seed, size * 1500), score.on_harmless(make, seed)
    code, placeholders = score.on_lines(make, "code.txt"), score.on_lines(make, "placeholders.txt")
    values = known.score(random.Random(f"{seed} known")) if with_known else None
    company, session = score.in_company(outcomes, make, seed), score.in_session(make, seed, size // 20)
    rows = [*recall_rows(outcomes), *company_rows(company, session), *damage_rows(machine[0], made, code, placeholders)]
    rows += [*record_rows(outcomes, made), *(known_rows(values) if values else [])]
    return Report(rows, outcomes + company + session, machine, made, code, placeholders, values)


def recall_rows(outcomes: list[Outcome]) -> list[Row]:
    by = defaultdict(list)
    for one in outcomes:
        by[one.case.group].append(one)
    every = [one for group in MUST_BE_CAUGHT for one in by[group]]
    return [
        Row(f"recall, must-catch forms ({len(every)})", score.recall(every), 0.990, 0.998, False),
        Row(f"  tokens ({len(by['tokens'])})", score.recall(by["tokens"]), 0.995, 1.0, False),
        Row(f"  key=value ({len(by['keyed'])})", score.recall(by["keyed"]), 0.97, 0.99, False),
        Row(f"  key blocks ({len(by['blocks'])})", score.recall(by["blocks"]), 0.99, 1.0, False),
        Row(f"  odd places of a record ({len(by['odd'])})", score.recall(by["odd"]), 1.0, 1.0, False),
        Row(f"  connections, headers, commands, files ({len(by['places'])})", score.recall(by["places"]), 0.990, 0.998, False),
        Row(f"recall, hard forms ({len(by['hard'])})", score.recall(by["hard"]), 0.80, 0.95, False),
        Row("neighbours that survive", score.neighbours(outcomes), 0.998, 1.0, False),
    ]


def company_rows(company: list[Outcome], session: list[Outcome]) -> list[Row]:
    return [
        Row(f"five caught ones after each other in one text ({len(company)})", score.recall(company), 0.990, 0.998, False),
        Row(f"named once, bare later in the same session ({len(session)})", score.recall(session), 0.97, 0.99, False),
        Row("neighbours that survive in company", score.neighbours(company), 0.998, 1.0, False),
    ]


def damage_rows(machine: Damage, made: tuple[Any, ...], code: list[Any], placeholders: list[Any]) -> list[Row]:
    return [
        Row("harmless characters destroyed per million", machine.destroyed * 1e6 / max(1, machine.characters), 100, 30, True),
        Row("harmless lines changed per 1,000", machine.changed * 1e3 / max(1, machine.lines), 0.15, 0.05, True),
        Row(f"lock files, hashes, ids, logs, traces: lines changed ({made[0].lines})", made[0].changed, 0, 0, True),
        Row("code that speaks of secrets: lines changed", len(code), 2, 0, True),
        Row("placeholders: lines changed", len(placeholders), 3, 0, True),
    ]


def record_rows(outcomes: list[Outcome], made: tuple[Any, ...]) -> list[Row]:
    faults = Counter(fault for one in outcomes for fault in one.faults)
    shapes = sum(faults[name] for name in ("does not parse as one line", "other keys or shapes"))
    return [
        Row("records with another shape", shapes, 0, 0, True),
        Row("harmless records not byte for byte", len(made[2]), 0, 0, True),
        Row("not idempotent", faults["not idempotent"], 0, 0, True),
        Row("not deterministic", faults["not deterministic"], 0, 0, True),
    ]


def known_rows(values: known.Known) -> list[Row]:
    return [
        Row(f"known values that came through (of {values.sources})", len(values.came), 0, 0, True),
        Row("common words of the same files lost", len(values.lost), 0, 0, True),
        Row("the filter gives line for line, records for records, the same twice", float(values.kept), 1.0, 1.0, False),
    ]


def passes(row: Row, bound: float) -> bool:
    return bool(row.value <= bound if row.low else row.value >= bound)


def table(rows: list[Row]) -> str:
    head = f"{'measure':64} {'value':>10} {'must':>7} {'aim':>7}"
    lines = [head, "-" * len(head)]
    for row in rows:
        verdict = "aim" if passes(row, row.aim) else "must" if passes(row, row.must) else "FAIL"
        value = f"{row.value:.4f}" if isinstance(row.value, float) else str(row.value)
        lines.append(f"{row.measure:64} {value:>10} {row.must:>7} {row.aim:>7}  {verdict}")
    return "\n".join(lines)


def confusion(report: Report) -> str:
    """What leaked and what was damaged, by group, form and family; the values are of this run only."""
    outcomes = report.outcomes
    lines = ["", "leaked, by form", *shares(outcomes, lambda one: (one.case.group, one.case.form))]
    lines += ["", "leaked, by family", *shares(outcomes, lambda one: (one.case.group, one.case.family))]
    names = Counter((one.case.note,) for one in outcomes if one.leaks and one.case.note)
    lines += ["", "leaked, by the key's name", *counts(names)]
    lost = Counter((*place(one), word) for one in outcomes for word in one.lost)
    lines += ["", "neighbours lost, by form and word", *counts(lost)]
    faults = Counter((fault, one.case.form, *place(one)) for one in outcomes for fault in one.faults)
    lines += ["", "faults", *counts(faults)]
    return "\n".join(lines + damaged(report))


def place(one: Outcome) -> tuple[str, str]:
    """Where an outcome belongs: its form, or its family where that says more."""
    return one.case.group, one.case.family if one.case.group == "places" else one.case.form


def shares(outcomes: list[Outcome], where: Callable[[Outcome], tuple[str, str]]) -> list[str]:
    every, leaked = Counter(map(where, outcomes)), Counter(where(one) for one in outcomes if one.leaks)
    return [f"  {count:4} of {every[key]:4}  {' · '.join(key)}" for key, count in leaked.most_common(120)]


def counts(counter: Counter[Any]) -> list[str]:
    return [f"  {count:4}  {' · '.join(key)}" for key, count in counter.most_common(60)]


def damaged(report: Report) -> list[str]:
    lines = ["", "harmless text changed, by place: " + str({k: v for k, v in (report.machine[1] + report.made[1]).items() if v})]
    samples = [*report.machine[0].samples, *report.made[0].samples, *report.code, *report.placeholders]
    for before, after in samples[:120]:
        lines += [f"  - {before.strip()[:200]!r}", f"  + {after.strip()[:200]!r}"]
    known_values = report.known and [f"known values that came through: {report.known.came}; words lost: {report.known.lost}"]
    return lines + list(known_values or [])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tests.scrub_eval", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=cases.ALL)
    parser.add_argument("--confusion", action="store_true", help="say what leaked and what was damaged")
    chosen = parser.parse_args(argv)
    from tools.lib.scrub import Scrubber  # the product is needed to score it, not to read this module

    report = evaluate(lambda: Scrubber(key=b"evaluation"), chosen.seed, chosen.cases)
    print(f"seed {chosen.seed}, {len(report.outcomes)} texts\n{table(report.rows)}")
    if chosen.confusion:
        print(confusion(report))
    return 0 if all(passes(row, row.must) for row in report.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
