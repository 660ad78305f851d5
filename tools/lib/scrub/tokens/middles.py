"""Middles: tokens known by a mark in their middle or at their end, and those of no known maker whose name says what they are."""
from __future__ import annotations

import re
from collections import namedtuple

from tools.lib.scrub import lazy, trie
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Middle = namedtuple("Middle", "kind before after")

# kind | marks | what stands before one | what stands after.  Azure's marks are those of its identifiable secrets.
TABLE = r"""
terraform-token | .atlasv1. | [A-Za-z0-9]{1,32} | [A-Za-z0-9_=-]{20,100}
azure-devops-token | AZDO | [A-Za-z0-9]{30,80} | [A-Za-z0-9]{0,8}
azure-key | JQQJ9 | [A-Za-z0-9]{40,60} | [A-Za-z0-9]{8,60}
azure-key | AzSe AzCa AzFu | [A-Za-z0-9+/_-]{30,50} | [A-Za-z0-9+/_-]{3,12}={0,2}
azure-key | +ASt +AMC +ABa APIM ACDb | [A-Za-z0-9+/]{70,80} | [A-Za-z0-9+/]{5,8}={0,2}
azure-key | +ACR | [A-Za-z0-9+/]{42} | [A-Za-z0-9]{6}
azure-key | +ASb +AEh +ARm AIoT | [A-Za-z0-9+/]{30,36} | [A-Za-z0-9+/]{5,8}={0,2}
private-key | IBAAKCAQ IBAAKCAg IBADANBgkqhkiG9w0BAQEFAASC | MII[A-Za-z0-9+/]{3} | [A-Za-z0-9+/]{40,8000}={0,2}
openai-key | T3BlbkFJ | [A-Za-z0-9_-]{15,200} | [A-Za-z0-9_-]{15,200}
maxmind-key | _mmk | [A-Za-z0-9]{6}_[A-Za-z0-9]{12,40} | (?![A-Za-z0-9])
discord-token | . | [MNO][A-Za-z0-9_-]{22,28} | [A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{12,45}
"""
REACH = 220
COLOUR = lazy.pattern("\x1b\\[[0-9;]{0,12}m")
# A name that says what it is, and a drawn body: `acme_live_...`, `xy_sk_prod_...`, `foo-api-key-...`.
HINTED = lazy.pattern(r"""
    (?<![A-Za-z0-9/.~])(?<![A-Za-z0-9/]\+)(?:[A-Za-z][A-Za-z0-9]{0,11}[_-]){0,3}
    (?P<whole>(?:live|prod|production|sandbox|secret|sk|rk|pat|oat|token|tok|tkn|key|apikey|api|access|refresh|personal|svc|service|priv|private|admin
       |deploy|bot|auth|cred|sdk|srv|server|whsec|webhook|hook)
    [_-](?:[a-z0-9]{1,8}[_-])?(?P<body>[A-Za-z0-9]{20,200}(?:[_-][A-Za-z0-9]{4,200}){0,3})) (?![A-Za-z0-9+/])
""", re.X | re.A)
# A short name, an underline, and so much that is drawn that it can be no id.
PREFIXED = lazy.pattern(
    r"(?<![A-Za-z0-9/.~_-])(?<![A-Za-z0-9/]\+)[a-z][a-z0-9]{1,9}_(?:[a-z0-9]{1,6}_)?(?P<body>[A-Za-z0-9]{34,200})"
    r"(?![A-Za-z0-9+/=_-])", re.A,
)
PUBLISHED = ("pk_", "pk-", "pub", "ca-pub")
IDS = frozenset("toolu msg req call chatcmpl run resp thread asst file batch srvtoolu item rs fc cmpl evt id sess blk doc "
                "commit".split())
NUMBERED = lazy.pattern(r"(?<![0-9A-Za-z])[0-2]/[0-9]{12,19}(?:/[0-9]{12,19})?:(?P<value>[a-f0-9]{24,64})", re.A)  # Asana


class Middles:
    """The table, compiled with the first run that is looked at."""

    def __init__(self) -> None:
        self.known: dict[str, Middle] = {}
        for line in TABLE.strip().split("\n"):
            kind, marks, before, after = (part.strip() for part in line.split(" | "))
            middle = Middle(kind, re.compile(f"(?<![A-Za-z0-9])(?:{before})\\Z", re.A), re.compile(after, re.A))
            self.known.update(dict.fromkeys(marks.split(), middle))
        self.mark = re.compile(trie.pattern(mark for mark in self.known if mark != "."))

    def find(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Give the tokens whose mark stands in text[start:end]."""
        for hit in self.mark.finditer(text, start, end):
            yield from self._around(text, hit.start(), hit.end(), self.known[hit.group()])
        if end - start >= 45 and text.count(".", start, end) >= 2:
            for at in (place.start() for place in re.compile(r"\.").finditer(text, start, end)):
                yield from self._around(text, at, at + 1, self.known["."])

    def _around(self, text: str, first: int, last: int, middle: Middle) -> Iterator[Span]:
        after = middle.after.match(text, last)
        before = middle.before.search(text, max(0, first - REACH), first) if after else None
        if before and after:
            start = before.start()
            colour = COLOUR.search(text, max(0, start - 12), first)
            start = colour.end() if colour and colour.end() > start else start
            core = re.sub("[^A-Za-z0-9]", "", text[start:first])
            if middle.kind != "azure-key" or randomness.changes(core) * 4 >= len(core):
                yield Span(start, after.end(), middle.kind, "mark")


def numbered(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the token whose number ends text[start:end] and whose body stands behind a colon."""
    if text[end:end + 1] == ":" and text[end - 1].isdigit():
        found = NUMBERED.search(text, max(start, end - 42), end + 66)
        if found and found.start() < end:
            yield Span(*found.span(), "asana-token", "form")


def told(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the tokens of unknown makers in text[start:end] whose name or length gives them away."""
    for hinted in HINTED.finditer(text, start, end):
        body = hinted.group("body")
        longest = max(re.split("[_-]", body), key=len)
        if hinted.group().lower().startswith(PUBLISHED) or unknown.hashed(text, hinted.start()):
            continue
        if randomness.variety(longest) == 3 and randomness.mixed(longest) and randomness.changes(longest) * 3 >= len(longest) \
                or hexadecimal(longest):
            yield Span(*hinted.span("whole"), "token", "told")
    for prefixed in PREFIXED.finditer(text, start, end):
        body = prefixed.group("body")
        name = prefixed.group().partition("_")[0]
        if randomness.variety(body) == 3 and randomness.changes(body) * 3 >= len(body) and name not in IDS \
                and len(randomness.DIGITS.findall(body)) >= 3 and not unknown.hashed(text, prefixed.start()):
            yield Span(*prefixed.span(), "token", "told")


def hexadecimal(body: str) -> bool:
    """True for 32, 40, 48 or 64 digits of hex that alternate as drawn ones do."""
    return len(body) in (32, 40, 48, 64) and bool(randomness.HEX.match(body)) and randomness.mixed(body)
