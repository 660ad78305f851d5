"""Shown: what a screen made for the person says where a session has called for it."""
from __future__ import annotations

import sys
import time

from tools.lib.console import caller
from tools.lib.console.desk import Desk
from tools.lib.telling import discreet, handover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def lines(local: str, environ: Mapping[str, str], found: Sequence[str]) -> list[str]:
    """The lines as whoever calls may have them: a person all of them, a session what names no other context's file."""
    who = caller.of(environ, sys.stdin is not None and sys.stdin.isatty())
    if not caller.is_agent(who):
        return list(found)
    desk = Desk(local, who, time.time(), environ)
    return discreet.sentences(local, handover.name_of(local, desk.record()), found)
