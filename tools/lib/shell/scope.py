"""Scope: what a shell knows at one point of a command: its folder, variables, arguments and functions."""
from __future__ import annotations

from tools.lib.shell.places import joined
from tools.lib.shell.source import MARK, NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.shell.nodes import Step

LONGEST = 100_000  # characters of a value that is followed


class Scope:
    """Copied for a subshell, and joined again after what may or may not have run."""

    __slots__ = ("arguments", "before", "exported", "folder", "functions", "home", "stack", "user", "variables")

    def __init__(self, folder: str, home: str) -> None:
        self.folder = folder
        self.before = MARK
        self.stack: list[str] = []
        self.home = home
        self.user = ""
        self.variables: dict[str, str] = {}
        self.exported: set[str] = set()
        self.arguments: list[str] | None = None  # None: not known
        self.functions: dict[str, list[Step]] = {}

    def copy(self) -> Scope:
        """A scope of its own with the same content."""
        made = Scope(self.folder, self.home)
        made.before, made.stack, made.user = self.before, list(self.stack), self.user
        made.variables, made.arguments, made.functions = dict(self.variables), self.arguments, dict(self.functions)
        made.exported = set(self.exported)
        return made

    def child(self, arguments: list[str] | None) -> Scope:
        """The scope of a shell that this one starts: it gets what was exported, of the rest the environment's value."""
        made = self.copy()
        made.variables = {name: value if name in self.exported else MARK for name, value in self.variables.items()}
        made.functions = {}
        made.arguments = arguments
        return made

    def join(self, other: Scope) -> None:
        """Forget what differs in `other`: one of the two is how things are."""
        self.folder = self.folder if self.folder == other.folder else MARK
        self.before = self.before if self.before == other.before else MARK
        for name in {**self.variables, **other.variables}:
            if self.variables.get(name) != other.variables.get(name):
                self.variables[name] = MARK
        if self.arguments != other.arguments:
            self.arguments = None
        self.functions.update(other.functions)

    def set(self, name: str, value: str) -> None:
        """Give a variable a value."""
        self.variables[name] = value if len(value) <= LONGEST else MARK

    def export(self, name: str, value: str) -> None:
        """Give a variable a value that the programs it starts get too."""
        self.set(name, value)
        self.exported.add(name)

    def enter(self, folder: str) -> None:
        """Change the folder."""
        self.before, self.folder = self.folder, joined(self.folder, folder)

    def variable(self, name: str) -> str:
        """The value of `$name`, MARK where it cannot be known."""
        if name in self.variables:
            return self.variables[name]
        if name == "PWD":
            return self.folder
        if name == "OLDPWD":
            return self.before
        if name == "HOME":
            return self.home
        return self._argument(name)

    def _argument(self, name: str) -> str:
        arguments = self.arguments
        if arguments is None:
            return MARK
        if name in ("@", "*"):
            return " ".join(arguments)
        if name == "#":
            return str(len(arguments))
        if name.isdecimal() and 0 < int(name[:4]):
            return arguments[int(name[:4]) - 1] if int(name[:4]) <= len(arguments) else ""
        return MARK

    def parameter(self, inside: str) -> str:
        """The value of `${inside}`: a name, a name with a default, or with a literal end or start taken off."""
        end = 0
        while end < len(inside) and inside[end] in NAME:
            end += 1
        name, rest = inside[: end or 1], inside[end or 1 :]
        value = self.variable(name)
        if not rest or MARK in value:
            return value
        if rest[:2] in (":-", ":=", ":?") or rest[:1] in "-=?":
            return value or MARK
        return _trimmed(value, rest)


def _trimmed(value: str, rest: str) -> str:
    """`${name%.txt}`, `${name##*/}`, `${name%/*}` and their like; MARK for the others."""
    if rest == "##*/":
        return value.rpartition("/")[2]
    if rest == "%/*":
        return value.rpartition("/")[0] if "/" in value else value
    literal = rest[1:]
    if rest[:1] not in "%#" or any(character in literal for character in "*?[]\\'\"$`%#"):
        return MARK
    if rest[0] == "%":
        return value[: -len(literal)] if literal and value.endswith(literal) else value
    return value[len(literal) :] if value.startswith(literal) else value
