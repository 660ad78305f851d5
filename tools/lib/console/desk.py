"""Desk: where a command is given, by whom and when, and how it is kept."""
from __future__ import annotations

from tools.lib import contexts, launch
from tools.lib.console import caller
from tools.lib.errors import Refusal
from tools.lib.intake import capture, orphans, resolution
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    T = TypeVar("T")


class Desk:
    """What a command's functions ask; `now` is seconds since the epoch."""

    def __init__(self, local: str, who: caller.Caller, now: float, environ: Mapping[str, str]) -> None:
        self.local, self.who, self.now, self.environ = local, who, now, environ
        self.agent = caller.is_agent(who)

    def record(self) -> dict[str, object]:
        """What is known of the session that calls; of a new one, and for a person, the context is looked up."""
        asked = caller.event(self.local, self.who, self.now, self.environ)
        if self.agent:
            return capture.known(asked)
        found = resolution.of(asked)
        return {"session": self.who.session, "context": found.context, "how": found.how}

    def tell(self, line: dict[str, object], session: str = "", agent: str = "") -> dict[str, object]:
        """Keep an event of the caller's session, or of another one."""
        who = self.who._replace(session=session, agent=agent) if session else self.who
        key = " ".join(str(value) for value in line.values())
        record = caller.tell(caller.event(self.local, who, self.now, self.environ, key), line)
        launch.worker(self.local)
        return record

    def known(self) -> dict[str, contexts.Context]:
        """The contexts by name."""
        return {context.name: context for context in resolution.table(self.local)}

    def named(self, text: str) -> str:
        """The context that is meant. Raises Refusal."""
        return recent.current(self.local, contexts.named(text, self.known()))

    def session(self, text: str) -> dict[str, object]:
        """The record of the session of this machine whose id begins or ends like this. Raises Refusal."""
        return _one(text, {str(record["session"]): record for record in orphans.records(self.local)})

    def whereabouts(self, text: str) -> tuple[str, str]:
        """The whole id of a session of any machine, and the context its entries are in. Raises Refusal."""
        found = {str(record["session"]): str(record["context"]) for record in orphans.records(self.local)}
        for name in recent.kept(self.local):
            table = recent.load(self.local, name)
            for row in table.rows if table else ():
                found.setdefault(row.session, name)
        return _one(text, {session: (session, name) for session, name in found.items()})

    def only_a_person(self, what: str) -> None:
        """Refuse an agent."""
        if self.agent:
            raise Refusal(f"{what} is the person's to do, at a terminal")


def _one(text: str, found: Mapping[str, T]) -> T:
    """What is known of the one session whose id begins or ends like this."""
    fits = [session for session in found if session.startswith(text) or session.endswith(text)]
    if len(fits) != 1:
        raise Refusal(f"session {text!r}: {len(fits) or 'no'} sessions that we know have such an id; name it whole")
    return found[fits[0]]
