"""Switching: which context a session may be set to, and by whom; pure."""
from __future__ import annotations

from tools.lib import contexts
from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def check(record: Mapping[str, object], new: str, agent: bool, person: bool, command: str) -> None:
    """Raise Refusal where a session may not be set to `new` by this caller; `command` is what the person can run.

    An agent may bind a session that nobody has bound. One that ever worked for a client goes elsewhere by the person
    only, for it knows what that client's sessions know.
    """
    clients = [name for name in _known(record) if name.startswith("clients/") and name != new]
    if clients and not person:
        raise Refusal(
            f"this session works for {clients[-1]}: only the person takes it to {new}, with `/ego-context {new}` in a prompt "
            f"(in Codex `$ego-context {new}`) or with `{command}` at a terminal"
        )
    if agent and contexts.is_settled(str(record["how"])) and new.startswith("clients/") and record["context"] != new:
        raise Refusal(f"this session is bound to {record['context']}: only the person takes it to {new}, with `{command}`")


def line(record: Mapping[str, object], new: contexts.Context) -> dict[str, object]:
    """The event that sets a session's context: what it said before moves along where nobody had decided it."""
    move = not contexts.is_settled(str(record["how"]))
    return {"e": "bind", "c": new.name, "from": record["context"], "move": move, "how": "set", "capture": new.capture}


def _known(record: Mapping[str, object]) -> list[str]:
    """The contexts that the session was ever bound to, the last one last."""
    bindings = record.get("bindings")
    past = [str(pair[1]) for pair in bindings] if isinstance(bindings, list) else []
    now = str(record["context"])
    return [*past, now] if contexts.is_settled(str(record["how"])) else past[:-1]
