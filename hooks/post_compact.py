"""The conversation was compacted: the summary is kept, and that the model has lost what it was given."""
from __future__ import annotations

from tools.lib import capture, launch
from tools.lib.event import Event


def handle(event: Event) -> None:
    text = event.text("compact_summary")
    capture.take(event, {"e": "summary", "trigger": event.text("trigger"), "text": text, "id": event.turn})
    launch.worker(event.local)
