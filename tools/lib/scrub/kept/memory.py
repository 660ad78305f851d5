"""Memory: values that are known to be secret, found wherever they stand, with no form at all."""
from __future__ import annotations

import re

from tools.lib.scrub import trie
from tools.lib.scrub.keyed import values
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CORE = re.compile(r"[A-Za-z0-9]{6,}", re.A)
NEAR = re.compile(r"(?=[^\s]*[0-9])[!-~]+", re.A)
FEW = 30  # values that are looked for one by one faster than the text is cut into its runs
OMITTING = ("…", ".", "*", "•")
PIECE, DRAWN = 8, 16  # characters of a value that tell it, and of one that is told so
ODD = 300  # values kept that have to be searched for one by one
LONG = 12  # base64 of less is found in texts by chance


class Memory:
    """Known values of the machine, of this session, and (as hashes) of earlier ones.

    A hashed value is a line `core before after whole kind`: MACs of its longest run of letters and digits and of the whole
    value, and how many characters stand around the run. So a text is looked up run by run, and the value never lies on disk.
    Only what looks drawn lasts: a word that was somebody's password would be masked for ever wherever it is said.
    """

    def __init__(self, key: bytes, known: Iterable[str], private: Iterable[str], hashed: Iterable[str]) -> None:
        self.key = key
        self.fixed: dict[str, str] = {}
        self.private: list[str] = []
        self.hashed: dict[str, tuple[str, ...]] = {}
        self.cores: dict[str, list[tuple[str, str]]] = {}
        self.fresh: dict[str, str] = {}  # learned, and not kept for later sessions yet
        self.heads: dict[str, str] = {}  # how drawn values begin and end: a text may show no more of one
        self.tails: dict[str, str] = {}
        self.odd: dict[str, str] = {}  # values without a run to look them up by
        self.near: dict[str, str] = {}  # values of the record that is read, too plain to be looked for in another one
        self.seen: set[str] = set()
        self._fixed: re.Pattern[str] | None = None
        self._private: re.Pattern[str] | None = None
        self.renew(known, private, hashed)

    def renew(self, known: Iterable[str], private: Iterable[str], hashed: Iterable[str]) -> bool:
        """Take the machine's values, the person's words and the hashes as they are now; gives whether they are others.

        A value that has gone meanwhile stays known: it may stand in what was said before.
        """
        fixed = {**self.fixed, **{form: "known-value" for value in known if len(value) >= 6 for form in forms(value)}}
        words = [word for word in private if word.strip()]
        entries = {**self.hashed, **{entry[0]: entry for entry in map(_entry, hashed) if len(entry) == 5}}
        if (fixed, words, entries) == (self.fixed, self.private, self.hashed):
            return False
        self.fixed, self.private, self.hashed, self._fixed, self._private = fixed, words, entries, None, None
        self.seen.clear()
        return True

    def learn(self, value: str, kind: str) -> bool:
        """Remember a value that a rule found; False when it is known or too plain to be looked for bare."""
        core = core_of(value)
        if not core and not odd(value):
            return self._beside(value, kind)
        if not core and odd(value) and value not in self.odd and len(self.odd) < ODD:
            self.odd[value] = kind
            return True
        if not core or any(value == other for other, _ in self.cores.get(core, ())):
            return False
        self.cores.setdefault(core, []).append((value, kind))
        if lasts(value):
            self.fresh[value] = kind
        if len(core) >= DRAWN and randomness.mixed(core):
            self.heads.setdefault(core[:PIECE], core)
            self.tails.setdefault(core[-PIECE:], core)
        return True

    def _beside(self, value: str, kind: str) -> bool:
        """Remember a value for the rest of the record; no word, as that is said for other reasons."""
        told = value not in self.near and len(self.near) < ODD and 6 <= len(value) <= 200 and NEAR.fullmatch(value) is not None
        if told:
            self.near[value] = kind
        return told

    def touches(self, text: str) -> bool:
        """True when the text may hold a value that was learned: cheap, and never False for one that it holds."""
        runs = CORE.findall(text)
        if not self.cores.keys().isdisjoint(runs) or bool(self.heads) and any(map(self._piece, runs)):
            return True
        return any(value in text for value in (*self.odd, *self.near))

    def lines(self) -> list[str]:
        """Return what was learned as hashed lines, for the sessions to come."""
        return [hashed(self.key, value, kind) for value, kind in self.fresh.items()]

    def spans(self, text: str) -> Iterator[Span]:
        """Give the places where known values stand."""
        if self.fixed:
            yield from self._machine(text)
        if self.private:
            yield from self._words(text)
        if self.cores or self.hashed:
            yield from self._runs(text)
        for value, kind in self.odd.items():
            yield from _places(text, value, kind)
        for value, kind in self.near.items():
            yield from (span for span in _places(text, value, kind) if _apart(text, span))

    def _machine(self, text: str) -> Iterator[Span]:
        if self._fixed is None:
            self._fixed = re.compile(trie.pattern(self.fixed))
        for found in self._fixed.finditer(text):
            yield Span(*found.span(), "known-value", "known")

    def _words(self, text: str) -> Iterator[Span]:
        if self._private is None:
            longest_first = "|".join(map(re.escape, sorted(self.private, key=len, reverse=True)))
            self._private = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.I)
        for found in self._private.finditer(text):
            yield Span(*found.span(), "private", "private-word")

    def _runs(self, text: str) -> Iterator[Span]:
        if not self.hashed and len(self.cores) <= FEW and not any(core in text for core in self.cores):
            return
        runs = set(CORE.findall(text))
        for core in runs & self.cores.keys():
            for value, kind in self.cores[core]:
                yield from _places(text, value, kind)
        if self.heads:
            for run in runs:
                if self._piece(run):
                    shown = not randomness.HEX.match(run)
                    yield from (span for span in _places(text, run, "known-value") if shown or _cut(text, span))
        if self.hashed:
            for run in runs - self.seen:
                entry = None if run.isalpha() else self.hashed.get(mac(self.key, run))
                if entry:
                    yield from self._earlier(text, run, entry)
                elif len(self.seen) < 200_000:
                    self.seen.add(run)

    def _piece(self, run: str) -> bool:
        """True for the beginning or the end of a drawn value that is known."""
        if len(run) < PIECE:
            return False
        head, tail = self.heads.get(run[:PIECE], ""), self.tails.get(run[-PIECE:], "")
        return run not in (head, tail) and (head.startswith(run) or tail.endswith(run))

    def _earlier(self, text: str, run: str, entry: tuple[str, ...]) -> Iterator[Span]:
        before, after = int(entry[1]), int(entry[2])
        at = text.find(run)
        while at >= 0:
            start, end = at - before, at + len(run) + after
            if start >= 0 and mac(self.key, text[start:end]) == entry[3]:
                yield Span(start, end, entry[4], "earlier")
            at = text.find(run, at + len(run))


