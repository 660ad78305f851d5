"""Encoded: runs of base64 or hex that say something readable, read, and masked whole when that holds a secret."""
from __future__ import annotations

import base64
import re

from tools.lib.scrub import lazy

CODED = lazy.pattern(r"[A-Za-z0-9+/_-]{24,}={0,2}", re.A)
HEX = lazy.pattern(r"(?:[0-9a-f]{2}){12,}\Z|(?:[0-9A-F]{2}){12,}\Z", re.A)
HEXES = lazy.pattern(r"[0-9a-f]{24}", re.A)
FOLLOWING = lazy.pattern(r"\r?\n[ \t>|+]{0,12}([A-Za-z0-9+/_-]{4,}={0,2})(?=\s|\Z|[\"'])", re.A)
PACKED = "H4sI"
PRINTABLE = frozenset(range(32, 127)) | {9, 10, 13}
SAMPLE = 32
LEAST = 24  # characters of a run worth decoding


def candidates(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """Return (start, end, decoded) for the readable runs in text[start:end], a wrapped one followed over its lines."""
    found: list[tuple[int, int, str]] = []
    whole = text[start:end]
    if whole.islower() and not HEXES.search(whole):
        return found  # a path or a name: base64 of readable text has capitals
    for run in CODED.finditer(text, start, end):
        first, last = run.span()
        packed = _unpacked(text[first:last]) if text.startswith(PACKED, first) else ""
        if packed:
            found.append((first, last, packed))
            continue
        shown = readable(said(text[first:first + SAMPLE]))
        if not shown and text[first] == "+" and text[first - 1:first] in ("", "\n"):
            first += 1  # a diff's sign, if the line says something without it
            shown = readable(said(text[first:first + SAMPLE]))
        if not shown:
            slash = text.find("/", first, min(last, first + 40))
            if slash < 0 or last - slash < 24 or not readable(said(text[slash + 1:slash + 1 + SAMPLE])):
                continue
            first = slash + 1
        coded = text[first:last]
        following = FOLLOWING.match(text, last) if last == end else None
        while following and goes_on(coded, following.group(1)):
            coded += following.group(1)
            last = end = following.end(1)
            following = FOLLOWING.match(text, last)
        plain = said(coded)
        if readable(plain):
            found.append((first, last, plain.decode("ascii", "replace")))
    return found


def goes_on(coded: str, piece: str) -> bool:
    """True when a line that begins with the piece goes on what is coded: together they say something readable again."""
    if coded[-1] == "=":
        return False
    if HEX.match(coded):
        return len(piece) % 2 == 0 and all(sign in "0123456789abcdefABCDEF" for sign in piece)
    rest = coded[len(coded) // 4 * 4:] + piece
    plain = decode(rest)
    wordy = piece.isalpha() and piece[1:].islower() and len(piece) <= 12
    return bool(plain) and not wordy and all(byte in PRINTABLE for byte in plain)


def _unpacked(coded: str) -> str:
    """What base64 of gzip says, as far as 200,000 characters; "" when it is none."""
    import zlib

    try:
        return zlib.decompressobj(31).decompress(decode(coded), 200_000).decode("latin-1")
    except zlib.error:
        return ""


def decode(coded: str) -> bytes:
    """Return what base64 (either alphabet, padded or not, cut anywhere) or hex says; b"" when it is neither."""
    if HEX.match(coded):
        return bytes.fromhex(coded)
    bare = coded.rstrip("=").replace("-", "+").replace("_", "/")
    bare = bare[:len(bare) - (len(bare) % 4 == 1)]
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4))
    except ValueError:
        return b""


def said(coded: str) -> bytes:
    """Return what base64 or hex says; of a text in UTF-16, as PowerShell's `-EncodedCommand` takes one, every other byte."""
    plain = decode(coded)
    wide = plain[2:] if plain[:2] == b"\xff\xfe" else plain
    return wide[::2] if wide[1:2] == b"\0" and not any(wide[1::2]) else plain


def readable(plain: bytes) -> bool:
    """True when more than nine bytes in ten are printable ASCII."""
    return len(plain) >= 12 and sum(byte in PRINTABLE for byte in plain) * 10 > len(plain) * 9

