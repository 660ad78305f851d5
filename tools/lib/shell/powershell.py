"""PowerShell's cmdlets that write files and services, by their common forms."""
from __future__ import annotations

from tools.lib.shell import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call

WRITERS = ("set-content", "add-content", "clear-content", "out-file", "tee-object", "export-csv", "export-clixml")
SERVICES = ("start-service", "stop-service", "restart-service", "suspend-service", "set-service", "remove-service")
SWITCHES = ("-force", "-recurse", "-append", "-passthru", "-nonewline", "-confirm", "-whatif", "-verbose", "-noclobber",
            "-notypeinformation")  # fmt: skip
ALIASES = {
    "del": "remove-item", "erase": "remove-item", "rd": "remove-item", "ri": "remove-item", "copy": "copy-item",
    "cpi": "copy-item", "move": "move-item", "mi": "move-item", "ren": "rename-item", "rni": "rename-item", "ni": "new-item",
    "ac": "add-content",
}  # fmt: skip
ALL = (*WRITERS, *SERVICES, "remove-item", "copy-item", "move-item", "rename-item", "new-item")


def cmdlet(call: Call) -> None:
    """Claims for one cmdlet; a word with a backslash outside quotes is read as PowerShell reads it."""
    words = [_as_typed(raw, word) for raw, word in zip(call.command.raw[1:], call.words)] or call.words
    named, plain = _arguments(words)
    if "-whatif" in named:
        return
    name = ALIASES.get(call.name.lower(), call.name.lower())
    path = named.get("-path") or named.get("-literalpath") or named.get("-filepath") or named.get("-name") or _first(plain)
    target = named.get("-destination") or named.get("-newname") or _first(plain)
    if name in SERVICES:
        for unit in path.split(","):
            services.unit(call, unit)
    elif name in WRITERS:
        call.paths(path.split(","))
    elif name == "remove-item":
        for word in path.split(","):
            if "*" in word:
                call.doubt("a pattern of file names")
            elif "-recurse" in named:
                call.tree(word)
            else:
                call.path(word)
    elif name == "new-item" and named.get("-itemtype", "").lower() != "directory":
        call.path(path)
    else:
        _moved(call, name, path, target, "-recurse" in named)


def _moved(call: Call, name: str, path: str, target: str, is_tree: bool) -> None:
    if name in ("move-item", "rename-item"):
        call.path(path)
    if name == "rename-item":
        folder, slash, _ = path.replace("\\", "/").rpartition("/")
        call.path(folder + slash + target)
    elif name != "new-item":
        for word in call.target([path.replace("\\", "/")], target):
            if is_tree:
                call.tree(word)
            else:
                call.path(word)


def _as_typed(raw: str, word: str) -> str:
    return raw if "\\" in raw and not any(character in raw for character in "'\"$`") else word


def _arguments(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """The named arguments, switches with an empty value, and the others in order."""
    named: dict[str, str] = {}
    plain = []
    index = 0
    while index < len(words):
        word = words[index].lower()
        index += 1
        if word in SWITCHES or (word[:1] == "-" and index == len(words)):
            named[word] = ""
        elif word[:1] == "-" and word[1:2].isalpha():
            named[word] = words[index]
            index += 1
        else:
            plain.append(words[index - 1])
    return named, plain


def _first(words: list[str]) -> str:
    return words.pop(0) if words else ""


HANDLERS: dict[str, Callable[[Call], None]] = dict.fromkeys([*ALL, *ALIASES], cmdlet)
