"""A prompt: kept, and answered with what arrived since this session last looked."""
from __future__ import annotations

from tools.lib import arrivals, capture, launch, prompts
from tools.lib.event import Event


def handle(event: Event) -> str | None:
    if event.payload.get("agent_id"):
        return None  # Codex sends a subagent's first message as a prompt
    text = event.text("prompt")
    record = capture.take(event, {"e": "prompt", "kind": prompts.kind(text), "text": text, "id": event.turn})
    launch.worker(event.local)
    return arrivals.text(event, record)
