"""Flat: texts as bytes, one a character, in which a search for bytes finds at ten times a pattern's speed where it may match."""
from __future__ import annotations

ASCII = bytes(range(128))


def raw(text: str) -> bytes:
    """Return the text with one byte for each character, `?` for what Latin-1 does not have: places are the same in both."""
    return text.encode("latin-1", "replace")


def table(signs: dict[str, str]) -> bytes:
    """Return what `bytes.translate` takes to write each of the characters of a key as the sign beside it, all others as a dot."""
    said = {ord(letter): ord(sign) for letters, sign in signs.items() for letter in letters}
    return bytes(said.get(byte, ord(".")) for byte in range(256))


def beyond(text: str) -> set[str]:
    """Return the characters of a text that are not ASCII's, in lower case."""
    if text.isascii():
        return set()
    return set(text.encode("utf-8", "surrogatepass").translate(None, ASCII).decode("utf-8", "surrogatepass").lower())
