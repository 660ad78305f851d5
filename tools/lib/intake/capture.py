"""Capture: one event of a session goes to the spool, with its id and its context, before the hook returns."""
from __future__ import annotations

import os

from tools.lib import sessions, spool
from tools.lib.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def take(event: Event, line: dict[str, object], missed: Callable[[Event, OSError], None] | None = None) -> dict[str, object]:
    """Append what happened to the session's spool; gives the session's record after it.

    `line` has `e` (what happened) and its own fields; the counter, time and context are added here, under the lock.
    An event that came twice is taken once. What cannot be written (full disk) is marked as missed, and said, unless
    `missed` does something else about it. A session that is private from its beginning leaves nothing, not even a lock.
    """
    session = spool.safe(event.session)
    if event.is_private or not os.path.exists(sessions.path_of(event.local, session)):
        record = known(event)
        if record.get("capture") == "off":
            return record
    with spool.locked(event.local, session) as mine:
        day, offset = spool.day_of(event.now)
        record = sessions.caught_up(event.local, sessions.load(event.local, session), day)
        if not record["context"]:
            record = _introduced(event, record, day)
        key = _key(event, line)
        off = record.get("capture") == "off" and line["e"] != "capture"
        if off or event.is_test or sessions.is_repeat(record, key, event.now):
            return record
        line = {"n": _next(record, event.now, mine), "t": event.now, "z": offset, "c": record["context"], "k": key, **line}
        _complete(record, line, event.text("transcript_path"))
        try:
            record["at"] = spool.add(spool.path_of(event.local, day, session), line)
        except OSError as error:
            (missed or _missed)(event, error)
        record = sessions.fold(record, line)
        sessions.save(event.local, record)
        return record


def _missed(event: Event, error: OSError) -> None:
    from tools.lib import failures  # a full disk, and seldom that
    from tools.lib.intake import missed  # a full disk, and seldom that

    missed.mark(event.local, event.session, event.text("transcript_path"), event.now)
    failures.note(event.local, f"hook {event.hook}", error, event.now)


def known(event: Event) -> dict[str, object]:
    """The session's record as it stands, without taking anything; the context of a new one is only looked up."""
    record = sessions.load(event.local, spool.safe(event.session))
    record = record if record["context"] else _introduced(event, record, spool.day_of(event.now)[0])
    return {**record, "capture": "off", "private": True} if event.is_private else record


def _introduced(event: Event, record: dict[str, object], day: str) -> dict[str, object]:
    """The record of a session that we see for the first time, its context decided now and for good."""
    from tools.lib.intake import resolution  # once in a session's life

    found = resolution.of(event)
    return {
        **record,
        "context": found.context,
        "how": found.how,
        "capture": found.capture,
        "agent": event.agent,
        "first": day,
        "project": found.project,
        # a record that was lost must not count from 1 again: ids would repeat, and replays are known by id
        "n": record["n"] or int(event.now * 1000),
    }


def _next(record: dict[str, object], now: float, mine: bool) -> int:
    count = record["n"] if isinstance(record["n"], int) else 0
    # without the lock (its holder is stopped, not dead) two hooks may count at once: leave the sequence then
    return count + 1 if mine else count + 1 + int(now * 1000000) % 1000000 + os.getpid() * 1000000


def _complete(record: dict[str, object], line: dict[str, object], transcript: str) -> None:
    """Add what only the record knows: what this event closes, names or counts."""
    # a prompt typed while the agent works comes with the running prompt's id and ends nothing
    queued = line["e"] == "prompt" and bool(line.get("id")) and sessions.mark(line["id"]) == record.get("turn")
    # one from the transcript comes late: what is open was asked after it
    goes_on = queued or bool(line.get("late")) or line.get("source") == "compact"
    if line["e"] in ("prompt", "start", "interrupt") and record["open"] and not goes_on:
        line["closes"] = record["open"]
    if line["e"] == "prompt" and line.get("kind") == "person" and not record.get("titled"):
        line["title"] = True
    if line["e"] in ("answer", "failure") and record["tools"]:
        line["tools"] = record["tools"]
    if line["e"] in ("start", "prompt"):
        line.update({name: record.get(name, "") for name in ("agent", "how", "project", "first")})
        line.setdefault("transcript", transcript)  # the start's event may be from before we were installed


def _key(event: Event, line: dict[str, object]) -> str:
    from binascii import crc32

    payload = event.payload
    marks = [str(payload.get(name, "")) for name in ("tool_use_id", "prompt_id", "turn_id", "agent_id")]
    told = "\0".join([*marks, str(line.get("source", "")), str(line.get("text", ""))])
    return f"{line['e']}:{crc32(told.encode('utf-8', 'surrogatepass')):08x}"  # the record holds nothing that was said
