"""Joined: a key block whose lines are a list's strings, or one member of each of a list's objects."""
from __future__ import annotations

import re

from tools.lib.scrub import span as spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tools.lib.scrub.span import Span

CODED = re.compile(r"[ \t>|+-]{0,8}[A-Za-z0-9+/_-]{24,}={0,2}\s*\Z", re.A)
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


def coded(items: list[str]) -> bool:
    """True when two strings beside each other may be lines of what is wrapped base64 or hex."""
    return any(CODED.match(one) and CODED.match(two) for one, two in zip(items, items[1:]))


def pieces(items: list[str], places: Callable[[str], list[Span]], mask: Callable[[str, str, str], str]) -> list[str]:
    """Return the strings, masked in each of them what is secret in the text that they are the lines of."""
    sign = all(item[:1] in (" ", "+", "-") for item in items)  # of a diff: part of no line
    lines = [item.rstrip("\r\n")[sign:] for item in items]
    found, out, start = places("\n".join(lines)), list(items), 0
    for number, line in enumerate(lines):
        end = start + len(line)
        inside = [span._replace(start=max(0, span.start - start) + sign, end=min(len(line), span.end - start) + sign)
                  for span in found if span.start < end and start < span.end]
        out[number] = spans.replace(items[number], inside, lambda span, value: mask(value, span.kind, span.rule))
        start = end + 1
    return out


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
