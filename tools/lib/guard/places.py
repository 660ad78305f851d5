"""Places: the one canonical form of what a tool call names: real paths, tops of checkouts, names in one case."""
from __future__ import annotations

import os
import sys
from binascii import crc32

from tools.lib import files
from tools.lib.guard.claims import OF_CHECKOUTS, Resource

FOLDED = sys.platform in ("win32", "darwin")  # the systems whose volumes mostly take `A` and `a` for one name
DEEPEST = 40  # components of a path that its outline has


def real(path: str, folder: str) -> str:
    """The real path of `path` seen from `folder`, with `/`: links, `..` and relative forms are gone."""
    if sys.platform == "win32":
        path = _drive(path)
    try:
        found = os.path.realpath(os.path.join(folder, path))
    except (OSError, ValueError):  # a loop of links, a name no system takes
        found = os.path.normpath(os.path.join(folder, path))
    return found.replace("\\", "/") if sys.platform == "win32" else found


def _drive(path: str) -> str:
    r"""`/c/x` as Git's bash writes it, and `\\?\C:\x`, as Windows knows them."""
    path = path[4:] if path.startswith("\\\\?\\") and path[5:6] == ":" else path
    return f"{path[1]}:{path[2:] or '/'}" if path[:1] == "/" and path[1:2].isalpha() and path[2:3] in ("", "/") else path


def fold(name: str, folded: bool = FOLDED) -> str:
    """A name as it is compared: in one case and one Unicode form where the system makes no difference."""
    if not folded:
        return name
    if not name.isascii():
        import unicodedata  # only for such names

        name = unicodedata.normalize("NFC", name)
    return name.casefold()


def below(folder: str, path: str) -> str | None:
    """What of a path is below a folder, "" for the folder itself; None elsewhere. Names are compared as the system does."""
    return path[len(folder) + 1 :] if fold(path + "/").startswith(fold(folder + "/")) else None


def top(path: str) -> str:
    """The top folder of the checkout or worktree that a real path lies in; "" for none."""
    place = path
    while True:
        mark = os.path.join(place, ".git")
        if os.path.isfile(os.path.join(mark, "HEAD")) or os.path.isfile(mark):
            return place
        parent = os.path.dirname(place)
        if parent == place:
            return ""
        place = parent


def git_folder(top: str) -> str:
    """Where git keeps the state of that checkout or worktree."""
    mark = os.path.join(top, ".git")
    if os.path.isdir(mark):
        return mark
    pointer = (files.text(mark) or "").strip()
    return os.path.join(top, pointer[len("gitdir:") :].strip())


def resource(kind: str, name: str, folder: str) -> Resource:
    """The canonical resource of a kind and name as a tool call has them, made in `folder`.

    The stash is one for all worktrees of a repository; branch and unsaved work are each worktree's own.
    """
    if kind in ("path", "tree"):
        return Resource(kind, real(name, folder))
    if kind in OF_CHECKOUTS:
        place = real(name, folder)
        return Resource(kind, top(place) or place)
    return Resource(kind, name)


def outline(path: str) -> str:
    """Four hex digits for each component of a path: that of a folder is the beginning of all that lies below it."""
    parts = [part for part in fold(path).split("/") if part][:DEEPEST]
    return "".join(f"{crc32(part.encode('utf-8', 'surrogatepass')) & 0xFFFF:04x}" for part in parts)
