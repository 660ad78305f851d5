"""Scan: one pass for anchors, each handed to the rule that reads what stands around it."""
from __future__ import annotations

import re

from tools.lib.scrub import anchors, flat, marker, trie
from tools.lib.scrub.blocks import jwk, octets, pem
from tools.lib.scrub.budget import VISIT, Budget
from tools.lib.scrub.encodings import dumps, heads, seams, views, wrapped
from tools.lib.scrub.keyed import further, grammar, gutters, labelled, prose, tables
from tools.lib.scrub.places import credentials, dialogs, directives, printed, shell
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import hashes, phrases, published, seeds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tools.lib.scrub.tokens.runs import Runs

LONG_RUN = re.compile(r"[A-Za-z0-9+/_=.~-]{16}", re.A)
AUTH = frozenset(("auth", "authorization", "authentication"))
PATTERNS = 60  # kept; each takes some milliseconds to make
DEPTH = 2  # base64 inside base64


def lower(text: str) -> str:
    """Return the text in lower case; the ASCII letters only where `İ` becomes two characters and shifts all that follows."""
    low = text.lower()
    return low if len(low) == len(text) else text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


class Scanner:
    """The compiled anchors; one a process is enough."""

    def __init__(self) -> None:
        self.patterns: dict[tuple[bool, tuple[str, ...]], Any] = {}
        self.runs: Runs | None = None

    def spans(self, text: str, budget: Budget, depth: int = 0) -> list[Span]:
        """Return what the rules find in the text and behind its escapes, unmerged."""
        found = self._read(text, budget, depth)
        view = views.of(text, budget)
        if view:
            found += [view.back(span) for span in self._read(view.text, budget, depth)]
        return found

    def _read(self, text: str, budget: Budget, depth: int) -> list[Span]:
        look = (lambda plain: bool(self.spans(plain, budget, depth + 1))) if depth < DEPTH else None
        raw = flat.raw(text)
        found = [*self._tokens(text, raw, budget, look), *self._named(text, raw, budget), *phrases.cards(text, raw),
                 *phrases.accounts(text, raw), *seeds.spans(text, raw), *octets.bare(text, raw), *heads.spans(text, raw)]
        if depth < DEPTH and dumps.SECOND in raw:
            found += dumps.spans(text, lambda plain: self.spans(plain, budget, depth + 1))
        return published.kept(text, found) if found else found

    def _tokens(self, text: str, raw: bytes, budget: Budget, look: Callable[[str], bool] | None) -> list[Span]:
        if self.runs is None:
            if not LONG_RUN.search(text):
                return []
            from tools.lib.scrub.tokens.runs import Runs  # its tables cost a few milliseconds, and short texts have no long runs

            self.runs = Runs()
        return [*self.runs.spans(text, budget, look, raw), *seams.spans(text, raw, self.runs)]

    def _named(self, text: str, raw: bytes, budget: Budget, listing: bool = False) -> list[Span]:
        """Return the values that their name or place gives away."""
        found: list[Span] = []
        low, pattern = self._anchors(text, raw.lower())
        sql = (b"values" if isinstance(low, bytes) else "values") in low
        marks = marker.places(text)[::-1]
        at = table = unlisted = 0
        while True:
            hit = pattern.search(low, at)
            if not hit:
                return found
            budget.spend(VISIT)
            start, end = hit.span()
            anchor = anchors.NAME_OF[hit.group()]
            if anchor not in anchors.NAMED or anchor in anchors.PLACES:
                spans, at = _place(text, anchor, start, end)
                found += spans
                continue
            while marks and marks[-1][1] <= start:
                marks.pop()
            if marks and marks[-1][0] <= start:
                at = marks[-1][1]
                continue
            listed = gutters.below(text, start) if start >= unlisted and not listing else None
            if listed:
                unlisted = max(end, listed.end())
                rows = [listed.back(span) for span in self._named(listed.text, flat.raw(listed.text), budget, True)]
                found += rows
                table, at = unlisted, max([end, *(span.end for span in rows)])
                continue
            if start < unlisted and gutters.OPEN.match(text, start):
                at = end  # the listing was read from a name above on
                continue
            spans, at, grade = _name(text, anchor, start, end)
            found += spans
            if grade and not spans:
                if sql:
                    found += tables.inserted(text, start)
                if start >= table:
                    rows, table = tables.below(text, start)
                    found += rows

    def _anchors(self, text: str, low: bytes) -> tuple[Any, Any]:
        """Return the text in lower case and the pattern of the anchors that it may hold, in bytes where those are all ASCII."""
        common = anchors.further(low)
        letters = flat.beyond(text)
        foreign: tuple[str, ...] = ()
        if not letters.isdisjoint(anchors.LETTERS):
            foreign = tuple(word for word, needed in anchors.FOREIGN.items() if needed <= letters)
        if not foreign and "k" not in letters:  # which is what a Kelvin sign becomes
            return low, self._pattern(True, common)
        return lower(text), self._pattern(False, common + foreign)

    def _pattern(self, plain: bool, words: tuple[str, ...]) -> Any:
        """Return the pattern of the anchors that are in all texts and of these, for bytes where it is `plain`."""
        if (plain, words) not in self.patterns and len(self.patterns) >= PATTERNS:
            words = (*anchors.FURTHER, *(() if plain else anchors.FOREIGN))
        pattern = self.patterns.get((plain, words))
        if pattern is None:
            said = trie.pattern((*anchors.ASCII, *words))
            pattern = self.patterns[plain, words] = re.compile(said.encode() if plain else said)
        return pattern


