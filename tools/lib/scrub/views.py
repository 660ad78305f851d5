"""Views: a text with its escapes and colours read away, and the way back from each place in it to the original."""
from __future__ import annotations

import re
from bisect import bisect_right

from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.scrub.budget import Budget

TRIGGERS = ("\\", "\x1b", "%", "&", "\u200b", "\u00ad", "\ufeff", "\u2060", "=3D")
# Backslashes are taken however many there are, `%25` and `&amp;` likewise: a text escaped twice reads the same.
UNIT = re.compile(r"""
    (?P<none> \x1b(?:\[[0-9;:?]{0,30}[ -/]{0,3}[@-~] | \][^\x07\x1b\n]{0,300}(?:\x07|\x1b\\) | [()][0-9A-Z] | [=>78])
        | \\{1,8}(?:u001[bB]|x1[bB]|033|e)\[[0-9;]{0,30}[A-Za-z] | [\u200b-\u200d\u2060\ufeff\u00ad] | \\\r?\n[ \t]{0,40} )
  | %(?:25){0,3}(?P<percent>[2-7][0-9A-Fa-f]|0[aAdD9])
  | &(?:amp;){0,3}(?P<entity>quot|apos|amp|lt|gt|nbsp|sol|equals|colon|commat|num|\#[0-9]{1,6}|\#[xX][0-9a-fA-F]{1,5});
  | \\{1,16}(?:u(?P<unicode>[0-9a-fA-F]{4})|x(?P<hex>[0-9a-fA-F]{2})|(?P<octal>0[0-7]{2})|(?P<letter>[nrtbf"'/`$]))
  | =(?P<printable>3D)
""", re.X | re.A)
ENTITIES = {"quot": '"', "apos": "'", "amp": "&", "lt": "<", "gt": ">", "nbsp": " ", "sol": "/", "equals": "=", "colon": ":",
            "commat": "@", "num": "#"}
LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}


class View:
    """What a text says once its escapes are read; `back` tells where a span of it stands in the original."""

    __slots__ = ("_places", "_starts", "text")

    def __init__(self, text: str, starts: list[int], places: list[tuple[int, int]]) -> None:
        self.text, self._starts, self._places = text, starts, places

    def back(self, span: Span) -> Span:
        """Return the span of the original that says what this span of the view says."""
        return span._replace(start=self._origin(span.start)[0], end=self._origin(span.end - 1)[1])

    def _origin(self, at: int) -> tuple[int, int]:
        """Where the character `at` begins and ends in the original."""
        piece = bisect_right(self._starts, at) - 1
        begin, width = self._places[piece]
        if width:
            return begin, begin + width
        begin += at - self._starts[piece]
        return begin, begin + 1


def of(text: str, budget: Budget) -> View | None:
    """Return the view of a text, or None when the text holds nothing that a view would read differently."""
    if not any(trigger in text for trigger in TRIGGERS):
        return None
    pieces: list[str] = []
    starts: list[int] = []
    places: list[tuple[int, int]] = []
    at = size = 0
    for unit in UNIT.finditer(text):
        budget.spend()
        said = _said(unit)
        if unit.start() > at:
            pieces.append(text[at:unit.start()])
            starts.append(size)
            places.append((at, 0))
            size += unit.start() - at
        if said:
            pieces.append(said)
            starts.append(size)
            places.append((unit.start(), unit.end() - unit.start()))
            size += 1
        at = unit.end()
    if not at:
        return None
    pieces.append(text[at:])
    starts.append(size)
    places.append((at, 0))
    return View("".join(pieces), starts, places)


def _said(unit: re.Match[str]) -> str:
    """The one character that an escape stands for, "" for colours and other things without a width."""
    group, said = unit.lastgroup, unit[unit.lastgroup or 0]
    if group == "none":
        return ""
    if group in ("percent", "unicode", "hex", "printable"):
        return _shown(int(said, 16))
    if group == "octal":
        return _shown(int(said, 8))
    if group == "entity":
        if said[0] != "#":
            return ENTITIES[said]
        return _shown(int(said[2:], 16) if said[1] in "xX" else int(said[1:]))
    return LETTERS.get(said, said)


def _shown(code: int) -> str:
    return chr(code) if code < 0x110000 and (code >= 32 or code in (9, 10, 13)) else ""
