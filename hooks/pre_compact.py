"""The conversation is about to be compacted: by whom, and with what instructions."""
from __future__ import annotations

from tools.lib import launch
from tools.lib.event import Event
from tools.lib.intake import capture


def handle(event: Event) -> None:
    text = event.text("custom_instructions")
    capture.take(event, {"e": "compact", "trigger": event.text("trigger"), "text": text, "id": event.turn})
    launch.worker(event.local)
