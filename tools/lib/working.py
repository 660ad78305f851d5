"""Working notes: what is found out about one topic, `memory/working/<topic>.md`, the newest at the top.

Grammar: a heading, then entries:

    - TIME DEVICE/SESSION[ @CONTEXT]: TEXT ^ID
      further rows of the text, indented by two blanks

TIME and ID as in a journal; CONTEXT where the session works for a client. Any other row is a person's and is kept.
"""
from __future__ import annotations

import re
from collections import namedtuple

from tools.lib import journal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LINE = re.compile(
    r"""
    -[ ](?P<when>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)
    [ ](?P<device>[a-z0-9-]+)/(?P<session>[A-Za-z0-9_-]{1,64})
    (?:[ ]@(?P<context>[a-z0-9/_-]+))?
    :[ ](?P<text>\S|\S.*?\S)
    (?:[ ]\^(?P<id>[0-9a-z]{8}))?
    """,
    re.VERBOSE | re.ASCII,
)
INDENT = "  "

Entry = namedtuple("Entry", "when device session context text id")


def path_of(topic: str) -> str:
    """Where in the repository a topic's notes are."""
    return f"memory/working/{topic}.md"


def parse(text: str) -> list[Entry | str]:
    """The rows of a file: entries with the rows of their text, and as strings what is none. `render` is the inverse."""
    items: list[Entry | str] = []
    for row in text.split("\n"):
        match = LINE.fullmatch(row)
        before = items[-1] if items else ""
        if match is not None:
            items.append(Entry(*(match[name] or "" for name in Entry._fields)))
        elif not isinstance(before, str) and row.startswith(INDENT) and row.strip():
            items[-1] = before._replace(text=f"{before.text}\n{row[len(INDENT):]}")
        else:
            items.append(row)
    return items


def render(items: Iterable[Entry | str]) -> str:
    """The text of a file."""
    return "\n".join(item if isinstance(item, str) else lines(item) for item in items)


def lines(entry: Entry) -> str:
    """An entry's rows."""
    first, *rest = entry.text.split("\n")
    mark = f" @{entry.context}" if entry.context else ""
    head = f"- {entry.when} {entry.device}/{entry.session}{mark}: {first}" + (f" ^{entry.id}" if entry.id else "")
    return "\n".join([head, *(INDENT + row for row in rest)])


def plain(text: str) -> str:
    """Any text as that of an entry: no blank rows, nothing before the first or after the last letter of a row."""
    rows = ["".join(c if c.isprintable() else " " for c in row).rstrip() for row in text.expandtabs(4).splitlines()]
    return "\n".join(row for row in rows if row).strip() or "(empty)"


def add(text: str | None, topic: str, entry: Entry) -> str:
    """The file with one more entry, before the first that is not newer; the same text where it is there already."""
    items = parse(text or f"# {topic}\n\n")
    if any(not isinstance(item, str) and item.id == entry.id for item in items):
        return render(items)
    places = [at for at, item in enumerate(items) if not isinstance(item, str)]
    older = [at for at in places if journal.instant(items[at].when) <= journal.instant(entry.when)]  # type: ignore[union-attr]
    at = older[0] if older else places[-1] + 1 if places else _end(items)
    made = render([*items[:at], entry, *items[at:]])
    return made if made.endswith("\n") else made + "\n"


def _end(items: list[Entry | str]) -> int:
    """Behind the last row that says something, and the blank one after it."""
    at = len(items)
    while at and not str(items[at - 1]).strip():
        at -= 1
    return min(at + 1, len(items))


def ordered(text: str) -> str:
    """The file with entries that stand next to each other in order, the newest first: for what a merge put together."""
    items = parse(text)
    start = 0
    for at in range(len(items) + 1):
        if at == len(items) or isinstance(items[at], str):
            items[start:at] = sorted(items[start:at], key=lambda item: -journal.instant(item.when))  # type: ignore[union-attr]
            start = at + 1
    return render(items)
