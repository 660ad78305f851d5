"""Options: a program's arguments as options and operands, the GNU way."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Given:
    """What a program was given: `options` by name without dashes, `operands` in order."""

    __slots__ = ("after", "operands", "options")

    def __init__(self) -> None:
        self.options: dict[str, list[str]] = {}
        self.operands: list[str] = []
        self.after: list[str] | None = None  # the operands after `--`, None without one

    def add(self, name: str, value: str = "") -> None:
        """Note an option."""
        self.options.setdefault(name, []).append(value)

    def has(self, *names: str) -> bool:
        """Whether one of the options was given."""
        return any(name in self.options for name in names)

    def values(self, *names: str) -> list[str]:
        """Every value of these options."""
        return [value for name in names for value in self.options.get(name, ())]

    def value(self, *names: str) -> str:
        """The last value of these options, "" for none."""
        return (self.values(*names) or [""])[-1]


def parse(words: Sequence[str], letters: str = "", names: Iterable[str] = (), stops: bool = False) -> Given:
    """Read arguments.

    `letters` and `names` take a value, attached or in the next word; a long option of another name may have one with
    `=`. With `stops` the first operand ends the options. A single `-` is an operand.
    """
    given = Given()
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if word == "--":
            given.after = list(words[index:])
            given.operands += given.after
            break
        if word[:2] == "--":
            name, equals, value = word[2:].partition("=")
            if not equals and name in names and index < len(words):
                value = words[index]
                index += 1
            given.add(name, value)
        elif word[:1] == "-" and len(word) > 1:
            index += _cluster(given, word[1:], words[index : index + 1], letters)
        else:
            given.operands.append(word)
            if stops:
                given.operands += words[index:]
                break
    return given


def _cluster(given: Given, cluster: str, following: Sequence[str], letters: str) -> int:
    """`-abVALUE`: gives how many of the following words were a value."""
    for at, letter in enumerate(cluster):
        if letter not in letters:
            given.add(letter)
        elif cluster[at + 1 :]:
            given.add(letter, cluster[at + 1 :])
            return 0
        else:
            given.add(letter, "".join(following[:1]))
            return len(following[:1])
    return 0
