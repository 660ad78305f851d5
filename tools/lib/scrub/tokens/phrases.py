"""Phrases: seed phrases and payment cards, secrets made of ordinary words and digits."""
from __future__ import annotations

import os
import re

from tools.lib.scrub import flat, lazy
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Words may be numbered, quoted, marked, the items of a list, the cells of a table.
WORD = lazy.pattern(r"[a-z]{3,8}(?![a-z])", re.A)
GAP = lazy.pattern(r"(?:[ \t\r\n\"'`*,;|#•_+-]|[0-9]{1,2}(?:[.):]|\":)?(?![0-9a-z])|</?[a-z]{1,6}>){1,40}", re.A)
SINGLE = lazy.pattern(r"(?<![a-z])[a-z]{3,8}(?![a-z])", re.A)
SPOKEN = flat.table({"abcdefghijklmnopqrstuvwxyz0123456789 \t\r\n\"'`*,;|#.):_+<>/-": "x"})  # what `WORD` and `GAP` may hold
LEAST = b"x" * 47  # twelve words of three letters and what parts them
LENGTHS = (24, 21, 18, 15, 12)
# By fours, as American Express and Diners group theirs, or in one; of those in one only UnionPay's have up to nineteen.
CARD = lazy.pattern(
    r"[2-68][0-9]{3}(?:(?P<by>[ \u00a0-])[0-9]{4}(?P=by)[0-9]{4}(?P=by)[0-9]{3,4}(?:(?P=by)[0-9]{2,3})?"
    r"|(?P<in>[ \u00a0-])[0-9]{6}(?P=in)[0-9]{4,5}|[0-9]{10,12}(?:(?<=62[0-9]{14})[0-9]{1,3})?)(?![0-9A-Za-z]|[.-][0-9])", re.A)
# The key of a 1Password account, however its groups are joined.
ACCOUNT = lazy.pattern(r"A3(?P<by>[ _.\u2013-]?)[A-Z0-9]{6}(?P=by)[A-Z0-9]{6}(?P=by)?[A-Z0-9]{5}(?:(?P=by)[A-Z0-9]{5}){3}"
                       r"(?![A-Za-z0-9])", re.A)
CODES = lazy.pattern(r"(?:y?[ -]?(?:codes?)?|s)\b[^\n:]{0,80}:?[^\n:]{0,40}\r?\n", re.I)
# `recovery codes: x7k2-m9qa 4hj8-p2wz`: on the line itself, two and more.
INLINE = lazy.pattern(r"(?:y?[ _-]?codes?|s)[\"']?[ ]?(?:[:=]|are|were)[ ]{0,3}[\[(\"']{0,2}", re.I)
EACH = lazy.pattern(r"(?P<code>[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){1,3}|[A-Za-z0-9]{8,12}|[0-9]{6,8})"
                    r"(?:[\"']?[ ]?[,;/|]?[ ]{0,3}(?:and[ ])?[\"']?(?=\w)|(?![\w-]))", re.A)
CODE = lazy.pattern(r"[ \t>+|*#-]{0,12}(?:[0-9]{1,2}[.):][ \t]{1,4})?(?P<code>[A-Za-z0-9]{4,8}(?:[- ][A-Za-z0-9]{4,8}){1,3}|"
                    r"[A-Za-z0-9]{8,12}|[0-9]{6,8})[ \t]*(?:\r?\n|\Z)", re.A)
PIN = lazy.pattern(r"(?:code|number|is|lautet|est|es)?[ ]?[:=]?[ ]{0,2}(?P<value>[0-9]{4,8})(?![0-9.:/-]"
                   r"*[0-9A-Za-z])", re.I | re.A)
COLUMN = lazy.pattern(r"[0-9A-Fa-f]{4}[ -]\Z|[ -][0-9A-Fa-f]{4,5}(?![0-9A-Za-z])", re.A)  # a table of numbers, no card
FIGURES = flat.table({"0123456789": "0", " -\u00a0": "-"})
GROUPED, WHOLE = (b"0000-0000", b"-000000-"), b"0" * 14  # one of them is in every number of a card
# The ranges that the networks publish (ISO/IEC 7812-1), each with the lengths of its numbers.
ISSUER = lazy.pattern(r"""(?:
    (?=[0-9]{16,19}\Z)(?:4|6011|64[4-9]|65|62|81|35(?:2[89]|[3-8])|5[0678]|6304|6759|676[1-3])
  | (?=[0-9]{16}\Z)(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|220[0-4])
  | (?=[0-9]{15}\Z)3[47] | (?=[0-9]{14}(?:[0-9]{2})?\Z)3(?:0[0-5]|095|[689])
)""", re.X)
# A key that an authenticator is given, in groups of four letters and figures of base32, in one case.
GROUPS = lazy.pattern(r"[^\n]{0,48}?[:\n> ]\s{0,12}"
                      r"(?P<value>[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}(?![\w-])|[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15}(?![\w-]))")
KEYED = frozenset(("key", "cret", "otp", "manual"))
_words: dict[str, int] = {}


def vocabulary() -> dict[str, int]:
    """Return the 2,048 English words of BIP-39 with their numbers; read when a phrase is first suspected."""
    if not _words:
        with open(os.path.join(os.path.dirname(__file__), "bip39.txt"), encoding="ascii") as file:
            _words.update((word, number) for number, word in enumerate(file.read().split()))
    return _words


