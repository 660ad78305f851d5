"""A tool was used: its name, target and outcome are kept, never what it read or wrote."""
from __future__ import annotations

from tools.lib import capture, tool_use
from tools.lib.event import Event


def handle(event: Event) -> None:
    capture.take(event, tool_use.line(event, "ok"))
