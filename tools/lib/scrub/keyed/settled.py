"""Settled: does a place hold a setting's value and nothing else, so that even a plain word there is one?"""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

# What may stand before the name of a setting that begins its line: gutters, marks of lists and diffs, words of shells.
OPENING = lazy.pattern(
    r"(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│][ ]?))?[\s>+|│#*\"'`{\[,;&<!/-]{0,40}"
    r"(?:[0-9]{1,2}[.)][ ])?(?:(?:export|set|setenv|env|declare|readonly|local|typeset|const|let|var|my|ENV|ARG)[ ](?:-\w[ ])?)?"
    r"[\w.:>\[\]\"'`$@%*~-]{0,80}\Z",
)
CLOSING = lazy.pattern(r"[\"'`]?[ \t]{0,8}(?:;?[ \t]{0,8}(?:\r?\n|\Z|#|//)|\\[nrt\"]|[;&<]|-->|[\"'`|│║]|[ ](?=[|│║]))")
TIGHT = lazy.pattern(r"[\w)\]\"'*_]=[\"'`]?\Z")
JOINED = lazy.pattern(r"[=:：＝>(}<|│║⇒➜➔→]|[ ]is[ ]|[ ]{3}")
SQL = lazy.pattern(r"\b(?:with|encrypted|login|superuser|createdb)\s{1,4}password\s{1,4}N?'\Z", re.I)
LINE = 160
OWN = ("self.", "this.", "cls.")


def surely(text: str, begin: int, first: int, last: int, quoted: bool) -> bool:
    """True when text[first:last] is all that the name at `begin` is given: a literal, or the rest of a setting's line."""
    joint = text[max(begin, first - 12):first]
    if first < begin:
        return True
    if text[begin] == "-":  # `--password word` may be a sentence's
        return quoted or text[first - 1:first] == "="
    if quoted:
        return "," not in joint and (JOINED.search(joint) or SQL.search(text, max(0, begin - 12), first)) is not None
    if text.startswith(OWN, begin):
        return False  # a name of the program
    if CLOSING.match(text, last) is None or text[begin:first].lower().startswith(text[first:last].lower()):
        return False
    start = text.rfind("\n", max(0, begin - LINE), begin) + 1 or max(0, begin - LINE)
    before = text[start:begin]
    if TIGHT.search(text, max(0, first - 3), first):
        return before.count("(") <= before.count(")")
    if not JOINED.search(joint) or "=" in joint and text[last:last + 1] == ";" or text[begin:begin + 5].lower() == "pass:":
        return False
    return OPENING.fullmatch(before) is not None
