"""What we keep about a session: a record that its spooled events make, one after the other.

The spool is the truth and the record a cache: `sessions/<session>.json` says up to which byte of which day's file it
is made (`day`, `at`); a hook that was killed between its two writes is caught up by folding what lies behind.

    session agent transcript project   as the client said
    bindings                           since when it worked for what: [seconds since the epoch, context], oldest first
    context how                        what it works for, and by which rule (env, chain, path, remote, auto, none, set)
    n last first                       its counter, its last event's time, the local day it was first seen
    open turn                          the counter of the prompt that has no answer yet, 0 for none; a mark of the client's id
    tools                              how often each tool was used since the last answer
    keys                               the last events' keys and times, to know a hook that fired twice
    titled ended began origin pid      as their names say; `origin` is the source of its first start
    seen given                         of what arrived, how far it was given; the sums of the start's texts it was given
    shown                              the lessons it was told since the conversation was last compacted
    capture switched                   off: nothing of it is kept; when that changed: [seconds since the epoch, on or off]
    lost again                         compaction took what it had been given; since the last one began, it was given again
"""
from __future__ import annotations

import os

from tools.lib import files, spool, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RECENT = 8  # keys kept; hooks of one event that is registered twice come at once
SOURCES = frozenset(["startup", "resume", "clear", "fork", "compact"])
SWITCHES = 200  # kept of a session's contexts, and of its capture; a person's terminal goes on for years
TWICE = 3.0  # seconds within which the same key is the same event
TAG = 8  # characters
UNNAMED = ("start:", "end:")  # no client gives these an id: after another event it is another one, however soon


def path_of(local: str, session: str) -> str:
    """Where a session's record is."""
    return os.path.join(local, "sessions", f"{session}.json")


def tag(session: str) -> str:
    """The short name of a session, with which it signs and is told messages: the end of its id, for Codex's begin alike."""
    return spool.safe(session)[-TAG:]


def blank(session: str) -> dict[str, object]:
    """The record of a session of which nothing is known."""
    lists: dict[str, object] = {"keys": [], "bindings": []}
    return {"session": session, "context": "", "how": "", "n": 0, "open": 0, "tools": {}, "day": "", "at": 0, **lists}


def load(local: str, session: str) -> dict[str, object]:
    """The record as it was last saved; a blank one where it is missing or spoilt."""
    content = files.read(path_of(local, session))
    try:
        found = wire.loads(content) if content else None
    except ValueError:
        found = None
    return {**blank(session), **found} if isinstance(found, dict) else blank(session)


def save(local: str, record: dict[str, object]) -> None:
    """Keep a record. A full disk is no reason to fail: the spool has it all."""
    try:
        files.replace(path_of(local, str(record["session"])), wire.dumps(record))
    except OSError:
        pass


def caught_up(local: str, record: dict[str, object], day: str) -> dict[str, object]:
    """The record with what the spool holds behind the byte it knows, of the day it knows and then of `day`.

    A line that it has seen is known by its counter: a clock that was set back leads to a file a second time.
    """
    if record["day"] != day:
        if record["day"]:
            record = _caught_up(local, record, str(record["day"]))
        record = {**record, "day": day, "at": 0}
    return _caught_up(local, record, day)


def _caught_up(local: str, record: dict[str, object], day: str) -> dict[str, object]:
    path = spool.path_of(local, day, str(record["session"]))
    start = _whole(record["at"])
    try:
        if os.stat(path).st_size == start:
            return record
    except OSError:
        return record
    for at, line in spool.lines(path, start):
        if isinstance(line, dict) and _whole(line.get("n")) > _whole(record["n"]):
            record = fold(record, line)
        record = {**record, "at": at}
    return record


def fold(record: dict[str, object], line: dict[str, object]) -> dict[str, object]:
    """The record after one more event. Pure; tolerant of lines that another version wrote."""
    made = dict(record)
    made["n"] = max(_whole(record["n"]), _whole(line.get("n")))
    made["last"] = line.get("t", 0)
    _bind(made, line)
    if line.get("k"):
        keys = record["keys"]
        made["keys"] = [*(keys if isinstance(keys, list) else []), [line["k"], line.get("t", 0)]][-RECENT:]
    if line.get("capture") in ("on", "off") and line["capture"] != made.get("capture", "on"):
        past = made.get("switched")
        made["switched"] = [*(past if isinstance(past, list) else []), [line.get("t", 0), line["capture"]]][-SWITCHES:]
    for name in ("agent", "transcript", "project", "how", "pid", "first", "capture"):
        if line.get(name):
            made[name] = line[name]
    step = _STEPS.get(str(line["e"]))
    if step is not None:
        step(made, line)
    return made


