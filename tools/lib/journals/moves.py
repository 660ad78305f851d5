"""Moves: what was journaled in one context and belongs to another, as records that every device applies.

`memory/moves/<device>.md`, written by that device only; a line each:

    - TIME move: SESSION from CONTEXT to CONTEXT ^ID     that session's entries up to this time
    - TIME rename: CONTEXT to CONTEXT ^ID                the whole context, whatever is still written under its old name

TIME and ID as in a journal. Any other line is a person's and is kept as it stands.
"""
from __future__ import annotations

import re
from collections import namedtuple

from tools.lib import contexts, journal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LINE = re.compile(
    r"""
    -[ ](?P<when>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)
    [ ](?:move:[ ](?P<session>[A-Za-z0-9_-]{1,64})[ ]from|rename:)
    [ ](?P<old>[a-z0-9/_-]+)[ ]to[ ](?P<new>[a-z0-9/_-]+)
    [ ]\^(?P<id>[0-9a-z]{8})
    """,
    re.VERBOSE | re.ASCII,
)

Move = namedtuple("Move", "when session old new id")  # session: "" where the context was renamed


def path_of(device: str) -> str:
    """Where in the repository a device's moves are."""
    return f"memory/moves/{device}.md"


def parse(text: str) -> list[Move | str]:
    """The lines of a file: moves, and as strings what is none. `render` is the inverse for any text."""
    return [_item(row) for row in text.split("\n")]


def _item(row: str) -> Move | str:
    match = LINE.fullmatch(row)
    if match is None or not (contexts.is_context(match["old"]) and contexts.is_context(match["new"])):
        return row
    return Move(match["when"], match["session"] or "", match["old"], match["new"], match["id"])


def render(items: Iterable[Move | str]) -> str:
    """The text of a file."""
    return "\n".join(item if isinstance(item, str) else line(item) for item in items)


def line(move: Move) -> str:
    """The line of a move, without a line end."""
    what = f"move: {move.session} from {move.old}" if move.session else f"rename: {move.old}"
    return f"- {move.when} {what} to {move.new} ^{move.id}"


def read(texts: Iterable[str]) -> list[Move]:
    """The moves of all devices' files in the order they were made."""
    found = {item.id: item for text in texts for item in parse(text) if not isinstance(item, str)}
    return sorted(found.values(), key=lambda move: (journal.instant(move.when), move.id))


def place(moves: Sequence[Move], session: str, context: str, at: float) -> str:
    """The context that an entry counts for: `at` (seconds since the epoch) by `session` in the folder of `context`."""
    for move in moves:
        if move.old == context and (not move.session or (move.session == session and at <= journal.instant(move.when))):
            context = move.new
    return context


def renamed(moves: Sequence[Move], context: str) -> str:
    """The name that a context has now."""
    return place([move for move in moves if not move.session], "", context, 0.0)
