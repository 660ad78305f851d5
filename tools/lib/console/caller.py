"""Caller: who runs a command of ours, an agent's session or a person, and how what they say is kept."""
from __future__ import annotations

from collections import namedtuple

from tools.lib.errors import Refusal
from tools.lib.event import Event
from tools.lib.intake import capture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

TERMINAL, PERSON = "terminal", "person"  # the session and the agent that stand for a person at a terminal
# What only an agent's own shell has in its environment
MARKS = ("CODEX_SESSION_ID", "CODEX_THREAD_ID", "CLAUDE_CODE_SESSION_ID", "CLAUDECODE")

# session: its id, TERMINAL for none; person: whether a person sits there, and not an agent or a script
Caller = namedtuple("Caller", "session agent person")


def of(environ: Mapping[str, str], terminal: bool) -> Caller:
    """Who calls, by the environment; `terminal` says whether standard input is one.

    Where one client was started by the other, both names are there; Codex under Claude is the usual case.
    """
    if environ.get("CODEX_SESSION_ID"):
        return Caller(environ["CODEX_SESSION_ID"], "codex", False)
    if environ.get("CLAUDE_CODE_SESSION_ID"):
        return Caller(environ["CLAUDE_CODE_SESSION_ID"], "claude", False)
    return Caller(TERMINAL, PERSON, terminal and not any(environ.get(mark) for mark in MARKS))


def is_agent(who: Caller) -> bool:
    """Whether an agent's session calls."""
    return bool(who.agent != PERSON)


def unkept(record: Mapping[str, object]) -> str:
    """Why nothing of a session whose capture is off is kept, and what ends that."""
    began = bool(record.get("last")) and not record.get("private")
    way = "`context.py on` ends that" if began else "it is private from its beginning, so begin another for what is to be kept"
    return f"nothing of this session is kept, capture is off; {way}"


def event(local: str, who: Caller, now: float, environ: Mapping[str, str], key: str = "") -> Event:
    """The event that stands for a command; the same `key` twice within seconds counts once."""
    return Event(local, who.agent, "command", "", {"session_id": who.session, "tool_use_id": key}, now, environ)


def tell(asked: Event, line: dict[str, object]) -> dict[str, object]:
    """Keep what a command says; gives the session's record after it. Raises Refusal where nothing is kept, OSError."""
    before = capture.known(asked)
    after = capture.take(asked, line)
    if after["n"] == before["n"]:
        if after.get("capture") == "off":
            raise Refusal(f"{after['context']}: {unkept(after)}")
        raise Refusal("this was said a moment ago and is kept; say it in other words to have it twice")
    if after["at"] == (before["at"] if after["day"] == before["day"] else 0):
        raise Refusal(f"{asked.local}: this could not be written, its disk may be full; make room and say it again")
    return after
