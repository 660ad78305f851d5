"""Tables: a heading names the secret, and the rows below hold it in the same column."""
from __future__ import annotations

import re

from tools.lib.scrub import keys, lazy, values
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HEADING = lazy.pattern(r"[\"'*`]{0,2}[A-Za-z][\w /-]{0,40}[\"'*`]{0,2}\Z")
HEADLINE = lazy.pattern(r"[^(){}=<>\[\]\n:&\\]{3,2000}")
EDGE = lazy.pattern(r"[\w.]{1,60}[\"'*`]{0,2}(?:[ ]?[|│,;\t]|[ ]{2}|[ ]{0,40}\r?\n)")
RULE = lazy.pattern(r"[\s|:+=\-─┼├┤]+\Z")
ROWS = 200
WIDEST = 2000
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
    split = next((d for d in ("|", "│", "\t", ",", ";") if d in line), "  ")
    heads = [cell for cell, _ in _cells(line, split)]
    columns = [(n, keys.grade(head.strip(" \"'*`"))) for n, head in enumerate(heads)]
    columns = [(n, grade) for n, grade in columns if grade]
    if len(heads) < 2 or not columns or not all(HEADING.match(head) for head in heads):
        return [], at
    return _rows(text, end + 1, split, len(heads), columns)


def _rows(text: str, at: int, split: str, width: int, columns: list[tuple[int, str]]) -> tuple[list[Span], int]:
    found: list[Span] = []
    for _ in range(ROWS):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:min(end, at + WIDEST)].rstrip("\r")
        if not RULE.match(line):
            cells = _cells(line, split)
            if len(cells) != width:
                break
            for column, grade in columns:
                cell, offset = cells[column]
                bare = cell.strip(" \"'`")
                if values.secret(bare, grade, True) and " " not in bare:
                    first = at + offset + cell.index(bare)
                    found.append(Span(first, first + len(bare), "password" if grade == "password" else "secret", "table"))
        if end >= len(text):
            break
        at = end + 1
    return found, at


def _cells(line: str, split: str) -> list[tuple[str, int]]:
    """The cells of a line that are not empty edges, each with its place."""
    cells, offset = [], 0
    pieces = re.split(r"( {2,})", line) if split == "  " else re.split(f"({re.escape(split)})", line)
    for piece in pieces:
        if piece.strip(" \t") and piece != split and piece.strip():
            cells.append((piece.strip(), offset + len(piece) - len(piece.lstrip())))
        offset += len(piece)
    return cells


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
