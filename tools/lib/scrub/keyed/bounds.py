"""Bounds: where a value begins and ends, quoted or bare."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

OPEN = lazy.pattern(r"…?(?:[bruf@$nl]{0,2})(?P<quote>\"{3}|'{3}|[\"'`]|[*_]{2})|\((?P<call>[\"'])", re.A | re.I)
# Typographic quotes, CJK punctuation and letters, and emoji end a bare value: what is typed as a password is not written in them.
BARE = lazy.pattern(
    "[^\\s\"'`<>|"
    "\\x00-\\x1f\u2013\u2014\u2018-\u201f\u2022\u2026\u00ab\u00bb\u2600-\u27bf\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"
    "\U0001f000-\U0001faff]{1,400}"
)
OPENED = lazy.pattern(r"[«“„‘「『【〈《][ \u00a0\u202f]?")
LONG = lazy.pattern(r"[A-Za-z0-9+/=_-]*", re.A)  # what goes on after as much as is read of a bare value
CUT = lazy.pattern(r"""
    &(?:amp;)?[\w.%\[\]-]{1,40}= | ;(?=\Z|[\w ]{1,30}=) | ,(?=\Z|["']?[\w.-]{1,30}["']?[:=])  # the next parameter
  | \\(?=[nrt"'u\\]) | %26[\w.-]{1,40}%3D | [,;]\Z | \)[;,.]?\Z | \};(?=[A-Za-z]|\Z) | [-+][\]}]\Z  # of a diff by words
  | &(?:quot|apos|lt|gt|\#[0-9]{2,3}|\#[xX][0-9a-fA-F]{2});
""", re.X | re.A)
TRAIL = lazy.pattern(r"[.,;:)\]}>*]+\Z")
OPENERS = {")": "(", "]": "[", "}": "{", ">": "<"}


def of(text: str, at: int) -> tuple[int, int, bool] | None:
    opening = OPEN.match(text, at)
    if opening:
        quote = opening.group("quote") or opening.group("call")
        close = _close(text, opening.end(), quote)
        if close > 0:
            return opening.end(), close, True
        at = opening.end()
    marked = OPENED.match(text, at)
    at = marked.end() if marked else at
    at += text.startswith(("…", "..."), at) and (3 if text[at] == "." else 1)  # its head was cut off
    bare = BARE.match(text, at)
    if not bare:
        return None
    return at, at + len(trim(bare.group())), False


def _close(text: str, at: int, quote: str) -> int:
    """Where the quotation ends: the same quote, unescaped, on this line and within 2,000 characters; else 0."""
    limit = at + 2000
    line = text.find("\n", at, limit)
    stop = line if line >= 0 and len(quote) < 3 else min(limit, len(text))
    found = text.find(quote, at, stop)
    while found > at and text[found - 1] == "\\" and quote in "\"'":
        found = text.find(quote, found + 1, stop)
    return found


def trim(value: str) -> str:
    """Cut a bare value where the next parameter, the next entry, a closing bracket or the sentence's end begins."""
    cut = CUT.search(value)
    if cut:
        value = value[:cut.start()]
    trail = TRAIL.search(value)
    while trail and value and value[-1] in ".,;:)]}>*":
        if value[-1] in OPENERS and OPENERS[value[-1]] in value:
            break
        value = value[:-1]
    return value
