"""Wrapped: a value that a line end cut in two goes on at the start of the next line."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import values
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A terminal's frame or a diff's sign may stand on either side of the line end, quoted-printable's `=` before it.
BREAK = lazy.pattern(
    r"[ \t]{0,40}[│┃║|]?[ \t]{0,4}[\\=]?\r?\n(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│]))?[ \t>+|│┃║]{0,40}"
    r"(?![0-9]{1,6}(?:\t|→))(?P<piece>[A-Za-z0-9_+/=.~%-]{1,2000})(?!:)", re.A,
)
# `password=ab` at the end of a line, and what begins the next one.
SHORT = lazy.pattern(
    r"[\"'*`\])]{0,3}(?:=|:[ ])(?P<first>[^\s\"'`,;(){}]{1,7})[ ]{0,60}[│┃|]?[ \t]*\r?\n[ \t]{0,8}[│┃|]?[ \t]{0,8}"
    r"(?P<rest>[^\s\"'`=:│┃|]{4,200})(?=\s|\Z)(?![ \t]*[=:])")
# `"first" + "rest"`, the rest on this line or on the next.
HALF = lazy.pattern(r"[\"'`][ \t]{0,8}(?:[+.&\\][ \t]{0,8})?(?:\r?\n[ \t>|]{0,40}(?:[+.&][ \t]{0,8})?)?[bruf]?[\"'`]"
                    r"(?P<piece>[^\s\"'`]{4,400})[\"'`](?![ \t]{0,4}:)")
NARROW = 38
WIDE = 60
PIECES = 40
PREFIXED = lazy.pattern(r"gh[pousr]_|github_pat_|sk-|sk_|pk_|xox[a-z]-|glpat-|npm_|hf_|eyJ|AKIA|ASIA|[A-Z][A-Z0-9_]{3,}=", re.A)
ALONE = lazy.pattern(r"[\"'`,;]{0,3}[ \t]{0,200}[│┃║|]?[ \t]{0,4}[\\=]?(?:\r?\n|\Z)")
RUN = lazy.pattern(r"[A-Za-z0-9]+")
PLAIN = lazy.pattern(r"[A-Za-z0-9_+/-]+={0,2}\Z")
WHOLE = (32, 40, 64, 96, 128)  # figures of hex
QUOTES = frozenset("\"'`")


def rest(text: str, start: int, end: int, missing: int) -> Iterator[Span]:
    """Give the pieces of the value text[start:end] that stand on the lines after it.

    `missing` is how many characters its format still wants, 0 when unknown, less when it wants none: then the line must be as
    wide as a terminal, or be followed by one that ends where it does, and the piece must be alone on its line.
    """
    quote = text[start - 1:start] if text[start - 1:start] in QUOTES else ""
    value = text[start:end]
    chain = False
    for _ in range(PIECES if value[-1:] != "=" or missing > 1 else 0):
        following = BREAK.match(text, end)
        if not following:
            return
        piece = following.group("piece").rstrip(".,")
        first = following.start("piece")
        last = first + len(piece)
        width = _width(text, end)
        same = width == _width(text, last)
        if not _alike(value, piece) or not belongs(piece, missing):
            return
        fills = missing > 0 and abs(len(piece) - missing) <= 1
        shut = bool(quote) and text.startswith(quote, last)
        if not (fills or shut or _goes_on(piece, missing, chain, ALONE.match(text, last) is not None, same, width)):
            return
        missing = max(0, missing - len(piece))
        chain, end = same or fills, last
        yield Span(first, last, "wrapped-secret", "wrapped")


def _alike(value: str, piece: str) -> bool:
    """False where figures and letters a to f go on what has others, or others go on what has only those."""
    last = RUN.findall(value)[-1:] or [""]
    first = RUN.match(piece)
    hexed, hexing = (randomness.HEX.match(run) is not None for run in (last[0], first.group() if first else ""))
    return hexed == hexing and not (hexed and len(last[0]) in WHOLE) or min(len(last[0]), len(piece)) < 6


def _goes_on(piece: str, missing: int, chain: bool, alone: bool, same: bool, width: int) -> bool:
    """Whether a line that begins with the piece goes on a value, though nothing says how long that is."""
    looks = len(piece) >= 8 and (randomness.mixed(piece) or randomness.drawn(piece))
    if missing > 0:
        return looks and (alone or randomness.variety(piece) == 3) or alone and same
    return alone and (looks and (width >= WIDE or same or PLAIN.match(piece) is not None) or chain)


def halves(text: str, end: int) -> Iterator[Span]:
    """Give the literals that are written behind the secret one that ends at `end`, joined to it by a sign or a line end."""
    found = HALF.match(text, end)
    while found and found.start("piece") - found.start() > 2:
        piece = found.group("piece")
        if not (belongs(piece, 0) or randomness.mixed(piece) or randomness.DIGIT.search(piece) and not values.WORDY.match(piece)):
            return
        yield Span(*found.span("piece"), "wrapped-secret", "wrapped")
        found = HALF.match(text, found.end("piece"))


def cut(text: str, end: int, grade: str) -> Iterator[Span]:
    """Give both pieces of a value of which the line that holds its name, up to `end`, has only the first few characters."""
    found = SHORT.match(text, end)
    if not found or not (_width(text, found.end("first")) >= NARROW or _as_above(text, found.end("first"))):
        return
    whole = found.group("first") + found.group("rest").rstrip(".,;")
    if directives.secret(whole, "password") if grade == "password" else values.secret(whole, grade, False):
        for part in ("first", "rest"):
            if found.group(part):
                first = found.start(part)
                yield Span(first, first + len(found.group(part).rstrip(".,;")), "wrapped-secret", "wrapped")


def _as_above(text: str, at: int) -> bool:
    """True when the line of `at` ends there and is as wide as the one above it, as in a narrow terminal."""
    start = text.rfind("\n", max(0, at - 400), at)
    above = text.rfind("\n", max(0, start - 400), max(0, start))
    return start > 0 and at - start - 1 >= 18 and start - above == at - start


def _width(text: str, at: int) -> int:
    """How far right in its line the character before `at` stands."""
    return at - text.rfind("\n", max(0, at - 4000), at) - 1


def belongs(piece: str, missing: int) -> bool:
    """True when the piece that begins a line can be the rest of a value, `missing` characters long if that is known."""
    if piece.startswith("--") or "=" in piece.rstrip("=") or PREFIXED.match(piece) and not randomness.mixed(piece[:12]):
        return False
    if len(piece) == missing and randomness.variety(piece) == 3:
        return True
    if missing > 0 and len(piece) <= missing + 2 and len(piece) < 8:
        return not values.NAME.match(piece) or len(piece) <= 2 or randomness.changes(piece) >= 2 or randomness.rarity(piece) > 0.4
    return len(piece) < 8 and not values.NAME.match(piece) or randomness.mixed(piece) or randomness.drawn(piece) or (
        randomness.variety(piece) >= 2 and not values.WORDY.match(piece) and not values.VERSIONED.match(piece))
