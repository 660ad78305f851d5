"""Printed: what a command that draws a secret, or fetches one, prints on the line below it."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import prose, values
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A piece of the command -> what stands around it. All that follows on its line is read over.
DRAWING = {
    "pwgen": r"pwgen(?:[ ]-?[\w-]{1,20}){0,6}",
    "penssl rand": r"penssl[ ]rand(?:[ ]-(?:hex|base64)|[ ][0-9]{1,3}){1,2}(?:[ ]?\|[^\n]{1,60})?",
    "gen-random": r"gen-random[ ](?:--?\w+[ ]|[0-9][ ]){0,3}[0-9]{1,3}(?:[ ]?\|[^\n]{1,60})?",
    "urandom": r"u?random(?:[ ]?\|[^\n]{1,120}|[ ][a-z]{2,5}=[^\n|]{1,60}\|[^\n]{1,80}|[^\n|]{0,20})",
    "pg -": r"pg(?:[ ]-\w[ ]?[\w]{0,8}){1,6}",
    "base64 -d": r"base64[ ](?:-d|--decode)(?:[ ]?[;&|]{1,2}[ ]"
                 r"?echo)?", "base64 --d": r"base64[ ]--decode(?:[ ]?[;&|]{1,2}[ ]?echo)?",
    "-o tsv": r"-o[ ]tsv", "--output tsv": r"--output[ ]tsv", "-output text": r"-output[ ]text",
}
COMMAND = r"(?:^(?:[ \t]*[0-9]{1,6}(?:\t|→))?[\s+>$#%|-]{0,8}|[;&|(`][ ]?|[$#%❯➜][ ]|sudo[ ])"
# Only where the line says before it that a secret is fetched.
FETCHING = {
    **dict.fromkeys(("base64 -d", "base64 --d"), r"\bget[ ]secrets?\b|\.data|secret|passw"),
    **dict.fromkeys(("-o tsv", "--output tsv"), r"secret|passw|keys?[ ]list|credential|primaryKey|connectionString|accessToken"),
    "-output text": r"secret|passw|parameter|token",
    "pg -": COMMAND + r"a\Z", "urandom": r"/dev/\Z", "penssl rand": COMMAND + r"o\Z", "pwgen": COMMAND + r"\Z",
    "gen-random": r"gpg2?[ ](?:-a[ ]|--armor[ ])?--\Z",
}
REST: dict[str, re.Pattern[str]] = {word: lazy.pattern(body, re.I) for word, body in DRAWING.items()}
BEFORE: dict[str, re.Pattern[str]] = {word: lazy.pattern(body, re.I) for word, body in FETCHING.items()}
# The line's end, then a line of nothing but the value, whatever gutter is before it.
BELOW = lazy.pattern(r"[\"'`)]{0,3}[ \t]{0,80}│?(?:\r?\n|<br>)(?:```\w*\r?\n)?")
VALUE = lazy.pattern(r"(?:[ \t]*[0-9]{1,6}(?:\t|→)|[\w-]{1,20}[ ]{1,3}\|)?[ \t>|│]{0,20}[+-]?[ ]?(?P<quote>['\"]?)"
                     r"(?P<value>[^\s\"'<]{8,400})"
                     r"(?P=quote)[ \t]*│?(?=\r?\n|\Z|<br>)")
LINES = 12


def below(text: str, start: int, end: int, word: str) -> Iterator[Span]:
    """Give what the command prints of which the piece `word` stands in text[start:end]."""
    line = text.rfind("\n", max(0, start - 300), start) + 1
    before = BEFORE.get(word)
    if before and not before.search(text[max(line, start - 300):start]):
        return
    rest = REST[word].match(text, start)
    ended = BELOW.match(text, rest.end()) if rest else None
    at = ended.end() if ended else -1
    for _ in range(LINES if at >= 0 else 0):
        found = VALUE.match(text, at)
        if not found or not drawn(found.group("value")):
            return
        yield Span(*found.span("value"), "secret", "printed")
        at = found.end() + (2 if text.startswith("\r\n", found.end()) else 1)


def drawn(value: str) -> bool:
    """True for what nothing but a machine writes, or a password with signs: no name, path, option or command."""
    if "[secret:" in value or prose.IDS.match(value) or values.reference(value) or values.place(value):
        return False
    if randomness.UUID.match(value) or "=" in value.rstrip("=") or value.count(":") > 1 or value[0] in "/#$":
        return False
    core = re.sub("[^A-Za-z0-9]", "", value)
    return randomness.mixed(core) or randomness.drawn(core) or values.scrambled(core) and core == value
