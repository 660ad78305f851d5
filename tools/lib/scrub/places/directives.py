"""Directives: lines of settings in which a word, a blank and the secret stand, as devices and daemons write them."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import prints, prose, values, weak
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Between the name and the value: how the value is kept (`secret 5 ...`, `password encrypted ...`).
KEPT_AS = (r"(?:(?:[0-9]{1,2}|sha-?\d*|md5|encrypted|cleartext|clear|plain(?:text|-text)?|ascii(?:-text)?|hash|hex|level|value|"
           r"ENC|unencrypted|read-?only"
           r"|local|remote|user|key-string|pre-shared-key|simple|cipher|irreversible-cipher|authentication|auth|priv)[ \t]+)"
           r"{0,2}")
AHEAD = lazy.pattern(
    rf"[ \t]+{KEPT_AS}(?P<quote>[\"']?)(?P<value>[^\s\"']{{4,200}})(?P=quote)(?P<more>(?:[ \t]+[\w./:-]{{1,40}}){{0,5}})[ \t]"
    rf"*[;{{]?[ \t]*(?:\r?\n|\Z|[\"'\\])", re.I,
)
# What may stand before the name on its line: a gutter, then words of settings, but no sentence.
BEHIND = lazy.pattern(r"(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│]))?[ \t+>|│#-]{0,40}(?:[\w.@/:*-]{1,60}[ \t]+){0,7}\Z")
SENTENCE = frozenset(
    "the a an of in to for and or is are was be with without on at by from this that your my our you it not no if as must "
    "should can will "
    "use using used enter set reset change changed forgot new same wrong invalid when where how what which a der die das und "
    "le la les des "
    "i we they he she has have had been do does did import def class return function echo print type log see via per into than "
    "then but".split()
)
NETWORK = frozenset("isakmp ike ikev2 ipsec wpa wpa2 tacacs radius ospf bgp ntp ppp hsrp vrrp eigrp rip isis snmp tunnel vpn "
                    "crypto standby server-private snmp-server".split())
SURE = frozenset("requirepass masterauth rootpw secure_link_secret".split())  # nothing else can follow these
# Behind the figure that says how it is kept.
SHORT = lazy.pattern(r"(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{4,5}\Z", re.A)
MASKING = lazy.pattern(r"[0-9A-Fa-f]{10,100}\Z", re.A)  # a password that a device scrambled


def line(text: str, begin: int, end: int, grade: str) -> Iterator[Span]:
    """Give the secret of the directive whose name is text[begin:end]."""
    found = AHEAD.match(text, end)
    if not found:
        return
    first = text.rfind("\n", max(0, begin - 240), begin) + 1
    before = text[max(first, begin - 240):begin]
    if not BEHIND.fullmatch(before):
        return
    around = re.findall(r"[A-Za-z_']+", f"{before} {found.group('more')}")
    if any(word.lower() in SENTENCE for word in around):
        return
    if not NETWORK.isdisjoint(word.lower() for word in around):
        grade = "password"
    value = found.group("value").rstrip(";,")
    if grade != "password" and "hash" in text[end:found.start("value")]:
        return
    kept = text[end:found.start("value")].strip()
    if secret(value, grade) or kept in ("0", "7") and SHORT.match(value) or text[begin:end].lower() in SURE and (
            values.secret(value, "password", True) or weak.password(value, True)):
        kind = "password" if grade == "password" else "secret"
        yield Span(found.start("value"), found.start("value") + len(value), kind, "directive")


def secret(value: str, grade: str) -> bool:
    """True for what one sets as a password: letters and figures, or signs, and no place, option or name."""
    if value[0] in "-/$<{[(" or "=" in value.rstrip("="):
        return False
    if values.filler(value) or values.reference(value) or values.place(value) or prints.public("key", grade, value):
        return False
    if MASKING.match(value) and re.search("[0-9]", value) and re.search("[A-Fa-f]", value):
        return True
    if values.algorithm(value) or prose.IDS.match(value):
        return False
    if values.CALL.match(value) or values.chained(value) or values.NUMBER.match(value):
        return False
    if not values.secret(value, "password" if grade in ("password", "secret") else grade, False):
        return False
    if values.passphrase(value):
        return True
    digits = sum(c.isdigit() for c in value)
    signed = values.SYMBOL.search(value[:-1]) is not None
    return digits >= 2 and bool(randomness.LETTERS.search(value)) or signed or randomness.drawn(value) or (
        "." in value and values.scrambled(value))
