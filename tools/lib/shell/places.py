"""Places: absolute paths by their text alone; nothing is looked up on the disk."""
from __future__ import annotations

from tools.lib.shell.source import MARK

# written to by everybody, kept by nobody
DEVICES = frozenset(["/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "NUL", "nul"])


def is_windows(path: str) -> bool:
    """Whether the path has a drive: `C:\\...`, `C:/...`, `C:`."""
    return path[1:2] == ":" and path[:1].isalpha() and path[2:3] in ("", "/", "\\")


def joined(folder: str, path: str) -> str:
    """The absolute, lexically normal form of `path` seen from `folder`; MARK where it cannot be known.

    Below a folder with a drive, `\\` separates too and `/c/x` is `C:/x` (Git's bash); the result has `/` everywhere.
    """
    on_windows = is_windows(folder) or is_windows(path)
    if on_windows:
        folder, path = folder.replace("\\", "/"), path.replace("\\", "/")
        if path[:1] == "/" and path[1:2].isalpha() and path[2:3] in ("", "/"):
            path = f"{path[1]}:{path[2:] or '/'}"
    is_absolute = path.startswith("/") or (on_windows and is_windows(path))
    whole = path if is_absolute else f"{folder}/{path}"
    return MARK if MARK in whole else _normal(whole)


def _normal(path: str) -> str:
    """Without `.`, `..` and doubled separators."""
    drive = path[:2].upper() if is_windows(path) else ""
    kept: list[str] = []
    for name in path[len(drive) :].split("/"):
        if name == "..":
            del kept[-1:]
        elif name not in ("", "."):
            kept.append(name)
    return f"{drive}/{'/'.join(kept)}"


def is_device(path: str) -> bool:
    """Whether what is written there is kept nowhere; `/dev/tcp/host/port` is bash's."""
    return path in DEVICES or path.startswith(("/dev/fd/", "/dev/tcp/", "/dev/udp/", "/dev/pts/"))


def program(word: str) -> str:
    """A program's name, without its folder and `.exe`."""
    name = word
    if word.startswith("/etc/init.d/"):
        return name
    name = base(word.replace("\\", "/")) or word
    return name[:-4] if name[-4:].lower() == ".exe" else name


def base(path: str) -> str:
    """The last name of a path, "" for none."""
    return path.rstrip("/").rpartition("/")[2]
