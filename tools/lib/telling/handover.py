"""Handover: what a context's other sessions left for one, and how far that one has got."""
from __future__ import annotations

import os

from tools.lib import commands, evidence, paths
from tools.lib.room import LIMIT, size
from tools.lib.telling import about, digest, given, recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Record = Mapping[str, object]


def name_of(local: str, record: Record) -> str:
    """The context that a session works for, as it is called now."""
    return recent.current(local, str(record["context"]))


def whole(local: str, name: str, own: Sequence[str], limit: int = LIMIT) -> str:
    """All that is given of a context, to a session that is none of `own`."""
    table = recent.load(local, name)
    return digest.text(table, own, place(local, name), evidence.mark(), digest.Rooms(limit)) if table else ""


def everything(local: str, name: str) -> str:
    """All that the table of a context holds, for somebody who asks for it."""
    table = recent.whole(local, name)
    return digest.text(table, (), place(local, name), evidence.mark(), digest.ALL) if table else ""


def since(local: str, name: str, own: Sequence[str], seen: object) -> str:
    """What came since a session was given what its record's `seen` says."""
    table = recent.load(local, name)
    if table is None:
        return ""
    first = recent.since(seen, name, (table.series, table.next))
    return digest.later(table, own, first, place(local, name), evidence.mark())


def switched(local: str, session: str, name: str) -> str:
    """What a session is answered that was just set to a context: its README's head, and all that is given at a start."""
    readme = about.readme(local, name, about.README_ROOM, evidence.mark())
    seen = recent.seen(name, recent.mark(local, name))
    told = whole(local, name, [session], LIMIT - size(readme) - 500)
    given.keep(local, session, seen=seen)
    return "\n\n".join(part for part in (f"This session works for {name} from now on.", readme, told) if part)


def place(local: str, name: str) -> digest.Place:
    """Where all of a context's entries are, and what shows them."""
    folder = os.path.join(paths.lane(local), "contexts", *name.split("/"), "journal")
    return digest.Place(name, commands.line("context", "show"), folder)
