"""Recent: what a context's sessions did lately and left open, in one small file that hooks read instead of history.

`tables/<context, / as _>.json` in the installation's folder, three lines of JSON. A prompt reads the first few bytes where
nothing arrived, a start the first two lines, whoever keeps the table all of it. Made by `tables` from the lane, so its
text is scrubbed.

    series  which numbering this is: a table that was lost gets another
    next    the number that the next arrival gets: entries are numbered in the order they came to this machine,
            from 1 on; what was there when the numbering began has number 0
    more    how many are open beside those of the second line
    size    bytes of the second line

    rows    the entries kept, oldest first
    open    the newest to-dos and hand-offs that are not done, oldest first
    titles  session -> its title

    older   the other open ones, of all time, oldest first
    done    ids that were said to be done before they were seen

A context that was renamed has the series `= <new name>`.
"""
from __future__ import annotations

import os

from tools.lib import files, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Sequence
    from typing import Any
else:
    from tools.lib.tuples import namedtuple

# number: of arrival; at: seconds since the epoch; when: local time with offset; the rest as in the journal
Row = namedtuple("Row", "number at when kind text id session agent device")
Recent = namedtuple("Recent", "series next more rows open titles done")

HEAD = 200  # bytes that hold the first line
NEWEST = 60  # open items of the second line; a digest has room for fewer


def folder(local: str) -> str:
    """Where the tables are."""
    return os.path.join(local, "tables")


def path_of(local: str, context: str) -> str:
    """The file of a context."""
    return os.path.join(folder(local), context.replace("/", "_") + ".json")


def mark(local: str, context: str) -> tuple[str, int] | None:
    """Series and next of a context, from the file's first bytes; None where there is no table."""
    first = (files.read(path_of(local, context), 0, HEAD) or b"").partition(b"\n")[0]
    try:
        head: Any = wire.loads(first)
        return str(head[0]), int(head[1])
    except (ValueError, TypeError, LookupError):
        return None


def current(local: str, context: str) -> str:
    """The name that a context has now: a session's record may know it under an older one."""
    for _ in range(8):  # a chain longer than that is a circle
        known = mark(local, context)
        if known is None or not known[0].startswith("= "):
            break
        context = known[0][2:]
    return context


def redirect(local: str, context: str, new: str) -> None:
    """Keep that a context has another name now."""
    files.replace(path_of(local, context), wire.dumps([f"= {new}", 0, 0, 0]) + "\n")


def kept(local: str) -> set[str]:
    """The contexts that have a table."""
    try:
        names = os.listdir(folder(local))
    except FileNotFoundError:
        return set()
    short = [name[: -len(".json")] for name in names if name.endswith(".json") and name != "state.json"]
    return {name if name.startswith("_") else name.replace("_", "/", 1) for name in short}


def load(local: str, context: str) -> Recent | None:
    """What a start shows of a context, `done` left out; None where there is no table that can be read."""
    path = path_of(local, context)
    try:
        head: Any = wire.loads((files.read(path, 0, HEAD) or b"").partition(b"\n")[0])
        start = len(wire.dumps(head)) + 1
        body: Any = wire.loads(files.read(path, start, int(head[3])) or b"")
        return Recent(str(head[0]), int(head[1]), int(head[2]), _rows(body["rows"]), _rows(body["open"]), body["titles"], [])
    except (ValueError, TypeError, LookupError):
        return None


def whole(local: str, context: str) -> Recent | None:
    """The whole table, with everything that is open; None where there is none that can be read."""
    table = load(local, context)
    rest = (files.read(path_of(local, context)) or b"").rstrip(b"\n").rpartition(b"\n")[2]
    try:
        body: Any = wire.loads(rest)
        return table and table._replace(more=0, open=[*_rows(body["older"]), *table.open], done=list(body["done"]))
    except (ValueError, TypeError, LookupError):
        return None


def _rows(found: list[list[object]]) -> list[Row]:
    return [Row(*row) for row in found]


def save(local: str, context: str, table: Recent) -> None:
    """Write a whole table."""
    older, newest = table.open[:-NEWEST], table.open[-NEWEST:]
    body = wire.dumps({"rows": [*map(list, table.rows)], "open": [*map(list, newest)], "titles": table.titles})
    rest = wire.dumps({"older": [*map(list, older)], "done": table.done})
    head = wire.dumps([table.series, table.next, len(older), len(body)])
    files.replace(path_of(local, context), f"{head}\n{body}\n{rest}\n")


def since(seen: object, context: str, known: tuple[str, int]) -> int:
    """The first number that a session has not been given, from its record's `seen` and a table's mark.

    A session that saw another context, or no table, has been given nothing; one that saw a numbering that was lost
    since, all that the new one began with. A context that was renamed keeps its numbering.
    """
    if not isinstance(seen, list) or len(seen) != 3:
        return 0
    if seen[1] == known[0]:
        return int(seen[2])
    return 0 if seen[0] != context or not seen[1] else 1


def seen(context: str, known: tuple[str, int] | None) -> list[object]:
    """What a session's record keeps after it was given all of a table, or found none."""
    return [context, known[0], known[1]] if known else [context, "", 0]


def others(rows: Sequence[Row], sessions: Sequence[str], first: int = 0) -> list[Row]:
    """The rows from arrival number `first` on that are not of these sessions."""
    return [row for row in rows if row.number >= first and row.session not in sessions]
