"""Touched: the programs that a tool call would start and the paths it is about, as far as its input says; pure."""
from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Iterable, Mapping
else:
    from tools.lib.tuples import namedtuple

FIELDS = ("file_path", "notebook_path", "path")
PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
WORDS, LONGEST = 200, 400  # words of a command, and letters of one, that are taken for a path

Touched = namedtuple("Touched", "calls paths")  # calls: each program with its arguments, as words; paths: whole


def by(tool: str, given: Mapping[str, object], folder: str, home: str) -> Touched:
    """What the call of a tool touches; `folder` is where it runs."""
    named = [value for value in (given.get(field) for field in FIELDS) if isinstance(value, str) and value]
    command = given.get("command")
    if not isinstance(command, str):
        return Touched([], _whole(named, folder))
    if tool == "apply_patch":
        rows = [row for row in command.split("\n") if row.startswith(PATCHED)]
        return Touched([], _whole((row.partition(": ")[2].strip() for row in rows), folder))
    from tools.lib import shell  # only for shell commands

    started = [(call.words, call.folder) for call in shell.commands(command, folder, home).commands if call.words]
    paths = [path for words, place in started for path in _whole(words[1:][:WORDS], place)]
    return Touched([words for words, _ in started], paths)


def _whole(words: Iterable[str], folder: str) -> list[str]:
    """The words that may be paths, from the root."""
    return [os.path.join(folder, word) for word in words if word and not word.startswith("-") and len(word) < LONGEST]