def _place(text: str, anchor: str, start: int, end: int) -> tuple[list[Span], int]:
    """Read at an anchor that is a place, not a name; return what was found and where to go on."""
    if anchor in credentials.SPECIALS:
        found = list(credentials.special(text, start, anchor))
        return found, max(end, found[-1].end) if found and anchor in hashes.PATTERNS else end
    if anchor == "://":
        return list(credentials.address(text, start)), end
    if anchor in pem.BEGINS:
        return pem.blocks(text, start)
    if anchor in pem.ENDS:
        return pem.ends(text, start), end
    if anchor in octets.FIELDS:
        return octets.field(text, end)
    if anchor == octets.LISTING:
        return octets.listing(text, end)
    if anchor in octets.EXPRESSIONS:
        return octets.expression(text, start, end)
    if anchor in ("kty\"", "kty'", "kty:"):
        return jwk.members(text, start)
    if anchor == "keyvalue>":
        return jwk.elements(text, start)
    if anchor in shell.PIPES or anchor in shell.PLACED:
        found = list(shell.piped(text, start, end) if anchor in shell.PIPES else shell.placed(text, end, anchor))
        return found, start + 2
    if anchor in printed.REST:
        return list(printed.below(text, start, end, anchor)), end
    if anchor in anchors.PORTS:
        return list(shell.row(text, start)), end
    if anchor == "-b ":
        jar = list(shell.jar(text, start))
        if jar:
            return jar, jar[-1].end
    return list((shell.user if anchor in anchors.USERS else shell.option)(text, start)), start + 1


def _name(text: str, anchor: str, start: int, end: int) -> tuple[list[Span], int, str]:
    """Read what a name that promises a secret stands before or behind."""
    end -= len(anchor) - len(anchor.rstrip(" =:")) if anchor[-1] in "=:" else 0
    if anchor == "mmunity":
        begin = start - (4 if text[start - 4:start - 2].lower() in ("ro", "rw", "ap") else 2)
        begin -= 2 * (text[begin:start].lower() == "apco")
        word = _word(text, end)
        return list(directives.line(text, begin, word + text.startswith("6 ", word), "password")), end, ""
    if anchor == "kie":
        spans, at = credentials.cookies(text, end) if text[end - 6:end - 3].lower() == "coo" else ([], end)
        if at > end:
            return spans, at, ""
    spans = _own(text, anchor, start, end)
    if not spans and anchor in anchors.ANNOUNCING:
        spans = list(phrases.near(text, end))
    if spans:
        return spans, max(end, spans[-1].end), ""
    return _pair(text, anchor, start, end)


def _own(text: str, anchor: str, start: int, end: int) -> list[Span]:
    """Return what the anchors find that have a reader of their own."""
    if anchor == "uth":
        name = _word(text, end)
        spans: list[Span] = []
        if text[start - 1:name].lower() in AUTH and text[name:name + 1] != "_":
            spans = list(credentials.header(text, name))
        return spans or list(dialogs.authenticated(text, start - 1, name))
    if anchor == "bear":
        return list(credentials.bearer(text, _word(text, end)))
    if anchor in anchors.ENTERING:
        return list(labelled.entered(text, end))
    if anchor == "pin ":
        return list(phrases.pin(text, start, end))
    return list(phrases.codes(text, end)) if anchor in ("covery", "ckup code") else []


def _pair(text: str, anchor: str, start: int, end: int) -> tuple[list[Span], int, str]:
    """Read a name and the value that belongs to it, wherever that stands."""
    spans: list[Span] = []
    read = grammar.pair(text, start, end)
    if read.span:
        hashed = hashes.end(text, read.span.start)
        if hashed > read.span.end:
            return [read.span._replace(end=hashed, kind="password-hash")], hashed, ""
        spans = _whole(text, read)
    elif read.grade and read.at == read.end:
        spans = list(directives.line(text, read.begin, read.end, read.grade))
        spans += [piece for span in spans for piece in wrapped.rest(text, span.start, span.end, 0)]
        spans = spans or further.spans(text, start, read)
    if not spans and anchor in phrases.KEYED:
        spans = list(phrases.grouped(text, end))
    if not spans:
        spans = list(octets.named(text, read.name, read.end))
    inside = text[start - 1:start] == "_" and text[read.end:read.end + 1] not in ("\n", "\r")
    if not spans and read.grade and _spoken(read.name) and not inside:
        spans = list(prose.around(text, start, end, read.grade)) or labelled.before(text, start, end, read.grade)
    return spans, max([read.at, *(span.end for span in spans if span.rule != "prose" or span.start >= end)]), read.grade


def _spoken(name: str) -> bool:
    """True for a name as a sentence may have it: `Admin-Passwort`, but no option and no variable with figures."""
    return name[:1] != "-" and name.rpartition("_")[2].replace("-", "").isalpha()


def _whole(text: str, read: grammar.Pair) -> list[Span]:
    """Return a value that was read and the pieces of it that stand behind it."""
    spans = [read.span]
    if read.span.end - read.span.start < 8:
        spans += wrapped.cut(text, read.end, read.grade)
    if read.quoted:
        spans += (piece._replace(kind=read.span.kind) for piece in wrapped.halves(text, read.span.end))
    if not read.quoted or text[read.at:read.at + 1] in ("\n", "\r"):
        spans += (piece._replace(kind=read.span.kind) for piece in wrapped.rest(text, read.span.start, read.span.end, 0))
    return spans


def _word(text: str, at: int) -> int:
    """The end of the word that goes on at `at` (`auth` begins `Authorization`)."""
    while at < len(text) and text[at].isalpha() and text[at].isascii():
        at += 1
    return at
