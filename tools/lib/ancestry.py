"""Which session another one goes on from: forks and cleared sessions carry no parent's id in their events.

Only the transcript's own records prove it (observed with Claude Code 2.1.332): a fork's copied answers keep the parent's
id as `requestSessionId`; after /clear some records have the old id as `session_id` beside their own `sessionId`.
"""
from __future__ import annotations

from tools.lib import contexts, files, orphans, sessions, spool, wire

HEAD = 1 << 18  # bytes; the proof stands among a file's first records
CONTINUED = ("fork", "clear")


def parent_of(transcript: str, session: str) -> str:
    """The id of the session that `session` goes on from, by the head of its transcript; "" where nothing proves one."""
    content = files.read(transcript, 0, HEAD) if transcript else None
    for raw in (content or b"").split(b"\n")[:-1]:
        try:
            row = wire.loads(raw)
        except ValueError:
            continue
        for name in ("requestSessionId", "session_id"):
            found = row.get(name) if isinstance(row, dict) and row.get("sessionId") == session else None
            if isinstance(found, str) and found and found != session:
                return found
    return ""


def inherited(local: str, parent: str) -> tuple[str, str] | None:
    """The context that a session takes over from its parent, and how it has it; None where the parent is unknown."""
    record = sessions.load(local, spool.safe(parent)) if parent else {}
    if not record.get("context"):
        return None
    how = str(record["how"])
    return str(record["context"]), "chain" if contexts.is_settled(how) else how


def join(local: str, changed_since: float, now: float) -> list[str]:
    """Bind sessions whose transcript has proven their parent by now; gives those sessions.

    At its start a fork has no transcript yet, so its context was found by its folder.
    """
    joined = []
    for record in orphans.records(local, changed_since):
        if record.get("origin") in CONTINUED and record["how"] not in ("set", "env", "chain"):
            session = str(record["session"])
            found = inherited(local, parent_of(str(record.get("transcript") or ""), session))
            if found and found[0] != record["context"] and found[1] == "chain":
                bind = {"e": "bind", "c": found[0], "from": record["context"], "move": True, "how": "chain"}
                if sessions.put(local, session, now, lambda _, bind=bind: bind):  # type: ignore[misc]
                    joined.append(session)
    return joined
