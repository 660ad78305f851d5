"""Dumps: bytes shown in rows of hex (xxd, hexdump -C), read, and the rows masked that show a secret."""
from __future__ import annotations

from bisect import bisect_right

from tools.lib.scrub import lazy
from tools.lib.scrub.encodings import encoded
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

SECOND = b"0000010"  # where the second row of a dump begins
ROW = lazy.pattern(
    r"(?:^|\n)(?P<at>[0-9a-fA-F]{7,8}):?[ ]{1,3}(?P<shown>(?P<hex>(?:[0-9a-fA-F]{2}[ ]{0,2}){1,16})[ ]{0,60}\|?[^\n]{0,18})")


def spans(text: str, look: Callable[[str], list[Span]]) -> Iterator[Span]:
    """Give the rows that show a secret; `look` finds the secrets of a text."""
    rows: list[re.Match[str]] = []
    for row in ROW.finditer(text):
        if rows and row.start() != rows[-1].end():
            yield from _secret(rows, look)
            rows = []
        rows.append(row)
    if rows:
        yield from _secret(rows, look)


def _secret(rows: list[re.Match[str]], look: Callable[[str], list[Span]]) -> Iterator[Span]:
    raw = [bytes.fromhex(row.group("hex").replace(" ", "")) for row in rows]
    whole = b"".join(raw)
    if not encoded.readable(whole):
        return
    starts = [0]
    for piece in raw:
        starts.append(starts[-1] + len(piece))
    for span in look(whole.decode("latin-1")):
        for number in range(bisect_right(starts, span.start) - 1, bisect_right(starts, span.end - 1)):
            yield Span(*rows[number].span("shown"), "encoded-secret", "dump")
