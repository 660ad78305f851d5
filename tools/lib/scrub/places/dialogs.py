"""Dialogs: what mail and chat servers are told line by line, passwords in base64 among it (RFC 4616, RFC 4954)."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.encodings import encoded
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SIDE = r"[^\S\n]{0,8}(?:[CS<>*-]{1,3}:?[^\S\n]{1,4})?"  # whose line it is
CODED = r"(?P<value>[A-Za-z0-9+/]{4,400}={0,2})"
# Behind `AUTH` or `AUTHENTICATE`.
PLAIN = lazy.pattern(rf"[ ]PLAIN(?:[ ]|[^\n]{{0,60}}\r?\n(?:{SIDE}(?:334|\+)?[ ]?\r?\n)?{SIDE}){CODED}(?=\s|\Z)", re.I)
BEARER = lazy.pattern(rf"[ ](?:XOAUTH2|OAUTHBEARER)[ ](?:\S{{1,8}}[ ])?{CODED}(?=\s|\Z)", re.I)
# `Password:` in base64, in each of its two spellings, asks for the next line.
ASKED_HERE = lazy.pattern(rf"gfzc3dvcmq[6a][A-Za-z0-9+/=]{{0,6}}[^\n]{{0,20}}\r?\n{SIDE}(?P<value>[A-Za-z0-9+/]{{8,400}}={{0,2}})"
                          r"[ \t]*(?=\r?\n|\Z)", re.I)
STATS = lazy.pattern(r"[ ]{1,4}[\w.@-]{1,40}:(?P<value>[^\s\"']{4,120})[ \t]*(?=\r?\n|\Z|[\"'\\])")  # HAProxy's
SENTINEL = lazy.pattern(r"-pass[ ]{1,4}\S{1,60}[ ]{1,4}[\"']?(?P<value>[^\s\"']{4,120})", re.I)  # Redis'
DIRECT = lazy.pattern(r"[ ](?:(?P<user>[\w.@-]{1,40})[ ])?(?P<value>[^\s\"']{6,120})[ \t]*(?=\r?\n|\Z|[\"'])")
SCHEMES = ("PLAIN", "LOGIN", "CRAM", "DIGEST", "XOAUTH", "OAUTH", "NTLM", "GSSAPI", "SCRAM", "EXTERNAL", "TLS", "SSL")


def authenticated(text: str, start: int, end: int) -> Iterator[Span]:
    """Give what is sent behind the `AUTH` or `AUTHENTICATE` text[start:end]: base64, or Redis's password."""
    for pattern in (PLAIN, BEARER):
        found = pattern.match(text, end)
        if found and _said(found.group("value")):
            yield Span(*found.span("value"), "encoded-secret", "dialog")
            return
    stats = STATS.match(text, end) if text[start - 6:start] == "stats " else None
    stats = stats or (SENTINEL.match(text, end) if text[start - 9:start].lower() == "sentinel " else None)
    if stats:
        yield Span(*stats.span("value"), "password", "dialog")
    found = DIRECT.match(text, end) if text[start:end] == "AUTH" else None
    if found and not found.group("value").startswith(SCHEMES) and not (found.group("user") or "").startswith(SCHEMES):
        from tools.lib.scrub.places import directives

        if directives.secret(found.group("value"), "password"):
            yield Span(*found.span("value"), "password", "dialog")


def _said(value: str) -> bool:
    plain = encoded.decode(value)
    return len(plain) >= 8 and (b"\0" in plain or b"\x01" in plain)
