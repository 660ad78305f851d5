"""Wrapped: a value that a line end cut in two goes on at the start of the next line."""
from __future__ import annotations

import re

from tools.lib.scrub import randomness, values
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A terminal's frame or a diff's sign may stand on either side of the line end.
BREAK = re.compile(r"[ \t]{0,40}[│┃|]?[ \t]{0,4}\\?\r?\n(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│]))?[ \t>+|│┃]{0,40}(?P<piece>[A-Za-z0-9_+/=.~%-]{1,2000})", re.A)
WIDE = 60
PIECES = 40
PREFIXED = re.compile(r"[A-Za-z][A-Za-z0-9]{1,12}[_-]|eyJ|AKIA|[A-Z][A-Z_]{3,}=", re.A)


def rest(text: str, start: int, end: int, missing: int) -> Iterator[Span]:
    """Give the pieces of the value text[start:end] that stand on the lines after it.

    `missing` is how many characters its format still wants, 0 when unknown: then only a line as wide as a terminal wraps.
    """
    for _ in range(PIECES):
        following = BREAK.match(text, end)
        if not following:
            return
        wide = end - text.rfind("\n", 0, end) - 1 >= WIDE
        piece = following.group("piece").rstrip(".,")
        if missing > 0:
            piece = piece[:missing] if len(piece) - missing <= 2 or not wide else piece
        elif not wide:
            return
        if not _belongs(piece, missing):
            return
        start, end = following.start("piece"), following.start("piece") + len(piece)
        missing -= len(piece)
        yield Span(start, end, "wrapped-secret", "wrapped")
        if missing == 0:
            return


def _belongs(piece: str, missing: int) -> bool:
    if "=" in piece.rstrip("=") or PREFIXED.match(piece) and not randomness.mixed(piece[:12]):
        return False
    if missing > 0 and len(piece) <= missing + 2 and len(piece) < 8:
        return not values.NAME.match(piece) or len(piece) <= 2 or randomness.variety(piece) >= 2 or randomness.rarity(piece) > 0.4
    return len(piece) < 8 and not values.NAME.match(piece) or randomness.mixed(piece) or randomness.drawn(piece) or (
        randomness.variety(piece) >= 2 and not values.WORDY.match(piece) and not values.VERSIONED.match(piece))
