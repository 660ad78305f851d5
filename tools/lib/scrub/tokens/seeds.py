"""Seeds: where a seed phrase may begin that no name announces: a line of words, a quotation, a list of them."""
from __future__ import annotations

import re

from tools.lib.scrub import flat, lazy
from tools.lib.scrub.tokens import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.lib.scrub.span import Span

BEFORE = ("\n", '"', "`")
WORDS = lazy.pattern(r"(?:[a-z]{3,8}[ ]){11}[a-z]{3,8}(?![a-z])", re.A)
NUMBERED = re.compile(r"1[.):]?[ \t|*`]{1,6}(?P<word>[a-z]{3,8})[ \t|*`]{0,9}(?:\r?\n|[ \t|])[ \t>+|#]{0,8}2[.):]?[ \t|*`]{1,6}"
                      r"[a-z]{3,8}[ \t|*`]{0,9}(?:\r?\n|[ \t|])[ \t>+|#]{0,8}3[.): \t]", re.A)
LISTED = re.compile(r"\[\s{0,12}[\"'](?P<word>[a-z]{3,8})[\"'],\s{0,12}[\"'][a-z]{3,8}[\"'],\s{0,12}[\"'][a-z]{3,8}[\"'],", re.A)
ITEM = r"[ \t]{0,8}[*-][ ][\"'`*]{0,2}[a-z]{3,8}[\"'`*]{0,2}\r?\n"
ITEMS = re.compile(rf"\n(?={ITEM * 3})[^a-z]{{1,12}}(?P<word>)", re.A)
TOP = re.compile(rf"(?={ITEM * 3})[^a-z]{{1,12}}(?P<word>)", re.A)
FIRST = re.compile(r"(?:[a-z]{3,8}[ ]){11}", re.A)
LETTERS = flat.table({"abcdefghijklmnopqrstuvwxyz ": "x"})


def spans(text: str, raw: bytes) -> Iterator[Span]:
    """Give the seed phrases of the text, which `raw` says in bytes."""
    for start in _starts(text, raw.translate(LETTERS)):
        found = phrases.seed(text, start)[0]
        if found:
            yield found
    for start in _items(text):
        found = phrases.seed(text, start)[0]
        if found and phrases.certain(text, found):
            yield found


def _starts(text: str, letters: bytes) -> Iterator[int]:
    end = 0
    while True:
        start = letters.find(phrases.LEAST, end)
        if start < 0:
            break
        end = letters.find(b".", start)
        end = len(letters) if end < 0 else end
        begin = _begun(text, start)
        if begin and WORDS.match(text, begin):
            yield begin
    for found in NUMBERED.finditer(text):
        yield found.start("word")
    if FIRST.match(text):
        yield 0


def _items(text: str) -> Iterator[int]:
    """Where the words of a list begin that may be anything's."""
    top = TOP.match(text)
    if top:
        yield top.start("word")
    for pattern in (LISTED, ITEMS):
        for found in pattern.finditer(text):
            yield found.start("word")


def _begun(text: str, start: int) -> int:
    """Where the words begin of a run of small letters and blanks that starts at `start`, 0 where no quotation or line does."""
    if text[start - 1:start] in BEFORE:
        return start + text.startswith(" ", start)
    return start if text[start - 1:start] in ("'", '"') and text[start - 2:start - 1] in BEFORE and start > 1 else 0
