"""Markup: tables of HTML whose heading names the secret and whose rows hold it in the same column."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import keys, values, weak
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CELL = lazy.pattern(r"<t[hd]\b[^<>]{0,120}>(?P<text>[^<]{0,300}(?:<(?!/?t[hdr]\b)[^<>]{0,120}>[^<]{0,300}){0,8})</t[hd]>", re.I)
ROW = lazy.pattern(r"<tr\b", re.I)
TAGS = lazy.pattern(r"<[^<>]{0,120}>")
REACH, ROWS = 1500, 200


def below(text: str, at: int) -> Iterator[Span]:
    """Give the secrets below the heading cell that holds the name at `at`."""
    opened = text.rfind("<th", max(0, at - 120), at)
    if opened < 0 or "</" in text[opened:at]:
        return
    row = text.rfind("<tr", max(0, at - REACH), at)
    close = text.find("</tr", at, at + REACH)
    if row < 0 or close < 0:
        return
    heads = [TAGS.sub("", cell.group("text")).strip() for cell in CELL.finditer(text, row, close)]
    columns = [(number, keys.grade(head)) for number, head in enumerate(heads) if keys.grade(head)]
    place = close
    for _ in range(ROWS):
        row_at = ROW.search(text, place + 1, place + REACH)
        if not row_at:
            return
        place = text.find("</tr", row_at.start(), row_at.start() + REACH)
        if place < 0:
            return
        cells = list(CELL.finditer(text, row_at.start(), place))
        for number, grade in columns:
            if number < len(cells):
                yield from _cell(cells[number], grade)


def _cell(cell: re.Match[str], grade: str) -> Iterator[Span]:
    said = TAGS.sub("", cell.group("text")).strip()
    at = cell.group("text").find(said) if said else -1
    if at >= 0 and " " not in said and (values.secret(said, grade, True) or weak.value(said, grade, "", True)):
        first = cell.start("text") + at
        yield Span(first, first + len(said), "password" if grade == "password" else "secret", "table")
