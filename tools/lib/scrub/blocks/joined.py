"""Joined: a key block whose lines are a list's strings, or one member of each of a list's objects."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MARKS = ("-----BEGIN", "-----END", "---- BEGIN", "---- END", "Private-Lines:", "Private-MAC:")


def marked(items: list[str]) -> bool:
    """True when a block of a key may begin or end in one of the strings."""
    return any(mark in item for item in items for mark in MARKS)


def strings(items: list[str], scrub: Callable[[str], str]) -> list[str] | None:
    """Return the strings scrubbed as the lines of one text, None when they are none."""
    bare = [item.rstrip("\r\n") for item in items]
    if any("\n" in line for line in bare):
        return None
    lines = scrub("\n".join(bare)).split("\n")
    if len(lines) != len(items):
        return None
    return [line + item[len(old):] for line, old, item in zip(lines, bare, items)]


def members(items: Any, scrub: Callable[[str], str]) -> Any:
    """Return the items; where a member of each holds a line of a block, those members scrubbed together."""
    objects = [n for n, item in enumerate(items) if type(item) is dict]  # one that names a key twice is written as it was read
    names = {name for n in objects for name, value in items[n].items() if isinstance(value, str) and marked([value])}
    for name in sorted(names):
        lines = [n for n in objects if isinstance(items[n].get(name), str)]
        said = strings([items[n][name] for n in lines], scrub) if len(lines) > 1 else None
        if said is not None:
            changed = {n: line for n, line in zip(lines, said) if line != items[n][name]}
            items = [{**item, name: changed[n]} if n in changed else item for n, item in enumerate(items)] if changed else items
    return items