def _entry(line: str) -> tuple[str, ...]:
    return tuple(line.split())


def _places(text: str, value: str, kind: str) -> Iterator[Span]:
    at = text.find(value)
    while at >= 0:
        yield Span(at, at + len(value), kind, "seen")
        at = text.find(value, at + len(value))


def _apart(text: str, span: Span) -> bool:
    """True when the span is no piece of a word, a number or a path."""
    return not any(c.isalnum() or c in "_/" for c in text[max(0, span.start - 1):span.start] + text[span.end:span.end + 1])


def _cut(text: str, span: Span) -> bool:
    """True when signs stand beside the span for what was left out."""
    return text[span.start - 1:span.start] in OMITTING or text[span.end:span.end + 1] in OMITTING


def odd(value: str) -> bool:
    """True for what no ordinary text holds although it has no long run: nine characters and more, with figures and signs """
    """among them."""
    return values.passphrase(value) or 9 <= len(value) <= 200 and " " not in value and "\n" not in value and bool(
        re.search("[0-9]", value) and re.search("[A-Za-z]", value) and re.search(r"[^\w\s.,:/-]", value))


def core_of(value: str) -> str:
    """Return the run of letters and digits by which a value is looked up, "" for what ordinary text may hold."""
    if len(value) < 8 or len(value) > 4000:
        return ""
    core = max(CORE.findall(value), key=len, default="")
    plain = " " in value or not re.search("[0-9]{2}|[A-Z].*[0-9]", value)
    if plain and values.WORDY.match(value) and not randomness.drawn(core):
        return ""
    if re.fullmatch(r"[a-z]+|[A-Z]?[a-z]+|[A-Z]+|[0-9]+", core) and (len(core) < 16 or core.isdigit()):
        return core if re.search(r"[^A-Za-z0-9\s]", value) and re.search("[0-9]", value) else ""
    return core


def mac(key: bytes, value: str) -> str:
    """Sixteen bytes of HMAC-SHA256, in hex."""
    import hmac

    return hmac.digest(key, value.encode("utf-8", "surrogatepass"), "sha256").hex()[:32]


def lasts(value: str) -> bool:
    """True for a value that no text holds by chance, and that is no id such as a program gives to anything."""
    drawn = randomness.drawn(re.sub("[^A-Za-z0-9]", "", value)) and not core_of(value).isalpha()
    return drawn and not randomness.UUID.match(value)


def hashed(key: bytes, value: str, kind: str) -> str:
    """Return the line under which a value is kept on disk."""
    core = core_of(value)
    before = value.index(core)
    return f"{mac(key, core)} {before} {len(value) - before - len(core)} {mac(key, value)} {kind}"


def forms(value: str) -> list[str]:
    """Return a value and the ways in which it appears encoded: base64 at three offsets, percent, JSON."""
    import base64
    import json
    import urllib.parse

    found = {value, urllib.parse.quote(value, safe=""), urllib.parse.quote_plus(value), json.dumps(value)[1:-1],
             json.dumps(value, ensure_ascii=False)[1:-1]}
    raw = value.encode("utf-8", "surrogatepass")
    if len(raw) >= LONG:
        for offset in range(3):
            coded = base64.b64encode(b"\0" * offset + raw).decode().rstrip("=")
            inner = coded[(0, 2, 3)[offset]:len(coded) - (1 if (offset + len(raw)) % 3 else 0)]
            found |= {inner, inner.replace("+", "-").replace("/", "_")}
        found.add(raw.hex())
    return sorted(form for form in found if len(form) >= 6)
