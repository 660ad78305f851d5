"""Live: which sessions of this machine are at work, and which one is meant by a word."""
from __future__ import annotations

from tools.lib.beside import siblings
from tools.lib.errors import Refusal
from tools.lib.intake import orphans
from tools.lib.sessions import tag
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Collection, Sequence
else:
    from tools.lib.tuples import namedtuple

# began, last: seconds since the epoch; title, doing: as it was asked first and last, scrubbed, "" for unknown
Live = namedtuple("Live", "session tag agent context began last title doing")


def sessions(local: str, now: float) -> list[Live]:
    """The sessions that have not ended and are not gone, the latest active first."""
    found = []
    for record in orphans.records(local, now - orphans.SILENT):
        if record.get("agent") in ("claude", "codex") and not record.get("ended") and not orphans.is_gone(record, now):
            found.append(_live(local, record))
    return sorted(found, key=lambda live: -live.last)


def _live(local: str, record: dict[str, object]) -> Live:
    session, context = str(record["session"]), recent.current(local, str(record["context"]))
    row = next((row for row in siblings.load(local, context)[1] if row.session == session), None)
    began, last = (float(str(record.get(name) or 0)) for name in ("began", "last"))
    title, doing = (row.title, row.text) if row else ("", "")
    return Live(session, tag(session), str(record["agent"]), context, began, last, title, doing)


def meant(text: str, found: Sequence[Live], names: Collection[str] | None) -> Live:
    """The one session whose id begins or ends like this, or whose title holds these words. Raises Refusal.

    Titles of contexts other than `names` count for nothing (None: all count).
    """
    wanted = text.strip().casefold()
    fits = [live for live in found if wanted and _is_called(live.session.casefold(), wanted)]
    if not fits:
        fits = [live for live in found if wanted in live.title.casefold() and (names is None or live.context in names)]
    if not wanted or len(fits) != 1:
        raise Refusal(f"{text!r}: {len(fits) if wanted else 'no'} live sessions are called so; `sessions.py` lists them")
    return fits[0]


def _is_called(session: str, text: str) -> bool:
    return session.startswith(text) or session.endswith(text)
