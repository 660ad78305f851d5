"""Expansion: the words a command gets, from the words that were typed."""
from __future__ import annotations

from tools.lib.shell.nodes import Part, Word
from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.nodes import Step
    from tools.lib.shell.scope import Scope

    Output = Callable[[list[Step], Scope], str]  # runs the steps in a subshell, gives what they print

MOST = 64  # words that braces may make of one
STAND_IN = 0xF0000  # the character that stands for a word's first part while its braces are read


class Pattern(str):
    """A word that a shell matches against the names of files."""

    __slots__ = ()


def fields(word: Word, scope: Scope, output: Output) -> list[str]:
    """The words that `word` becomes: none, one, or several; an unknown value in one is MARK."""
    if not any(_is_bare(part) and "{" in part.value for part in word.parts):
        return _fields(word.parts, scope, output)
    return [field for parts in _alternatives(word.parts) for field in _fields(parts, scope, output)]


def text(word: Word, scope: Scope, output: Output) -> str:
    """The one text that `word` becomes where a shell splits nothing: a value, a target, a here-document."""
    return "".join(_value(part, scope, output, index == 0) for index, part in enumerate(word.parts))


def _fields(parts: list[Part], scope: Scope, output: Output) -> list[str]:
    found: list[str] = []
    current: str | None = None
    is_pattern = False
    for index, part in enumerate(parts):
        if part.kind == "variable" and part.value == "@" and part.quoted and scope.arguments is not None:
            pieces = list(scope.arguments)
        else:
            value = _value(part, scope, output, index == 0)
            pieces = [value] if part.quoted or part.kind == "text" else value.split()
            if not part.quoted:
                is_pattern = is_pattern or "*" in value or "?" in value or "[" in value
                if part.kind != "text" and value[:1].isspace() and current is not None:
                    found.append(current)
                    current = None
        if pieces:
            found += [(current or "") + pieces[0], *pieces[1:]]
            current = found.pop()
    if current is not None:
        found.append(current)
    return [Pattern(field) for field in found] if is_pattern else found


def _value(part: Part, scope: Scope, output: Output, is_first: bool) -> str:
    kind, value = part.kind, part.value
    if kind == "text":
        if is_first and not part.quoted and value.startswith("~"):
            return _tilde(value, scope)
        return str(value)
    if kind == "variable":
        return scope.variable(value)
    if kind == "parameter":
        return scope.parameter(value)
    if kind == "command":
        return output(value, scope).rstrip("\n")
    if kind == "stream":
        output(value, scope)
        return "/dev/fd/63"
    return MARK


def _tilde(value: str, scope: Scope) -> str:
    user, slash, rest = value.partition("/")
    if user == "~":
        return scope.variable("HOME") + slash + rest
    return MARK + slash + rest


def _is_bare(part: Part) -> bool:
    """Whether a shell reads the part's braces: text without quotes."""
    return bool(part.kind == "text" and not part.quoted)


def _alternatives(parts: list[Part]) -> list[list[Part]]:
    """The part lists that `{a,b}` and `{1..3}` make; a quoted part or a value is one character while they are read."""
    bare = [part.value for part in parts if _is_bare(part)]
    if any(ord(character) >= STAND_IN for value in bare for character in value):
        return [[Part("unknown", "", False)]]
    whole = "".join(part.value if _is_bare(part) else chr(STAND_IN + at) for at, part in enumerate(parts))
    return [_restored(made, parts) for made in _braces(whole)]


def _restored(made: str, parts: list[Part]) -> list[Part]:
    """One of the words, with the parts again that characters stood for."""
    found: list[Part] = []
    for character in made:
        if ord(character) >= STAND_IN:
            found.append(parts[ord(character) - STAND_IN])
        elif found and _is_bare(found[-1]):
            found[-1] = found[-1]._replace(value=found[-1].value + character)
        else:
            found.append(Part("text", character, False))
    return found


def _braces(value: str) -> list[str]:
    """What a text without quotes expands to; innermost braces first."""
    if value.count("}") > MOST:
        return [MARK]
    done: list[str] = []
    waiting = [(value, 0)]
    while waiting:
        current, start = waiting.pop(0)
        close = current.find("}", start)
        opening = current.rfind("{", 0, close) if close >= 0 else -1
        if close < 0:
            done.append(current)
        elif opening < 0 or not (choices := _choices(current[opening + 1 : close])):
            waiting.insert(0, (current, close + 1))
        else:
            waiting = [(current[:opening] + choice + current[close + 1 :], 0) for choice in choices] + waiting
        if len(done) + len(waiting) > MOST:
            return [MARK]
    return list(dict.fromkeys(done))


def _choices(inside: str) -> list[str]:
    if "," in inside:
        return inside.split(",")
    first, dots, last = inside.partition("..")
    if dots and first.isdecimal() and last.isdecimal() and len(first) < 6 and len(last) < 6:
        low, high = int(first), int(last)
        if high - low < MOST and low - high < MOST:
            return [str(number) for number in (range(low, high + 1) if low <= high else range(low, high - 1, -1))]
    return []
