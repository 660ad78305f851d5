"""A prompt: kept, and answered with what arrived since this session last looked."""
from __future__ import annotations

from tools.lib import launch, prompts
from tools.lib.event import Event
from tools.lib.intake import capture
from tools.lib.telling import arrivals

ORDERS = ("/ego-context", "$ego-context")  # carried out here; they name no session and are no prompt of its work


def handle(event: Event) -> str | None:
    if event.payload.get("agent_id"):
        return None  # Codex sends a subagent's first message as a prompt
    text = event.text("prompt")
    kind = prompts.kind(text)
    said = prompts.words(text) if kind == "person" else text
    is_order = kind == "person" and said.startswith(ORDERS)
    record = capture.take(event, {"e": "prompt", "kind": "command" if is_order else kind, "text": said, "id": event.turn})
    launch.worker(event.local)
    if kind != "person":
        return arrivals.text(event, record)
    return (_ordered(event, record, said) if is_order else "") or arrivals.text(event, record, said)


def _ordered(event: Event, record: dict[str, object], said: str) -> str:
    """What came of an order to us that the person typed; "" where it was none after all."""
    if event.is_test:
        return ""
    from tools.lib.intake import typed  # only then

    return typed.carry_out(event, record, said)
