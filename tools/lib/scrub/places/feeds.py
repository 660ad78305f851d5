"""Feeds: secrets that a command of any name is fed with: by a pipe, a here-string, or an option that takes a value."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.places import shell
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = r"\$?(?:\"(?P<double>[^\"\n$]{4,200})\"|'(?P<single>[^'\n]{4,200})'|(?P<bare>[^\s\"'|&;<>()$]{4,200}))"
HERE = lazy.pattern(r"[^\n|]{0,120}<(?:<<[ ]?|(?:[ ]?<)?\(echo(?:[ ]-\w)*[ ])" + WORD)
# `... secret set NAME --value X`, `secrets create --secret-string X`, `--type SecureString --value X`.
GIVEN = lazy.pattern(r"[^\n|]{0,200}?[ ](?:--(?:value|secret-string|secret-value|data|plaintext|body|string)[ =]|-[bv][ ]?)"
                     + WORD)
KEEPING = lazy.pattern(r"secrets?\b[^\n|]{0,60}\b(?:set|put|create|add|store|update)\b|SecureString|plaintext\b"
                       r"|(?:set|put|create|add|variable|store)\b[^\n|]{0,60}\Z")
READING = lazy.pattern(r"\b(?:e?grep|rg|ag|ack|sed|awk|cut|tr|jq|yq|head|tail|sort|uniq|wc|tee|cat|less|more|xxd|od|base64|md5sum"
                       r"|sha\d*sum|bc)\b")
LINE = 300


def spans(text: str, begin: int, end: int, grade: str) -> Iterator[Span]:
    """Give what the command that speaks of the name text[begin:end] is fed with."""
    line = text.rfind("\n", max(0, begin - LINE), begin) + 1
    before = text[max(line, begin - LINE):begin]
    piped = shell.PIPED.search(before) if "|" in before else None
    if piped and not READING.search(before, before.rfind("|")):
        if shell.fit(piped.group("value"), True):
            first = begin - len(before) + piped.start("value")
            yield Span(first, first + len(piped.group("value")), "password", "shell")
            return
    stop = text.find("\n", end, end + LINE)
    rest = text[end:stop if stop >= 0 else end + LINE]
    found = HERE.match(rest) if "<" in rest else None
    if not found and " -" in rest and KEEPING.search(text, max(line, begin - 60), min(len(text), end + 80)):
        found = GIVEN.match(rest)
    if found:
        name = next(part for part in ("double", "single", "bare") if found.group(part) is not None)
        if shell.fit(found.group(name), True):
            yield Span(end + found.start(name), end + found.end(name), "password", "shell")
