"""A desk for tests of commands: an installation with a lane, whose worker the test itself is."""
from __future__ import annotations

import os
from contextlib import contextmanager

from tests import repository
from tests.conftest import NOW
from tests.tools.lib.lanes import DESK, Lane
from tools.lib import files, lock
from tools.lib.console import caller
from tools.lib.console.desk import Desk
from tools.lib.journals import drain
from tools.lib.telling import tables

AGENT, PERSON, SCRIPT = ("claude", False), ("person", True), ("person", False)


@contextmanager
def house(folder):
    """A lane whose worker's lock is held, so that no command starts a worker."""
    made = Lane(folder)
    with lock.held(os.path.join(files.folder(os.path.join(made.local, "locks")), "worker")):
        yield made


def desk(lane, session: str, kind=AGENT, now: float = NOW, **environ: str) -> Desk:
    """A desk with a session's agent, a person or a script before it."""
    who = caller.Caller(session if kind == AGENT else caller.TERMINAL, *kind)
    return Desk(lane.local, who, now, {"CLAUDE_PROJECT_DIR": "/nowhere/at/all", **environ})


def work(lane) -> None:
    """What the worker does: drain the spool, commit, bring the tables up to date."""
    drain.Drain(lane.local, lane.root, DESK, str, NOW).run()
    repository.commit(lane.root, "x")
    tables.refresh(lane.local, lane.root)
