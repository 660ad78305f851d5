"""Credentials: secrets whose place in a line tells them: URLs, headers, cookies, shells, hashes, hooks of chat services."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import values, weak
from tools.lib.scrub.places import calls, dialogs, spots
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import hashes, links, randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

USERINFO = lazy.pattern(r"(?P<user>[^\s/?#@:\"'<>\\|]{0,100}):(?P<password>[^\s\"'<>|]{1,300})@(?=[\w\[.${-])")
BARE_TOKEN = lazy.pattern(r"(?P<token>[A-Za-z0-9_-]{16,300})(?::|:x-oauth-basic)?@(?=[\w.-]+)", re.A)
SCHEME = lazy.pattern(r"""
    [\w.-]{0,20} ["'\])]{0,3} [ \t]{0,4} (?:[:=,>]|=>|：)? [ \t]{0,4} ["'\[`({]{0,2} [ \t]?
    (?:(?:bearer|basic|token|digest|apikey|api-key|negotiate|ntlm|key|bot|oauth|splunk|genie[ ]?key|dpop|aws4-hmac-sha256|
       sso-key|ssws|pat|jwt|privatekey|klaviyo-api-key|discogs\ token=)(?:[ \t]+|\ *[:=]\ *) (?:(?:token|key)=)?["']?)
    (?P<value>[A-Za-z0-9._~+/=:%!*$@#&|^-]{6,4000})
""", re.X | re.A | re.I)
PARAMETER = lazy.pattern(r"[A-Za-z_]{2,30}=(?:[\"'\w]|\Z)", re.A)  # of a Digest or OAuth header: read pair by pair
PARAMETERS = lazy.pattern(r"(?:\A|[\s,:;=])(?P<name>[A-Za-z_-]{2,30})=\\?[\"']?(?P<value>[A-Za-z0-9+/=_.~%-]{8,2000})", re.A)
PROVING = frozenset("response mac signature oauth_signature oauth_token token hash hmac sig access_token api_key key secret "
                    "auth cnonce_hash "
                    "client_secret password oauth_verifier assertion dpop".split())
ANY_SCHEME = lazy.pattern(r"""["'\])]{0,3}[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}["'`]{0,1}[A-Za-z][\w.-]{1,30}[ ]+"""
                          r"""(?P<value>[A-Za-z0-9._~+/=:%-]{12,4000})""", re.A)
BEARER = lazy.pattern(r"[ \t:=\"']{1,4}(?P<value>[A-Za-z0-9._~+/=%-]{12,400})", re.A)
MORE = lazy.pattern(r"[A-Za-z0-9._~+/=%-]{0,3600}", re.A)  # of a token that is believed by its first characters
COOKIES = lazy.pattern(
    r"2?[\"']?\]?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}[\"']?(?P<cookies>[^\s=;,\"'<>:]{1,80}=[^\n\"'<>]{4,4000})", re.I,
)
CRUMB = lazy.pattern(r"(?P<name>[^\s=;,\"']{1,80})=(?P<value>[^;,\s\"'\\]{1,4000})")
CRUMBS_KEPT = frozenset("path domain expires max-age samesite priority version lang locale theme tz timezone".split())
COMMON = frozenset(
    "password passwd secret token guest admin root postgres mysql mariadb redis mongo user username example test "
    "testing changeme anonymous anoncvs default local localhost rabbitmq dev docker passw passwort apikey mypassword mypass "
    "yourpassword".split()
)
SENTENCE = lazy.pattern(r"[.](?=\s|\Z)")  # its end: some hashes may hold one
STATEMENT = lazy.pattern(r"\b(?:user|role|grant|alter|create|connect)\b", re.I)
# The next line, whatever gutter it has.
BELOW = (r"[ \t]{0,80}│?(?:\r?\n|<br>)(?:[ \t]*[0-9]{1,6}(?:\t|→)|[\w-]{1,20}[ ]{1,3}\|)?[ \t>+|│]{0,20}")
# A row of a jar of cookies as Netscape's, curl's and wget's, from its second column on; what one likes is no session.
JAR_ROW = lazy.pattern(r"\t(?:TRUE|FALSE)\t/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t[0-9]{1,19}(?:\.[0-9]{1,9})?\t"
                       r"(?!(?:_g[acd]\w{0,20}|lang\w{0,5}|locale|theme|tz|timezone|\w{0,20}consent\w{0,10}|currency)\t)[^\s]"
                       r"{1,100}\t"
                       r"(?P<value>(?=[^\s\"'\\]{0,60}[0-9])[^\s\"'\\]{12,4000})", re.I)
# What stands in the middle of a token -> how far before it the token may begin, the whole, the kind.
SPECIALS = {
    **hashes.PATTERNS,
    **calls.PATTERNS,
    **spots.PATTERNS,
    "@tcp(": (210, "url-password", lazy.pattern(r":(?P<value>[^\s:@/\"'`]{4,100})@tcp\(")),
    "@//": (210, "url-password", lazy.pattern(r"\b[\w.-]{1,40}/(?P<value>[^\s/@\"'`:]{6,100})@//(?=[\w\[])")),
    "q~": (6, "azure-secret", lazy.pattern(r"[A-Za-z0-9_~.-]{2,4}[0-9]?[Qq]~[A-Za-z0-9_~.-]{12,40}", re.A)),
    ":aa": (12, "telegram-token", lazy.pattern(r"[0-9]{7,12}:AA[A-Za-z0-9_-]{14,40}", re.A)),
    "ks.slack.com/": (0, "slack-webhook", lazy.pattern(
        r"ks\.slack\.com/(?:services|workflows|triggers)/(?P<value>[A-Za-z0-9/_-]{16,120})", re.A)),
    "webhooks/": (0, "discord-webhook", lazy.pattern(r"webhooks/(?P<value>[0-9]{10,24}/[A-Za-z0-9_-]{16,120})", re.A)),
    "webhook.office.com/": (0, "teams-webhook", lazy.pattern(
        r"webhook\.office\.com/(?:webhookb2/)?(?P<value>[A-Za-z0-9@/-]{30,250})", re.A)),
    "ks.zapier.com/": (0, "webhook", lazy.pattern(r"ks\.zapier\.com/hooks/catch/(?P<value>[A-Za-z0-9/]{8,80})", re.A)),
    "ken$production$": (14, "braintree-token", lazy.pattern(r"access_token\$production\$[a-z0-9]{8,16}\$[a-f0-9]{12,32}", re.A)),
    "ken$sandbox$": (14, "braintree-token", lazy.pattern(r"access_token\$sandbox\$[a-z0-9]{8,16}\$[a-f0-9]{12,32}", re.A)),
    "identified ": (0, "password", lazy.pattern(
        r"identified[ ](?:with[ ][\"'`\w]{1,40}[ ])?(?:by|as|using)[ ](?:password[ ])?(?:values[ ])?N?(?:(?P<quote>[\"'])"
        r"(?=[^\"'\n]{4,200}(?P=quote))|(?=[^\s\"';,()]{6,60}[ \t]*(?:;|\r?\n|\Z|replace\b|default\b|account\b)))"
        r"(?P<value>[^\"'\n;\s]{4,200})", re.I)),
    "genpsk": (0, "secret", lazy.pattern(r"genpsk[^\n]{0,80}" + BELOW + r"(?P<value>[A-Za-z0-9+/]{43}=)", re.A)),
    "wg genkey": (0, "secret", lazy.pattern(r"wg genkey" + BELOW + r"(?P<value>[A-Za-z0-9+/]{43}=)", re.A)),
    ":apa91b": (12, "fcm-key", lazy.pattern(r"AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{80,160}", re.A)),
    ":587 ": (0, "password", lazy.pattern(r":587[ \t]{1,20}[\w.@+-]{1,80}:(?P<value>[^\s:]{4,100})")),
    ":465 ": (0, "password", lazy.pattern(r":465[ \t]{1,20}[\w.@+-]{1,80}:(?P<value>[^\s:]{4,100})")),
    **dict.fromkeys(("word:\"", "word*\"", "word:'", "word*'", "word: \"", "word: '", "word:*"), (0, "password", lazy.pattern(
        r"word[:*]{0,2}[ ]?[\"'*)\];]{1,4}\s{0,20}[{]?\s{0,20}(?:[\w$]{1,30}\.)?(?:exp_)?send(?:line)?"
        r"(?:[ ]-{1,2}\w*)*[ (]{1,3}[\"']"
        r"(?P<value>[^\"'\\\n]{4,60})", re.I))),
    "gfzc3dvcmq6": (0, "encoded-secret", dialogs.ASKED_HERE), "gfzc3dvcmqa": (0, "encoded-secret", dialogs.ASKED_HERE),
    ": eap ": (0, "password", lazy.pattern(r":[ ]EAP[ ][\"'\\]{0,2}(?P<value>[^\s\"'\\]{4,100})", re.I)),
    ": xauth ": (0, "password", lazy.pattern(r":[ ]XAUTH[ ][\"'\\]{0,2}(?P<value>[^\s\"'\\]{4,100})", re.I)),
    ": ntlm ": (0, "password", lazy.pattern(r":[ ]NTLM[ ][\"'\\]{0,2}(?P<value>[^\s\"'\\]{4,100})", re.I)),
    "\ttrue\t/": (0, "cookie", JAR_ROW), "\tfalse\t/": (0, "cookie", JAR_ROW),
    "-us": (33, "mailchimp-key", lazy.pattern(r"\b[a-f0-9]{32}-us[0-9]{1,2}\b", re.A)),
}


def special(text: str, start: int, anchor: str) -> Iterator[Span]:
    """Give the token of a form that is known by something in its middle, `anchor`, found at `start`."""
    back, kind, body = SPECIALS[anchor]
    if anchor == "identified " and not STATEMENT.search(text, max(0, start - 160), start):
        return
    found = body.search(text, max(0, start - back), start + 600) if back else body.match(text, start)
    if not found or found.start() > start:
        return
    for group in ("value", "other", "letters") if "value" in body.groupindex else (0,):
        first, last = found.span(group) if not group or group in body.groupindex else (-1, -1)
        if kind == "password-hash" and SENTENCE.match(text, last - 1):
            last -= 1
        if "hook" in kind:
            last = first + len(text[first:last].rstrip("/"))
        value = text[first:last] if first >= 0 else ""
        if group == "letters" and not values.scrambled(value):
            continue
        if not value or kind == "password" and group != "letters" and not (
                values.secret(value, kind, True) or weak.password(value, True)):
            continue
        if "hook" not in kind or not values.filler(value.rpartition("/")[2]):
            yield Span(first, last, kind, "form")


def address(text: str, start: int) -> Iterator[Span]:
    """Give the password or token before the `@` of an address whose `://` begins at `start`."""
    yield from links.spans(text, start)
    at = start + 3
    limit = at + 420
    found = USERINFO.match(text, at, limit)
    if found:
        first, last = found.span("password")
        cut = text.rfind("@", first, last)  # the greedy match ends at the line's last `@`; a path may hold one
        slash = text.find("/", first, last)
        nearest = text.find("@", first)
        if 0 <= slash < last and nearest < slash:
            last = nearest
        elif cut >= 0 and slash >= 0 and cut > slash:
            last = nearest
        if _is_password(text[first:last], found.group("user")):
            yield Span(first, last, "url-password", "address")
        user = found.group("user")
        if len(user) >= 20 and randomness.mixed(user):
            yield Span(*found.span("user"), "url-token", "address")
        return
    token = BARE_TOKEN.match(text, at, limit)
    if token and (randomness.mixed(token.group("token")) or randomness.drawn(token.group("token"))):
        yield Span(*token.span("token"), "url-token", "address")


def _is_password(value: str, user: str) -> bool:
    """False for a reference, a filler, and the short or well-known words that examples and local set-ups use."""
    if "[secret:" in value or values.filler(value) or values.reference(value):
        return False
    word = re.sub(r"\Ap?server:", "", value.lower())  # of a CVS root
    return not (word.isalpha() and (len(word) <= 4 or word == user.lower() or word in COMMON))


LONGEST = 1000  # characters of a header's parameters


def header(text: str, end: int) -> Iterator[Span]:
    """Give the credential of an Authorization header whose name ends at `end`."""
    found = SCHEME.match(text, end)
    if found and not PARAMETER.match(found.group("value")) and credential(found.group("value")):
        value = found.group("value").rstrip(".,;:*")
        yield Span(found.start("value"), found.start("value") + len(value), "authorization", "header")
        return
    line = text.find("\n", end, end + LONGEST)
    last = line if line >= 0 else end + LONGEST
    # Looked through first: a line of nothing but such names would be read as often as it has any.
    window = text[end:last].lower() if text.find("=", end, last) >= 0 else ""
    for parameter in PARAMETERS.finditer(text, end, last) if any(word in window for word in PROVING) else ():
        if parameter.group("name").lower() in PROVING and randomness.mixed(re.sub("[^A-Za-z0-9]", "", parameter.group("value"))):
            yield Span(*parameter.span("value"), "authorization", "header")
    other = ANY_SCHEME.match(text, end)
    if other and not PARAMETER.match(other.group("value")) and randomness.mixed(re.sub("[^A-Za-z0-9]", "", other.group("value"))):
        yield Span(*other.span("value"), "authorization", "header")


def credential(value: str) -> bool:
    """True when what follows `Bearer` or `Basic` is no word, reference or filler."""
    if "[secret:" in value or values.filler(value) or values.reference(value):
        return False
    core = re.sub(r"[^A-Za-z0-9]", "", value)
    return bool(len(core) >= 6 and not values.NAME.match(value) or randomness.drawn(core))


def bearer(text: str, end: int) -> Iterator[Span]:
    """Give the token after a bare `Bearer` that ends at `end`."""
    found = BEARER.match(text, end) if text[end - 1:end] in "rR" else None
    if found and credential(found.group("value")) and randomness.variety(found.group("value")) >= 2:
        more = MORE.match(text, found.end())
        value = (found.group("value") + (more.group() if more else "")).rstrip(".,")
        yield Span(found.start("value"), found.start("value") + len(value), "authorization", "bearer")


def cookies(text: str, end: int) -> tuple[list[Span], int]:
    """Return the values of a Cookie or Set-Cookie header whose name ends at `end`, and where the header ends."""
    found = COOKIES.match(text, end)
    if not found:
        return [], end
    return list(crumbs(text, *found.span("cookies"))), found.end()


def crumbs(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the values worth hiding of the cookies in text[start:end]."""
    for crumb in CRUMB.finditer(text, start, end):
        value = crumb.group("value")
        if crumb.group("name").lower() in CRUMBS_KEPT or "[secret:" in value:
            continue
        core = re.sub(r"[^A-Za-z0-9]", "", value)
        if len(core) >= 8 and not values.NAME.match(value) and not values.NUMBER.match(value):
            yield Span(*crumb.span("value"), "cookie", "header")
