"""Sessions that ended without a word: a killed client's open prompt is closed, old records are put away."""
from __future__ import annotations

import os
import sys

from tools.lib import files, lock, sessions, spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SILENT = 12 * 3600  # seconds after which a session without a process we know of counts as ended
DAY = 86400
ID = 34  # letters of a session's id at least; the locks of ours have short names
KEPT = 60 * 86400  # seconds a record is kept: resumed, forked and cleared sessions look for it


def records(local: str, changed_since: float = 0.0) -> Iterator[dict[str, object]]:
    """The records of all sessions that this device knows and that changed since then."""
    folder = os.path.join(local, "sessions")
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return
    for name in sorted(names):
        if name.endswith(".json"):
            try:
                fresh = os.stat(os.path.join(folder, name)).st_mtime >= changed_since
            except FileNotFoundError:
                continue
            if fresh:
                yield sessions.load(local, name[: -len(".json")])


def close(local: str, now: float, changed_since: float = 0.0) -> list[str]:
    """Close the open prompts of sessions that are gone; gives those sessions."""
    gone = [r for r in records(local, changed_since) if r["open"] and not r.get("ended") and is_gone(r, now)]
    return [str(record["session"]) for record in gone if _interrupt(local, str(record["session"]), now)]


def is_gone(record: dict[str, object], now: float) -> bool:
    """Whether a session's client has ended: its process is no more, or it was silent for half a day."""
    silent = now - float(str(record.get("last") or 0))
    pid = str(record.get("pid") or "")
    if pid.isdigit() and sys.platform != "win32" and silent > 5:
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            return True
        except OSError:
            pass
    return silent > SILENT


def _interrupt(local: str, session: str, now: float) -> bool:
    """Spool the end of a session's open prompt, as its next hook would have done."""

    def line(record: dict[str, object]) -> dict[str, object] | None:
        return {"e": "interrupt", "closes": record["open"]} if record["open"] else None

    return sessions.put(local, session, now, line)


def prune(local: str, now: float) -> None:
    """Remove the records of sessions that were silent for two months, and the locks of those that have no record."""
    for record in records(local):
        if now - float(str(record.get("last") or now)) > KEPT:
            session = str(record["session"])
            with spool.locked(local, session) as mine:
                if mine and sessions.load(local, session).get("last") == record.get("last"):
                    files.remove(sessions.path_of(local, session))
    for path, written in files.aged(os.path.join(local, "locks")):
        name = os.path.basename(path)
        if len(name) >= ID and not os.path.exists(sessions.path_of(local, name)) and now - written > DAY:
            lock.discard(path)
