"""Heads: what an output begins with whose start was cut away: `WORD=...`, `ken: ...`, `orization: Basic ...`, a token's rest."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import bounds, values
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OPENINGS = ("…", "...", "WORD", "SWORD", "SSWORD", "sword", "ssword", "SWD", "swd", "KEN", "ken", "RET", "ret", "CRET", "cret",
            "_K", "_k", "I_K", "i_k", "EY", "ey", "horiz", "oriz", "rization", "arer", "earer", "rer", "asic")
MARK = lazy.pattern(r"(?:truncated|omitted|snipped)(?:[ ][^\]\n]{0,40})?\][ ]?\n?")
NAME = lazy.pattern(r"(?:…|\.\.\.)?(?:(?P<word>S?S?WORD|s?sword|SWD|swd)|(?:KEN|ken|C?RET|c?ret|_KEY|_key|I_KEY|i_key|EY|ey))"
                    r"[\"']?[ ]?[:=][ ]?")
SCHEME = lazy.pattern(r"(?:…|\.\.\.)?(?:(?:h?o)?rization[\"']?: ?[\"']?(?:Basic|Bearer|[Tt]oken)|e?arer|rer|asic) "
                      r"(?P<value>[\w.~+/=-]{16,4000})")
REST = lazy.pattern(r"(?:…|\.\.\.)?(?P<value>[A-Za-z0-9_+=-]{18,400})(?=\Z|[\s\"',;])")


def spans(text: str, raw: bytes) -> Iterator[Span]:
    """Give the secret that the text, or what follows a mark of something left out, begins with, cut off in its name or value."""
    if text.startswith(OPENINGS):
        yield from _at(text, 0, text.startswith(("…", "...")))
    if b"truncated" in raw or b"omitted" in raw or b"snipped" in raw:
        for mark in MARK.finditer(text):
            yield from _at(text, mark.end(), True)


def _at(text: str, start: int, marked: bool) -> Iterator[Span]:
    scheme = SCHEME.match(text, start)
    if scheme and _drawn(scheme.group("value"), randomness.drawn):
        yield Span(*scheme.span("value"), "authorization", "head")
        return
    name = NAME.match(text, start)
    value = bounds.of(text, name.end()) if name else None
    if name and value:
        said = text[value[0]:value[1]]
        if name.group("word") and directives.secret(said, "password"):
            yield Span(value[0], value[1], "password", "head")
        elif len(said) >= 16 and values.secret(said, "token", value[2]) and _drawn(said, randomness.drawn):
            yield Span(value[0], value[1], "secret", "head")
        return
    rest = REST.match(text, start) if marked else None
    if rest and _drawn(rest.group("value"), randomness.strewn):
        yield Span(*rest.span("value"), "secret", "head")


def _drawn(value: str, by: Callable[[str], bool]) -> bool:
    if randomness.HEX.match(value) or randomness.UUID.match(value) or "[secret:" in value:
        return False
    return any(map(by, value.replace("+", "/").replace("-", "/").replace("_", "/").split("/")))
