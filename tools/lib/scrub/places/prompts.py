"""Prompts: a command that asks for a secret by its name, and the line below that answers with nothing but it."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import prose, values, weak
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

GUTTER = r"(?:[ \t]*[0-9]{1,6}(?:\t|→))?(?:[+>|-][ ]?|[ \t]{1,8})?"
PROMPT = lazy.pattern(GUTTER + r"[ \t]{0,8}(?:\([\w.-]{1,30}\)[ ])?(?:[\[\w@.:~/-]{1,60}(?:[ ][\w~/-]{0,40})?\]?)?"
                      r"(?:[$%❯»➜λ]|(?<=[\w~/\])])#|>{1,3}|In[ ]\[[0-9]{1,3}\]:)[ ]")
# What prints a secret that is kept: what is below it is one though no prompt is before it, if it looks drawn.
PRINTING = lazy.pattern(GUTTER + r"(?:sudo[ ])?(?:cat|argocd|kubectl|oc|(?:go)?pass|az|aws|gcloud|vault|op|bw|doctl|heroku|fly"
                                 r"(?:ctl)?|terraform|tofu"
                        r"|pulumi|docker|podman|security|secret-tool|printenv|rails)[ ][\w./-]")
ANSWER = lazy.pattern(r"[^\n]{0,200}\r?\n(?:[ \t]*[0-9]{1,6}(?:\t|→))?[ \t]{0,8}(?:>[ ]?)?[+|-]?[ ]?(?P<quote>[\"']?)"
                      r"(?P<value>[^\s\"']{6,200})(?P=quote)[ "
                      r"\t]*(?=\r?\n|\Z)")
LINE = 240


def answered(text: str, begin: int, end: int, grade: str) -> Iterator[Span]:
    """Give the line below the command in which the name text[begin:end] stands, if it is a secret."""
    start = text.rfind("\n", max(0, begin - LINE), begin) + 1
    asked = PROMPT.match(text, start, begin)
    found = ANSWER.match(text, end) if asked or PRINTING.match(text, start) else None
    if not found or _continued(text, start, found):
        return
    value = found.group("value")
    drawn = values.secret(value, "token", True) and not randomness.HEX.match(value) and not randomness.UUID.match(value)
    if prose.IDS.match(value) or "[secret:" in value or value.count(":") > 1 or value[0] in "-/#":
        return
    if not asked:
        core = re.sub("[^A-Za-z0-9]", "", value)
        if drawn and (randomness.mixed(core) or randomness.drawn(core)):
            yield Span(*found.span("value"), "secret", "answer")
        return
    if drawn or directives.secret(value, "password") or grade == "password" and (
            found.group("quote") and values.secret(value, "password", True) or weak.listed(value, weak.STARK)):
        yield Span(*found.span("value"), "password" if grade == "password" else "secret", "answer")


def _continued(text: str, start: int, found: re.Match[str]) -> bool:
    """True where the command goes on below its line, or what is below is no answer: further right, or a docstring's example."""
    value, line = found.group("value"), text.rfind("\n", start, found.start("value"))
    if "$" in value or value[-1] == "\\" or "\\" in text[line - 3:line]:
        return True
    margin = _margin(text, start)
    if margin and text.startswith(">>>", start + margin):
        return True  # an example in a docstring: what it shows was never anybody's
    return _margin(text, line + 1) != margin


def _margin(text: str, start: int) -> int:
    return len(text[start:start + 20]) - len(text[start:start + 20].lstrip(" \t"))
