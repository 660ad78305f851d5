"""The person stopped the answer (Codex): the prompt is closed as interrupted."""
from __future__ import annotations

from tools.lib import capture, launch
from tools.lib.event import Event


def handle(event: Event) -> None:
    capture.take(event, {"e": "interrupt", "id": event.turn})
    launch.worker(event.local)
