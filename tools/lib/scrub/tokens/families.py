"""Families: tokens that say by their first characters whose they are."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy, trie
from tools.lib.scrub.encodings import encoded
from tools.lib.scrub.keyed import values
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import formats, randomness
from tools.lib.scrub.tokens.formats import Family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.lib.scrub.budget import Budget

EDGE = lazy.pattern(r"[^A-Za-z0-9]", re.A)
BASE64 = re.compile(r"(?=[^a-z]*[a-z])(?=[^0-9A-Z]*[0-9A-Z])[A-Za-z0-9+]{12}\Z", re.A)
STEP = lazy.pattern(r"[a-z]{4,}(?:[A-Z][a-z]{2,})*\Z", re.A)
BLOCK_LINE = lazy.pattern(r"(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{76})(?=\r?\n|\Z)", re.A)
PIECE = lazy.pattern(r"(?:[A-Z]?[a-z]{1,16}|[A-Z]{1,16})?[0-9]{0,4}\Z", re.A)
NUMBER = lazy.pattern(r"-[0-9]\Z", re.A)  # of Databricks: which of a user's
HEXED = "[a-f0-9]"  # bodies that hold nothing else
LONGEST = 300  # of a body while it is doubted; what is taken goes on to its end
HARD = frozenset("_-.+")  # before an ambiguous prefix these make it a piece of a longer name


class Families:
    """The table, compiled when the first long run of characters asks for it; bodies when their prefix is met."""

    def __init__(self) -> None:
        self.known = formats.read()
        self.anchor = re.compile(trie.pattern(self.known))
        self.bodies: dict[str, re.Pattern[str]] = {}

    def find(self, text: str, start: int, end: int, budget: Budget) -> Iterator[tuple[Span, int]]:
        """Give the tokens that begin in text[start:end], each with the length a whole one would have."""
        at = start
        while True:
            hit = self.begun(text, at, end)
            if not hit:
                return
            budget.spend(3)
            at = hit.start() + 1
            found = [(self._stop(text, hit.start(), begin, family), begin, family) for family, begin in self._named(hit)]
            stop, begin, family = max(found, key=lambda one: one[0])  # of makers that share a prefix, the one with all the signs
            if stop:
                yield Span(hit.start(), stop, family.kind, "prefix"), begin + family.full
                at = stop

    def begun(self, text: str, start: int, end: int) -> re.Match[str] | None:
        """Return the first prefix in text[start:end] that goes on no word."""
        hit = self.anchor.search(text, start, end)
        while hit:
            before = text[hit.start() - 1] if hit.start() else ""
            if not (before.isalnum() and before.isascii()):
                return hit
            edge = EDGE.search(text, hit.start() + 1, end)
            hit = self.anchor.search(text, edge.end(), end) if edge else None
        return None

    def _named(self, hit: re.Match[str]) -> Iterator[tuple[Family, int]]:
        """The families of a prefix, longest first, and of the shorter ones it begins with, each with where its body begins."""
        prefix = hit.group()
        for size in range(len(prefix), 1, -1):
            for family in self.known.get(prefix[:size], ()):
                yield family, hit.start() + size

    def _stop(self, text: str, start: int, begin: int, family: Family) -> int:
        """Where the token ends whose body begins at `begin`, 0 when it is none."""
        body = self.bodies.get(family.body)
        if body is None:
            body = self.bodies[family.body] = re.compile(f"{family.body}{{1,{LONGEST}}}", re.A)
        found = body.match(text, begin)
        if not found:
            return 0
        said = found.group().rstrip(",:." if family.kind == "jwt" else "-_.=,:")
        said = pathless(said)
        if len(found.group() if family.strict == 2 else said) < family.least or not _is_token(text, start, said, family):
            return 0
        if len(found.group()) == LONGEST:
            rest = re.compile(family.body + "*", re.A).match(text, found.end())
            return found.end() + len(pathless(rest.group())) if rest else found.end()
        return begin + len(said) if text[begin + len(said):begin + len(said) + 1] in tuple(".,:-/") else found.end()


def pathless(said: str) -> str:
    """Return the token without the next piece of the path it stands in."""
    token, slash, step = said.rpartition("/")
    return token if slash and STEP.match(step) and randomness.rarity(step) < 0.35 else said


def _is_token(text: str, start: int, body: str, family: Family) -> bool:
    """Whether a body of sufficient length is one; what is before the prefix at `start` counts where that is a common piece."""
    if family.kind == "jwt":  # any JSON in base64 begins like one
        return body.count(".") >= 2 or b'"alg"' in encoded.decode("eyJ" + body.partition(".")[0][:60])
    if not family.strict:
        return not values.filler(body)
    if family.body != HEXED and randomness.HEX.match(text[start:start + 4] + body):
        return False  # a digest may begin with any of them
    before = text[start - 1:start] if text[start - 2:start - 1] not in ("\n", "") else ""  # a diff's sign is no part of a name
    if family.strict == 2:
        return len(body) <= family.full and before not in HARD and varied(body) and likely(body)
    whole = len(NUMBER.sub("", body)) == family.full and not named(body)
    if family.kind == "adyen-key" and "-" not in body and body[1:3] != "hm" or not whole and _in_block(text, start):
        return False
    if before == "/" and BASE64.search(text, max(0, start - 13), start - 1):
        return False  # inside a longer run of base64
    return whole if before in HARD and before else whole or likely(body)


def varied(body: str) -> bool:
    """True for small letters, capitals and figures, or for two of them thrown together, which is no hex."""
    return randomness.variety(body) == 3 or randomness.changes(body) * 3 >= len(body) and randomness.rarity(body) >= 0.3 or (
        not randomness.HEX.match(body) and len(randomness.DIGITS.findall(body)) >= 3)


def _in_block(text: str, start: int) -> bool:
    """True at the start of a line of base64 as wide as a certificate's: such a line begins with anything."""
    if start and text[start - 1] not in "\n\r":
        return False
    line = BLOCK_LINE.match(text, start)
    return line is not None


def likely(body: str) -> bool:
    """True when a body under an ambiguous prefix looks drawn: its longest piece, or all of it, mixes letters and digits."""
    body = body[:80]
    if randomness.ALIKE.search(body[:40]) and len(body) < 60:
        return False
    pieces = re.split(r"[^A-Za-z0-9]+", body)
    longest, whole = max(pieces, key=len), "".join(pieces)
    if len(longest) >= 10 and (randomness.mixed(longest) or randomness.drawn(longest)):
        return True
    if randomness.variety(whole) < 2 or randomness.changes(whole) * 3 < len(whole):
        return False
    return len(whole) >= 18 and randomness.rarity(whole) >= 0.15 or len(longest) < 10 and randomness.mixed(whole)


def named(body: str) -> bool:
    """True when the body reads like a name: each piece of it a word, or a number of few digits."""
    rarity = randomness.rarity(body)
    pieces = re.split(r"[^A-Za-z0-9]+", body)
    return rarity < 0.35 and all(map(PIECE.match, pieces)) or randomness.variety(body) < 2 and rarity < 0.3
