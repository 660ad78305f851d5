"""Commands: the exact lines with which an agent or a person runs a tool of ours, from any folder, and who asks for its page."""
from __future__ import annotations

import os
import sys

from tools.lib import paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HELP = frozenset(("--help", "-h"))
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:^@%+=,")


def line(tool: str, *words: str) -> str:
    """The command line of `tools/<tool>.py`: this interpreter, the tool of the code that is running, the words."""
    script = os.path.join(paths.ROOT, "tools", f"{tool}.py")
    return " ".join(quoted(word) for word in (sys.executable, script, *words))


def asks_help(arguments: Sequence[str]) -> bool:
    """Whether a tool's page is wanted: `--help` or `-h` is its first or second word, or `--help` the last one.

    Elsewhere they are words of a text that nobody put in quotes.
    """
    return not HELP.isdisjoint(arguments[:2]) or list(arguments[-1:]) == ["--help"]


def for_posix(word: str) -> str:
    """A word as a POSIX shell takes it."""
    return word if word and PLAIN.issuperset(word) else "'" + word.replace("'", "'\\''") + "'"


def for_windows(word: str) -> str:
    """A word as both shells take it that clients use on Windows, Git's bash and PowerShell; a path keeps its meaning."""
    word = word.replace("\\", "/")
    return word if word and PLAIN.issuperset(word) else f'"{word}"'


quoted = for_windows if sys.platform == "win32" else for_posix
