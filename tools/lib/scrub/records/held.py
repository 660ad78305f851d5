"""Held: a map of secrets whose entries are named for services only: `{"secrets": {"stripe": ...}}`, `[secrets]` of TOML."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import keys, values
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAPS = frozenset("secrets credentials creds passwords passwds apikeys".split())
# What an entry of such a map says of its secret, besides the names that excuse any.
ABOUT = keys.EXCUSES | frozenset("hash sha sha1 sha256 sha512 md5 etag accessor lease external comment note provider kid user "
                                 "username "
                                 "login email".split())
# A place, an image, another secret's name: small letters and figures, joined by signs.
NAMED = lazy.pattern(r"[a-z0-9]+(?:[-._/:@][a-z0-9]+)*\Z|[\w-]{1,30}:[\w./-]{1,100}#[\w.-]{1,60}\Z|arn:|@\w+\(", re.A)
# Behind the map's name: `:`, `: {` or the bracket that closes a section's.
OPENED = lazy.pattern(r"[\"'`]?[ \t]{0,4}(?P<brace>(?:[:=]|=>)[ \t]{0,4}\{)\s{0,80}|[\"']?:[ \t]{0,9}(?:\#[^\n]{0,80})?\r?\n"
                      r"|(?P<section>(?:\.[\w.\"'-]{1,60})?\]{1,2})[ \t]{0,9}(?:\#[^\n]{0,80})?\r?\n")
ENTRY = lazy.pattern(r"(?:[ \t]{0,20}\#[^\n]{0,200}\r?\n|[ \t]{0,20}\r?\n){0,4}(?P<indent>[ \t]{0,40})[\"']?(?P<name>[\w./-]"
                     r"{1,60})[\"']?"
                     r"[ \t]{0,20}(?:[:=]|=>)[ \t]{0,9}(?:\"(?P<double>[^\"\n]{0,400})\"|'(?P<single>[^'\n]{0,400})'"
                     r"|(?P<bare>[^\s\"'{},]{0,400}))[ \t]{0,9}(?P<more>[^\n,}]{0,200})(?:[,}]\s{0,80}|\r?\n|\Z)")
# As `vault kv get` shows one.
SHOWN = lazy.pattern(r"[ ]{1,40}Value[ \t]{0,9}\r?\n[^\n-]{0,9}-{3,}[ ]{1,40}-{3,}[ \t]{0,9}\r?\n")
ROW = lazy.pattern(r"[^\n\w]{0,9}(?P<name>[\w./-]{1,60})[ ]{2,60}(?P<value>[^\n]{1,400}?)[ \t]{0,9}(?:\r?\n|\Z)")
ENTRIES = 60


def map_of(name: str) -> bool:
    """True for the name of a map that holds secrets by the names of what they are for."""
    if name[-1:] not in ("s", "S"):
        return name == "stringData"
    words = keys.WORDS.findall(name)
    return bool(words) and words[-1].lower() in MAPS or [word.lower() for word in words[-2:]] == ["api", "keys"]


def vault(entries: dict[str, Any]) -> bool:
    """True for what Vault answers: the secrets under `data`, and beside them what it keeps about their version."""
    about = entries.get("metadata")
    return isinstance(about, dict) and "destroyed" in about and "version" in about


def secret(name: str, value: str) -> bool:
    """True when the entry of such a map is a value, not the name of one that is kept elsewhere, nor said about one."""
    words = keys.WORDS.findall(name)
    if len(value) < 6 or " " in value or "[secret:" in value or words and words[-1].lower() in ABOUT:
        return False
    pieces = re.split("[^A-Za-z0-9]+", value)
    if NAMED.match(value) and not any(map(randomness.mixed, pieces)) and not randomness.drawn("".join(pieces)):
        return False
    if randomness.UUID.match(value) or values.place(value):
        return False
    return values.secret(value, "token", True) or directives.secret(value, "password")


def below(text: str, begin: int, end: int) -> Iterator[Span]:
    """Give the values of the map whose name is text[begin:end], or of the table with the heading `Key`."""
    shown = SHOWN.match(text, end) if text[begin:end] == "Key" else None
    if shown:
        yield from _rows(text, shown.end())
        return
    section = text[begin - 1:begin] == "["
    name = text[begin:end].partition(".")[0] if section else text[begin:end]
    opened = OPENED.match(text, end) if map_of(name) else None
    if not opened or bool(opened.group("section")) != section:
        return
    line = text.rfind("\n", max(0, begin - 80), begin) + 1
    before = text[line:begin]
    indent = -1 if opened.group("brace") or section else len(before) - len(before.lstrip(" \t"))
    if indent >= 0 and before.strip(" \t\"'"):
        return  # a sentence's end
    at = opened.end()
    for _ in range(ENTRIES):
        entry = ENTRY.match(text, at)
        if not entry or 0 <= indent and len(entry.group("indent")) <= indent or map_of(entry.group("name")):
            return  # a map within it is read from its own name on
        part = next(name for name in ("double", "single", "bare") if entry.group(name) is not None)
        if entry.group("more")[:1] in ("", "#", ";") and secret(entry.group("name"), entry.group(part)):
            yield Span(*entry.span(part), "secret", "held")
        at = entry.end()


def _rows(text: str, at: int) -> Iterator[Span]:
    for _ in range(ENTRIES):
        row = ROW.match(text, at)
        if not row:
            return
        if secret(row.group("name"), row.group("value")):
            yield Span(*row.span("value"), "secret", "held")
        at = row.end()
