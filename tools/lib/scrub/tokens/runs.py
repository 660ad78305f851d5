"""Runs: the long words of a text, looked at once each: tokens by their first characters, encodings by what they say."""
from __future__ import annotations

import re

from tools.lib.scrub import flat
from tools.lib.scrub.blocks import der
from tools.lib.scrub.encodings import encoded, wrapped
from tools.lib.scrub.keyed import prose
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import compound, middles, unknown
from tools.lib.scrub.tokens.families import Families

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tools.lib.scrub.budget import Budget

# A run is found by a search for sixteen like bytes in a copy of the text that says, for each character, whether it may
# belong to one: ten times as fast as the pattern `[A-Za-z0-9+/_=.~-]{16,}`.
LETTERS = flat.table({"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_=.~-": "x"})
ENOUGH = b"x" * 16
QUOTING = frozenset(" \"'`*")
FIGURE = re.compile("[0-9]")
REMEMBERED, LONGEST = 50_000, 200  # clean runs kept, and how long one may be: paths and names come again and again


class Runs:
    """Finds what a long run of characters gives away by itself; remembers the runs that gave nothing away."""

    def __init__(self) -> None:
        self.families = Families()
        self.middles = middles.Middles()
        self.compound = compound.Compound()
        self.clean: set[str] = set()  # by themselves, though their place may tell
        self.plain: set[str] = set()  # wherever they stand but behind a sign that joins

    def spans(self, text: str, budget: Budget, look: Callable[[str], bool] | None, raw: bytes = b"") -> list[Span]:
        """Return the tokens in the text; `look` says whether a decoded text holds a secret, None to decode nothing."""
        found: list[Span] = []
        said, end, key = (raw or flat.raw(text)).translate(LETTERS), 0, 0
        while True:
            start = said.find(ENOUGH, end)
            if start < 0:
                return found
            end = said.find(b".", start + 16)
            end = len(said) if end < 0 else end
            word = text[start:end] if end - start <= LONGEST else ""
            if word in self.plain and not compound.follows(text, start):
                continue
            found += self._placed(text, start, end)
            if word in self.clean:
                continue
            budget.spend()
            if start < key:
                continue
            lines = der.spans(text, start, end) if end - start >= der.LEAST else []
            if lines:
                key = lines[-1].end
                found += lines
                continue
            found += self._one(text, start, end, budget, look)

    def _placed(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Give the run if what stands beside it gives it away; none without a figure is."""
        yield from middles.numbered(text, start, end)
        if end - start >= 20 and start and text[start - 1] in QUOTING and end - start <= LONGEST:
            yield from prose.offered(text, start, end)
        if start and text[start - 1] == "…" and end - start <= LONGEST:
            yield from prose.headless(text, start, end)
        if end - start >= compound.LEAST and compound.follows(text, start):
            yield from self.compound.find(text, start, end)
        if text.startswith(":fx", end):
            yield from compound.before(text, start, end)

    def _one(self, text: str, start: int, end: int, budget: Budget, look: Callable[[str], bool] | None) -> list[Span]:
        found: list[Span] = []
        anchored = self.families.begun(text, start, end)
        if anchored:
            for span, whole in self.families.find(text, start, end, budget):
                found.append(span)
                found += [piece._replace(kind=span.kind) for piece in wrapped.rest(text, span.start, span.end, whole - span.end)]
        found += self.middles.find(text, start, end)
        if not found and end - start >= compound.LEAST:
            found += compound.parts(text, start, end)
        if not found and end - start >= encoded.LEAST:
            found += middles.told(text, start, end)
            found += unknown.spans(text, start, end) if not found else ()
        coded = encoded.candidates(text, start, end) if end - start >= encoded.LEAST else []
        if look:
            found += [Span(first, last, "encoded-secret", "decoded") for first, last, plain in coded if look(plain)]
        if not (anchored or found or coded) and end - start <= LONGEST and not (
                unknown.hashed(text, start) or unknown.identified(text, start)):
            known = self.clean if FIGURE.search(text, start, end) else self.plain
            if len(known) > REMEMBERED:
                known.clear()
            known.add(text[start:end])
        return found
