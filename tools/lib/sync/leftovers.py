"""Leftovers: what a killed git or worker leaves behind, and when it may be taken away."""
from __future__ import annotations

import os
import sys
import time

from tools.lib import files

YOUNG = 2.0  # seconds in which git may be between closing a lock file and renaming it
ABANDONED = 600.0  # seconds after which a lock in the person's checkout may be a dead git's
UNSURE = 180.0  # seconds: three times the longest work of ours on this machine, where nobody can be asked


def is_stale(path: str) -> bool:
    """Whether a lock file is there that nobody holds: not young, and no process has it open.

    Where the system does not tell who has it open, its age alone decides. The caller holds the worker's lock.
    """
    try:
        age = abs(time.time() - os.stat(path).st_mtime)  # a clock that was set back makes files of the future
    except OSError:
        return False
    return age > YOUNG and not _is_open(path) if sys.platform.startswith("linux") else age > UNSURE


def _is_open(path: str) -> bool:
    wanted = os.path.realpath(path)
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if any(os.path.realpath(f"/proc/{process}/fd/{fd}") == wanted for fd in os.listdir(f"/proc/{process}/fd")):
                return True
        except OSError:  # it ended, or belongs to another user
            continue
    return False


def is_abandoned(path: str, root: str) -> bool:
    """Whether a lock file in the person's checkout `root` is old, and no git works there any more.

    `git commit -a` keeps its lock without having it open while the message is written, so who has it open tells
    nothing here. Where the system does not tell who works where, it is never abandoned: the person is told instead.
    """
    try:
        age = abs(time.time() - os.stat(path).st_mtime)
    except OSError:
        return False
    return age > ABANDONED and sys.platform.startswith("linux") and not _has_git(root)


def _has_git(root: str) -> bool:
    inside = os.path.realpath(root)
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as comm:
                if not comm.read().startswith("git"):
                    continue
            place = os.path.realpath(f"/proc/{process}/cwd")
        except OSError:
            continue
        if place == inside or place.startswith(inside + os.sep) or not place.startswith(os.sep):
            return True
    return False


def clear_locks(folder: str, names: tuple[str, ...]) -> None:
    """Remove the stale ones of the named lock files below a `.git` folder."""
    for name in names:
        path = os.path.join(folder, name + ".lock")
        if is_stale(path):
            files.remove(path)


def clear_scraps(folder: str) -> None:
    """Remove the unfinished objects and reports of killed gits from a `.git` folder of ours."""
    objects = os.path.join(folder, "objects")
    places = [folder, os.path.join(objects, "pack"), *(os.path.join(objects, f"{n:02x}") for n in range(256)), objects]
    for place in filter(os.path.isdir, places):
        for name in os.listdir(place):
            if name.startswith(("tmp_", "fast_import_crash_", ".tmp-")) and os.path.isfile(os.path.join(place, name)):
                files.remove(os.path.join(place, name))
    clear_half_written(folder)


def clear_half_written(folder: str, beginning: str = "") -> None:
    """Remove the unfinished files of ours whose names begin so from a folder in which only the worker writes them."""
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        if name.startswith(beginning) and is_scrap(name):
            files.remove(os.path.join(folder, name))


def clear_unfinished(root: str) -> None:
    """Remove what killed hooks and workers left half-written below the local folder; the lane sees to its own."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith("lane")]
        for name in filter(is_scrap, names):
            if not _lives(int(name.split(".")[-3])):
                files.remove(os.path.join(folder, name))


def _lives(process: int) -> bool:
    """Whether a process may be at work; where nobody can be asked, it is."""
    try:
        os.kill(process, 0) if sys.platform != "win32" else None
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def is_scrap(name: str) -> bool:
    """Whether a file is an unfinished one of `files.replace`: `NAME.PID.NUMBER.new`."""
    parts = name.split(".")
    return len(parts) > 3 and parts[-1] == "new" and parts[-2].isdigit() and parts[-3].isdigit()
