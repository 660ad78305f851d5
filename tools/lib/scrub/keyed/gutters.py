"""Gutters: what a listing, a log or a quotation puts before every line, read away from a name on."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.encodings.views import View

# One kind of listing each; a block is one whose every line begins alike.
KINDS = tuple(lazy.pattern(kind) for kind in (
    r"\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]{8,18}(?:Z|[+-][0-9:]{4,6})?\]?[ ]{1,3}(?:\[?\w{4,8}\]?:?[ ]{1,3})?",
    r"[ \t]{0,8}[0-9]{1,6}(?:\t|→|[ ]?[│|][ ]?|:(?![0-9]{2})[ ]?|[ ]{1,3}[+-]?[ ]{1,2})",                    # cat -n, editors, rg
    r"[\w./-]{1,80}[:-][0-9]{1,6}[:-]",                                                       # grep -n
    r"[0-9a-f^]{7,12}[ ]\([^()\n]{4,80}[0-9]{1,6}\)[ ]",                                       # git blame
    r"(?:\[[\w./:-]{1,60}\]|[\w.-]{1,40}[ ]{0,12}\|)[ ]",                                      # docker compose, kubectl
    r"[A-Z][a-z]{2}[ ]{1,2}[0-9]{1,2}[ ][0-9:]{8}[ ][\w.-]{1,60}[ ][\w./-]{1,40}(?:\[[0-9]{1,8}\])?:[ ]",  # syslog
    r"(?:[│├└]──?[ ]|[│┃|][ ]{1,3})",
    r"[ \t]{0,12}(?:#|//|--|;|\*|%|>{1,3}|\|)[ ]?",
    r"[+-]",
    r"write\([0-9],[ ]\"",
))
NUMBER = lazy.pattern(r"[ \t]{0,8}([0-9]{1,6})(?![0-9-])")
LINES, REACH = 40, 4000
# What a name must be followed by on its line so that its value can be below.
OPEN = lazy.pattern(r"[\w\"'*`)\]]{0,12}[ ]?[:=]?[ ]?[|>][+-]?[ \t]*\r?\n"
                    r"|[\w.]{0,40}[\"'*`)\]]{0,3}[ ]?[:=]?[ \t]*(?:\\n\"[^\n]{0,20})?\r?\n"
                    r"|[\w.]{0,60}[\"'*`]{0,2}[ ]?[|│┃║,;\t]|[\w.]{0,60}\\n\"")


def below(text: str, start: int) -> View | None:
    """Return the lines from that of `start` on without what a listing put before each, None where they are none."""
    if not OPEN.match(text, start):
        return None
    first = text.rfind("\n", max(0, start - 300), start) + 1
    for kind in KINDS:
        found = kind.match(text, first, start + 1)
        if found:
            view = _block(text, first, kind)
            if view:
                return view
    return None


def whole(text: str, first: int, last: int) -> bool:
    """True when text[first:last] is all that one kind of listing puts before a line."""
    return any(found is not None and found.end() == last for found in (kind.match(text, first, last) for kind in KINDS))


def _block(text: str, first: int, kind: re.Pattern[str]) -> View | None:
    pieces: list[str] = []
    starts: list[int] = []
    places: list[tuple[int, int]] = []
    at, size, last = first, 0, 0
    for _ in range(LINES):
        found = kind.match(text, at)
        number = found and NUMBER.match(found.group())
        if not found or at - first > REACH or number and pieces and int(number.group(1)) != last + 1:
            break
        last = int(number.group(1)) if number else 0
        stop = text.find("\n", found.end(), found.end() + REACH)
        stop = len(text) if stop < 0 else stop + 1
        line = text[found.end():min(stop, found.end() + REACH)]
        cut = line.rfind("\\n\"") if "write(" in found.group() else -1
        if cut >= 0:
            line = line[:cut] + "\n"
        starts.append(size)
        places.append((found.end(), 0))
        pieces.append(line)
        size += len(line)
        if not line.endswith("\n"):
            break
        at = stop
    return View("".join(pieces), starts, places) if len(pieces) > 1 and "\n" in pieces[0] else None
