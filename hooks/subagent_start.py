"""A subagent starts: nothing is said yet."""
from __future__ import annotations

from tools.lib.event import Event


def handle(event: Event) -> None:
    return None
