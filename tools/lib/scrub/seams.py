"""Seams: a token cut in two by a line end, by two literals written beside each other, or by two blocks of a record."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.budget import Budget
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.lib.scrub.runs import Runs

HEAD = lazy.pattern(r"[A-Za-z0-9_+/=.~:-]{3,300}\Z")
TAIL = lazy.pattern(r"[A-Za-z0-9_+/=.~:-]{2,2000}")
# `"sk-" + "..."`, on one line or on two; a comma between them makes them two.
LITERALS = lazy.pattern(r"[\"'`](?=[ \t]*[+.&\\\r\n])[ \t]{0,8}(?:[+.&\\][ \t]{0,8})?(?:\r?\n[ \t]{0,40}(?:[+.&][ \t]{0,8})?)?[bruf]?[\"'`](?=\w)")
# The next line begins with what is no word: a capital or a figure within its first letters.
LINES = lazy.pattern(
    r"\n(?:[ \t]{0,8}[0-9]{1,6}(?:\t|→|[ ]?[|:│]))?[ \t>+|│]{0,40}(?=[a-z_+/.~-]{0,24}[A-Z0-9][a-zA-Z0-9_+/=.~:-]{2})(?![A-Z]?[a-z]+[ ,.:(\n])",
)
MARGIN = " \t\r│|\\"  # between a value and the line's end: a frame, a continuation


def spans(text: str, runs: Runs) -> Iterator[Span]:
    """Give the pieces of the tokens that a seam of the text cuts."""
    for joint in LITERALS.finditer(text):
        yield from _crossing(text, *joint.span(), runs)
    for joint in LINES.finditer(text):
        first = joint.start()
        while first and text[first - 1] in MARGIN and joint.start() - first < 40:
            first -= 1
        if first and (text[first - 1].isalnum() or text[first - 1] in "-_/+.="):
            yield from _crossing(text, first, joint.end(), runs)


def _crossing(text: str, first: int, last: int, runs: Runs) -> Iterator[Span]:
    head, tail = HEAD.search(text, max(0, first - 300), first), TAIL.match(text, last)
    if not head or not tail:
        return
    found = whole(head.group(), tail.group(), runs)
    if found:
        yield Span(head.start() + found.start, first, found.kind, "seam")
        yield Span(last, last + found.end - len(head.group()), found.kind, "seam")


def whole(head: str, tail: str, runs: Runs) -> Span | None:
    """Return the token of `head + tail` that begins in the one and ends in the other."""
    if "[secret" in head or not runs.families.anchor.search(head + tail[:12]) and not runs.middles.mark.search(tail):
        return None
    joined = head + tail
    for span in runs.spans(joined, Budget(len(joined)), None):
        if span.start < len(head) < span.end and span.rule != "told":
            return span
    return None


def ends(before: str, after: str) -> tuple[str, str]:
    """Return the run that ends one block and the run that begins the next, "" and "" when there are none."""
    head, tail = HEAD.search(before[-300:]), TAIL.match(after)
    return (head.group(), tail.group()) if head and tail else ("", "")
