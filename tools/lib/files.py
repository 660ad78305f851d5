"""The one module that writes files: whole or not at all, UTF-8, LF, private to the user."""
from __future__ import annotations

import os
import sys
import time

from tools.lib import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
_BINARY = getattr(os, "O_BINARY", 0)


if sys.platform == "win32":
    PATIENCE, BRIEFLY, PAUSE = 2.0, 0.5, 0.01  # seconds

    def rename(source: str, target: str) -> None:
        """Put `source` in the place of `target` in one step; refused while another process has the target open."""
        _patiently(lambda: os.replace(source, target), PATIENCE)

    def _open(path: str) -> BinaryIO:
        """Refused for an instant while another process replaces the file."""
        handle: BinaryIO = _patiently(lambda: open(path, "rb", 0), BRIEFLY)
        return handle

    def _unlink(path: str) -> None:
        _patiently(lambda: os.unlink(path), PATIENCE)

    def _patiently(work: Callable[[], Any], patience: float) -> Any:
        until = time.monotonic() + patience
        while True:
            try:
                return work()
            except PermissionError as refused:
                if time.monotonic() >= until or os.path.isdir(refused.filename):
                    raise
            time.sleep(PAUSE)
else:
    rename, _unlink = os.replace, os.unlink

    def _open(path: str) -> BinaryIO:
        return open(path, "rb", 0)


def folder(path: str) -> str:
    """Make `path` and its parents, private to the user, and give it back."""
    if not os.path.isdir(path):
        parent = os.path.dirname(path)
        if parent and parent != path:
            folder(parent)  # `makedirs` gives parents the umask's mode
        try:
            os.mkdir(path, PRIVATE_FOLDER)
        except FileExistsError:
            pass
    return path


def append(path: str, line: bytes) -> int:
    """Add `line` at the end of `path`, whole or not at all; gives the size after. The caller holds a lock.

    A line that was cut off earlier (a crash) is closed first, so that it never swallows this one.
    Raises OSError when it cannot be written; the file is then as it was.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, PRIVATE_FILE)
    except FileNotFoundError:
        folder(os.path.dirname(path))
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, PRIVATE_FILE)
    try:
        size = os.lseek(handle, 0, os.SEEK_END)
        if size:
            os.lseek(handle, size - 1, os.SEEK_SET)
            if os.read(handle, 1) != b"\n":
                line = b"\n" + line
        try:
            _write(handle, line)
        except OSError:
            os.ftruncate(handle, size)
            raise
        return size + len(line)
    finally:
        os.close(handle)


def _write(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]


def replace(path: str, content: str | bytes) -> None:
    """Put `content` in the place of `path` in one step; a reader sees the old or the new, never a part.

    Raises OSError when it cannot; the old content is then still there and no temporary file is left.
    """
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    new = _beside(path, content)
    try:
        rename(new, path)
    except BaseException:
        remove(new)
        raise


def swap(path: str, seen: bytes | None, content: bytes) -> bool:
    """Like `replace`, for a file that others write too: only while it still holds `seen`, and with its own mode.

    `seen` None: while there is no such file. False when it no longer does; nothing was changed then.
    """
    new = _beside(path, content)
    try:
        if seen is not None:
            os.chmod(new, os.stat(path).st_mode & 0o7777)
        if read(path) != seen:
            return False
        rename(new, path)
        return True
    except FileNotFoundError:  # it went away meanwhile
        return False
    finally:
        remove(new)


def _beside(path: str, content: bytes) -> str:
    """The content in a new file of our own next to `path`."""
    new = f"{path}.{os.getpid()}.{time.monotonic_ns()}.new"
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, PRIVATE_FILE)
    except FileNotFoundError:
        folder(os.path.dirname(path))
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, PRIVATE_FILE)
    try:
        _write(handle, content)
    except BaseException:
        os.close(handle)
        remove(new)
        raise
    os.close(handle)
    return new


def read(path: str, start: int = 0, most: int = -1) -> bytes | None:
    """The bytes of `path` from `start` on, at most `most` of them; None where there is no such file."""
    try:
        handle = _open(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with handle:
        if start:
            handle.seek(start)
        return handle.read(most)


def text(path: str) -> str | None:
    """The text of a hand-edited file: a BOM and CRLF are read away; None where there is no such file."""
    content = read(path)
    return None if content is None else plain(content)


def plain(content: bytes) -> str:
    """The text of a hand-edited file's bytes: a BOM and CRLF are read away."""
    return content.removeprefix(wire.BOM).decode("utf-8", "replace").replace("\r\n", "\n")


def stamp(path: str) -> list[int]:
    """Changes whenever the file is written: its time and size; empty where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size]


def aged(folder: str) -> Iterator[tuple[str, float]]:
    """The files of a folder, each with when it was written, in seconds since the epoch; none where there is no such folder."""
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            yield path, os.stat(path).st_mtime


def changed_at(path: str) -> float:
    """When a file was last written, replaced or renamed, in seconds since the epoch; 0 for one that is gone.

    The time of modification can be set, and a copy or an archive sets it; that of the change cannot.
    """
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return 0.0
    return max(found.st_mtime, found.st_ctime)


def remove(path: str) -> None:
    """Remove the file if it is there."""
    try:
        _unlink(path)
    except FileNotFoundError:
        pass


def create(path: str, content: str) -> bool:
    """Make `path` with this content unless it is there: of several at the same instant exactly one does. Raises OSError."""
    new = _beside(path, content.encode("utf-8", "surrogatepass"))
    try:
        os.link(new, path)
        return True
    except FileExistsError:
        return False
    except OSError:  # a file system without links: the name is still given once, only the content comes after it
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, PRIVATE_FILE)
        except FileExistsError:
            return False
        try:
            _write(handle, content.encode("utf-8", "surrogatepass"))
        finally:
            os.close(handle)
        return True
    finally:
        remove(new)
