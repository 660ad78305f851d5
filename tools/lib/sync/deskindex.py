"""The desk's index: locked by us while the checkout follows, changed beside its place, and exchanged in one step."""
from __future__ import annotations

import os
import shutil

from tools.lib import files
from tools.lib.sync import leftovers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.sync.desk import Desk

OURS = b"alter-ego "  # how an index.lock of ours begins


def take(seen: Desk) -> bool:
    """Take the index's lock with our name in it, from its first instant on."""
    path = os.path.join(seen.folder, "index.lock")
    name = f"{path}.ego"
    files.replace(name, OURS + seen.head.encode("ascii") + b"\n")
    try:
        os.link(name, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            return False
        files.rename(name, path)
    finally:
        files.remove(name)
    return True


def clear(seen: Desk) -> None:
    """Remove what a worker left that was killed before its lock was in place."""
    name = path_of(seen) + ".lock.ego"
    leftovers.clear_half_written(seen.folder, os.path.basename(name))
    files.remove(name)


def drop(seen: Desk) -> None:
    for path in (path_of(seen) + ".ego", old(seen), path_of(seen) + ".ego.lock"):
        files.remove(path)
    files.remove(path_of(seen) + ".lock")


def path_of(seen: Desk) -> str:
    return os.path.join(seen.folder, "index")


def old(seen: Desk) -> str:
    return path_of(seen) + ".ego-old"


def private(seen: Desk) -> str:
    """A copy of the index to work on. It keeps the time: git tells by it which entries may have changed since.

    The index itself is kept beside it, should it have to come back.
    """
    private = path_of(seen) + ".ego"
    files.remove(old(seen))
    if os.path.exists(path_of(seen)):
        shutil.copy2(path_of(seen), private)
        try:
            os.link(path_of(seen), old(seen))
        except OSError:  # a file system without links
            shutil.copy2(path_of(seen), old(seen))
    return private


def swap(seen: Desk, new: str) -> None:
    files.rename(new, path_of(seen))
