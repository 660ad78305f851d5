"""A journal: what a session was asked, answered and noted, a line each, one file per session and local day.

Grammar of a line (an item of a Markdown list, so that it reads well and can be linked to):

    - TIME KIND: TEXT ^ID
      TIME  2026-11-30T10:02:07+08:00, whole seconds, local time with its offset
      KIND  one of KINDS
      TEXT  one line, not empty
      ID    eight base-32 characters, a block id; a line that a person added may have none

A file is front matter (session, agent, device) and such lines. Any other line is a person's and is kept as it stands.
"""
from __future__ import annotations

import re
from collections import namedtuple

from tools.lib import frontmatter
from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KINDS = ("Q", "A", "note", "decision", "todo", "handoff", "done", "event")
CYCLE = 12_622_780_800  # seconds in 400 years, after which the calendar repeats
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32, lower case: no i, l, o, u to misread
LINE = re.compile(
    r"""
    -[ ](?P<when>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)
    [ ](?P<kind>[A-Za-z]+)
    :[ ](?P<text>\S|\S.*?\S)
    (?:[ ]\^(?P<id>[0-9a-z]{8}))?
    """,
    re.VERBOSE | re.ASCII,
)

Entry = namedtuple("Entry", "when kind text id")


def entry(line: str, path: str = "journal", number: int = 1) -> Entry:
    """The entry of one line (without its line end). Raises Refusal with file, line and reason."""
    match = LINE.fullmatch(line)
    if match is None:
        raise Refusal(f"{path}:{number}: not a journal line; write `- TIME KIND: TEXT`")
    if match["kind"] not in KINDS:
        raise Refusal(f"{path}:{number}: unknown kind {match['kind']!r}, expected one of {', '.join(KINDS)}")
    return Entry(match["when"], match["kind"], match["text"], match["id"] or "")


def line(item: Entry) -> str:
    """The line of an entry, without a line end. The inverse of `entry`."""
    return f"- {item.when} {item.kind}: {item.text}" + (f" ^{item.id}" if item.id else "")


def parse(text: str) -> tuple[list[str], list[Entry | str]]:
    """The front matter's lines and the body's lines: entries, and as strings what is no entry.

    `render` is the inverse for any text. Stray front matter in the body (a union merge's work) stays a string.
    """
    head, body = frontmatter.split(text)
    return head, [_item(row) for row in body.split("\n")]


def _item(row: str) -> Entry | str:
    try:
        return entry(row)
    except Refusal:
        return row


def render(head: Sequence[str], items: Iterable[Entry | str]) -> str:
    """The text of a journal file."""
    return frontmatter.join(head, "\n".join(item if isinstance(item, str) else line(item) for item in items))


def entries(text: str) -> list[Entry]:
    """The entries of a file as a reader wants them: in order of time; of two lines with one id the later in the file."""
    found: dict[str, Entry] = {}
    for number, item in enumerate(parse(text)[1]):
        if not isinstance(item, str):
            found[item.id or f"line {number}"] = item
    return sorted(found.values(), key=lambda item: instant(item.when))


def head_of(session: str, agent: str, device: str) -> list[str]:
    """The front matter of a new file; it never changes again."""
    return [f"session: {session}", f"agent: {agent}", f"device: {device}"]


def path_of(context: str, day: str, device: str, session: str) -> str:
    """Where in the repository the journal of a session's local day (YYYY-MM-DD) is, with `/`."""
    return f"contexts/{context}/journal/{day[:7]}/{day[8:]}/{device}-{session}.md"


def stamp(now: float, offset: int) -> str:
    """The time of a line, from seconds since the epoch and the zone's offset in seconds.

    >>> stamp(0, 28800)
    '1970-01-01T08:00:00+08:00'
    """
    import time

    seconds = int(now // 1) + offset
    moment = time.gmtime(seconds if seconds >= 0 else seconds + CYCLE)  # Windows knows no time before 1970
    sign, minutes = ("-" if offset < 0 else "+"), abs(offset) // 60
    year = moment.tm_year - (0 if seconds >= 0 else 400)
    return f"{year:04}" + time.strftime("-%m-%dT%H:%M:%S", moment) + f"{sign}{minutes // 60:02}:{minutes % 60:02}"


def instant(when: str) -> float:
    """Seconds since the epoch of a line's time; 0.0 for a day that does not exist."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(when).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def identity(session: str, count: int, part: str = "") -> str:
    """The id of a session's event number `count`; `part` tells the lines of one event apart."""
    from hashlib import sha256

    number = int.from_bytes(sha256(f"{session}/{count}/{part}".encode("utf-8", "replace")).digest()[:5], "big")
    return "".join(DIGITS[number >> shift & 31] for shift in range(35, -5, -5))


def flat(text: str, most: int) -> str:
    """Any text as the text of one line: white space runs to one blank, control characters off, at most `most` characters.

    Cutting comes after scrubbing, never before it: a cut secret has no form any more.
    """
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(words) > most:
        words = words[: most - 1].rstrip() + "…"
    return words or "(empty)"
