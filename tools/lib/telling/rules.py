"""Rules: the person's preferences as two texts that a client passes on whole; pure."""
from __future__ import annotations

from tools.lib.room import LIMIT, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
else:
    from tools.lib.tuples import namedtuple

# one, two: verbatim parts, the most vital (first) lines first; left: bytes that fit in neither
Rules = namedtuple("Rules", "one two left")


def split(text: str, path: str, limit: int = LIMIT) -> Rules:
    """The two parts of `preferences.md`, each at most `limit` bytes of UTF-8, cut before a heading where there is one.

    Where both together are too small, the second ends in a sentence that says so and names `path`, where all of it is.
    """
    text = text.strip("\n")
    one, rest = cut(text, limit)
    two, left = cut(rest, limit)
    if left:
        note = "\n\n" + _left_out(left, path)
        two, left = cut(rest, limit - size(note) - 12)  # its number of bytes may grow by a few digits
        two += "\n\n" + _left_out(left, path)
    return Rules(one, two, size(left))


def _left_out(rest: str, path: str) -> str:
    return f"(These rules are longer than what can be given here: the last {size(rest)} bytes are left out. Read them in {path})"


def cut(text: str, limit: int) -> tuple[str, str]:
    """The text up to `limit` bytes and the rest: cut before a heading, else before a line, else within one.

    No place is good that would waste half of the room, unless the rest fits into as much again.
    """
    whole = size(text)
    if whole <= limit:
        return text, ""
    lines = text.split("\n")
    last, heading = _fits(lines, limit)
    for at in (heading, last):
        used = size("\n".join(lines[:at]))
        if at and (2 * used >= limit or whole - used <= limit):
            return "\n".join(lines[:at]).rstrip("\n"), "\n".join(lines[at:])
    head = text.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore")
    return head, text[len(head) :]


def _fits(lines: list[str], limit: int) -> tuple[int, int]:
    """How many lines are within `limit` bytes, and the number of the last heading to be cut at, 0 for none."""
    used = heading = 0
    fenced = False
    for number, line in enumerate(lines):
        if not fenced and line.startswith("#"):
            heading = number
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        used += size(line) + 1
        if used - 1 > limit:
            return number, heading
    return len(lines), heading

