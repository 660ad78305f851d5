"""The scrubber: texts, records and decoded values in, the same without their secrets out."""
from __future__ import annotations

import re
from collections import namedtuple

from tools.lib.scrub import marker
from tools.lib.scrub import span as spans
from tools.lib.scrub.budget import Budget, Unscrubbable
from tools.lib.scrub.records import clean
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    from tools.lib.scrub.scan import Scanner

    T = TypeVar("T")

Finding = namedtuple("Finding", "kind rule line fingerprint start end")

ROUNDS = 4  # a replacement may bring two halves together; the text is settled when a round finds nothing
PRIVATE = re.compile(r"(?<!\w)<private>.*?(?:</private>|\Z)", re.S | re.I)
# What a data URL holds: of one that is a whole text, as Codex sends a picture, and of the large ones that a page or a style has.
PAYLOAD = re.compile(r"(?<=;base64,)[A-Za-z0-9+/=_-]{400,}\Z", re.A)
IMAGE = re.compile(r"(?P<head>data:(?:(?:image|audio|video)/[\w.+-]{1,40}|application/pdf)(?:;[\w=.-]{1,40}){0,2};base64,)"
                   r"(?P<body>[A-Za-z0-9+/=_-]{8192,})", re.A)
NESTED = 7  # JSON inside a string inside JSON: deeper than tool results were seen to go
_scanners: list[Scanner] = []


def _scanner() -> Scanner:
    if not _scanners:
        from tools.lib.scrub.scan import Scanner  # the tables: not before there is a text to clean

        _scanners.append(Scanner())
    return _scanners[0]


