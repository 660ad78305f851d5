"""A turn's end: its answer is kept. Prints nothing, ever: any output would send the model on."""
from __future__ import annotations

from tools.lib import launch
from tools.lib.event import Event
from tools.lib.intake import capture


def handle(event: Event) -> None:
    capture.take(event, {"e": "answer", "text": event.text("last_assistant_message"), "id": event.turn})
    launch.worker(event.local)
