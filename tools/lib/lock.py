"""A lock that the kernel frees when its holder dies, however it dies."""
from __future__ import annotations

import os
import sys
import time

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _drop(handle: int) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _drop(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


class held:
    """`with held(path, wait) as mine:` tries for `wait` seconds; `mine` says whether the lock was got.

    The file stays: removing it would let two holders lock two files of one name.
    """

    def __init__(self, path: str, wait: float = 0.0) -> None:
        self.path = path
        self.wait = wait
        self.handle = -1

    def __enter__(self) -> bool:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        until = time.monotonic() + self.wait
        pause = 0.001
        while True:
            try:
                _take(handle)
            except OSError:
                if time.monotonic() >= until:
                    os.close(handle)
                    return False
                time.sleep(pause)
                pause = min(pause * 2, 0.05)
            else:
                self.handle = handle
                return True

    def __exit__(self, *raised: object) -> None:
        if self.handle >= 0:
            _drop(self.handle)
            os.close(self.handle)
            self.handle = -1
