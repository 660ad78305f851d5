"""A prompt: kept, and answered with what arrived since this session last looked."""
from __future__ import annotations

from tools.lib import arrivals, capture, launch, prompts
from tools.lib.event import Event


def handle(event: Event) -> str | None:
    if event.payload.get("agent_id"):
        return None  # Codex sends a subagent's first message as a prompt
    text = event.text("prompt")
    kind = prompts.kind(text)
    said = prompts.words(text) if kind == "person" else text
    record = capture.take(event, {"e": "prompt", "kind": kind, "text": said, "id": event.turn})
    launch.worker(event.local)
    if kind != "person":
        return arrivals.text(event, record)
    return _ordered(event, record, said) or arrivals.text(event, record, said)


def _ordered(event: Event, record: dict[str, object], said: str) -> str:
    """What came of an order to us that the person typed; "" for any other prompt."""
    if not said.startswith(("/ego-", "$ego-")) or event.is_test:
        return ""
    from tools.lib import typed  # only then

    return typed.carry_out(event, record, said)
