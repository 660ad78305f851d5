"""Reading a hook's event: never longer than `PATIENCE`, however the client holds the pipe."""
from __future__ import annotations

import os
import sys

from tools.lib import wire

PATIENCE = 3.0  # seconds without a byte
CHUNK = 1 << 20
END = b""

if sys.platform == "win32":
    import _thread

    _got: list[bytes] = []
    _news = _thread.allocate_lock()

    def _pump() -> None:
        """Windows cannot wait for a pipe with a limit, so a thread of its own does, to the end."""
        chunk = b"-"
        while chunk:
            try:
                chunk = os.read(0, CHUNK)
            except OSError:
                chunk = END
            _got.append(chunk)
            if _news.locked():
                _news.release()

    def _start() -> None:
        _news.acquire()
        _thread.start_new_thread(_pump, ())

    def _next(wait: float) -> bytes | None:
        if not _got:
            _news.acquire(timeout=wait)
        return _got.pop(0) if _got else None
else:
    import select

    def _start() -> None:
        pass

    def _next(wait: float) -> bytes | None:
        """The next bytes; END at the end, None when there is nothing within `wait` seconds."""
        try:
            return os.read(0, CHUNK) if select.select([0], [], [], wait)[0] else None
        except (OSError, ValueError):  # standard input is closed
            return END


def event() -> tuple[dict[str, object] | None, bytes]:
    """The event on standard input, and its bytes; None for what is no JSON object (empty, cut, garbage).

    An event that is complete is taken at once: the pipe need not be closed.
    """
    _start()
    chunks: list[bytes] = []
    while True:
        whole = bool(chunks) and chunks[-1].rstrip().endswith(b"}")
        chunk = _next(0.0 if whole else PATIENCE)
        if chunk is None and whole:
            found = _object(chunks)
            if found is not None:
                return found, b"".join(chunks)
            chunk = _next(PATIENCE)
        if not chunk:
            return _object(chunks), b"".join(chunks)
        chunks.append(chunk)


def _object(chunks: list[bytes]) -> dict[str, object] | None:
    try:
        found = wire.loads(b"".join(chunks))
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
