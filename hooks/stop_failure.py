"""A turn that ended in an error of the model's service."""
from __future__ import annotations

from tools.lib import launch
from tools.lib.event import Event
from tools.lib.intake import capture


def handle(event: Event) -> None:
    text = event.text("last_assistant_message") or event.text("error")
    capture.take(event, {"e": "failure", "text": text, "id": event.turn})
    launch.worker(event.local)
