"""Fetched: how fresh what we know of other machines is, and waiting a moment for better."""
from __future__ import annotations

import os
import time

from tools.lib import files, settings, wire
from tools.lib.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STALE = 300.0  # seconds
PATIENCE, UNWATCHED = 2.0, 5.0  # seconds to wait while a person watches, and while none does
POLL = 0.02


def wait(event: Event) -> None:
    """Where the last fetch is older than five minutes, wait for the worker's next one, for a few seconds at most.

    The worker was started by this event's hook, or by one beside it.
    """
    before = last(event.local)
    if 0 <= event.now - before <= STALE or settings.read(event.local)["remote"] == "none":
        return
    until = time.monotonic() + (PATIENCE if is_watched(event) else UNWATCHED)
    while last(event.local) == before and time.monotonic() < until:
        time.sleep(POLL)


def is_watched(event: Event) -> bool:
    """Whether a person sits before the session, as far as its client says: `claude -p` and `codex exec` have none."""
    if event.agent == "codex":
        return event.text("permission_mode") != "bypassPermissions"
    return event.environ.get("CLAUDE_CODE_SESSION_ATTENDED") != "0"


def last(local: str) -> float:
    """When the worker last fetched, in seconds since the epoch; 0.0 for never."""
    try:
        found: Any = wire.loads(files.read(os.path.join(local, "worker.json")) or b"")
        return float(found["fetched"])
    except (ValueError, KeyError, TypeError):
        return 0.0
