"""The conversation was compacted: the summary is kept, and that the model has lost what it was given."""
from __future__ import annotations

from tools.lib import launch
from tools.lib.event import Event
from tools.lib.intake import capture


def handle(event: Event) -> None:
    text = event.text("compact_summary")
    capture.take(event, {"e": "summary", "trigger": event.text("trigger"), "text": text, "id": event.turn})
    launch.worker(event.local)
