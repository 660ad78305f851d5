"""Handed: a name and its literal as two arguments of a call that sets, shows or reads with a default, or as a pair in braces."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

CALL = lazy.pattern(
    r"(?:(?:set|put|append|add|insert|define|env|config|default|item|property|parameter|option|secret|header|variable|print(?:f|ln)?"
    r"|get|pair|entry|of|echo|log|info|debug|writeline|tuple|with)_?[a-z]{0,12}|\bnew\s{1,4}[\w.<>]{1,40})"
    r"(?:\s?\(|\s)\s{0,40}[bfru]?[\"'`]\Z", re.I | re.A,
)
SECOND = lazy.pattern(r"[:=]?[ ]?[\"'`](?:\]|[ ]as[ ]\w+)?\s{0,4}(?:[,+.]|\+\+)\s{0,40}(?:cast=\w{1,12},\s{0,40})?"
                      r"(?:(?:default|default_?value|fallback|value|val)[ ]?[:=][ ]?)?[bru]?"
                      r"(?=[\"'`][^\"'`\n]{4,120}[\"'`](?:\s{0,40}[,;)+]|[ ]{0,4}(?:\n|\Z)))", re.I | re.A)
BRACE = lazy.pattern(r"(?<![\w>}\])])\{[ ]?:?\Z", re.A)
TUPLE = lazy.pattern(r",[ ]{0,3}(?:<<)?(?=[\"'][^\"'\n]{4,120}[\"'](?:/utf8)?(?:>>)?[ ]?\})", re.A)

ENTRY = lazy.pattern(r"(?:^|\n)[ \t]{0,20}(?:-[ ])?\[\Z")  # of a list in YAML, its dash read as a gutter or not
NEXT = lazy.pattern(r",[ ]{1,3}(?=[^\s\[\]{},\"']{6,200}[ ]?\][ \t]{0,9}(?:\r?\n|\Z))")


def place(text: str, begin: int, end: int) -> int:
    """Return where the literal begins that is handed over with the name text[begin:end], 0 when none is."""
    if text[begin - 1:begin] in "\"'`":
        second = SECOND.match(text, end)
        return second.end() if second and CALL.search(text, max(0, begin - 70), begin) else 0
    if text[begin - 1:begin] == "[":
        entry = NEXT.match(text, end)
        return entry.end() if entry and ENTRY.search(text, max(0, begin - 26), begin) else 0
    pair = TUPLE.match(text, end) if text[end:end + 1] == "," else None
    return pair.end() if pair and BRACE.search(text, max(0, begin - 4), begin) else 0
