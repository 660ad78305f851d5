"""Pieces: the lines of a transcript as scrubbed Markdown, each piece with the context that it belongs to.

A piece goes to the context its session worked for at the time of the record, not to that of the time it is read: a
worker that comes late must not carry one client's words into another's folder.
"""
from __future__ import annotations

import json
from collections import namedtuple

from tools.lib import quarantine, transcripts, wire
from tools.lib.archive import lineage
from tools.lib.journals import seams
from tools.lib.transcripts import render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Protocol

    from tools.lib.transcripts.window import Window

    class Scrubs(Protocol):
        """What is asked of a scrubber."""

        def value(self, value: object, /) -> object:
            """The JSON value without secrets; raises when it cannot say."""

TITLE_MOST = 80  # characters
CALLS = 64  # calls that may still get a result
WORDS = frozenset(["prompt", "answer", "call", "result", "summary", "failure"])  # what makes a session worth a file

# since: seconds since the epoch; what the session worked for from then on, and that context's `transcripts:`
Binding = namedtuple("Binding", "since context transcripts", defaults=("rendered",))
# bindings: oldest first, one at least. forked: when the session was forked from another, 0.0 if it was not
Job = namedtuple("Job", "local session transcript agent device bindings scrubber now forked", defaults=(0.0,))
# start: the record's byte. text: Markdown. record: the line for `transcripts: full`, b"" for none
Piece = namedtuple("Piece", "start when context kind text record title")


class Reading:
    """One pass over the lines of a transcript; `state` is the session's memory, as `saved` keeps it."""

    def __init__(self, job: Job, session: str, state: dict[str, Any]) -> None:
        self.job, self.session, self.state = job, session, state
        self.reader = transcripts.reader(job.agent)
        self.seen = lineage.recent(job.local, session, state["seen"])
        if state["offset"] < state["again"]:
            self.seen |= lineage.whole(job.local, session, state["seen"])
            self.seen.update(*(lineage.whole(job.local, kin) for kin in state["kin"]))
        self.pieces: list[Piece] = []
        self.marks: list[tuple[int, str]] = []
        self.unknown: list[tuple[int, str]] = []  # names of shapes, for counting
        self.unread: list[tuple[int, Binding, bytes]] = []  # lines that are no JSON
        self.when = str(state["when"])  # of the record at hand; one that has no time is of the time before

    def take(self, found: Window) -> None:
        """Read the window's lines."""
        if not found.content:
            self.unknown.append((found.start, transcripts.shape(self.job.agent, "endless-line")))
        start = found.start
        for line in found.content.split(b"\n")[:-1]:
            if line.strip() and not line.startswith(self.reader.PLUMBING):
                self._line(start, line.rstrip(b"\r"))
            start += len(line) + 1

    def _line(self, start: int, line: bytes) -> None:
        try:
            record = wire.loads(line)
        except ValueError:
            self.unread.append((start, self.binding(), line))
            record = None
        if not isinstance(record, dict):
            self.unknown.append((start, transcripts.shape(self.job.agent, "not-a-record")))
            return
        self.when = transcripts.dated(self.reader.when(record)) or self.when
        try:
            record = seams.closed(record, self.job.scrubber)
            items = self.reader.read(record)
        except Exception as error:  # nothing passes that could not be looked at
            self._aside(start, error, line)
            return
        self.unknown += [(start, item.name) for item in items if item.kind == "unknown"]
        items = [item for item in items if item.kind != "unknown"]
        if not items or transcripts.moment(self.when) < self.job.forked or self._is_known(start, record, line):
            return
        if self.binding().transcripts != "off":
            self._record(start, items, record, line)

    def _is_known(self, start: int, record: dict[str, object], line: bytes) -> bool:
        """Whether this record was saved before; from now on it is."""
        key = self.reader.key(record)
        mark = lineage.mark(key.encode("utf-8", "surrogatepass") if key else line)
        if not self.state["root"]:
            self.state["root"] = mark
            self.state["kin"] = lineage.kin(self.job.local, mark, self.session)
            self.seen.update(*(lineage.whole(self.job.local, kin) for kin in self.state["kin"]))
        if mark in self.seen:
            return True
        self.seen.add(mark)
        self.marks.append((start, mark))
        return False

    def _record(self, start: int, items: Sequence[transcripts.Item], record: dict[str, object], line: bytes) -> None:
        try:
            clean = [scrubbed(item, self.job.scrubber) for item in items]
            texts = [self._text(item) for item in clean]
            raw = _raw(record, self.job.scrubber) if self.binding().transcripts == "full" else b""
        except Exception as error:  # whatever stops a scrubber, its budget, its depth, a bug: nothing passes unscrubbed
            self._aside(start, error, line)
            return
        for item, text in zip(clean, texts):
            title = title_of(item.value) if item.kind == "prompt" and not item.who else ""
            self._add(start, item.kind, text, raw, title)
            raw = b""

    def _text(self, item: transcripts.Item) -> str:
        mark = lineage.mark(item.call.encode("utf-8", "surrogatepass"))  # the memory holds nothing that was not scrubbed
        if item.kind == "call":
            self.state["calls"] = [*self.state["calls"], [mark, item.name]][-CALLS:]
        return render.item(item, self.job.agent, dict(self.state["calls"]).get(mark, ""))

    def _aside(self, start: int, error: Exception, line: bytes) -> None:
        if self.binding().transcripts != "off":
            self._quarantine(f"not scrubbed: {type(error).__name__}", self.binding().context, start, line)
            self._add(start, "aside", self._text(transcripts.Item("aside", self.when)), b"", "")

    def _quarantine(self, reason: str, context: str, start: int, content: bytes) -> None:
        where = f"contexts/{context}/sessions, session {self.session}, byte {start} of its transcript"
        quarantine.keep(self.job.local, reason, where, content, self.job.now)

    def _add(self, start: int, kind: str, text: str, record: bytes, title: str) -> None:
        self.pieces.append(Piece(start, self.when, self.binding().context, kind, text, record, title))

    def binding(self) -> Binding:
        """What the session worked for at the time of the record at hand."""
        at = transcripts.moment(self.when)
        bindings: Sequence[Binding] = self.job.bindings
        return [b for b in bindings if b.since <= at or b is bindings[0]][-1]

    def finish(self, end: int) -> tuple[list[str], list[str]]:
        """Set aside what could not be read before byte `end`; gives that part's marks and the unknown shapes' names."""
        unread = [(start, by.context, line) for start, by, line in self.unread if start < end and by.transcripts != "off"]
        for context in dict.fromkeys(context for _, context, _ in unread):
            lines = [(start, line) for start, where, line in unread if where == context]
            self._quarantine("not JSON", context, lines[0][0], b"\n".join(line for _, line in lines))
        marks = [mark for start, mark in self.marks if start < end]
        return marks, [name for start, name in self.unknown if start < end]


