"""Private key blocks: between their marks, after a mark that nothing closes, above one whose beginning is gone."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.blocks import pieces
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

BEGINS = ("-----begin", "---- begin", "----+begin", "private-lines")
ENDS = ("-----end", "---- end", "----+end", "private-mac:")
# Between the words of a mark stands a blank; a form's data has `+` for it.
KIND = (r"(?:[A-Z0-9 _+]{0,40}PRIVATE[ _+]KEY(?:[ _+]BLOCK)?|OpenVPN[ +][A-Za-z0-9 +-]{3,30}|[A-Z]{3,10}[ _+]NKEY[ _+]SEED"
        r"|PKCS[ +]?12|JWK)")
BEGIN = lazy.pattern(rf"-----BEGIN[ _+]{KIND}-----|----[ +]BEGIN[ +][A-Z0-9 +]{{0,30}}PRIVATE[ +]KEY[ +]----"
                     r"|Private-Lines:[ +]?[0-9]{1,3}", re.A | re.I)
END = lazy.pattern(rf"-----END[ _+](?:{KIND})|----[ +]END[ +][A-Z0-9 +]{{0,30}}PRIVATE[ +]KEY|Private-MAC:", re.A | re.I)
MARK = lazy.pattern(r"-{4,5}[ +]?(?:BEGIN|END)[ _+][A-Z0-9]|Private-(?:Lines|MAC):", re.A | re.I)
REACH = 100_000  # characters between the marks of a block
LEAD = 200  # of what stands before a mark on its line


def blocks(text: str, start: int) -> tuple[list[Span], int]:
    """Return the pieces' spans of the key block that begins at `start`, one a line, and where reading stopped."""
    begin = BEGIN.match(text, start)
    if not begin:
        return [], start + 10
    at = begin.end()
    lead = text[max(text.rfind("\n", max(0, start - LEAD), start) + 1, start - LEAD):start]
    mark = MARK.search(text, at, at + REACH)
    stop = mark.start() if mark else min(len(text), at + REACH)
    if mark and END.match(text, stop):
        found = pieces.closed(text, at, stop, lead) or pieces.opened(text, at, stop, lead)
        return _spans(found), mark.end()
    found = pieces.opened(text, at, stop, lead)
    return _spans(found), found[-1][1] if found else at


def ends(text: str, start: int) -> list[Span]:
    """Return the pieces' spans above an `-----END ... PRIVATE KEY` at `start`."""
    if not END.match(text, start):
        return []
    first = max(0, start - REACH)
    for mark in ("-----END", "Private-MAC", "-----BEGIN", "Private-Lines"):
        first = max(first, text.rfind(mark, first, start) + 1)
    return _spans(pieces.above(text, first, start))


def _spans(found: Iterable[tuple[int, int]]) -> list[Span]:
    return [Span(first, last, "private-key", "pem") for first, last in found]
