"""A session starts, in any of five ways: four commands, one for each part of what it is given."""
from __future__ import annotations

from tools.lib import launch
from tools.lib.event import Event
from tools.lib.intake import capture
from tools.lib.telling import start


def handle(event: Event) -> str | None:
    if event.part == "context":
        record = capture.take(event, line(event))
        launch.worker(event.local)
    else:
        record = capture.known(event)
    return start.text(event, record, event.part)


def line(event: Event) -> dict[str, object]:
    """The spooled line of a start."""
    made: dict[str, object] = {
        "e": "start",
        "source": event.text("source"),
        "transcript": event.text("transcript_path"),
    }
    if event.environ.get("CLAUDE_PID"):
        made["pid"] = event.environ["CLAUDE_PID"]
    return made