def held(pieces: Iterable[Piece], begun: Iterable[str], end: int) -> tuple[list[Piece], int]:
    """The pieces that can be written, and the byte where reading must go on.

    A context's file begins when somebody has spoken, since its title is in its head; what comes before (`/model`, a
    background task) waits for it. `begun` are the contexts that have a file.
    """
    kept = list(pieces)
    while True:
        waiting: dict[str, int] = {}
        spoken = set(begun)
        for piece in kept:
            if piece.context not in spoken and piece.kind not in WORDS:
                waiting.setdefault(piece.context, piece.start)
            elif piece.context not in spoken:
                spoken.add(piece.context)
                waiting.pop(piece.context, None)
        if not waiting:
            return kept, end
        end = min(waiting.values())
        kept = [piece for piece in kept if piece.start < end]


def scrubbed(item: transcripts.Item, scrubber: Scrubs) -> transcripts.Item:
    """An item of which every word has passed the scrubber, whole; only then may it be cut. Raises what that raises."""
    clean = scrubber.value({"tool": item.name, "agent": item.who, "content": render.plain(item.value)})
    if not isinstance(clean, dict):
        raise TypeError("the scrubber did not give an object for an object")
    return item._replace(name=str(clean["tool"]), who=str(clean["agent"]), value=clean["content"])


def _raw(record: dict[str, object], scrubber: Scrubs) -> bytes:
    """A record's line for `full`, written anew: the line as it came may hold what its value does not (a key twice)."""
    clean = scrubber.value(transcripts.lightened(record))
    return json.dumps(clean, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def title_of(text: object) -> str:
    """A prompt's first line, short enough for a list."""
    line = " ".join(str(text).strip().split("\n")[0].split())
    return line if len(line) <= TITLE_MOST else line[: TITLE_MOST - 1].rstrip() + "…"
