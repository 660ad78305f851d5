"""A subagent's end: its answer is kept as an event. Compaction is a hidden subagent without a type: left out."""
from __future__ import annotations

from tools.lib.event import Event
from tools.lib.intake import capture


def handle(event: Event) -> None:
    agent = event.text("agent_type")
    if agent:
        text = event.text("last_assistant_message")
        capture.take(event, {"e": "subagent", "type": agent, "text": text, "id": event.text("agent_id")})
