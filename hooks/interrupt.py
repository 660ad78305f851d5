"""The person stopped the answer (Codex): the prompt is closed as interrupted."""
from __future__ import annotations

from tools.lib import launch
from tools.lib.event import Event
from tools.lib.intake import capture


def handle(event: Event) -> None:
    capture.take(event, {"e": "interrupt", "id": event.turn})
    launch.worker(event.local)
