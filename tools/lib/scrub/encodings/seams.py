"""Seams: a token cut in two by a line end, by two literals written beside each other, or by two blocks of a record."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.budget import Budget
from tools.lib.scrub.encodings import wrapped
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from tools.lib.scrub.tokens.runs import Runs

RUN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=.~:-"
TAIL = lazy.pattern(r"[A-Za-z0-9_+/=.~:-]{2,2000}")
# `"sk-" + "..."`, on one line or on two; a comma between them makes them two. Each pattern begins with a sign that `re` skips to.
ADDED = lazy.pattern(r"\+[ \t]{0,8}(?:\\?\r?\n[ \t>+|]{0,40})?[bruf]?[\"'`](?=\w)")
BELOW = lazy.pattern(r"\r?\n[ \t]{0,40}(?:[+.&][ \t]{0,8})?[bruf]?[\"'`](?=\w)")
# The right side of a frame or a table's row, and the left one of the next.
FRAMED = lazy.pattern(r"[│┃║|][ \t]{0,4}\r?\n[ \t]{0,40}[│┃║|][ \t│┃║|]{0,60}(?=[A-Za-z0-9_+/.~-]{4})")
KEY = lazy.pattern(r"[\"'][ \t]{0,4}:")  # the next entry's name, no other half
BETWEEN = " \t\r\n+.&\\"
# Where a run of six and more ends a line: found in a copy of the text that says only that, ten times as fast as by a pattern.
SAID = {**dict.fromkeys(RUN[:-3], "x"), **dict.fromkeys("\"'`", "q"), "\n": "\n", "\r": "\r"}
FLAT = "".join(SAID.get(chr(byte), " ") for byte in range(256)).encode()
LEAST = b"xxxxxx"
# The next line begins with what is no word: a capital or a figure within its first letters.
NEXT = lazy.pattern(
    r"\r?\n[ \t>+|│]{0,40}(?:[0-9]{1,6}(?:\t|→|[ ]?[|:│])[ \t>+|│]{0,40})?(?=[a-z_+/.~-]{0,24}[A-Z0-9][a-zA-Z0-9_+/=.~:-]{2})"
    r"(?![A-Z]?[a-z]+[ ,.:(\n])",
)


def spans(text: str, raw: bytes, runs: Runs) -> Iterator[Span]:
    """Give the pieces of the tokens that a seam of the text cuts, which `raw` says in bytes."""
    joint: re.Match[str] | None
    for joint in ADDED.finditer(text):
        first = len(text[max(0, joint.start() - 8):joint.start()].rstrip(BETWEEN)) + max(0, joint.start() - 8) - 1
        if first > 0 and text[first] in "\"'`":
            yield from _crossing(text, first, joint.end(), runs, False)
    for joint in FRAMED.finditer(text):
        first = max(0, joint.start() - 60) + len(text[max(0, joint.start() - 60):joint.start()].rstrip(" \t"))
        yield from _crossing(text, first, joint.end(), runs, True)
    flat = raw.translate(FLAT)
    for line_end in (b"\n", b"\r\n") if b"\r" in flat else (b"\n",):
        for at in _places(flat, LEAST + line_end):
            joint = NEXT.match(text, at + len(LEAST))
            if joint:
                soft = text[at + len(LEAST) - 2:at + len(LEAST)].find("=") == 1  # of quoted-printable
                yield from _crossing(text, at + len(LEAST) - soft, joint.end(), runs, True)
        for at in _places(flat, b"q" + line_end):
            joint = BELOW.match(text, at + 1)
            if joint:
                yield from _crossing(text, at, joint.end(), runs, False)


def _places(flat: bytes, what: bytes) -> Iterator[int]:
    at = flat.find(what)
    while at >= 0:
        yield at
        at = flat.find(what, at + 2)


def _crossing(text: str, first: int, last: int, runs: Runs, line: bool) -> Iterator[Span]:
    head, tail = tail_of(text[max(0, first - 300):first]), TAIL.match(text, last)
    if len(head) < 3 or not tail or not _begun(head, tail.group(), runs) or line and not wrapped.belongs(tail.group(), 0):
        return
    if KEY.match(text, last + len(tail.group())):
        return
    if line and any(span.end >= len(head.rstrip(".:-")) for span in runs.spans(head, Budget(300), None)):
        return  # a token already; whether it goes on is for `wrapped` to say
    begin = first - len(head)
    if line and len(head) >= 48 and (len(head) == len(tail.group()) or text[begin - 1:begin] in ("", "\n")):
        return  # two lines of a block
    found = whole(head, tail.group(), runs)
    if found:
        yield Span(first - len(head) + found.start, first, found.kind, "seam")
        yield Span(last, last + found.end - len(head), found.kind, "seam")


def tail_of(text: str) -> str:
    """Return the run of a token's characters that ends the text."""
    return text[len(text.rstrip(RUN)):]


def _begun(head: str, tail: str, runs: Runs) -> bool:
    return bool(runs.families.anchor.search(head + tail[:12]) or runs.middles.mark.search(tail))


def whole(head: str, tail: str, runs: Runs) -> Span | None:
    """Return the token of `head + tail` that begins in the one and ends in the other."""
    if not _begun(head, tail, runs):
        return None
    twice = any(span.start <= 1 for span in runs.spans(tail, Budget(len(tail)), None))
    if twice and runs.spans(head, Budget(300), None):
        return None  # two tokens
    joined = head + tail
    for span in runs.spans(joined, Budget(len(joined)), None):
        if span.start < len(head) < span.end and span.rule != "told" and not (twice and len(head) - span.start < 8):
            return span
    return None


def ends(before: str, after: str) -> tuple[str, str]:
    """Return the run that ends one block and the run that begins the next, "" and "" when there are none."""
    head, tail = tail_of(before[-300:]), TAIL.match(after)
    return (head, tail.group()) if len(head) >= 3 and tail else ("", "")
