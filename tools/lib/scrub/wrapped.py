"""Wrapped: a value that a line end cut in two goes on at the start of the next line."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy, randomness, values
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A terminal's frame or a diff's sign may stand on either side of the line end.
BREAK = lazy.pattern(
    r"[ \t]{0,40}[│┃|]?[ \t]{0,4}\\?\r?\n(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│]))?[ \t>+|│┃]{0,40}"
    r"(?![0-9]{1,6}(?:\t|→))(?P<piece>[A-Za-z0-9_+/=.~%-]{1,2000})(?!:)", re.A,
)
WIDE = 60
PIECES = 40
PREFIXED = lazy.pattern(r"gh[pousr]_|github_pat_|sk-|sk_|pk_|xox[a-z]-|glpat-|npm_|hf_|eyJ|AKIA|ASIA|[A-Z][A-Z0-9_]{3,}=", re.A)


def rest(text: str, start: int, end: int, missing: int) -> Iterator[Span]:
    """Give the pieces of the value text[start:end] that stand on the lines after it.

    `missing` is how many characters its format still wants, 0 when unknown: then only a line as wide as a terminal
    wraps. Lines as wide as the first that wrapped go on.
    """
    first = _width(text, end)
    for _ in range(PIECES):
        following = BREAK.match(text, end)
        width = _width(text, end)
        if not following or not (missing > 0 or width >= WIDE or width == first and end != start):
            return
        piece = following.group("piece").rstrip(".,")
        if not belongs(piece, missing):
            return
        start = following.start("piece")
        missing = max(0, missing - len(piece))
        if missing == 0 and first < WIDE and start - end > 0 and not missing:
            first = first if _width(text, start + len(piece)) == first else -1
        end = start + len(piece)
        yield Span(start, end, "wrapped-secret", "wrapped")


def _width(text: str, at: int) -> int:
    """How far right in its line the character before `at` stands."""
    return at - text.rfind("\n", max(0, at - 4000), at) - 1


def belongs(piece: str, missing: int) -> bool:
    """True when the piece that begins a line can be the rest of a value, `missing` characters long if that is known."""
    if piece.startswith("--") or "=" in piece.rstrip("=") or PREFIXED.match(piece) and not randomness.mixed(piece[:12]):
        return False
    if missing > 0 and len(piece) <= missing + 2 and len(piece) < 8:
        return not values.NAME.match(piece) or len(piece) <= 2 or randomness.changes(piece) >= 2 or randomness.rarity(piece) > 0.4
    return len(piece) < 8 and not values.NAME.match(piece) or randomness.mixed(piece) or randomness.drawn(piece) or (
        randomness.variety(piece) >= 2 and not values.WORDY.match(piece) and not values.VERSIONED.match(piece))
