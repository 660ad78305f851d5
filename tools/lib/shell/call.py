"""A call: one program that would start, and the claims that are made for it."""
from __future__ import annotations

from tools.lib.shell import options, places
from tools.lib.shell.expand import Pattern
from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Callable, Iterable, Sequence

    from tools.lib.shell.run import Command
else:
    from tools.lib.tuples import namedtuple

# kind: path, tree, branch, stash, hard-reset, unit, container, cron, at, schtasks
Resource = namedtuple("Resource", "kind name")
UNKNOWN, PATTERN = "a value that is not known", "a pattern of file names"


class Call:
    """What a program's handler works with; every claim and doubt goes through here."""

    __slots__ = ("_is_folder", "command", "doubts", "found", "name", "text", "words")

    def __init__(
        self, command: Command, found: dict[Resource, None], doubts: list[str], is_folder: Callable[[str], bool]
    ) -> None:
        self.command = command
        self.name: str = command.words[0] if command.words else ""
        self.words: list[str] = list(command.words[1:])
        self.text: str = command.text
        self.found = found
        self.doubts = doubts
        self._is_folder = is_folder

    def given(self, letters: str = "", names: Iterable[str] = ()) -> options.Given:
        """The arguments as options and operands."""
        return options.parse(self.words, letters, names)

    def doubt(self, reason: str) -> None:
        """Something was not understood."""
        whole = f"{self.name}: {reason}" if self.name else reason
        if whole not in self.doubts:
            self.doubts.append(whole)

    def claim(self, kind: str, name: str) -> None:
        """Claim anything but a file."""
        if MARK in name:
            self.doubt(UNKNOWN)
        elif name:
            self.found[Resource(kind, name)] = None

    def absolute(self, word: str) -> str:
        """A word as a path; MARK where it cannot be known."""
        return places.joined(self.command.folder, word)

    def is_folder(self, word: str) -> bool:
        """Whether a word is a folder, by its form or by what is known of the disk."""
        if word.endswith(("/", "/.", "/..")) or word in (".", ".."):
            return True
        return self.is_known_folder(word)

    def is_known_folder(self, word: str) -> bool:
        """Whether the disk has a folder of that name."""
        path = self.absolute(word)
        return MARK not in path and self._is_folder(path)

    def path(self, word: str) -> None:
        """Claim a file, or the tree if it is known to be a folder."""
        self._file("tree" if self.is_folder(word) else "path", word)

    def paths(self, words: Sequence[str]) -> None:
        """Claim several."""
        for word in words:
            self.path(word)

    def tree(self, word: str) -> None:
        """Claim a folder whole; `folder/*` is that too."""
        if isinstance(word, Pattern) and word.rpartition("/")[2] == "*":
            word = word.rpartition("/")[0] or ("/" if word[:1] == "/" else ".")
        self._file("tree", word)

    def _file(self, kind: str, word: str) -> None:
        path = self.absolute(word)
        if MARK in path:
            self.doubt(UNKNOWN)
        elif isinstance(word, Pattern) and any(character in word for character in "*?["):
            self.doubt(PATTERN)
        elif word and not places.is_device(path):
            self.found[Resource(kind, path)] = None

    def target(self, sources: Sequence[str], target: str, is_folder: bool = False) -> list[str]:
        """Where the sources go: `target` itself, or their names below it, where it is a folder."""
        if not is_folder and len(sources) == 1 and not self.is_folder(target):
            return [target]
        names = [places.base(source) for source in sources]
        made = []
        for source, name in zip(sources, names):
            word = target.rstrip("/") + "/" + name if name not in (".", "..") else target
            made.append(Pattern(word) if isinstance(source, Pattern) else word)
        return made
