"""Client events for tests of what a session is given, handled as the hooks do, without starting a worker."""
from __future__ import annotations

from tests.conftest import NOW
from tools.lib.event import Event
from tools.lib.intake import capture
from tools.lib.telling import arrivals, start

PARTS = ("rules-1", "rules-2", "context", "digest")


class Session:
    """One session of a client on the machine whose lane it is given."""

    def __init__(self, lane: object, session: str, context: str, agent: str = "claude") -> None:
        self.lane, self.session, self.agent = lane, session, agent
        self.environ = {"ALTER_EGO_CONTEXT": context, "CLAUDE_PROJECT_DIR": "/nowhere/at/all"}
        self.now = NOW

    def event(self, hook: str, part: str = "", **payload: object) -> Event:
        self.now += 60
        return Event(self.lane.local, self.agent, hook, part, {"session_id": self.session, **payload}, self.now, self.environ)

    def start(self, source: str = "startup", order: tuple[str, ...] = PARTS, **more: object) -> dict[str, str]:
        """The four parts' texts, asked for in the order given."""
        told = {}
        for part in order:
            event = self.event("session_start", part, source=source, **more)
            line = {"e": "start", "source": source, "transcript": event.text("transcript_path")}
            record = capture.take(event, line) if part == "context" else capture.known(event)
            told[part] = start.text(event, record, part)
        return told

    def take(self, e: str, **line: object) -> dict[str, object]:
        return capture.take(self.event(e), {"e": e, **line})

    def prompt(self, text: str = "go on", **more: object) -> str:
        event = self.event("user_prompt_submit", **more)
        return arrivals.text(event, capture.take(event, {"e": "prompt", "kind": "person", "text": f"{text} {self.now}"}))
