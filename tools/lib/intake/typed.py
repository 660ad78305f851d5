"""Typed: what a person orders in a prompt and the prompt's hook carries out: `/ego-context NAME` (`$ego-context` in Codex)."""

from __future__ import annotations

from tools.lib import commands, contexts, evidence, spool, switching
from tools.lib.errors import Refusal
from tools.lib.event import Event
from tools.lib.intake import capture, resolution
from tools.lib.telling import handover, recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ORDERS = ("/ego-context", "$ego-context")


def context(said: str) -> str:
    """The context that a prompt sets, as it is named there; "" for any other prompt."""
    words = said.split(None, 2)
    return words[1] if len(words) > 1 and words[0] in ORDERS else ""


def carry_out(event: Event, record: Mapping[str, object], said: str) -> str:
    """Set the session's context as the person ordered; gives what the session is told, "" where nothing was ordered."""
    wanted = context(said)
    if not wanted:
        return ""
    try:
        return _switched(event, record, wanted)
    except Refusal as refusal:
        return f"The person typed {said.split()[0]} {evidence.plain(wanted)}, and it was not done: {refusal}"


def _switched(event: Event, record: Mapping[str, object], wanted: str) -> str:
    known = {context.name: context for context in resolution.table(event.local)}
    name = recent.current(event.local, contexts.named(wanted, known))
    if name == handover.name_of(event.local, record) and record["how"] == "set":
        return f"The person set the context of this session to {name}; it works for that already."
    switching.check(record, name, False, True, commands.line("context", "set", name, str(record["session"])))
    after = capture.take(event, switching.line(record, known.get(name) or contexts.read(name, "")))
    if after["context"] != name:
        raise Refusal("nothing of this session is kept, capture is off; `context.py on` ends that")
    return f"The person has set the context of this session. {handover.switched(event.local, spool.safe(event.session), name)}"
