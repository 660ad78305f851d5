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

    def _is_gone(handle: int, path: str) -> bool:
        return False  # no open file is removed there

    def discard(path: str) -> None:
        """Remove the file of a lock that nobody holds or waits for."""
        try:
            os.unlink(path)
        except OSError:
            pass  # there somebody has it open
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _drop(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)

    def _is_gone(handle: int, path: str) -> bool:
        """Whether the file was removed since it was opened: then others lock another one of its name."""
        try:
            return not os.path.samestat(os.fstat(handle), os.stat(path))
        except FileNotFoundError:
            return True

    def discard(path: str) -> None:
        """Remove the file of a lock that nobody holds."""
        with held(path) as mine:
            if mine:
                os.unlink(path)


class held:
    """`with held(path, wait) as mine:` tries for `wait` seconds; `mine` says whether the lock was got.

    The file stays; who removes one uses `discard`, so that no two hold two files of one name.
    """

    def __init__(self, path: str, wait: float = 0.0) -> None:
        self.path = path
        self.wait = wait
        self.handle = -1

    def __enter__(self) -> bool:
        handle = self._opened()
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
                if _is_gone(handle, self.path):
                    os.close(handle)
                    handle = self._opened()
                    continue
                self.handle = handle
                return True

    def _opened(self) -> int:
        return os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)

    def __exit__(self, *raised: object) -> None:
        if self.handle >= 0:
            _drop(self.handle)
            os.close(self.handle)
            self.handle = -1
