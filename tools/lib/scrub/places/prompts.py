"""Prompts: a command that asks for a secret by its name, and the line below that answers with nothing but it."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import prose, values, weak
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PROMPT = lazy.pattern(r"[ \t]{0,8}(?:\([\w.-]{1,30}\)[ ])?(?:[\[\w@.:~/-]{1,60}(?:[ ][\w~/-]{0,40})?\]?)?"
                      r"(?:[$%❯»➜λ]|(?<=[\w~/\])])#|>{1,3}|In[ ]\[[0-9]{1,3}\]:)[ ]")
ANSWER = lazy.pattern(r"[^\n]{0,200}\r?\n(?P<quote>[\"']?)(?P<value>[^\s\"']{6,200})(?P=quote)[ \t]*(?=\r?\n|\Z)")
LINE = 240


def answered(text: str, begin: int, end: int, grade: str) -> Iterator[Span]:
    """Give the line below the command in which the name text[begin:end] stands, if it is a secret."""
    start = text.rfind("\n", max(0, begin - LINE), begin) + 1
    found = ANSWER.match(text, end) if PROMPT.match(text, start, begin) else None
    if not found:
        return
    value = found.group("value")
    drawn = values.secret(value, "token", True) and not randomness.HEX.match(value) and not randomness.UUID.match(value)
    if prose.IDS.match(value) or "[secret:" in value or value.count(":") > 1 or value[0] in "-/#":
        return
    if drawn or directives.secret(value, "password") or grade == "password" and (
            found.group("quote") and values.secret(value, "password", True) or weak.listed(value, weak.STARK)):
        yield Span(*found.span("value"), "password" if grade == "password" else "secret", "answer")
