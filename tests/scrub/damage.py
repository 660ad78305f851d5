"""Damage: what a scrubber destroys in text that holds no secret."""

from __future__ import annotations

from collections import namedtuple
from difflib import SequenceMatcher

# characters and lines looked at; characters destroyed and lines changed; samples are (before, after) of changed lines
Damage = namedtuple("Damage", "characters lines destroyed changed samples")
NOTHING = Damage(0, 0, 0, 0, ())


def between(before: str, after: str) -> Damage:
    """The damage of one text: lines are compared in order; where their number differs, what the ends share is kept."""
    if before == after:
        return Damage(len(before), before.count("\n") + 1, 0, 0, ())
    old, new = before.split("\n"), after.split("\n")
    if len(old) == len(new):
        pairs = [(a, b) for a, b in zip(old, new) if a != b]
    else:
        head, tail = shared(old, new)
        lost, made = old[head : len(old) - tail], new[head : len(new) - tail]
        pairs = [("\n".join(lost), "\n".join(made))]
    changed = sum(a.count("\n") + 1 for a, _ in pairs)
    return Damage(len(before), len(old), sum(destroyed(a, b) for a, b in pairs), changed, tuple(pairs))


def add(one: Damage, other: Damage) -> Damage:
    return Damage(*(a + b for a, b in zip(one, other)))


def destroyed(before: str, after: str) -> int:
    """How many characters of `before` are not in `after`, in order."""
    head, tail = shared(before, after)
    lost, made = before[head : len(before) - tail], after[head : len(after) - tail]
    if len(lost) > 2000 or len(made) > 2000:
        return len(lost)
    return len(lost) - sum(block.size for block in SequenceMatcher(None, lost, made, False).get_matching_blocks())


def shared(a: object, b: object) -> tuple[int, int]:
    """How many items two sequences share at the head and, beyond it, at the tail."""
    most = min(len(a), len(b))  # type: ignore[arg-type]
    head = next((i for i in range(most) if a[i] != b[i]), most)  # type: ignore[index]
    rest = most - head
    tail = next((i for i in range(rest) if a[-1 - i] != b[-1 - i]), rest)  # type: ignore[index]
    return head, tail
