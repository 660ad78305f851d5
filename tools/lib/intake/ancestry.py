"""Which session a fork goes on from: its events carry no parent's id.

Only the transcript's own records prove it (observed with Claude Code 2.1.332): the answers it repeats keep their session's
id as `requestSessionId`, and the last of them is the direct parent's.
"""
from __future__ import annotations

from tools.lib import contexts, files, sessions, spool, wire
from tools.lib.intake import orphans

MOST = 16 << 20  # bytes of a transcript that are looked at: what it repeats stands at its beginning


def parent_of(transcript: str, session: str) -> str:
    """The id of the session that `session` was forked from, by its transcript; "" where nothing proves one."""
    content = files.read(transcript, 0, MOST) if transcript else None
    parent = ""
    for raw in (content or b"").split(b"\n")[:-1]:
        if b'"requestSessionId"' not in raw:
            continue
        try:
            row = wire.loads(raw)
        except ValueError:
            continue
        found = row.get("requestSessionId") if isinstance(row, dict) and row.get("sessionId") == session else None
        parent = found if isinstance(found, str) and found != session else parent
    return parent


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
        if record.get("origin") == "fork" and record["how"] not in ("set", "env", "chain"):
            session = str(record["session"])
            found = inherited(local, parent_of(str(record.get("transcript") or ""), session))
            if found and found[0] != record["context"] and found[1] == "chain":
                bind = {"e": "bind", "c": found[0], "from": record["context"], "move": True, "how": "chain"}
                if sessions.put(local, session, now, lambda _, bind=bind: bind):  # type: ignore[misc]
                    joined.append(session)
    return joined
