"""Memory: what one session has read, was told, and is doing; a file of lines that every hook of it adds to.

`guard/<session>.jsonl` in the installation's folder, a JSON list a line, of lines about one thing the last holds:

    ["m", path, print, time]                      it has read or written this file, and that stood in it
    ["t", what, time, call]                       it was told this, by a denial of that call, or beside one
    ["b", call, time, taken, reads, background, writes, programs, doubts]
                                                  a tool call begins: resources, paths it reads, whether it goes on after it,
                                                  what of it was not understood
    ["e", call, begin, end]                       that call has ended: what changed meanwhile is the session's own doing
    ["h", offset]                                 how far it has heard of others' shell commands (`shells`)
"""
from __future__ import annotations

import os

from tools.lib import files, sessions, spool, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LONG = 48 << 10  # bytes after which the file is made anew
MARKS, SPANS = 150, 300  # files and spans that are kept then
RUNS = 600.0  # seconds at most that a command runs, by the clients' own limits
GRACE = 2.0  # seconds after a session's own command or write in which a change is still its doing
CLOCK = 0.1  # seconds by which a file system's clock may lag behind
OPEN = 120.0  # seconds that a call without an end counts as running: of one that the person refused no end comes
TOLD = 12 * 3600.0  # seconds for which what was told is kept
AGO = 14 * 86400.0  # seconds of silence after which a session's file goes
_known: dict[str, Memory] = {}


class Memory:
    """The lines of a session, folded."""

    __slots__ = ("calls", "heard", "marks", "size", "spans", "told")

    def __init__(self) -> None:
        self.marks: dict[str, tuple[list[object], float]] = {}
        self.told: dict[str, tuple[float, str]] = {}
        self.calls: dict[str, list[object]] = {}
        self.spans: list[tuple[float, float]] = []
        self.heard = -1
        self.size = 0

    def learn(self, content: bytes) -> None:
        """Fold the whole lines of what stands behind the bytes that are known."""
        whole = content[: content.rfind(b"\n") + 1]
        self.size += len(whole)
        for row in _rows(whole):
            try:
                self._fold(*row)
            except (TypeError, ValueError):
                continue  # a line of another version

    def _fold(self, kind: object, what: object, *rest: object) -> None:
        if kind == "m" and isinstance(rest[0], list):
            self.marks.pop(str(what), None)  # the last read stands last
            self.marks[str(what)] = (rest[0], float(str(rest[1])))
        elif kind == "t":
            self.told[str(what)] = (float(str(rest[0])), str(rest[1]))
        elif kind == "b":
            self.calls[str(what)] = list(rest)
        elif kind == "e":
            self.calls.pop(str(what), None)
            if rest[1]:  # a call that changed nothing has no span
                self.spans.append((float(str(rest[0])), float(str(rest[1]))))
        elif kind == "h":
            self.heard = int(str(what))

    def was_told(self, what: str, now: float, within: float, call: str) -> bool:
        """Whether the session was told this lately, and not by a denial of this same call: a hook may be registered twice."""
        at, told_of = self.told.get(what, (-TOLD, ""))
        return abs(now - at) < within and (not call or call != told_of)

    def is_own(self, at: float, before: float, grace: float) -> bool:
        """Whether something happened at `at` during a call of the session, or `grace` seconds after, or since an open one."""
        if any(begin - before <= at <= end + grace for begin, end in self.spans):
            return True
        return any(float(str(call[0])) - before <= at <= float(str(call[0])) + OPEN for call in self.calls.values())


def path_of(local: str, session: str) -> str:
    """The file of a session."""
    return os.path.join(local, "guard", f"{session}.jsonl")


def load(local: str, session: str) -> Memory:
    """What is known of a session; one process reads each line of it once."""
    path = path_of(local, session)
    try:
        size = os.stat(path).st_size
    except OSError:
        return Memory()
    known = _known.get(path)
    if known is None or size < known.size:
        known = _known[path] = Memory()
    if size > known.size:
        known.learn(files.read(path, known.size) or b"")
    return known


def _rows(content: bytes) -> list[list[object]]:
    lines = [line for line in content.split(b"\n") if line]
    try:
        found = wire.loads(b"[" + b",".join(lines) + b"]")
    except ValueError:
        found = [_row(line) for line in lines]
    return [row for row in found if isinstance(row, list) and len(row) > 1] if isinstance(found, list) else []


def _row(line: bytes) -> object:
    try:
        return wire.loads(line)
    except ValueError:
        return None  # cut off by a crash


def add(local: str, session: str, *rows: list[object]) -> None:
    """Add lines; no line of a hook at the same time is lost. Raises OSError."""
    if rows:
        content = b"\n".join(wire.dumps(row).encode("ascii") for row in rows) + b"\n"
        with spool.locked(local, session):
            files.append(path_of(local, session), content)


def shorten(local: str, session: str, now: float) -> None:
    """Make the file of a session anew, without what is old."""
    path = path_of(local, session)
    with spool.locked(local, session) as mine:
        found = load(local, session)
        _known.clear()
        if mine and found.size > LONG:
            files.replace(path, b"".join(wire.dumps(row).encode("ascii") + b"\n" for row in _kept(found, now)))


def _kept(found: Memory, now: float) -> list[list[object]]:
    rows: list[list[object]] = [["m", path, seen, at] for path, (seen, at) in list(found.marks.items())[-MARKS:]]
    rows += [["t", what, at, call] for what, (at, call) in found.told.items() if abs(now - at) < TOLD]
    rows += [["b", call, *rest] for call, rest in found.calls.items() if abs(now - float(str(rest[0]))) < RUNS]
    rows += [["e", "", begin, end] for begin, end in found.spans[-SPANS:]]
    return [*rows, ["h", found.heard]] if found.heard >= 0 else rows


def tidy(local: str, now: float) -> None:
    """Remove the files of sessions that have long been silent."""
    for path, written in files.aged(os.path.join(local, "guard")):
        if path.endswith(".jsonl") and now - written > AGO:
            files.remove(path)


def mark(path: str, seen: list[object], now: float) -> list[object]:
    """The line that a session has seen a file."""
    return ["m", path, seen, now]


def told(what: Iterable[str], now: float, call: str) -> list[list[object]]:
    """The lines that it was told something; at 0, that this counts no longer."""
    return [["t", one, now, call] for one in what]


def call(event: Mapping[str, object]) -> str:
    """The name of a tool call."""
    return sessions.mark(event.get("tool_use_id"))
