"""Octets: keys as programs write bytes: lists of numbers, hex between colons, `#...#` of GnuPG, and the fields of dumps."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# `[1, 2, ...]`, `{0x01, ...}`, `<Buffer 01 ...>` behind a name, its type and a call between them.
GUTTER = r"(?:[+>|│][ ]{0,20}|[ ]{0,8}[0-9]{1,5}(?:\t|→)[ ]{0,20}|[\w-]{1,20}[ ]{1,3}\|[ ]{0,20}|[ ]{1,20})?"
LINE_END = rf"[ ]{{0,40}}│?[ ]{{0,4}}(?:\r?\n|<br>){GUTTER}"
OPENING = lazy.pattern(rf"[^\n#\[{{{{(<]{{0,60}}(?:[\[{{{{(<][^\n#\[{{{{(<]{{0,24}}){{0,3}}?[\[{{{{(<]"
                       rf"(?:Buffer[ ])?(?:{LINE_END}|[ ]{{0,20}})"
                       r"(?=(?:0[xX])?[0-9a-fA-F]{1,3}(?:u8)?[ ]{0,2}[, ])", re.A)
BYTE = lazy.pattern(r"(?P<byte>(?:0[xX])?[0-9a-fA-F]{1,3})(?:u8|[uU])?(?![\w.])", re.A)
NEXT = lazy.pattern(rf"[ ]{{0,2}},[ ]{{0,4}}(?:(?P<line>{LINE_END}))?|[ ]", re.A)
PRIVATE = lazy.pattern(r"priv|secret|seed|signing|key_?pair|(?:aes|hmac|cipher|enc\w{0,8}|master|api|root)[_-]?key", re.I)
KEYPAIR = re.compile(rb"\[\s{0,8}[0-9]{1,3},(?:\s{0,8}[0-9]{1,3},){62}\s{0,8}[0-9]{1,3}\s{0,8}\]")  # a file of Solana's tools
NUMBER = lazy.pattern(r"(?:0[xX])?[0-9a-fA-F]{1,3}")
SIZES = frozenset((16, 24, 32, 33, 48, 64, 65, 66, 96, 128))
# The fields of a private key as OpenSSL prints it and as BIND keeps it (RFC 8017's names).
FIELDS = ("priv:", "privateexponent:", "prime1:", "prime2:", "xponent1:", "xponent2:", "coefficient:")
FIELD = lazy.pattern(r"[ \t]{1,4}(?P<value>[A-Za-z0-9+/]{20,2000}={0,2})(?=\s|\Z|[\"'\\<])", re.A)
COLONS = lazy.pattern(r"(?:[ \t]{0,40}│?(?:\r?\n|\\n|<br>)" + GUTTER + r"[ \t>+|│#-]{0,40}|[ ]{1,4})"
                      r"(?P<value>(?:[0-9a-f]{2}:){1,40}(?:[0-9a-f]{2})?)", re.A)
LISTING = "private keys"  # of Ganache and Hardhat: `(0) 0x...` below it
ROW = lazy.pattern(r"[^\n]{0,80}(?:\n[^\n]{0,24}[=-]{4,40}[^\n]{0,8})?"
                   r"\n[^\n]{0,24}?\([0-9]{1,3}\)[ ]{1,2}(?P<value>(?:0x)?[0-9a-f]{64})(?![0-9a-f])")
# Of libgcrypt's expressions: the private parameters, and what protects them.
EXPRESSIONS = ("(private-key", "protected-private-key", "wed-private-key")
PARAMETER = lazy.pattern(r"\((?P<name>[dpqux])\s{1,4}#(?P<value>[^#()]{16,6000})#"
                         r"|\)\s{0,8}#(?P<hidden>[^#()]{32,6000})#\s{0,8}\)", re.A)
HEX = lazy.pattern(r"[0-9A-Fa-f]{8,}", re.A)
DEEP = 20_000


def named(text: str, name: str, end: int) -> Iterator[Span]:
    """Give the list of bytes that a name which promises a key, ending at `end`, stands before."""
    opening = OPENING.match(text, end) if PRIVATE.search(name) else None
    numbers, spans = _listed(text, opening.end()) if opening else ([], [])
    if numbers and random(numbers):
        yield from spans


def _listed(text: str, at: int) -> tuple[list[str], list[Span]]:
    """Return the bytes listed from `at` on, and where they stand, line by line."""
    numbers: list[str] = []
    spans: list[Span] = []
    begin = last = at
    byte = BYTE.match(text, at)
    while byte and len(numbers) <= 128:
        numbers.append(byte.group("byte"))
        last = byte.end()
        following = NEXT.match(text, last)
        if following and following.group("line"):
            spans.append(Span(begin, last, "private-key", "octets"))
            begin = following.end()
        byte = BYTE.match(text, following.end()) if following else None
    if begin < last:
        spans.append(Span(begin, last, "private-key", "octets"))
    return numbers, spans


def random(numbers: list[str]) -> bool:
    """True for as many bytes as keys have, thrown together: most of them are different, and they reach high."""
    hexed = any(number[:2] in ("0x", "0X") or number[-1] in "abcdefABCDEF" for number in numbers)
    said = [int(number, 16 if hexed else 10) for number in numbers]
    various = len(set(said)) * 5 >= len(said) * 3 and said != sorted(said)
    return len(said) in SIZES and 127 < max(said) <= 255 and various


def bare(text: str, raw: bytes) -> Iterator[Span]:
    """Give the lists of exactly 64 bytes that look drawn, as Solana's tools keep a key pair; `raw` is the text in bytes."""
    for found in KEYPAIR.finditer(raw):
        numbers = NUMBER.findall(text[found.start():found.end()])
        if random(numbers) and len(set(numbers)) >= 48 and max(map(int, numbers)) > 220:
            yield Span(found.start() + 1, found.end() - 1, "private-key", "octets")


def field(text: str, end: int) -> tuple[list[Span], int]:
    """Return the value of the field whose name ends at `end`: base64 on its line, or lines of hex between colons below it."""
    coded = FIELD.match(text, end)
    if coded:
        return [Span(*coded.span("value"), "private-key", "field")], coded.end()
    spans: list[Span] = []
    line = COLONS.match(text, end)
    while line and len(spans) < 400 and (len(line.group("value")) > 30 or spans):
        spans.append(Span(*line.span("value"), "private-key", "field"))
        end = line.end()
        line = COLONS.match(text, end) if line.group("value")[-1] == ":" else None
    return spans, end


def listing(text: str, end: int) -> tuple[list[Span], int]:
    """Return the keys listed below a heading that ends at `end`, and where reading stopped."""
    spans: list[Span] = []
    row = ROW.match(text, end)
    while row and len(spans) < 400:
        spans.append(Span(*row.span("value"), "private-key", "listed"))
        end = row.end()
        row = ROW.match(text, end)
    return spans, end


def expression(text: str, start: int, end: int) -> tuple[list[Span], int]:
    """Return the private parameters of the expression that opens at `start`, and where reading stopped."""
    last = text.find("private-key", end, end + DEEP)
    last = last if last >= 0 else min(len(text), end + DEEP)
    curve = text.find("curve", end, end + 200) >= 0
    spans: list[Span] = []
    for found in PARAMETER.finditer(text, end, last):
        group = "value" if found.group("name") else "hidden"
        if found.group("name") != "q" or not curve:  # of a curve, the point that is public
            spans += (Span(*run.span(), "private-key", "expression") for run in HEX.finditer(text, *found.span(group)))
    return spans, spans[-1].end if spans else end
