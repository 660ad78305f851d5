"""Board page: the text of a machine's board as parts and lines, lines put in and taken out; pure.

Grammar of `board.md`:

    ## NAME                                  one of SECTIONS; a heading typed otherwise (`LOG`, `**Log:**`) is known too
    - [@CONTEXT ]TEXT[ [session TAG]]        a line; rows indented below it belong to it

A signed line is that session's, any other a person's. What names a context with `@` is for sessions of that context alone.
Every other row is kept as it stands.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Callable, Iterable, Sequence
else:
    from tools.lib.tuples import namedtuple

STATE, CAUTIONS, WORK, LOG = SECTIONS = ("CURRENT STATE", "STANDING CAUTIONS", "ACTIVE WORK", "LOG")
TITLE = "# Board of this machine"
PURPOSES = {
    STATE: "> What holds on this machine now. `@clients/NAME` at a line's beginning keeps it to that client's sessions.",
    CAUTIONS: "> What every session must heed until somebody takes it away; told with each prompt.",
    WORK: "> Who is doing what; a session's lines go when it ends.",
    LOG: "> What was, the newest first; no session is told this.",
}
KNOWN = frozenset(PURPOSES.values())
BULLETS = ("- ", "* ", "+ ")
NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_/")
MARKS = ("clients/", "projects/", "_unsorted")

Line = namedtuple("Line", "context text tag")  # context "" for everyone, tag "" for a person
Part = namedtuple("Part", "heading rows")  # heading: the row as it stands, "" for what is before the first one


def line(item: Line) -> str:
    """The row of a line."""
    mark = f"@{item.context} " if item.context else ""
    return f"- {mark}{item.text}" + (f" [session {item.tag}]" if item.tag else "")


def made(context: str, text: str, tag: str) -> Line | str:
    """A new line with any text, white space made single blanks."""
    return _item(line(Line(context, " ".join(text.split()), tag)))


def parse(text: str) -> list[Part]:
    """The parts of any text; `render` is the inverse."""
    parts = [Part("", [])]
    for row in text.split("\n"):
        if section(row):
            parts.append(Part(row, []))
        else:
            parts[-1].rows.append(_item(row))
    return parts


def render(parts: Sequence[Part]) -> str:
    """The text of parts, the first of which has no heading."""
    rows = [row for part in parts for row in ([part.heading] if part.heading else []) + part.rows]
    return "\n".join(_plain(row) for row in rows)


def _item(row: str) -> Line | str:
    mark, rest = "", row[2:]
    if rest.startswith("@"):
        name, _, after = rest[1:].partition(" ")
        if NAME_LETTERS.issuperset(name) and name.startswith(MARKS):
            mark, rest = name, after
    body, _, end = rest.rpartition(" [session ")
    signed = bool(body) and end.endswith("]") and "]" not in end[:-1] and len(end) > 1 and " " not in end
    found = Line(mark, body, end[:-1]) if signed else Line(mark, rest, "")
    return found if found.text and found.text == found.text.strip() and line(found) == row else row


def _plain(row: Line | str) -> str:
    return row if isinstance(row, str) else line(row)


def section(row: str) -> str:
    """The section that a row is the heading of, "" for none."""
    bare = row.strip().strip("#*_: \t").upper() if len(row) < 40 else ""
    if bare not in SECTIONS:
        return ""
    return bare if row.lstrip().startswith(("#", "**", "__")) or row.strip() == bare else ""


def repaired(parts: Sequence[Part]) -> list[Part]:
    """The parts with each section once and in order; what stood before the first is the title, or current state."""
    title, rest = _title(parts[0].rows)
    if [section(part.heading) for part in parts[1:]] == list(SECTIONS) and title and not rest:
        return list(parts)
    found: dict[str, Part] = {}
    for part in parts[1:]:
        name = section(part.heading)
        there = found.setdefault(name, Part(part.heading, []))
        found[name] = Part(there.heading, _joined(there.rows, part.rows))
    for name in SECTIONS:
        found.setdefault(name, Part(f"## {name}", [PURPOSES[name], ""]))
    found[STATE] = Part(found[STATE].heading, _joined(found[STATE].rows, rest))
    return [Part("", title or [TITLE, ""]), *(_apart(found[name]) for name in SECTIONS[:-1]), found[LOG]]


def _title(rows: Sequence[Line | str]) -> tuple[list[Line | str], list[Line | str]]:
    """What may stand before the sections, [] for nothing, and what was written there and belongs into one."""
    at = 0
    while at < len(rows) and (not _plain(rows[at]).strip() or _plain(rows[at]).startswith("#")):
        at += 1
    return list(rows[:at]) if any(_plain(row).strip() for row in rows[:at]) else [], list(rows[at:])


def _joined(one: Sequence[Line | str], two: Sequence[Line | str]) -> list[Line | str]:
    return [*one, *([""] if one and two and _plain(one[-1]).strip() else []), *two]


def _apart(part: Part) -> Part:
    """A part whose last row keeps the next heading away."""
    return part if part.rows and not _plain(part.rows[-1]).strip() else Part(part.heading, [*part.rows, ""])


def rows_of(parts: Sequence[Part], name: str) -> list[Line | str]:
    """The rows of a section, those of all its parts."""
    return [row for part in parts[1:] if section(part.heading) == name for row in part.rows]


def blocks(rows: Sequence[Line | str]) -> list[list[Line | str]]:
    """A section's rows as the lines a reader sees, each with what belongs to it; blank rows and purposes left out."""
    return [[rows[at] for at in group] for group in _groups(rows)]


