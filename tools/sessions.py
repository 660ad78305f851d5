"""sessions: who is at work on this machine.

    python3 tools/sessions.py

A line each: tag, agent, context, since when, when last active, title and what it was asked last. A session sees of those of
other contexts that they are there, and nothing else. Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import evidence
from tools.lib.beside import live, siblings
from tools.lib.console import command
from tools.lib.telling import handover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.beside.live import Live
    from tools.lib.console.desk import Desk

USAGE = "usage: sessions.py"
NOBODY = "No session is at work on this machine."


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """The list; "" for wrong use."""
    if arguments:
        return ""
    own = handover.name_of(desk.local, desk.record()) if desk.agent else ""
    found = live.sessions(desk.local, desk.now)
    return "\n".join(_line(desk, one, not desk.agent or one.context == own) for one in found) or NOBODY


def _line(desk: Desk, one: Live, whole: bool) -> str:
    you = " (this session)" if one.session == desk.who.session else ""
    if not whole:
        return f"{one.tag}  {one.agent}  another session, other work; active {siblings.ago(desk.now - one.last)}"
    since = f"since {time.strftime('%Y-%m-%d %H:%M', time.localtime(one.began))}, " if one.began else ""
    head = f"{one.tag}{you}  {one.agent}  {one.context}  {since}active {siblings.ago(desk.now - one.last)}"
    # a title that nobody gave is the first prompt, with a capital letter
    words = {part.casefold(): evidence.plain(part) for part in (one.doing, one.title) if part}
    return f"{head}  {' | '.join(reversed(words.values()))}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main())
