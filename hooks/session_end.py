"""A session's end, where the client says so: all that matters was done at each Stop."""
from __future__ import annotations

from tools.lib import launch
from tools.lib.event import Event
from tools.lib.intake import capture


def handle(event: Event) -> None:
    record = capture.take(event, {"e": "end", "reason": event.text("reason")})
    launch.worker(event.local)
    if event.text("reason") == "clear" and record.get("last"):  # one that is private from its beginning leaves nothing
        from tools.lib.intake import resolution  # the next session of this process goes on with this one's work

        resolution.remember_clear(event)
