"""Handover: what a context's other sessions left for one, and how far that one has got."""
from __future__ import annotations

import os

from tools.lib import commands, digest, evidence, paths, recent
from tools.lib.room import LIMIT

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
    return digest.text(table, own, place(local, name), evidence.mark(), limit) if table else ""


def since(local: str, name: str, own: Sequence[str], seen: object, limit: int = LIMIT) -> str:
    """What came since a session was given what its record's `seen` says."""
    table = recent.load(local, name)
    if table is None:
        return ""
    first = recent.since(seen, name, (table.series, table.next))
    return digest.later(table, own, first, place(local, name), evidence.mark(), limit)


def place(local: str, name: str) -> digest.Place:
    """Where all of a context's entries are, and what shows them."""
    folder = os.path.join(paths.lane(local), "contexts", *name.split("/"), "journal")
    return digest.Place(name, commands.line("context", "show"), folder)
