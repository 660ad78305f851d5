"""Scoring: what a scrubber lets through, what it destroys, and whether records keep their shape."""

from __future__ import annotations

import json
import random
from collections import Counter, namedtuple

from tests.scrub import cases, damage, draw, harmless, leak, machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Protocol

    class Scrubber(Protocol):
        def text(self, text: str) -> str: ...
        def record(self, line: bytes) -> bytes: ...

    Make = Callable[[], Scrubber]

# one case's outcome: the cores that came through, the harmless neighbours that did not, how many neighbours there
# were, what is wrong with the record or the run (or nothing), and the output
Outcome = namedtuple("Outcome", "case leaks lost neighbours faults output")


def judge(case: cases.Case, make: Make) -> Outcome:
    """Run one case on a scrubber of its own, as if it were a session of its own."""
    output = run(make(), case.text, case.record)
    faults = [] if run(make(), output, case.record) == output else ["not idempotent"]
    faults += [] if run(make(), case.text, case.record) == output else ["not deterministic"]
    leaks = leak.leaked(output, case.cores, case.context)
    said = leak.decoded(leak.MARKER.sub("\0", output))
    lost = [word for word in case.keeps if word not in said]
    count = len(case.keeps)
    if case.record:
        wrong, gone, leaves = compared(case, output)
        faults, lost, count = faults + wrong, lost + gone, count + leaves
    return Outcome(case, leaks, lost, count, faults, output)


def run(scrubber: Scrubber, text: str, record: bool) -> str:
    """What the scrubber makes of a text or of a record's line; if it raises, the name of the error stands for that."""
    try:
        return scrubber.record(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass") if record else scrubber.text(text)
    except Exception as error:
        return f"[raised {type(error).__name__}]"


def compared(case: cases.Case, output: str) -> tuple[list[str], list[str], int]:
    """Faults of a record's shape, harmless leaves that changed, and the number of harmless leaves."""
    before, after = json.loads(case.text), leak.parsed(output)
    if "\n" in output.strip("\n") or after is None:
        return ["does not parse as one line"], [], 0
    faults = [] if same_shape(before, after, case.cores) else ["other keys or shapes"]
    old, new = leak.leaves(before), leak.leaves(after)
    if len(old) != len(new):
        return faults, [], 0
    plain = [(path, a, b) for (path, a), (_, b) in zip(old, new) if not (holds(a, case.cores) or dropped(path))]
    return faults, [path for path, a, b in plain if a != b], len(plain)


def dropped(path: str) -> bool:
    """A thinking block's signature is dropped by design."""
    return path.endswith("/message/content/0/signature")


def holds(value: object, cores: tuple[str, ...]) -> bool:
    return isinstance(value, str) and bool(leak.leaked(value, cores, ""))


def same_shape(a: object, b: object, cores: tuple[str, ...]) -> bool:
    """The same keys (but those that held the secret, and signatures), the same lengths, the same types."""
    if isinstance(a, dict) and isinstance(b, dict):
        one = [(k, v) for k, v in a.items() if k != "signature" or "thinking" not in a]
        two = [(k, v) for k, v in b.items() if k != "signature" or "thinking" not in b]
        keys = all(k == m or holds(k, cores) for (k, _), (m, _) in zip(one, two))
        return len(one) == len(two) and keys and all(same_shape(v, w, cores) for (_, v), (_, w) in zip(one, two))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same_shape(v, w, cores) for v, w in zip(a, b))
    return type(a) is type(b)


def recall(outcomes: Iterable[Outcome]) -> float:
    caught = [not one.leaks for one in outcomes]
    return sum(caught) / len(caught) if caught else 1.0


def in_company(outcomes: list[Outcome], make: Make, seed: int) -> list[Outcome]:
    """What is caught alone, five texts after each other in one: a form must not hide the next one's secret."""
    alone = [one.case for one in outcomes if not one.leaks and not one.case.record and one.case.group != "hard"]
    random.Random(f"{seed} company").shuffle(alone)
    return [judge(together(alone[i : i + 5]), make) for i in range(0, len(alone) - 4, 5)]


def together(some: list[cases.Case]) -> cases.Case:
    """One case of several texts; the ends of lines are one kind, since a text has one kind."""
    text = "\n\n".join(case.text.replace("\r\n", "\n") for case in some)
    cores, keeps = (tuple(part for case in some for part in getattr(case, name)) for name in ("cores", "keeps"))
    context = "\n".join(case.context for case in some)
    return cases.Case("company", " + ".join(case.family for case in some), " + ".join(case.form for case in some), text, cores, keeps, context, False, "")


def in_session(make: Make, seed: int, count: int) -> list[Outcome]:
    """Passwords that a session has shown once with a name, standing bare in a later text of it."""
    r = random.Random(f"{seed} session")
    return [seen_again(draw.fill(r, r.choice(("«human»x«d2»", "«strong»", "«A24»"))), make) for _ in range(count)]


def seen_again(secret: draw.Drawn, make: Make) -> Outcome:
    scrubber = make()
    run(scrubber, f"DB_PASSWORD={secret.text}\nMODE=full", False)
    case = cases.Case("session", "password", "bare, later", f"and then it answered {secret.text} to us", (secret.text,), ("then", "answered"), "", False, "")
    output = run(scrubber, case.text, False)
    return Outcome(case, leak.leaked(output, case.cores, ""), [], 2, [], output)


def neighbours(outcomes: Iterable[Outcome]) -> float:
    total, lost = 0, 0
    for one in outcomes:
        total, lost = total + one.neighbours, lost + len(one.lost)
    return 1 - lost / total if total else 1.0


def on_machine(make: Make, seed: int, size: int) -> tuple[damage.Damage, Counter[str]]:
    """The damage to this machine's harmless text, and the changed lines by place."""
    total, where = damage.NOTHING, Counter[str]()
    for place, text in machine.sample(random.Random(f"{seed} machine"), size):
        hurt = damage.between(text, run(make(), text, False))
        total, where[place] = damage.add(total, hurt), where[place] + hurt.changed
    return total, where


def on_harmless(make: Make, seed: int) -> tuple[damage.Damage, Counter[str], list[str]]:
    """The damage to lock files, ids, logs and the like; whole texts, and records line by line as bytes."""
    total, where = damage.NOTHING, Counter[str]()
    rewritten: list[str] = []
    for kind, build in harmless.KINDS.items():
        text = build(random.Random(f"{seed} {kind}"))
        by_line = kind in ("both_clients", "odd_json")
        after = "\n".join(records_in_order(make(), text)) if by_line else run(make(), text, False)
        hurt = damage.between(text, after)
        total, where[kind] = damage.add(total, hurt), where[kind] + hurt.changed
        rewritten += [kind] if by_line and after != text else []
    return total, where, rewritten


def records_in_order(scrubber: Scrubber, text: str) -> list[str]:
    return [run(scrubber, line, True) if line else line for line in text.split("\n")]


def on_lines(make: Make, name: str) -> list[tuple[str, str]]:
    """The lines of a data file that a scrubber changes, one by one and as a whole: (before, after)."""
    text = (cases.DATA / name).read_text(encoding="utf-8")
    single = {line: run(make(), line, False) for line in text.split("\n") if line}
    whole = damage.between(text, run(make(), text, False))
    changed = {before: after for before, after in single.items() if before != after}
    return list({**dict(whole.samples), **changed}.items())
