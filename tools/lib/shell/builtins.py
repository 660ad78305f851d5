"""Builtins: the commands that change what the shell itself knows."""
from __future__ import annotations

from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.run import Run
    from tools.lib.shell.scope import Scope


def _cd(run: Run, words: list[str], scope: Scope, text: str) -> str:
    given = [word for word in words[1:] if word not in ("-P", "-L", "-e", "--")]
    target = given[0] if given else scope.variable("HOME")
    if target == "-":
        scope.folder, scope.before = scope.before, scope.folder
    elif len(given) > 1:
        scope.enter(MARK)
    else:
        scope.enter(target)
    return ""


def _pushd(run: Run, words: list[str], scope: Scope, text: str) -> str:
    scope.stack.append(scope.folder)
    scope.enter(words[1] if len(words) == 2 and words[1][:1] not in "+-" else MARK)
    return MARK


def _popd(run: Run, words: list[str], scope: Scope, text: str) -> str:
    scope.enter(scope.stack.pop() if scope.stack and len(words) == 1 else MARK)
    return MARK


def _export(run: Run, words: list[str], scope: Scope, text: str) -> str:
    is_for_children = words[0] == "export" or any(word[:1] == "-" and "x" in word for word in words[1:])
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals:
            scope.set(name.rstrip("+"), MARK if name.endswith("+") else value)
        if is_for_children:
            scope.exported.add(name.rstrip("+"))
    return ""


def _unset(run: Run, words: list[str], scope: Scope, text: str) -> str:
    for word in words[1:]:
        scope.set(word, "")
    return ""


def _read(run: Run, words: list[str], scope: Scope, text: str) -> str:
    for word in words[1:]:
        scope.set(word, MARK)
    return ""


def _set(run: Run, words: list[str], scope: Scope, text: str) -> str:
    if "--" in words:
        scope.arguments = words[words.index("--") + 1 :]
    elif words[0] == "shift":
        is_one = len(words) == 1 and scope.arguments
        scope.arguments = scope.arguments[1:] if is_one and scope.arguments else None
    return ""


def _eval(run: Run, words: list[str], scope: Scope, text: str) -> str:
    return run.script(" ".join(words[1:]), scope)


def _trap(run: Run, words: list[str], scope: Scope, text: str) -> str:
    given = [word for word in words[1:] if word != "--"]
    if len(given) > 1 and given[0][:1] != "-":
        run.script(given[0], run.fork(scope))
    return ""


def _source(run: Run, words: list[str], scope: Scope, text: str) -> str:
    """A file of commands may set and do anything."""
    run.doubt("a file of commands")
    run.budget.spend(len(scope.variables))
    for name in scope.variables:
        scope.variables[name] = MARK
    return MARK


BUILTINS: dict[str, Callable[[Run, list[str], Scope, str], str]] = {
    "cd": _cd,
    "chdir": _cd,
    "pushd": _pushd,
    "popd": _popd,
    "export": _export,
    "declare": _export,
    "local": _export,
    "readonly": _export,
    "typeset": _export,
    "unset": _unset,
    "read": _read,
    "mapfile": _read,
    "readarray": _read,
    "getopts": _read,
    "set": _set,
    "shift": _set,
    "eval": _eval,
    "trap": _trap,
    "source": _source,
    ".": _source,
}