def seed(text: str, at: int) -> tuple[Span | None, int]:
    """Return the seed phrase whose first word begins at `at`, and where reading stopped."""
    known = vocabulary()
    found: list[tuple[int, int]] = []
    while len(found) < 27:
        word = WORD.match(text, at)
        if not word or word.group() not in known:
            break
        found.append(word.span())
        gap = GAP.match(text, word.end())
        if not gap or gap.end() == word.end():
            break
        at = gap.end()
    if len(found) < 12 or len({text[first:last] for first, last in found}) < 8:
        return None, max(at, found[-1][1] if found else at + 1)
    first, last = _phrase([text[begin:end] for begin, end in found])
    return Span(found[first][0], found[last - 1][1], "seed-phrase", "words"), found[last - 1][1]


def _phrase(words: list[str]) -> tuple[int, int]:
    """Which of the words are the phrase: those whose checksum holds, else all; a sentence may go on with a listed word."""
    size = next(length for length in LENGTHS if length <= len(words))
    for first in range(len(words) - size + 1):
        if sure(words[first:first + size]):
            return first, first + size
    return 0, len(words)


def near(text: str, at: int) -> Iterator[Span]:
    """Give the seed phrase that a name at `at` announces, within the next 200 characters."""
    limit = at + 200
    if LEAST not in flat.raw(text[at:limit + len(LEAST)]).translate(SPOKEN):
        return
    while at < limit:
        word = WORD.search(text, at, limit)
        if not word:
            return
        if text[word.start() - 1].isalpha() or word.group() not in vocabulary():
            at = word.end()
            continue
        span, at = seed(text, word.start())
        if span:
            yield span
            return


def codes(text: str, at: int) -> Iterator[Span]:
    """Give the one-time codes listed below a line that announces them: `Recovery codes:`."""
    yield from _inline(text, at)
    head = CODES.match(text, at) if text.find("\n", at, at + 140) >= 0 else None  # tried at each of its lengths otherwise
    place = head.end() if head else -1
    while place >= 0:
        code = CODE.match(text, place)
        if not code:
            return
        if re.search("[0-9]", code.group("code")):
            yield Span(*code.span("code"), "recovery-code", "listed")
        place = code.end()


def _inline(text: str, at: int) -> Iterator[Span]:
    head = INLINE.match(text, at)
    found, place = [], head.end() if head else -1
    while place >= 0:
        code = EACH.match(text, place)
        if not code or not re.search("[0-9]", code.group("code")):
            break
        found.append(Span(*code.span("code"), "recovery-code", "listed"))
        place = code.end() if code.end() > code.end("code") else -1
    if len(found) > 1:
        yield from found


def grouped(text: str, end: int) -> Iterator[Span]:
    """Give the key in groups of four that a name ending at `end` announces on its line or the next; words have no figures."""
    found = GROUPS.match(text, end)
    if found and re.search("[2-7]", found.group("value")):
        yield Span(*found.span("value"), "totp-seed", "grouped")


def pin(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the figures of `PIN 480538`, whose name is text[start:end]."""
    found = PIN.match(text, end) if not text[start - 1:start].isalnum() and text[start - 1:start] not in ("_", "-") else None
    if found:
        yield Span(*found.span("value"), "pin", "listed")


def certain(text: str, span: Span) -> bool:
    """True when the words of the span are a whole phrase by its checksum, so that nothing else need announce it."""
    words = SINGLE.findall(text, span.start, span.end)
    return len(words) in LENGTHS and sure(words)


def spelled(items: list[str], key: str) -> bool:
    """True when the texts of a list, named `key`, are the words of a phrase, by their checksum or by the list's name."""
    if len(items) not in LENGTHS or not all(WORD.fullmatch(item) and item in vocabulary() for item in items):
        return False
    return sure(items) or any(word in key.lower() for word in ("mnemonic", "seed", "phrase"))


def sure(words: list[str]) -> bool:
    """True when the words carry the checksum that BIP-39 puts into their last bits."""
    import hashlib  # two milliseconds, for texts that hold a phrase

    known = vocabulary()
    bits = "".join(f"{known[word]:011b}" for word in words)
    size = len(bits) * 32 // 33
    entropy = int(bits[:size], 2).to_bytes(size // 8, "big")
    return f"{hashlib.sha256(entropy).digest()[0]:08b}".startswith(bits[size:])


def cards(text: str, raw: bytes) -> Iterator[Span]:
    """Give the card numbers: a known issuer's range and a sum by Luhn that comes out even. `raw` is the text in bytes."""
    figures = raw.translate(FIGURES)
    if WHOLE not in figures and not any(map(figures.__contains__, GROUPED)):
        return
    for found in CARD.finditer(text):
        if found.start() and (text[found.start() - 1].isalnum() or text[found.start() - 1] in ".-_/"):
            continue
        if COLUMN.search(text, max(0, found.start() - 5), found.start()) or COLUMN.match(text, found.end()):
            continue
        digits = [int(c) for c in found.group() if c.isdigit()]
        if ISSUER.match("".join(map(str, digits))) and luhn(digits) and len(set(digits)) > 3:
            yield Span(*found.span(), "card-number", "luhn")


def accounts(text: str, raw: bytes) -> Iterator[Span]:
    """Give the keys of accounts that their version and the sizes of their groups tell."""
    for found in ACCOUNT.finditer(text) if b"A3" in raw else ():
        if not text[found.start() - 1:found.start()].isalnum() and re.search("[G-Z]", found.group()):
            yield Span(*found.span(), "onepassword-key", "groups")


def luhn(digits: list[int]) -> bool:
    """The check of ISO/IEC 7812: every second digit from the right doubled, the sum divisible by ten."""
    doubled = [d if n % 2 == 0 else d * 2 - 9 * (d > 4) for n, d in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0
