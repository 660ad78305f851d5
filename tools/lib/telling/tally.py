"""Tally: a context's table while entries come and go; pure, and the same however often a change is told again."""
from __future__ import annotations

from tools.lib.room import clipped
from tools.lib.telling.recent import Recent, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Key = tuple[str, str]  # session and id; a line that a person added has no id and goes by what it says

MOST = 400  # entries kept, the newest
LATE = 100  # and of the last arrivals, so many, however old: what a machine that was offline brings
LONGEST = 1000  # characters of an entry's text; the journal has all of it
UNSEEN = 500  # ids kept that were done before they were seen
OPEN = ("todo", "handoff")


def key_of(row: Row) -> Key:
    """What an entry is known by in its context."""
    return (row.session, row.id or f"{row.when} {row.kind} {row.text}")


class Tally:
    """Tell what the changed files held (`had`), then what they hold (`has`); `table` is the outcome.

    `stale` says that a `done` was taken back: what it had closed is known to history only, so the table is made anew.
    """

    def __init__(self, table: Recent) -> None:
        self.series: str = table.series
        self.next: int = table.next
        self.rows = {key_of(row): row for row in table.rows}
        self.open = {key_of(row): row for row in table.open}
        self.titles = dict(table.titles)
        self.done = list(table.done)
        self.before: dict[Key, Row] = {}
        self.there: set[Key] = set()
        self.stale = False

    def had(self, row: Row) -> None:
        """An entry of a changed file as it was."""
        self.before[key_of(row)] = row

    def has(self, row: Row) -> None:
        """An entry of a changed file as it is."""
        key = key_of(row)
        self.there.add(key)
        if row.kind == "event":
            if row.text.startswith("title "):
                self.titles[row.session] = row.text[len("title ") :]
            return
        old, known = self.before.get(key), self.rows.get(key) or self.open.get(key)
        if known is not None or old is None:
            number = self._number(key, row) if known is None else known.number
            row = row._replace(number=number, text=clipped(row.text, LONGEST))
            self.rows[key] = row
        self._settle(key, row, old)

    def _number(self, key: Key, row: Row) -> int:
        self.next += 1
        return self.next - 1

    def _settle(self, key: Key, row: Row, old: Row | None) -> None:
        """What the entry leaves open or closes."""
        self.stale = self.stale or (old is not None and old.kind == "done" and _closes(old) != _closes(row))
        if row.kind in OPEN:
            if old is None and row.id and row.id in self.done:
                self.done.remove(row.id)
            elif old is None or key in self.open:
                self.open[key] = row
            return
        self.open.pop(key, None)
        if _closes(row) and (old is None or _closes(old) != _closes(row)):
            self._close(_closes(row))

    def _close(self, id: str) -> None:
        fits = [key for key, row in self.open.items() if row.id == id]
        if fits:
            del self.open[max(fits, key=lambda key: self.open[key].at)]
        elif id not in self.done:
            self.done.append(id)

    def trim(self) -> None:
        """Keep what a table keeps."""
        if len(self.rows) <= MOST:
            return
        newest = sorted(self.rows, key=lambda key: self.rows[key].at)[-MOST:]
        late = sorted((key for key, row in self.rows.items() if row.number), key=lambda key: self.rows[key].number)[-LATE:]
        kept = {*newest, *late}
        self.rows = {key: row for key, row in self.rows.items() if key in kept}

    def table(self) -> Recent:
        """The table after all that was told."""
        for key, old in self.before.items():
            if key not in self.there:
                self.rows.pop(key, None)
                self.open.pop(key, None)
                self.stale = self.stale or old.kind == "done"
        self.trim()
        rows, left = _in_order(self.rows.values()), _in_order(self.open.values())
        sessions = {row.session for row in rows} | {row.session for row in left}
        titles = {session: title for session, title in self.titles.items() if session in sessions}
        return Recent(self.series, self.next, 0, rows, left, titles, self.done[-UNSEEN:])


class Anew(Tally):
    """A table made from all of a context's history: what was known before keeps its number, the rest is no arrival."""

    def __init__(self, series: str, known: Recent | None) -> None:
        super().__init__(Recent(known.series if known else series, known.next if known else 1, 0, [], [], {}, []))
        self.numbers: dict[Key, int] = {key_of(row): row.number for row in known.rows} if known else {}
        self.oldest = min((row.at for row in known.rows), default=0) if known else None

    def _number(self, key: Key, row: Row) -> int:
        if key in self.numbers:
            return self.numbers[key]
        if self.oldest is None or row.at < self.oldest:
            return 0
        return super()._number(key, row)


def _closes(row: Row) -> str:
    """The id that a `done` names, "" for another entry."""
    word = row.text.split(" ", 1)[0] if row.kind == "done" else ""
    return word[1:] if word.startswith("^") else ""


def _in_order(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.at, row.number))

