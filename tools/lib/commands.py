"""Commands: the exact lines with which an agent or a person runs a tool of ours, from any folder."""
from __future__ import annotations

import os
import sys

from tools.lib import paths

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:^@%+=,")


def line(tool: str, *words: str) -> str:
    """The command line of `tools/<tool>.py`: this interpreter, the tool of the code that is running, the words."""
    script = os.path.join(paths.ROOT, "tools", f"{tool}.py")
    return " ".join(quoted(word) for word in (sys.executable, script, *words))


def quoted(word: str) -> str:
    """A word as a shell takes it; on Windows as both of the shells take it that clients use there."""
    if os.sep == "\\":
        word = word.replace("\\", "/")
        return word if PLAIN.issuperset(word) and word else f'"{word}"'
    return word if word and PLAIN.issuperset(word) else "'" + word.replace("'", "'\\''") + "'"
