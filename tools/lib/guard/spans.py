"""Spans: when sessions of this machine ran shell commands, so that a silent change of a file has a name.

`shells.log` in the installation's folder, a JSON object a line: begin, end, session, agent, context. What a session has
heard of it is an offset; at half a megabyte the file is begun anew.
"""
from __future__ import annotations

import os

from tools.lib import files, lock, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 512 << 10  # bytes
RECENT = 64 << 10  # bytes that a session reads at once
PATIENCE = 2.0  # seconds for the lock


def path_of(local: str) -> str:
    """Where they are."""
    return os.path.join(local, "shells.log")


def add(local: str, span: Mapping[str, object]) -> None:
    """Keep that a shell command ran. Raises OSError."""
    path = path_of(local)
    with lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "shells"), PATIENCE):
        if size(local) > MOST:
            files.remove(path)
        files.append(path, wire.dumps(dict(span)).encode("ascii") + b"\n")


def size(local: str) -> int:
    """How long the file is."""
    try:
        return os.stat(path_of(local)).st_size
    except OSError:
        return 0


def since(local: str, offset: int) -> tuple[list[dict[str, object]], int]:
    """The spans behind an offset, and where they end; of a file that was begun anew, all."""
    end = size(local)
    start = max(offset if 0 <= offset <= end else 0, end - RECENT)
    found = []
    content = files.read(path_of(local), start) or b""
    whole = content.rpartition(b"\n")[0]
    for line in whole.split(b"\n"):
        try:
            span = wire.loads(line) if line else None
        except ValueError:
            continue
        if isinstance(span, dict) and {"begin", "end", "session", "agent", "context"} <= span.keys():
            found.append(span)
    return found, start + len(whole) + 1 if whole else start
