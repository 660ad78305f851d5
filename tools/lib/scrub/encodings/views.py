"""Views: a text with its escapes and colours read away, and the way back from each place in it to the original."""
from __future__ import annotations

import re
from bisect import bisect_right

from tools.lib.scrub import lazy
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.scrub.budget import Budget

ASCII = ("\\", "%", "&", "\x1b", "=3D", "</span", "<wbr", "</b>", "</mark>", "</em>", "</i>")
TRIGGERS = (*ASCII, "\u200b", "\u00ad", "\ufeff", "\u2060", "\u200c", "\u200d")
# Backslashes are taken however many there are, `%25` and `&amp;` likewise: a text escaped twice reads the same.
# Each alternative begins with a literal: `re` then skips to the few characters that can begin one.
UNIT = lazy.pattern(r"""
    \x1b(?:\[[0-9;:?]{0,30}[ -/]{0,3}[@-~]|\][^\x07\x1b\n]{0,300}(?:\x07|\x1b\\)|[()][0-9A-Z]|[=>78])
  | \\(?<!\\\\)\\{0,31}(?:u001[bB]|x1[bB]|033|e)\[[0-9;]{0,30}[A-Za-z]
  | \\\r?\n[ \t]{0,40}
  | \u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad
  | %(?:25){0,3}(?P<percent>[2-7][0-9A-Fa-f]|0[aAdD9])
  | &(?:amp;){0,3}(?P<entity>quot|apos|amp|lt|gt|nbsp|shy|sol|equals|colon|commat|num|\#[0-9]{1,6}|\#[xX][0-9a-fA-F]{1,5});
  | \\(?<!\\\\)\\{0,63}(?:u(?P<unicode>[0-9a-fA-F]{4})|x(?P<hex>[0-9a-fA-F]{2})|(?P<octal>0[0-7]{2})|(?P<letter>[nrtbf"'/`$]))
  | =(?P<printable>3D)
  | <(?<=[A-Za-z0-9_-]<)/?(?:span|wbr|b|i|em|mark)(?:[ ][^<>\n]{0,120})?/?>
    (?:</?(?:span|wbr|b|i|em|mark)(?:[ ][^<>\n]{0,120})?>){0,3}(?=[A-Za-z0-9_-])
""", re.X | re.A)
LEFT, RIGHT = 300, 4000  # characters of the line around an escape that a key or a token may need
ENTITIES = {"quot": '"', "apos": "'", "amp": "&", "lt": "<", "gt": ">", "nbsp": " ", "sol": "/", "equals": "=", "colon": ":",
            "commat": "@", "num": "#", "shy": ""}
WIDTHLESS = frozenset((0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff))
LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}


class View:
    """What a text says once its escapes are read; `back` tells where a span of it stands in the original."""

    __slots__ = ("_places", "_starts", "text")

    def __init__(self, text: str, starts: list[int], places: list[tuple[int, int]]) -> None:
        self.text, self._starts, self._places = text, starts, places

    def back(self, span: Span) -> Span:
        """Return the span of the original that says what this span of the view says."""
        return span._replace(start=self._origin(span.start)[0], end=self._origin(span.end - 1)[1])

    def end(self) -> int:
        """Return where in the original the view ends."""
        return self._origin(len(self.text) - 1)[1]

    def _origin(self, at: int) -> tuple[int, int]:
        """Where the character `at` begins and ends in the original."""
        piece = bisect_right(self._starts, at) - 1
        begin, width = self._places[piece]
        if width:
            return begin, begin + width
        begin += at - self._starts[piece]
        return begin, begin + 1


def of(text: str, budget: Budget) -> View | None:
    """Return the view of the lines that hold escapes, or None when none does."""
    if not any(map(text.__contains__, ASCII if text.isascii() else TRIGGERS)):
        return None
    making = _Making(text)
    for unit in UNIT.finditer(text):
        budget.spend()
        making.add(unit)
    return making.view()


class _Making:
    """A view while it grows; lines without an escape are left out, an empty line stands for them."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.size, self.reach = text, 0, 0, -1
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.places: list[tuple[int, int]] = []

    def add(self, unit: re.Match[str]) -> None:
        first, last = unit.span()
        if first >= self.reach:
            self._skip(first)
            line = self.text.find("\n", last, last + RIGHT)
            self.reach = min(last + RIGHT, len(self.text)) if line < 0 else line + 1
        self._copy(first)
        said = _said(unit)
        if said:
            self._put(said, first, last - first)
        self.at = last
        self.reach = max(self.reach, last)

    def view(self) -> View | None:
        if self.reach < 0:
            return None
        self._copy(self.reach)
        return View("".join(self.pieces), self.starts, self.places)

    def _skip(self, to: int) -> None:
        """Leave out what lies between the last escape's line and the line of the escape at `to`."""
        self._copy(self.reach)
        line = self.text.rfind("\n", max(self.at, to - LEFT), to)
        start = line + 1 if line >= 0 else max(self.at, to - LEFT)
        if start > self.at:
            self._put("\n\n", self.at, start - self.at)
            self.at = start

    def _copy(self, to: int) -> None:
        if to > self.at:
            self._put(self.text[self.at:to], self.at, 0)
            self.at = to

    def _put(self, said: str, start: int, width: int) -> None:
        self.pieces.append(said)
        self.starts.append(self.size)
        self.places.append((start, width))
        self.size += len(said)


def _said(unit: re.Match[str]) -> str:
    """The one character that an escape stands for, "" for colours and other things without a width."""
    group = unit.lastgroup
    if group is None:
        return ""
    said: str = unit[group]
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
    return chr(code) if code < 0x110000 and code not in WIDTHLESS and (code >= 32 or code in (9, 10, 13)) else ""
