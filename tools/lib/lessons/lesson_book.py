"""Lesson book: what lessons are looked up by, in files of which a hook reads the words and then only what it found.

`lessons/words`, `lessons/paths` and `lessons/commands` in the installation's folder, and `lessons/index` for a start. A
book's first line is the length of its head in bytes, eight digits; then the keys with tabs between them; then a JSON list
of where each key's line ends, in bytes from the head's end; then a line of JSON for each key:
[[wanted, context, slug, text], ...].
"""
from __future__ import annotations

import os

from tools.lib import files, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Iterable
    from typing import Any
else:
    from tools.lib.tuples import namedtuple

WORDS, PATHS, COMMANDS = KINDS = ("words", "paths", "commands")
ANY = "*"  # the key of a pattern that has no word of its own
LENGTH = 9  # bytes of the first line
EMPTY = LENGTH + len("\n[]\n")  # bytes of a book without rows
FIRST = 32768  # bytes read at once: the head of some hundred lessons

# wanted: of `words` a topic's stems, of `paths` a pattern, of `commands` the words after the program
Row = namedtuple("Row", "key wanted context slug text")


def path_of(local: str, kind: str) -> str:
    """The file of a kind."""
    return os.path.join(local, "lessons", kind)


def write(local: str, kind: str, rows: Iterable[Row]) -> None:
    """Put these rows in the place of what the file holds."""
    found: dict[str, list[list[object]]] = {}
    for row in rows:
        found.setdefault(_plain(row.key), []).append([row.wanted, row.context, row.slug, row.text])
    lines = [wire.dumps(found[key]) + "\n" for key in found]
    ends, at = [], 0
    for line in lines:
        at += len(line)  # ASCII
        ends.append(at)
    head = "\t".join(found).encode("utf-8", "replace") + b"\n" + wire.dumps(ends).encode("ascii") + b"\n"
    files.replace(path_of(local, kind), b"%08d\n" % len(head) + head + "".join(lines).encode("ascii"))


def find(local: str, kind: str, keys: Iterable[str]) -> list[Row]:
    """The rows under these keys; none where there is no file, or a spoilt one."""
    path = path_of(local, kind)
    try:
        size, there, ends = _head(path)
        wanted = {_plain(key) for key in keys}.intersection(there)
        return [row for key in sorted(wanted) for row in _rows(path, size, there.index(key), key, wire.loads(ends))]
    except (ValueError, TypeError, LookupError):
        return []


def holds(local: str, kind: str, keys: Iterable[str]) -> bool:
    """Whether a book has one of these keys."""
    try:
        return not {_plain(key) for key in keys}.isdisjoint(_head(path_of(local, kind))[1])
    except ValueError:
        return False


def is_mentioned(local: str, kind: str, text: str) -> bool:
    """Whether a text in small letters holds any key of a book, wherever in it: what is not mentioned is not found either."""
    try:
        there = _head(path_of(local, kind))[1]
    except ValueError:
        return False
    return any(key in text or key == ANY for key in there)


def _head(path: str) -> tuple[int, list[str], str]:
    """The length of a file's head, its keys, and where their lines end, as JSON. Raises ValueError."""
    first = files.read(path, 0, FIRST) or b"0"
    size = LENGTH + int(first[:LENGTH])
    head = first[:size] if size <= len(first) else files.read(path, 0, size) or b""
    names, _, ends = head[LENGTH:].decode("utf-8", "replace").partition("\n")
    return size, names.split("\t") if names else [], ends


def holds_any(local: str, kind: str) -> bool:
    """Whether a book holds anything; told by its size."""
    try:
        return os.stat(path_of(local, kind)).st_size > EMPTY
    except OSError:
        return False


def write_index(local: str, labels: Iterable[tuple[str, str]]) -> None:
    """Keep what each lesson is about: its context, "" for all, and its first topic, path or command."""
    files.replace(os.path.join(local, "lessons", "index"), wire.dumps([list(label) for label in labels]))


def index(local: str) -> list[tuple[str, str]]:
    """What the lessons are about; none where that cannot be read."""
    try:
        found: Any = wire.loads(files.read(os.path.join(local, "lessons", "index")) or b"[]")
        return [(str(context), str(label)) for context, label in found]
    except (ValueError, TypeError):
        return []


def _rows(path: str, size: int, number: int, key: str, ends: Any) -> list[Row]:
    start = ends[number - 1] if number else 0
    found: Any = wire.loads(files.read(path, size + start, ends[number] - start) or b"")
    return [Row(key, *row) for row in found]


def _plain(key: str) -> str:
    return key.replace("\t", " ").replace("\n", " ")
