"""Published: places where what looks drawn is for anybody to see: digests, ids in addresses, public keys, blocks of base64."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.tokens import randomness, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.scrub.span import Span

LOOKS = frozenset(("told", "parts", "prefix", "mark", "compound", "prose"))  # rules that no name has to vouch for
REACH = 1400
AHEAD = lazy.pattern(r"[A-Za-z0-9_-]*", re.A)
CODE = lazy.pattern(r"[A-Za-z0-9+/]*", re.A)
# A tag of a cache, whole or behind `W/`; a version of an object; a public key's large number, which begins anywhere in it.
TAGGED = lazy.pattern(r"(?:(?:etag|if-(?:none-)?match|if-range)[\\\"']{0,4}[ ]?[:=][ ]?[\\\"']{0,4}(?:W/[\\\"]{0,4})?"
                      r"|(?<!\w)W/[\\]{0,3}\")[\w.+/-]{0,40}\Z", re.A | re.I)
VERSIONED = lazy.pattern(r"version-?_?id[\\\"']{0,4}[ ]?[:=][ ]?[\\\"']{0,4}[\w.-]{0,40}\Z", re.A | re.I)
MEMBER = lazy.pattern(r"(?<![\w.])(?P<quote>\\?[\"'])?(?P<name>[nexy])(?(quote)\\?[\"'])[ ]?:[ ]?\\?[\"'`]?\Z", re.A | re.I)
LISTED = lazy.pattern(r"[?&](?:list|v|id|folder|file|doc)=\Z", re.A)
STEPS = lazy.pattern(r"[/?#&\s\"'`<>)\],;:.*|]|\Z")
LINE = lazy.pattern(r"(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│]))?[ \t>+|│#*-]{0,12}"
                    r"(?P<body>[A-Za-z0-9+/]{4,}={0,2})[ \t|│]{0,8}\r?\Z", re.A)
FULL = 40  # characters of a line of base64, but of the last one


def kept(text: str, found: list[Span]) -> list[Span]:
    """Return the spans without those that only look drawn where such things are public, and what goes on those."""
    if not any(span.rule in LOOKS for span in found):
        return found
    out: list[Span] = []
    gone = ""  # the kind of the last span that was left out
    for span in found:
        if span.rule in LOOKS:
            gone = span.kind if span.kind != "private-key" and _public(text, span) else ""
        if not gone or span.rule not in LOOKS and (span.rule != "wrapped" or span.kind != gone):
            out.append(span)
    return out


def _public(text: str, span: Span) -> bool:
    if _inside(text, span) or _in_block(text, span):
        return True
    first = span.start - len(AHEAD.match(text[max(0, span.start - REACH):span.start][::-1]).group())  # type: ignore[union-attr]
    last = AHEAD.match(text, span.end).end()  # type: ignore[union-attr]
    member = MEMBER.search(text, max(0, first - 12), first)
    if member and (last - first >= 171 or text.find("kty", max(0, first - REACH), last + REACH) >= 0):
        return True
    if span.rule == "prose" or span.rule == "prefix" and first == span.start:
        return False
    before = max(0, first - 60)
    if TAGGED.search(text, before, first) or VERSIONED.search(text, before, first) or unknown.hashed(text, first):
        return True
    return span.rule == "told" and _step(text, span, first, last)


def _step(text: str, span: Span, first: int, last: int) -> bool:
    """True for an id that is a piece of an address: it goes on from a short or a drawn beginning, which is no maker's."""
    if text[first - 1:first] != "/" and not LISTED.search(text, max(0, first - 10), first) or not STEPS.match(text, last):
        return False
    pieces = re.split("[_-]", text[first:last])
    named = pieces[0].isalpha() and pieces[0].islower() and len(pieces[0]) > 3
    return not named and last - first <= 64 and unknown.TELLING.isdisjoint(piece.lower() for piece in pieces[:3])


def _inside(text: str, span: Span) -> bool:
    """True inside of a longer run of base64, where anything may stand between two of its signs."""
    if text[span.start - 1:span.start] not in ("/", "+"):
        return False
    before = CODE.match(text[max(0, span.start - REACH):span.start][::-1]).group()  # type: ignore[union-attr]
    after = CODE.match(text, span.start, span.start + REACH).group()  # type: ignore[union-attr]
    whole = before + after
    return len(before) >= 16 and len(whole) >= 80 and "+" in whole and randomness.variety(whole[:120]) == 3


def _in_block(text: str, span: Span) -> bool:
    """True in a line of base64 that stands below or above one as long, but for a known prefix that begins it."""
    begin, end = text.rfind("\n", max(0, span.start - 300), span.start) + 1, text.find("\n", span.end, span.end + 300)
    end = end if end >= 0 else min(len(text), span.end + 300)
    line = LINE.match(text[begin:end])
    if not line or span.rule == "prefix" and begin + line.start("body") == span.start:
        return False
    size = len(line.group("body"))
    above = text[text.rfind("\n", max(0, begin - 300), max(0, begin - 1)) + 1:max(0, begin - 1)]
    below = text[end + 1:(text.find("\n", end + 1, end + 300) + 1 or min(len(text), end + 300) + 1) - 1]
    sizes = [len(other.group("body")) for other in (LINE.match(above), LINE.match(below)) if other]
    return size >= FULL and size in sizes or bool(sizes) and FULL <= sizes[0] >= size and bool(LINE.match(above))