def _groups(rows: Sequence[Line | str]) -> list[list[int]]:
    """The same by the rows' places: a bullet or a paragraph begins a block, what is indented goes on with it."""
    found: list[list[int]] = []
    apart = True
    for at, row in enumerate(rows):
        plain = _plain(row)
        if not plain.strip():
            apart = True
        elif plain not in KNOWN:
            if found and (plain[0] in " \t" or not (apart or plain.startswith(BULLETS))):
                found[-1].append(at)
            else:
                found.append([at])
            apart = False
    return found


def text_of(block: Sequence[Line | str]) -> str:
    """The words of a block in one line, without bullet, mark and signature."""
    words = [row.strip() if isinstance(row, str) else row.text for row in block]
    return " ".join(word[2:] if word.startswith(BULLETS) else word for word in words)


def names_in(block: Sequence[Line | str]) -> set[str]:
    """The contexts that a block names with `@`, wherever in it."""
    found = set()
    for row in block:
        for after in _plain(row).lower().split("@")[1:]:
            name = "".join(_leading(after))
            if name.startswith(MARKS):
                found.add(name.rstrip("/"))
    return found


def _leading(text: str) -> Iterable[str]:
    for letter in text:
        if letter not in NAME_LETTERS:
            return
        yield letter


def put(parts: Sequence[Part], name: str, rows: Sequence[Line | str]) -> list[Part]:
    """Rows at the top of a section, all others as they stand."""
    return [_with(part, rows) if section(part.heading) == name else part for part in parts]


def _with(part: Part, new: Sequence[Line | str]) -> Part:
    rows = list(part.rows)
    at = next((n for n, row in enumerate(rows) if _plain(row).startswith(BULLETS)), -1)
    if at >= 0:
        return Part(part.heading, [*rows[:at], *new, *rows[at:]])
    while rows and not _plain(rows[-1]).strip():
        rows.pop()
    return Part(part.heading, [*rows, "", *new, ""])


def taken(
    parts: Sequence[Part], name: str, goes: Callable[[Sequence[Line | str]], bool]
) -> tuple[list[Part], list[list[Line | str]]]:
    """The parts without the blocks of a section that go, and those blocks."""
    found: list[list[Line | str]] = []
    kept = []
    for part in parts:
        groups = _groups(part.rows) if section(part.heading) == name else []
        going = [group for group in groups if goes([part.rows[at] for at in group])]
        places = {at for group in going for at in group}
        kept.append(Part(part.heading, [row for at, row in enumerate(part.rows) if at not in places]))
        found += [[part.rows[at] for at in group] for group in going]
    return kept, found
