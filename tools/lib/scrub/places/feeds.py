"""Feeds: secrets that a command of any name is fed with: by a pipe, a here-string, or an option that takes a value."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import values
from tools.lib.scrub.places import directives, shell
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = r"\$?(?:\"(?P<double>[^\"\n$]{4,200})\"|'(?P<single>[^'\n]{4,200})'|(?P<bare>[^\s\"'|&;<>()$]{4,200}))"
HERE = lazy.pattern(r"[^\n|]{0,120}<(?:<<[ ]?|(?:[ ]?<)?\(echo(?:[ ]-\w)*[ ])" + WORD)
# `... secret set NAME --value X`, `secrets create --secret-string X`, `--type SecureString --value X`.
GIVEN = lazy.pattern(r"[^\n|]{0,200}?[ ](?:-Value[ ]|--(?:value|secret-string|secret-value|data|plaintext|body|string)[ =]|"
                     r"-[bv][ ]?)"
                     + WORD)
KEEPING = lazy.pattern(r"secrets?\b[^\n|]{0,60}\b(?:set|put|create|add|store|update)\b|SecureString|plaintext\b|(?i:(?:set|add)"
                       r"-content)\b"
                       r"|(?:set|put|create|add|variable|store)\b[^\n|]{0,60}\Z")
# `'secret' | ConvertTo-SecureString`: a literal is piped as it is in PowerShell, and into a filter of a template.
LITERAL = lazy.pattern(r"(?:\A|[\s(=;,{+])(?P<quote>[\"'])(?P<value>[^\"'\n]{4,200})(?P=quote)\)?[ ]{0,3}\|[ ]{0,3}[\w ./$-]"
                       r"{0,60}\Z")
# `echo secret > .vault_pass`, `... | tee secret.txt`: the file's name says what it holds.
FILED = lazy.pattern(r"(?:echo|printf|print|Write-Output)(?:[ ]-\w+)*[ ](?:[\"']%s(?:\\n)?[\"'][ ])?[\"']?(?:[\w.@-]{1,40}:)?"
                     r"(?P<value>[^\s\"'|>=]{4,200})(?:\\n)?[\"']?[ ]{0,3}(?:>{1,2}\|?|\|[ ]{0,3}(?:sudo[ ])?tee(?:[ ]-\w+)*)[ "
                     r"]{0,3}"
                     r"[\"']?[\w./~${}-]{0,80}\Z")
HEREDOC = lazy.pattern(r"<<-?[ ]?[\"']?(?P<end>\w{2,20})[\"']?[ ]{0,3}(?:>{1,2}|\|[ ]{0,3}(?:sudo[ ])?tee)[ ]{0,3}[\"']"
                       r"?[\w./~${}-]{0,80}\Z")
ALONE = lazy.pattern(r"[\w./~${}-]{0,60}[\"']?[ \t]*(?:>[ ]?/dev/null[ ]?)?\r?\n(?P<value>[^\s\"'=]{4,200})[ \t]"
                     r"*\r?\n\w{2,20}\s*(?=\n|\Z)")
NO_FILE = lazy.pattern(r"[\w/~${}-]{0,60}\.(?:md|log|py|[jt]sx?|html|css|rs|go|java|sh|sql|rb|c|h)\b")
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
    written = _written(text, begin, end, before)
    if written:
        yield written
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


def _written(text: str, begin: int, end: int, before: str) -> Span | None:
    """Return the literal that is piped into what the name says, or written to the file of that name."""
    found = None
    if "|" in before[-64:] or ">" in before:
        found = FILED.search(before) or LITERAL.search(before) if not NO_FILE.match(text, end) else None
    if found:
        first, last = (begin - len(before) + at for at in found.span("value"))
    else:
        found = ALONE.match(text, end) if "<<" in before and HEREDOC.search(before) else None
        if not found:
            return None
        first, last = found.span("value")
    value = text[first:last]
    if not shell.plausible(value) or not (values.secret(value, "token", True) or directives.secret(value, "password")
                                          or values.scrambled(value)):
        return None
    return Span(first, last, "password", "shell")
