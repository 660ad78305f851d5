"""Asked: a question that names a secret, and its answer, as clients, forms and interviews write the two down."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import keys, values, weak
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

REACH = 200
# The rest of the question: to its mark, or to the end of its quotation where an answer in quotes follows.
REST = lazy.pattern(r"[^\"?\n]{0,160}(?:\?|(?=\"[ ]?=[ ]?\"))")
ANSWER = lazy.pattern(
    r"[\"'”»*`]{0,3}(?:\s{0,3}(?:=>?|->|→|:)\s?[\"'“`]|,\s{0,20}[\"']?"
    r"(?:answers?|response|reply|value)[\"']?\s?[:=]\s?\[?\s?[\"'])"
    r"(?P<value>[^\"\n]{4,120})[\"'”`]"
    r"|[\"'”»*`]{0,3}[ \t]{0,3}\r?\n[ \t>*-]{0,8}(?:A|Ans|Answer|Antwort|Réponse|Respuesta|Risposta|User|Human|You)[*]{0,2}"
    r"[ ]?[:>][ ]?[*]{0,2}[ ]?[\"'`]?(?P<line>[^\s\"'`]{4,120})[\"'`.]?[ \t]*(?:\r?\n|\Z)",
)
OPENING = ("\"", "\n", "“", "«", ". ", ": ")
# What asks for the value itself, and for no choice among things.
WANTING = lazy.pattern(
    r"\b(?:what(?:['’]s|[ ]is|[ ]are|[ ]was)|enter|provide|type|paste|give|tell|was[ ]ist|wie[ ](?:lautet|ist)|quel(?:le)?[ ]est"
    r"|cu[aá]l[ ]es|qual[ ](?:[eèé]|[ée][ ])|wat[ ]is|jakie[ ]jest|gib|saisi\w*|introduce\w*|inser\w*)\b", re.I,
)


def grade(question: str, answer: str) -> str:
    """Return what the answer to the question is ("password", "token", ...), "" when it is no secret."""
    named = keys.grade(question.rstrip("?:：？ "))
    if not named or not (values.secret(answer, named, True) or weak.value(answer, named, question, wanted(question))):
        return ""
    return named


def wanted(question: str) -> bool:
    """True for a name that is no question, or one that asks for the secret itself: its answer is nothing else."""
    return question[-1:] not in ("?", "？") or WANTING.search(question) is not None


def spans(text: str, begin: int, end: int) -> Iterator[Span]:
    """Give the answer to the question that names a secret at text[begin:end]."""
    rest = REST.match(text, end)
    answer = ANSWER.match(text, rest.end()) if rest else None
    if not rest or not answer:
        return
    first = max(text.rfind(mark, max(0, begin - REACH), begin) for mark in OPENING) + 1
    said = "value" if answer.group("value") else "line"
    found = grade(text[max(first, begin - REACH):rest.end()], answer.group(said))
    if found:
        yield Span(*answer.span(said), "password" if found == "password" else "secret", "asked")
