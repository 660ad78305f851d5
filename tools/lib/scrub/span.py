"""Spans: which characters of a text are secret, and what kind of secret they are."""
from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Span = namedtuple("Span", "start end kind rule")


def merge(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, overlapping ones united under the name of the longest."""
    united: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if not united or span.start >= united[-1].end:
            united.append(span)
            continue
        last = united[-1]
        longer = max(last, span, key=lambda s: s.end - s.start)
        united[-1] = longer._replace(start=last.start, end=max(last.end, span.end))
    return united


def replace(text: str, spans: Iterable[Span], marker: Callable[[Span, str], str]) -> str:
    """Return the text with each of the merged `spans` replaced by what `marker` gives for it."""
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces += (text[at:span.start], marker(span, text[span.start:span.end]))
        at = span.end
    pieces.append(text[at:])
    return "".join(pieces)
