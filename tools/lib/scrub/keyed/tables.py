"""Tables: a heading names the secret, and the rows below hold it in the same column."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import gutters, keys, values, weak
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HEADING = lazy.pattern(r"[\"'*`]{0,2}[A-Za-z][\w /-]{0,40}[\"'*`]{0,2}\Z|\Z")
HEADLINE = lazy.pattern(r"[^(){}=<>\[\]\n:&\\]{3,2000}")
EDGE = lazy.pattern(r"[\w.]{1,60}[\"'*`]{0,2}(?:[ ]?[|│┃║,;\t]|[ ]{2}|[ ]{0,40}\r?\n)")
RULE = lazy.pattern(r"[\s|:+=\-─━═┄┈┼├┤┡┩╇╪╠╣╬╞╡┝┥┿]+\Z")
ROWS = 200
WIDEST = 2000
BARS = "|│┃║"
QUOTED = lazy.pattern(r"\"[^\"]*\"?|,|[^\",]+")
SQL = lazy.pattern(r"\([^()\n]{0,400}\)\s{1,8}values\s{0,8}", re.I)
CELL = lazy.pattern(r"\s*(?:'(?P<text>(?:[^'\n]|''){0,300})'|[^,()'\n]{0,100})\s*(?P<stop>[,)])")


def below(text: str, at: int) -> tuple[list[Span], int]:
    """Return the secrets below the heading on the line that holds `at`, and where the table ends (`at` if there is none)."""
    if not EDGE.match(text, at):
        return [], at
    start = text.rfind("\n", max(0, at - WIDEST), at) + 1
    end = text.find("\n", at, start + WIDEST)
    if end < 0 or not HEADLINE.fullmatch(text, start, end):
        return [], at
    line = text[start:end].rstrip("\r")
    split = next((d for d in (*BARS, "\t", ",", ";") if d in line), "  ")
    heads = [cell for cell, _ in _cells(line, split)]
    columns = [(n, keys.grade(head.strip(" \"'*`"))) for n, head in enumerate(heads)]
    columns = [(n, grade) for n, grade in columns if grade]
    if sum(map(bool, heads)) < 2 or not columns or not all(map(HEADING.match, heads)):
        return [], at
    words = split in BARS or bool(heads[-1]) and line[0] not in " \t"  # a list in code has no plain words for passwords
    return _rows(text, end + 1, split, heads, columns, words)


def _rows(text: str, at: int, split: str, heads: list[str], columns: list[tuple[int, str]],
          words: bool) -> tuple[list[Span], int]:
    found: list[Span] = []
    for _ in range(ROWS):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:min(end, at + WIDEST)].rstrip("\r")
        if not RULE.match(line):
            cells = _cells(line, split)
            if len(cells) != len(heads) or any(cell == head != "" for (cell, _), head in zip(cells, heads)):
                break
            for column, grade in columns:
                cell, offset = cells[column]
                bare = cell.strip(" \"'`*")
                alone = words and sum(cell == other for other, _ in cells) == 1  # a user may have its name in several
                if bare and " " not in bare and (
                        values.secret(bare, grade, True) or alone and weak.value(bare, grade, "", True)):
                    first = at + offset + cell.index(bare)
                    found.append(Span(first, first + len(bare), "password" if grade == "password" else "secret", "table"))
        if end >= len(text):
            break
        at = end + 1
    return found, at


def _cells(line: str, split: str) -> list[tuple[str, int]]:
    """The cells of a line, each with its place; the edges of a frame are none."""
    if split == "  ":
        pieces = re.split(r"( {2,})", line)
    elif split in BARS:
        pieces = re.split(f"([{BARS}])", line)
    elif split == "," and '"' in line:
        pieces = _quoted(line)
    else:
        pieces = re.split(f"({re.escape(split)})", line)
    cells, offset = [], 0
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            cells.append((piece.strip(), offset + len(piece) - len(piece.lstrip())))
        offset += len(piece)
    if split == "  " or split in BARS:
        cells = cells[cells[0][0] == "":]
        cells = cells[:len(cells) - (bool(cells) and cells[-1][0] == "")]
    return cells


def _quoted(line: str) -> list[str]:
    """The cells of a line with the commas between them; a comma in quotes parts none."""
    pieces = [""]
    for token in QUOTED.findall(line):
        if token == ",":
            pieces += (",", "")
        else:
            pieces[-1] += token
    return pieces


# `password,...`: a name and its value alone on a line, the two cells of a row.
PAIR = lazy.pattern(r"[\"']?(?P<split>[,;|])[\"']?(?P<value>[^\s,;|\"']{6,200})[\"']?[ \t]*(?=\r?\n|\Z)")
CELLS = lazy.pattern(r"(?:\A|\n)[^\n,;|]{1,60}(?P<split>[,;|])[^\n,;|]{0,200}\r?\Z")


def pair(text: str, begin: int, end: int) -> tuple[int, int, bool] | None:
    """Return the bounds of the value in the row whose first cell is the name text[begin:end], and whether rows are around it."""
    found = PAIR.match(text, end)
    if not found:
        return None
    start = text.rfind("\n", max(0, begin - 200), begin) + 1
    if text[start:begin].strip(" \t\"'>+#*-") and not gutters.whole(text, start, begin):
        return None
    above = CELLS.search(text[max(0, start - 200):max(0, start - 1)]) if start else None
    return (*found.span("value"), above is not None and above.group("split") == found.group("split"))


def inserted(text: str, at: int) -> Iterator[Span]:
    """Give the secret of `INSERT INTO users (name, password) VALUES ('bob', '...')`, from the column's name at `at`."""
    start = text.rfind("(", max(0, at - 400), at)
    found = SQL.match(text, start) if start >= 0 else None
    if not found:
        return
    names = [name.strip(" `\"[]") for name in text[start + 1:text.index(")", start)].split(",")]
    place = found.end()
    while text.startswith("(", place):
        place += 1
        for name in names:
            cell = CELL.match(text, place)
            if not cell:
                return
            grade = keys.grade(name)
            if grade and cell.group("text") and values.secret(cell.group("text"), grade, True):
                yield Span(*cell.span("text"), "password" if grade == "password" else "secret", "table")
            place = cell.end()
            if cell.group("stop") == ")":
                break
        after = re.compile(r"\s*,\s*").match(text, place)
        place = after.end() if after else len(text)