def _bind(made: dict[str, object], line: dict[str, object]) -> None:
    """Note what the session works for, and since when; where earlier entries move along, it always did."""
    context, bindings = line.get("c") or made["context"], made["bindings"]
    bindings = bindings if isinstance(bindings, list) else []
    if line.get("move") or not bindings:
        bindings = [[0, context]]
    elif bindings[-1][1] != context:
        bindings = [*bindings, [line.get("t", 0), context]][-SWITCHES:]
    made["context"], made["bindings"] = context, bindings


def _started(made: dict[str, object], line: dict[str, object]) -> None:
    made["ended"] = False
    source = line.get("source")
    if "origin" not in made:  # a fork that is resumed is still a fork
        made["origin"], made["began"] = source if source in SOURCES else "", line.get("t", 0)
    if line.get("source") == "compact":
        made["lost"], made["again"] = False, True


def _asked(made: dict[str, object], line: dict[str, object]) -> None:
    made["ended"] = False
    if line.get("kind", "person") != "person":
        return
    made["titled"] = True
    if not line.get("late"):  # one from the transcript was answered long ago, or never
        made["open"], made["turn"] = made["n"], mark(line.get("id"))
        made["tools"] = {}


def _answered(made: dict[str, object], line: dict[str, object]) -> None:
    made["open"] = 0
    made["tools"] = {}


def _used(made: dict[str, object], line: dict[str, object]) -> None:
    tools = made["tools"]
    made["tools"] = counts = dict(tools) if isinstance(tools, dict) else {}
    name = _tool(str(line.get("tool")))
    counts[name] = _whole(counts.get(name)) + 1


def _tool(name: str) -> str:
    """A tool's name where it looks like one: the record is kept when the spool is gone, and holds nothing that was said."""
    parts = name.replace("-", "_").replace(".", "_").replace(":", "_").split("_")
    return name if len(name) <= 80 and all(len(part) < 8 or (part.isalpha() and len(part) < 24) for part in parts) else "tool"


def _ended(made: dict[str, object], line: dict[str, object]) -> None:
    made["ended"] = True
    made["open"] = 0


def _compacting(made: dict[str, object], line: dict[str, object]) -> None:
    made["again"], made["shown"] = False, []


def _compacted(made: dict[str, object], line: dict[str, object]) -> None:
    """Claude says so after the start that follows a compaction, Codex before it."""
    made["lost"], made["again"], made["shown"] = not made.get("again"), False, []


_STEPS = {
    "start": _started,
    "prompt": _asked,
    "answer": _answered,
    "failure": _answered,
    "interrupt": _answered,
    "tool": _used,
    "end": _ended,
    "compact": _compacting,
    "summary": _compacted,
}


def put(
    local: str, session: str, now: float, make: Callable[[dict[str, object]], dict[str, object] | None]
) -> bool:
    """Spool an event of ours for a session: `make` gives its fields from the record, or None for no event.

    Gives whether there was one. Raises OSError when it cannot be kept.
    """
    with spool.locked(local, session) as mine:
        day, offset = spool.day_of(now)
        record = caught_up(local, load(local, session), day)
        fields = make(record) if mine else None
        if fields is None:
            return False
        line = {"n": _whole(record["n"]) + 1, "t": now, "z": offset, "c": record["context"], **fields}
        record["at"] = spool.add(spool.path_of(local, day, session), line)
        save(local, fold(record, line))
        return True


def mark(id: object) -> str:
    """What stands for a client's id in a record; "" for none."""
    from binascii import crc32

    return f"{crc32(id.encode('utf-8', 'surrogatepass')):08x}" if isinstance(id, str) and id else ""


def is_repeat(record: dict[str, object], key: str, now: float) -> bool:
    """Whether an event of this key was taken a moment ago: the same hook, registered twice."""
    keys = record["keys"]
    if key.startswith(UNNAMED) and isinstance(keys, list):
        keys = keys[-1:]
    return isinstance(keys, list) and any(
        isinstance(known, list) and known[0] == key and abs(now - float(known[1])) < TWICE for known in keys
    )


def _whole(value: object) -> int:
    return int(value) if isinstance(value, (int, float)) else 0