class Scrubber:
    """Scrubs with one key; what a rule found once is known for as long as this object lives."""

    def __init__(self, key: bytes, known: Iterable[str] = (), private_words: Iterable[str] = (), hashed: Iterable[str] = (),
                 allowed: Callable[[str, str], bool] | None = None) -> None:
        from tools.lib.scrub.kept.memory import Memory

        self.key = key
        self.memory = Memory(key, known, private_words, hashed)
        self.allowed = allowed
        self.clean = clean.Clean()
        self._report: list[Finding] | None = None

    def renew(self, known: Iterable[str], private_words: Iterable[str], hashed: Iterable[str] = ()) -> None:
        """Take the machine's values and the person's words as they are now; what was learned stays."""
        if self.memory.renew(known, private_words, hashed):
            self.clean = clean.Clean()

    def text(self, text: str) -> str:
        """Return the text without its secrets. Raises `Unscrubbable`; never returns what it could not read to the end."""
        return _closed(self._alone, text)

    def findings(self, text: str) -> list[Finding]:
        """Return what would be replaced, in order; lines count from 1 and only `\\n` ends one."""
        return _closed(self._findings, text)

    def value(self, obj: object, key: str = "") -> object:
        """Return a decoded JSON value scrubbed, keys and values seen together; its shape stays."""
        return _closed(self._value, obj, key)

    def record(self, line: bytes) -> bytes:
        """Return one line, JSON or text, scrubbed; a line without a secret comes back as the same bytes."""
        return _closed(self._record, line)

    def found(self, line: bytes) -> list[Finding]:
        """Return what `record` would replace; in a line that is JSON the places are unknown (line 1, 0 to 0)."""
        if line.lstrip()[:1] not in (b"{", b"["):
            return self.findings(line.decode("utf-8", "surrogateescape"))
        self._report = []
        try:
            self.record(line)
            return self._report
        finally:
            self._report = None

    def mask(self, value: str, kind: str, rule: str) -> str:
        """Return what stands in the place of a value that is secret as a whole, unless the person allowed it."""
        if self.allowed and self.allowed(kind, value):
            return value
        self._learn(value, Span(0, 0, kind, rule))
        return self._marker(Span(0, 0, kind, rule), value)

    def places(self, text: str) -> list[Span]:
        """Return where the text's secrets stand."""
        return self._spans(text, Budget(len(text)))

    def dropped(self, payload: str) -> str:
        """Return what stands in the place of binary data."""
        import hashlib

        size = len(payload) * 3 // 4 // 1024
        return f"[image sha256:{hashlib.sha256(payload.encode('utf-8', 'surrogatepass')).hexdigest()[:12]} {size} KB dropped]"

    def shared(self, before: str, after: str) -> tuple[str, str] | None:
        """Return two blocks without the token that begins in the one and ends in the other, None when there is none."""
        runs = _scanner().runs
        if runs is None or not before or not after:
            return None
        from tools.lib.scrub.encodings import seams

        head, tail = seams.ends(before, after)
        found = seams.whole(head, tail, runs) if head else None
        if not found:
            return None
        masked = self.mask((head + tail)[found.start:found.end], found.kind, "seam")
        return before[:len(before) - len(head) + found.start] + masked, masked + after[found.end - len(head):]

    def part(self, text: str) -> str:
        """Return a text of a record scrubbed, whatever notation it is in."""
        return self._text(text)

    def string(self, text: str, depth: int = 0) -> str:
        """Return one string of a record scrubbed; if it is JSON itself, by its own structure."""
        if not text or text in self.clean:
            return text
        if clean.is_id(text) and not any(self.memory.spans(text)):
            return text
        if depth < NESTED and text[0] in "{[" and text.rstrip()[-1] in "}]" and len(text) > 8:
            from tools.lib.scrub.records import structure

            inner = structure.scrub_json(text, self, depth + 1)
            if inner is not None:
                return inner
        scrubbed = self._text(text)
        if scrubbed == text and depth < NESTED:
            self.clean.keep(text)
        return scrubbed

    def _record(self, line: bytes) -> bytes:
        text = line.decode("utf-8", "surrogateescape")
        self.memory.near.clear()
        scrubbed = self._read(text)
        if scrubbed != text and self.memory.touches(scrubbed):
            scrubbed = self._read(scrubbed)  # what a rule found late in the record stands in it earlier, too
        return line if scrubbed == text else scrubbed.encode("utf-8", "surrogateescape")

    def _read(self, text: str) -> str:
        stripped = text.strip()
        if stripped[:1] in ("{", "["):
            from tools.lib.scrub.records import structure

            scrubbed = structure.scrub_json(text, self, 0)
            if scrubbed is not None:
                return scrubbed
        return self._text(text)

    def _value(self, obj: object, key: str) -> object:
        from tools.lib.scrub.records import structure

        self.memory.near.clear()
        walk = structure.Walk(self, 0)
        out = walk.value(obj, key)
        return structure.Walk(self, 0).value(out, key) if walk.changed else out

    def _alone(self, text: str) -> str:
        self.memory.near.clear()
        return self._text(text)

    def _text(self, text: str) -> str:
        if "<" in text and "<private>" in text.lower():
            text = PRIVATE.sub(marker.PRIVATE, text)
        if ";base64," in text:
            payload = PAYLOAD.search(text) if text.startswith("data:") and " " not in text[:100] else None
            text = text[:payload.start()] + self.dropped(payload.group()) if payload else IMAGE.sub(
                lambda image: image.group("head") + self.dropped(image.group("body")), text)
        budget = Budget(len(text))
        for _ in range(ROUNDS):
            found = self._spans(text, budget)
            if not found:
                break
            text = spans.replace(text, found, self._marker)
        return text

    def _findings(self, text: str) -> list[Finding]:
        out = []
        blocks = [Span(*block.span(), "private", "private-block") for block in PRIVATE.finditer(text)] if "<" in text else []
        for found in spans.merge([*blocks, *self._spans(text, Budget(len(text)))]):
            print_ = marker.fingerprint(self.key, text[found.start:found.end])
            out.append(Finding(found.kind, found.rule, text.count("\n", 0, found.start) + 1, print_, found.start, found.end))
        return out

    def _marker(self, found: Span, value: str) -> str:
        print_ = marker.fingerprint(self.key, value)
        if self._report is not None:
            self._report.append(Finding(found.kind, found.rule, 1, print_, 0, 0))
        return marker.render(found.kind, print_)

    def _spans(self, text: str, budget: Budget) -> list[Span]:
        found = _scanner().spans(text, budget)
        for one in found:
            self._learn(text[one.start:one.end], one)
        found += self.memory.spans(text)
        if not found:
            return []
        kept = _outside(found, marker.places(text))
        return [one for one in spans.merge(kept) if not (self.allowed and self.allowed(one.kind, text[one.start:one.end]))]

    def _learn(self, value: str, found: Span) -> None:
        if self.memory.learn(value, found.kind):
            self.clean.forget()


def _outside(found: list[Span], markers: list[tuple[int, int]]) -> list[Span]:
    if not markers:
        return found
    return [one for one in found if not any(one.start < end and start < one.end for start, end in markers)]


def _closed(work: Callable[..., T], *given: Any) -> T:
    """Do the work; whatever goes wrong, the caller gets `Unscrubbable` and no word of the text."""
    try:
        return work(*given)
    except Unscrubbable:
        raise
    except Exception as error:
        raise Unscrubbable(f"the scrubber failed: {type(error).__name__}") from None
