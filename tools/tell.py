"""tell: leave a message for another live session of this machine; it hears it with its next prompt or tool call.

    python3 tools/tell.py SESSION|TITLE TEXT...

SESSION is the beginning or end of an id, TITLE words of a title (`sessions.py` lists both). What a client's session says
is shown to that client's sessions only; another one hears that it is wanted. Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import sessions
from tools.lib.beside import live, messages
from tools.lib.console import command
from tools.lib.errors import Refusal
from tools.lib.room import size
from tools.lib.telling import handover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.console.desk import Desk

USAGE = "usage: tell.py SESSION|TITLE TEXT..."


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """Leave the message; gives the sentence that says so, "" for wrong use. Raises Refusal."""
    text = " ".join(" ".join(arguments[1:]).split())
    if not text:
        return ""
    if not (desk.agent or desk.who.person):
        raise Refusal("nobody can be named as the sender: run this in a session or at a terminal")
    own = handover.name_of(desk.local, desk.record()) if desk.agent else ""
    there = [one for one in live.sessions(desk.local, desk.now) if one.session != desk.who.session]
    one = live.meant(arguments[0], there, None if desk.who.person else {own})
    sender = "" if desk.who.person else sessions.tag(desk.who.session)
    if size(text) > messages.LONGEST:
        raise Refusal(f"a message has at most {messages.LONGEST} bytes: note the rest (`note.py`) and name it")
    messages.leave(desk.local, one.session, messages.Message(desk.now, sender, desk.who.agent, own, text))
    if messages.is_withheld(own, {one.context}):
        return f"Session {one.tag} does other work: it hears that this session wants something, not what; ask the person."
    return f"Session {one.tag} hears it with its next prompt or tool call."


if __name__ == "__main__":
    raise SystemExit(main())
