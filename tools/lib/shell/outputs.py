"""Outputs: what a program prints, where its words tell."""
from __future__ import annotations

from tools.lib.shell.places import joined
from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ESCAPES = (("\\n", "\n"), ("\\t", "\t"), ("\\0", "\0"))


def printed(name: str, given: Sequence[str], folder: str, text: str, read: Callable[[str], str | None]) -> str:
    """What `name` with the arguments `given` and standard input `text` prints; MARK where that is not known."""
    if name == "pwd":
        return folder
    if name == "echo":
        return _echo(list(given))
    if name == "printf":
        return _printf(list(given))
    if name == "tee":
        return text
    if name == "cat":
        return _cat(given, folder, text, read)
    if name in ("true", "false", ":", "cd", "rm", "mkdir", "touch", "sleep"):
        return ""
    paths = [word for word in given if not word.startswith("-")]
    if name == "dirname" and len(paths) == 1 and "/" in paths[0]:
        return paths[0].rstrip("/").rpartition("/")[0] or "/"
    if name == "basename" and len(paths) == 1:
        return paths[0].rstrip("/").rpartition("/")[2]
    return MARK


def _echo(given: list[str]) -> str:
    flags = ""
    while given and given[0] in ("-n", "-e", "-ne", "-en", "-E"):
        flags += given.pop(0)
    text = " ".join(given)
    return (_unescaped(text) if "e" in flags else text) + ("" if "n" in flags else "\n")


def _printf(given: list[str]) -> str:
    """Formats of `%s`, `%b` and `%d`; the format is used again while arguments are left."""
    if given[:1] == ["--"]:
        given = given[1:]
    if not given or given[0] == "-v":
        return MARK
    form, left = _unescaped(given[0]), given[1:]
    pieces = form.replace("%b", "%s").replace("%d", "%s").split("%s")
    if any("%" in piece.replace("%%", "") for piece in pieces):
        return MARK
    pieces = [piece.replace("%%", "%") for piece in pieces]
    made = []
    while True:
        for piece in pieces[:-1]:
            made += [piece, left.pop(0) if left else ""]
        made.append(pieces[-1])
        if not left or len(pieces) == 1 or len(made) > 1000:
            return "".join(made)


def _unescaped(text: str) -> str:
    for escape, character in ESCAPES:
        text = text.replace(escape, character)
    return text


def _cat(given: Sequence[str], folder: str, text: str, read: Callable[[str], str | None]) -> str:
    found = [text] if not given else []
    for word in given:
        if word == "-":
            found.append(text)
        elif word.startswith("-"):
            return MARK
        else:
            content = read(joined(folder, word))
            found.append(MARK if content is None else content)
    return "".join(found)
