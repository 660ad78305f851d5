"""Links: addresses that let their bearer in, by a piece of their path or by a parameter of their query."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

REACH = 1200
END = lazy.pattern(r"[\s\"'`<>\\^{}|]|\)(?=[\s.,;]|\Z)|%22|%27|://")
# A word of the path tells, and a drawn piece follows it: `/password/reset/...`, `/private-.../basic.ics`, `/hooks/...`.
TOLD = lazy.pattern(r"""
    /[\w-]{0,20}(?:reset|recover|invit|magic|verify|verification|confirm|activat|unlock|share|unsubscribe|sso|onboard|private|secret|token
      |hook|trigger|apikey|api-key|one-?time|otp|signup|claim|redeem|accept|feed|ical|auth|login|signin|session|access|guest|join|bot|callback)
    [\w-]{0,24}[/-](?:(?!(?:blob|tree|commits?|raw|compare|archive|blame|pull)/)[a-z0-9._-]{1,24}/){0,3}?(?P<value>[A-Za-z0-9_.=-]{16,600}(?:/[A-Za-z0-9_-]{16,100}){0,2})
""", re.A | re.I | re.X)
# Hosts that take their key as a piece of the path.
KEYED = lazy.pattern(r"""
    (?:\.infura\.io/(?:ws/)?v3/ | \.alchemy(?:api)?\.(?:com|io)/(?:nft/|starknet/|data/)?(?:v[0-9]|version)/
      | \.quiknode\.pro/ | \brpc\.ankr\.com/(?:[\w-]{1,40}/){1,3} | \.blastapi\.io/ | \.getblock\.io/ | \.p2pify\.com/
      | \.chainstack\.com/
      | \.nodereal\.io/(?:ws/)?v1/ | \bmaker\.ifttt\.com/(?:trigger/[^/\s]{1,80}/(?:json/)?with/key/|use/)
      | \bevents\.pagerduty\.com/integration/ | \bhc-ping\.com/ | /api/v[0-9]/heartbeat/)
    (?P<value>[A-Za-z0-9_-]{16,100})
""", re.A | re.I | re.X)
# These parameters carry what lets one in; others, of longer names, are read as pairs.
NAMES = frozenset(
    "code key k t h s sig hash ticket auth otp invite invitation confirm confirmation reset verify verification magic jwt "
    "assertion samlresponse "
    "signature st tk tok sign hmac hdnea hdnts policy x-amz-signature x-goog-signature se_sig user_hash uhash email_hash "
    "nonce_token ott otc pt rt at "
    "access oobcode authuser_token link_token share_token signed sigh verifier activation activation_code confirmation_code "
    "login_ticket appid".split()
)
PARAMETER = lazy.pattern(r"(?:[?&#;]|%3F|%26|&amp;)(?P<name>[A-Za-z_-]{1,24})(?:=|%3D)(?P<value>[A-Za-z0-9_./~+%=:-]"
                         r"{8,2000})", re.A)
REVISION = lazy.pattern(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\Z", re.A)
ASSET = lazy.pattern(r"\.(?:js|css|png|jpe?g|gif|svg|webp|woff2?|ico|map|crate|whl|tgz|zip|gz)\Z", re.A | re.I)
FORGE = lazy.pattern(r"://[\w.@:-]{0,60}(?:git|bitbucket|codeberg|googlesource|jsdelivr|sourcegraph)", re.A | re.I)
NEXT = lazy.pattern(r"%26[\w.-]{1,40}%3D|&amp;")


def spans(text: str, start: int) -> Iterator[Span]:
    """Give the secrets of the address whose `://` begins at `start`."""
    stop = END.search(text, start + 3, start + REACH)
    end = stop.start() if stop else min(len(text), start + REACH)
    told = TOLD.search(text, start + 3, end) if end - start > 24 else None
    if told and drawn(told.group("value")) and "." not in told.group("value")[-5:] and not revision(text, *told.span("value")):
        yield Span(*told.span("value"), "link-token", "link")
    keyed = KEYED.search(text, start + 3, end) if end - start > 24 else None
    if keyed and (drawn(keyed.group("value")) or randomness.variety(keyed.group("value")) == 3
                  and randomness.changes(keyed.group("value")) * 4 >= len(keyed.group("value"))):
        yield Span(*keyed.span("value"), "link-token", "link")
    is_seed = text[max(0, start - 7):start].lower() == "otpauth"
    for parameter in PARAMETER.finditer(text, start, end):
        if is_seed and parameter.group("name").lower() == "secret":
            yield Span(*parameter.span("value"), "totp-seed", "query")
        elif parameter.group("name").lower() in NAMES:
            first, last = parameter.span("value")
            cut = NEXT.search(text, first, last)
            last = cut.start() if cut else last
            value = text[first:last].rstrip(".,")
            if parameter.group("name").lower() == "appid" and len(value) != 32:
                continue  # a chat's app, which is public; a weather service calls its key so
            if REVISION.match(value) and (parameter.group("name") == "h" or ASSET.search(text, start, parameter.start())):
                continue
            if len(value) >= 12 and drawn(re.sub("%[0-9A-Fa-f]{2}", "-", value)):
                yield Span(first, first + len(value), "link-token", "query")


def revision(text: str, first: int, last: int) -> bool:
    """True for a commit's hash, text[first:last], in the address of a host of code."""
    value = text[first:last].partition("/")[0]
    return len(value) == 40 and REVISION.match(value) is not None and FORGE.search(text, max(0, first - 200), first) is not None


def drawn(value: str) -> bool:
    """True when the longest piece of the value looks drawn."""
    pieces = re.split(r"[^A-Za-z0-9]+", value)
    longest = max(pieces, key=len)
    if randomness.UUID.match(value):
        return True
    if len(longest) >= 10 and (randomness.mixed(longest) or randomness.drawn(longest)):
        return True
    return len(value) >= 16 and randomness.mixed(re.sub("[-_]", "", value)) and not re.search("[.]", value)
