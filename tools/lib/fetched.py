"""Fetched: how fresh what we know of other machines is, and waiting a moment for better."""
from __future__ import annotations

import os
import time

from tools.lib import files, settings, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

STALE = 300.0  # seconds
PATIENCE, UNWATCHED = 2.0, 5.0  # seconds to wait while a person watches, and while none does
POLL = 0.02


def wait(local: str, now: float, environ: Mapping[str, str]) -> None:
    """Where the last fetch is older than five minutes, wait for the worker's next one, for a few seconds at most.

    `now` is seconds since the epoch. The worker was started by whoever calls this, or by a hook beside it.
    """
    before = last(local)
    if 0 <= now - before <= STALE or settings.read(local)["remote"] == "none":
        return
    patience = UNWATCHED if environ.get("CLAUDE_CODE_SESSION_ATTENDED") == "0" else PATIENCE
    until = time.monotonic() + patience
    while last(local) == before and time.monotonic() < until:
        time.sleep(POLL)


def last(local: str) -> float:
    """When the worker last fetched, in seconds since the epoch; 0.0 for never."""
    try:
        found: Any = wire.loads(files.read(os.path.join(local, "worker.json")) or b"")
        return float(found["fetched"])
    except (ValueError, KeyError, TypeError):
        return 0.0
