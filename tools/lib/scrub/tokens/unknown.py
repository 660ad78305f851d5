"""Unknown: tokens of makers nobody listed: a short prefix, a separator, and a body that only a machine draws."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import links, randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = lazy.pattern(
    r"(?<![A-Za-z0-9])(?:(?<![_-])|(?<![A-Za-z0-9][_-])|(?<=[a-z][a-z][_-]))(?P<prefix>[0-9]?[a-z][a-z0-9]{1,15}|[A-Z][A-Z0-9]{1,9}|[A-Z][a-z]{1,9})[._-]{1,2}"
    r"(?P<body>[A-Za-z0-9][A-Za-z0-9_-]{5,399})"
    r"(?=(?P<part>\.[A-Za-z0-9_-]{20})?)", re.A,
)
BODY = lazy.pattern(r"[A-Za-z0-9_-]{28,200}\Z", re.A)
STEP = lazy.pattern(r"(?P<prefix>[a-z]{2,10}|[A-Z]{2,10}|[a-z]+[0-9])[_-]{1,2}(?=[A-Za-z0-9])", re.A)
UUID = lazy.pattern(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![A-Za-z0-9_-])", re.A | re.I)
FILE = lazy.pattern(
    r"\.(?:[cm]?[jt]sx?|s?css|map|woff2?|svg|png|jpe?g|webp|avif|gif|ico|wasm|so|dylib|dll|rlib"
    r"|rmeta|[ado]|html?)(?![A-Za-z0-9])", re.A,
)
PARTS = lazy.pattern(r"[A-Za-z0-9]{6,40}\.(?P<body>[A-Za-z0-9_-]{20,300})(?![A-Za-z0-9/])", re.A)
PADDED = lazy.pattern(r"(?P<body>[A-Za-z0-9+/]{30,400})={1,2}(?![A-Za-z0-9])", re.A)
PART = lazy.pattern(r"\.([A-Za-z0-9_-]{16,300})", re.A)
HASHED = lazy.pattern(r"(?:(?:sha[0-9]{1,3}|md5|digest|integrity|hash|etag)[=:]\"?"
                      r"|[\"'](?:[nexy]|x5t(?:\#S256)?|kid|jkt)[\"']:[ ]?[\"'])"
                      r"[\w-]{0,40}\Z", re.A | re.I)  # and a public key's members
PATHED = lazy.pattern(
    r"/(?:[\w-]{1,20}[-_])?(?:web)?(?:hooks?|invit\w{0,8}|reset|magic|verif\w{0,8}|confirm\w{0,6}|activat\w{0,4}"
    r"|unsubscribe|recover\w{0,2}|one-?time)(?:-[a-z]{2,12})?/(?:[a-z][a-z_-]{0,20}/)?"
    r"(?P<value>[A-Za-z0-9_=-]{20,400})(?=[/?#.,:]?(?:[^A-Za-z0-9.]|\Z))", re.A,
)
# `//hooks.maker.io/services/...`, `//hook.eu1.maker.com/...`: the host says it, and all of the path behind its words goes.
HOOKED = lazy.pattern(
    r"//(?:[\w-]{1,40}\.){0,3}(?:[\w-]{0,20}-)?(?:web)?hooks?\.[\w-]{1,40}\.[\w.-]{2,40}/(?:[a-z][a-z-]{0,20}[0-9]?/){0,3}"
    r"(?P<value>[A-Za-z0-9_/=-]{16,300})", re.A,
)
# A name that says an id: what a maker nobody listed put before it is the sort of the thing.
ID = lazy.pattern(r"""(?:(?<![A-Za-z])(?:id|uid|gid|kid|x5t|jti)|[a-z](?:Id|ID|Uid|UID)|[_-](?:id|ID)|(?<![A-Za-z])
    (?:[Cc]ontainer|[Pp]roject|[Cc]ommit|[Dd]eployment|[Rr]evision))\\?["']?[ ]?[:=][ ]?\\?["']?\Z""", re.A | re.X)
GROUP = lazy.pattern(r"(?=[a-z]*[0-9])[0-9a-f]{4,}\Z|(?=[A-Z]*[0-9])[0-9A-F]{4,}\Z", re.A)  # of hex, as an id is cut into
VERSION = lazy.pattern(r"v[0-9]\Z", re.A)
WORDS = lazy.pattern(r"[a-zA-Z]+", re.A)
# These name what follows: an id, a hash, a file, a build. None of them is a maker's prefix.
NAMES = frozenset(
    "toolu msg req call chatcmpl run resp thread asst file batch srvtoolu item rs fc cmpl evt id ids sess blk doc commit "
    "mcptoolu session request message response job task step event conversation conv chat user uid usr guid uuid org "
    "organization team proj project workspace account acct agent prompt bash shell turn ws vs ft ftjob modelresp wf "
    "workflow node pod container cus sub subs pi ch in ii price prod product plan card seti pm ba re txn po tr si src cs "
    "order invoice cust customer member group channel room page post comment image img video media asset upload attachment "
    "obj object row rec tbl app trace span correlation corr rid tid sid cid pid eid etag sha md blake hash digest checksum "
    "sum crc git rev ref g h cargo gitsha tag tree blob build bld release rel ver version v layer docker libpod containerd "
    "cri snapshot index idx cache key npm pip lock pkg package lib chunk main vendor bundle polyfills runtime style styles "
    "css sc font data tmp temp test tests case spec fixture seed backup dump log logs out output result results report "
    "rollout part shard segment py cp abi linux win mac darwin arm x86 amd rustc crate dep deps bin gen icon svg png jpg "
    "urn integrity ssh rsa dsa cert fingerprint kid jti nonce iv salt ray fp i vpc ami eni sg subnet vol snap eipalloc igw "
    "rtb acl lt pcx nat tgw bucket stack cluster instance device host server machine op operation tx block addr address "
    "wallet ipfs proof claude codex gpt model dataset checkpoint ckpt weights pk pub public publishable class el form field "
    "jsx ember react prj cntr ctr dpl deploy deployment".split()
)
TELLING = frozenset("key token secret pat sk rk api live prod access auth tok apikey priv private".split())


def spans(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the tokens in text[start:end] that have a maker's prefix, though no known one's."""
    for found in TOKEN.finditer(text, start, end):
        first, prefix, at = found.start(), found.group("prefix"), found.start("body")
        padded = PADDED.match(text, at, end)
        if hashed(text, first) or found.end() - at < 20 and not (padded or found.group("part")):
            continue
        steps = [prefix]
        step = STEP.match(text, at, found.end())
        while step and found.end() - step.end() >= 20:
            steps.append(step.group("prefix"))
            if step.group("prefix").lower() not in TELLING:
                first = at
            at = step.end()
            step = STEP.match(text, at, found.end())
        last = at + len(text[at:found.end()].rstrip("-_"))
        if TELLING.isdisjoint(word.lower() for word in steps) and identified(text, found.start()):
            continue
        if len(steps) == 1 and prefix.lower() in TELLING:
            first = at
        low = text[at - 1] == "_"
        if padded and _told(steps, re.sub("[+/]", "", padded.group("body")), low):
            last = padded.end()
            yield Span(first, last, "token", "told")
        elif not _continues(text, last) and _told(steps, text[at:last], low) or _parts(steps, text, at, end):
            yield Span(first, _rest(text, last, end), "token", "told")
    if text.find("/", start, end) >= 0:
        for pattern in (PATHED, HOOKED):
            path = pattern.search(text, start, end)
            if path and links.drawn(path.group("value")) and not links.revision(text, *path.span("value")):
                said = path.group("value").rstrip("/")
                yield Span(path.start("value"), path.start("value") + len(said), "link-token", "link")


def hashed(text: str, start: int) -> bool:
    """True where what stands before `start` names it a hash."""
    return HASHED.search(text, max(0, start - 60), start) is not None


def identified(text: str, start: int) -> bool:
    """True where the name before `start` says that an id follows."""
    return ID.search(text, max(0, start - 24), start) is not None


def _told(steps: list[str], body: str, low: bool) -> bool:
    """Whether the body behind these words, joined to them by a `low` line or not, is a token's."""
    said = {word.lower() for step in steps for word in WORDS.findall(step) if not VERSION.match(step)}
    telling = not TELLING.isdisjoint(said)
    named = not NAMES.isdisjoint(said - TELLING)
    if named and not telling or "pk" in said or "public" in said or any(map(GROUP.match, steps)):
        return False
    if UUID.match(body):
        return telling and not named or low and len(steps[-1]) <= 8
    longest = max(re.split("[_-]", body), key=len)
    if randomness.HEX.match(longest) and len(longest) >= 24:
        return len(longest) >= 32 and longest in (longest.lower(), longest.upper()) and randomness.mixed(longest) and (
            telling and not named or (low or len(steps) == 1) and (len(steps[-1]) <= 6 or steps[-1].endswith(("key", "token"))))
    core = re.sub("[_-]", "", body)
    if _thrown(longest) or (len(body) - len(core)) * 7 <= len(body) and _thrown(core):
        return True
    if len(longest) >= 30 and longest.isalpha():
        return randomness.drawn(longest) and randomness.changes(longest) * 3 >= len(longest) and randomness.rarity(longest) >= 0.3
    certain = telling and not named and not randomness.HEX.match(longest)
    if randomness.variety(longest) == 2 and len(longest) >= (20 if certain else 26 if low and longest[0] != "0" else 30):
        return randomness.mixed(longest) and randomness.changes(longest) * 4 >= len(longest) \
            and len(randomness.DIGITS.findall(longest)) >= 3 and len(set(longest)) >= (13 if len(longest) >= 26 else 11)
    return False


def _thrown(text: str) -> bool:
    """True for small letters, capitals and figures thrown together; no word and no algorithm's name is among them."""
    return randomness.strewn(text[:80]) or various(text) and randomness.rarity(text) >= 0.15 and worded(text) * 4 < len(text) \
        and len(randomness.UPPER.findall(text)) >= 4 and not randomness.ALGORITHM.search(text[:40])


def _parts(steps: list[str], text: str, at: int, end: int) -> bool:
    """True for a body of two parts, a short one and, behind a dot, the drawn one."""
    found = PARTS.match(text, at, end)
    return found is not None and _told(steps, found.group("body"), False)


def various(body: str) -> bool:
    """True for small letters, capitals and figures that change places as in a drawn string; a name's stay together."""
    return len(body) >= 20 and randomness.variety(body) == 3 and randomness.changes(body) * 5 >= len(body) * 2 \
        and len(randomness.DIGITS.findall(body)) >= 2 and len(set(body)) >= 12 and not randomness.ALIKE.search(body)


def worded(body: str) -> int:
    """Return how many characters of the body are words of five letters and more."""
    return sum(len(piece) for piece in randomness.CAMEL.findall(body) if len(piece) >= 5 and randomness.rarity(piece) <= 0.25)


def _continues(text: str, at: int) -> bool:
    """True where the run goes on as a file's ending or as base64 does, or is a function's name."""
    return FILE.match(text, at) is not None or text[at:at + 1] == "(" or text[at:at + 1] == "+" and text[at + 1:at + 2].isalnum()


def _rest(text: str, at: int, end: int) -> int:
    """Where a second and a third part end that a dot joins to the first."""
    for _ in range(2):
        part = PART.match(text, at, end)
        if not part or not (various(part.group(1)) or randomness.mixed(part.group(1))):
            break
        at = part.end()
    return at
