"""Compound: tokens of several parts, joined by a `:`, `|`, `!` or `$` that no run holds, or known by their parts' lengths."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import prints
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import families, randomness, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SIGNS = frozenset(":|!$")
WORD = "FlyV1 "  # of Fly's header: the one token that a space joins
LEAST, WINDOW = 20, 90
BODY = lazy.pattern(r"[A-Za-z0-9_+/.~-]{20,2000}={0,2}(?![A-Za-z0-9_+/~-])", re.A)
ID = r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
# kind | what stands before the sign, and the sign | the body behind it
TABLE = rf"""
telegram-token | [0-9]{{6,14}}: | A[A-Za-z0-9_-]{{30,36}}
tor-key | (?:ED25519-V3|RSA1024): | [A-Za-z0-9+/]{{80,1400}}={{0,2}}
tor-key | descriptor:x25519: | [A-Z2-7]{{52}}
nix-key | [A-Za-z0-9.-]{{3,60}}-[0-9]{{1,3}}: | [A-Za-z0-9+/]{{86}}==
fal-key | {ID}: | [0-9a-f]{{16,32}}
trendmicro-key | {ID}:{ID}: | [A-Za-z0-9+/]{{40,60}}={{0,2}}
trendmicro-key | tmc1[A-Za-z0-9]{{20,40}}: | [A-Za-z0-9]{{40,80}}
tableau-token | [A-Za-z0-9+/]{{22}}==: | [A-Za-z0-9]{{12,32}}
unleash-token | (?:\*|\[\]|(?!sha)[a-z][a-z0-9-]{{0,40}}): | (?:[a-z][a-z0-9-]{{0,30}}\.)?[0-9a-f]{{56}}
ably-key | [A-Za-z0-9_-]{{6,8}}\.[A-Za-z0-9_-]{{6,8}}: | [A-Za-z0-9_-]{{20,44}}
fcm-key | [A-Za-z0-9_-]{{11,22}}: | APA91b[A-Za-z0-9_-]{{40,160}}
astra-token | AstraCS: | [A-Za-z0-9]{{20,80}}(?::[0-9a-f]{{64}})?
convex-key | (?:prod|dev|preview|project)(?::[a-z0-9-]{{1,40}}){{1,2}}\| | [A-Za-z0-9+/_.-]{{20,300}}={{0,2}}
password-hash | (?<![^\n])(?!md5|sha|file)[A-Za-z][\w.-]{{0,40}}:(?!md5)[A-Za-z][\w .@-]{{0,60}}: | [0-9a-f]{{32}}(?=\s|\Z)
roblox-cookie | items\.\| | _[0-9A-F]{{40,2000}}
amazon-token | Atz[ar]\| | [A-Za-z0-9/+_-]{{40,2000}}={{0,2}}
salesforce-token | 00[A-Za-z0-9]{{10,16}}! | [A-Za-z0-9._-]{{30,300}}
braintree-token | access_token\$[a-z]{{7,10}}\$[a-z0-9]{{8,20}}\$ | [0-9a-z]{{32}}
twitch-token | oauth: | [a-z0-9]{{30}}
youtrack-token | perm: | [A-Za-z0-9+/=]{{4,80}}\.[A-Za-z0-9+/=]{{4,80}}\.[A-Za-z0-9]{{10,60}}
bitwarden-token | 0\.{ID}\.[A-Za-z0-9]{{20,40}}: | [A-Za-z0-9+/]{{20,30}}={{0,2}}
fly-token | FlyV1[ ] | [A-Za-z0-9+/=_-]{{40,2000}}(?:,fm[0-9][a-z]?_[A-Za-z0-9+/=_-]{{40,2000}})*
"""
HEX = lazy.pattern(r"(?:[0-9a-f]{8}){4,8}\Z", re.A)
PREFIX = lazy.pattern(r"(?<![A-Za-z0-9/:._])(?:(?P<prefix>[a-z][a-z0-9]{1,9})::?|[0-9]{1,9}\||[a-z][a-z0-9_-]{1,15}\$)\Z", re.A)
KEY_ID = lazy.pattern(rf"(?<![A-Za-z0-9/:.@_-])(?:{ID}|(?P<drawn>[A-Za-z0-9][A-Za-z0-9_-]{{9,48}})|[0-9]{{6,16}})[:|]\Z", re.A)
# Known by lengths: Mailgun's, Zhipu's, ngrok's, Airtable's, UptimeRobot's, ClickUp's, Klaviyo's, Dropbox's, HubSpot's,
# Infisical's, Contentstack's, SSLMate's, RapidAPI's, Jenkins', New Relic's, Webex's, Viber's, Stellar's, Azure DevOps',
# BitLocker's, Bitcoin's, kubeadm's; and those of a prefix too short to be looked for: Vault's, Pushbullet's, Lark's,
# PagerDuty's, Okta's, Sanity's, Telnyx's, reCAPTCHA's, Yandex's.
PARTS = lazy.pattern(rf"""(?<![A-Za-z0-9])(?:
    [a-hA-H0-9]{{32}}-[a-hA-H0-9]{{8}}-[a-hA-H0-9]{{8}} | [0-9a-f]{{32}}\.[A-Za-z0-9]{{16}}
  | [A-Za-z0-9]{{25,30}}_[0-9][A-Za-z0-9]{{20}} | [A-Za-z0-9]{{3,32}}\.v1\.[A-Za-z0-9_-]{{4,200}}\.[0-9a-f]{{8,64}}
  | (?:u|ur|m)[0-9]{{6,10}}-[0-9a-f]{{24,32}} | pk_[0-9]{{5,10}}_[A-Za-z0-9]{{32}} | pk_[A-Za-z0-9]{{34}}
  | [A-Za-z0-9]{{10,13}}A{{10,13}}[A-Za-z0-9_=-]{{38,46}} | pat-[a-z0-9]{{2,4}}-{ID}
  | st\.[A-Za-z0-9_-]{{3,48}}\.[A-Za-z0-9_-]{{3,48}}\.[0-9a-f]{{8,64}} | cs[0-9a-f]{{32}}
  | k[0-9]{{3,6}}_[a-z0-9]{{26}} | [0-9a-z]{{10}}msh[0-9a-z]{{15}}p1[0-9a-z]{{6}}jsn[0-9a-z]{{12}} | 11[0-9a-f]{{32}}
  | [0-9a-f]{{36}}NRAL | [a-z]{{2}}[0-9]{{2}}x{{1,2}}[0-9a-f]{{30}}NRAL
  | [A-Za-z0-9]{{64}}_[A-Za-z0-9]{{2,6}}_{ID} | [0-9a-f]{{16}}-[0-9a-f]{{16}}-[0-9a-f]{{16}} | S[A-Z2-7]{{55}}
  | (?=[a-z]*[2-7])[a-z2-7]{{52}} | [0-9]{{6}}(?:-[0-9]{{6}}){{4,7}}(?:-[0-9]{{1,5}})? | [5KL][1-9A-HJ-NP-Za-km-z]{{50,51}}
  | (?=[a-z]*[0-9])[a-z0-9]{{6}}\.(?=[a-z]*[0-9])(?=[0-9a-f]*[g-z])[a-z0-9]{{16}}
  | (?:(?<![_.-])(?<![A-Za-z0-9]\+)|(?<=\n-))(?P<prefix>[sbro]\.(?=[A-Za-z0-9_-]{{24}})|[tua]-(?=[A-Za-z0-9_.-]{{24}})
    |y_(?=[A-Za-z0-9_-]{{18}}(?![A-Za-z0-9_-]))
    |00(?=[A-Za-z0-9_=-]{{40}}(?![A-Za-z0-9_-]))|sk(?=[A-Za-z0-9]{{50}})|KEY(?=[A-Za-z0-9_-]{{55}}(?![A-Za-z0-9_-]))
    |6[Ll](?=[A-Za-z0-9_-]{{38}}(?![A-Za-z0-9_-]))|YC(?=[A-Za-z0-9_-]{{38}}(?![A-Za-z0-9_-])))[A-Za-z0-9_.=-]{{18,180}}
)(?![A-Za-z0-9_-])""", re.A | re.X)
# An id and its secret, both drawn.
HALVES = lazy.pattern(
    r"(?<![A-Za-z0-9/._-])(?<![A-Za-z0-9]\+)(?P<head>[A-Za-z0-9]{8,40})\.(?P<tail>[A-Za-z0-9_-]{28,200})(?![A-Za-z0-9/+])", re.A)


class Compound:
    """The table, compiled when the first run asks for it that one of the signs precedes."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[str, re.Pattern[str], re.Pattern[str]]]] = {}

    def find(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Give the token whose last part is the run text[start:end], which one of the signs precedes."""
        sign, first = text[start - 1], max(0, start - WINDOW)
        if text.startswith("//", start):
            return
        body = BODY.match(text, start)
        core = re.sub("[^A-Za-z0-9]", "", text[start:min(end, start + 160)])
        if sign != " " and randomness.changes(core[:80]) * 3 < len(core[:80]) and not (
                randomness.mixed(core[:80]) or randomness.drawn(core[:80]) or HEX.match(core)):
            return
        for kind, left, right in self._rows()[sign]:
            whole = right.match(text, start)
            before = left.search(text, first, start) if whole else None
            if whole and before:
                first = start if kind == "password-hash" else before.start()
                yield Span(first, start + len(families.pathless(whole.group())), kind, "compound")
                return
        said = body.group().rstrip("+-_.~") if body else ""
        drawn = unknown.BODY.match(said) and (unknown.various(said) or randomness.strewn(said[:80]))
        if drawn and sign != "!" and not unknown.hashed(text, start):
            yield from self._told(text, first, start, start + len(said))

    def _told(self, text: str, first: int, start: int, end: int) -> Iterator[Span]:
        """Give the drawn body text[start:end] behind a prefix of its own, or behind the id that it belongs to."""
        prefix = PREFIX.search(text, first, start)
        owner = None if prefix else KEY_ID.search(text, first, start)
        if prints.MANGLED.match(text, start):
            return
        if prefix and prefix.group("prefix") not in unknown.NAMES:
            yield Span(start, end, "token", "told")
        elif owner and (not owner.group("drawn") or randomness.mixed(re.sub("[_-]", "", owner.group("drawn")))):
            yield Span(owner.start(), end, "token", "told")

    def _rows(self) -> dict[str, list[tuple[str, re.Pattern[str], re.Pattern[str]]]]:
        if not self.rows:
            self.rows = {sign: [] for sign in (*SIGNS, " ")}
            for line in TABLE.strip().split("\n"):
                kind, left, right = line.split(" | ")
                ends = re.compile(rf"(?<![A-Za-z0-9])(?:{left})\Z", re.A), re.compile(rf"(?:{right})(?![A-Za-z0-9_-])", re.A)
                self.rows[" " if left.endswith("[ ]") else left[-1]].append((kind, *ends))
        return self.rows


def follows(text: str, start: int) -> bool:
    """True where what stands before the run at `start` may join it to the first part of a token."""
    return start > 0 and (text[start - 1] in SIGNS or text.startswith(WORD, start - 6))


def before(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the key text[start:end] that DeepL marks by a `:fx` behind it."""
    first = end - 36
    if first >= start and randomness.UUID.match(text[first:end]) and not text[first - 1:first].isalnum():
        yield Span(first, end + 3, "deepl-key", "compound")


def parts(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the tokens in text[start:end] that are known by the lengths of their parts."""
    for found in PARTS.finditer(text, start, end):
        last = start + len(text[start:found.end()].rstrip(".="))
        body = text[found.end("prefix") if found.group("prefix") else found.start():last]
        core = re.sub("[^A-Za-z0-9]", "", body)
        if families.varied(body) and families.likely(body) if found.group("prefix") else (
                core.isdigit() or randomness.variety(core) >= 2 and (
                    randomness.changes(core) * 7 >= len(core) or len(core) >= 50 and randomness.rarity(core) >= 0.4)):
            yield Span(found.start(), last, "token", "parts")
    halves = HALVES.search(text, start, end) if end - start >= 37 else None
    if halves and not unknown.hashed(text, halves.start()):
        head, tail = halves.group("head"), re.sub("[_-]", "", halves.group("tail"))
        if randomness.variety(head) == 3 and randomness.mixed(head) and (unknown.various(tail) or randomness.strewn(tail[:80])):
            yield Span(*halves.span(), "token", "parts")
