"""Clean: strings of records that held nothing, since a record says most of what it says twice, or says what the last one said."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

ROOM, LONGEST = 2_000_000, 100_000  # characters kept in all, and of one string
# What clients name their records by. No prefix of a token begins in it, it is too short to say something in another
# notation, and no rule reads a run of letters and digits by itself otherwise.
ID = lazy.pattern(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
                  r"|(?:toolu|msg|req|call)_0[A-Za-z0-9]{18,28}", re.A)
LEAST, MOST = 23, 36  # characters that such a name has


class Clean(set):  # type: ignore[type-arg]
    """The strings, until there are too many of them; then it begins anew."""

    def __init__(self) -> None:
        super().__init__()
        self.room = ROOM

    def keep(self, text: str) -> None:
        """Remember that this text is clean."""
        if len(text) > LONGEST:
            return
        if len(text) > self.room:
            self.forget()
        self.room -= len(text)
        self.add(text)

    def forget(self) -> None:
        """Forget all: what was clean may hold a value that was learned since."""
        self.clear()
        self.room = ROOM


def is_id(text: str) -> bool:
    """True for a client's id, a UUID or a time: only a value that is known by itself can stand there."""
    return LEAST <= len(text) <= MOST and ID.fullmatch(text) is not None
