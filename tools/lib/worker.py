"""The worker: the one process that turns spool into journal, and keeps lane, remote and checkout together.

It holds `locks/worker` while it runs, so there is one for an installation. It may be killed at any instruction: every
step finds out from the disk what is to be done. It ends by itself when no session has been active for a while, and hands
over to the new code when that was put in force; where none is any more, to nobody.
"""
from __future__ import annotations

import contextlib
import os
import time

from tools.lib import files, launch, lock, work
from tools.lib.errors import Refusal
from tools.lib.failures import note
from tools.lib.journals import drain
from tools.lib.journals.ledger import Ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

POLL = 0.5  # seconds between two looks at the spool


def main(argv: Sequence[str]) -> int:
    """Run for the installation `argv[0]` until idle; at once done where another worker runs."""
    local, before = argv[0], None
    code = launch.pointer(local)
    while True:
        with _alone(local) as mine:
            if not mine:
                return 0
            try:
                loop(work.Work(local), code)
            except Exception as error:
                note(local, "worker", error, time.time())
                return 1
        if launch.pointer(local) != code:
            if launch.pointer(local):
                launch.worker(local)
            return 0
        # an event that came after the last look found the lock taken and started nobody; one that waits since is in trouble
        waiting = [row[:2] for row in drain.read(local, Ledger(local))]
        if not waiting or waiting == before:
            return 0
        before = waiting


def loop(one: work.Work, code: str) -> None:
    """Work until nobody needs it, somebody waits to do what no worker may be amid, or other code than this is in force."""
    one.turn(at_once=False)
    while not one.is_idle() and not _is_wanted(one.local) and launch.pointer(one.local) == code:
        time.sleep(POLL)
        _answered(one)


def now(local: str, patience: float = 120.0) -> dict[str, float]:
    """One whole pass at once, by the running worker or by us; gives what it told. Raises Refusal when none answers."""
    until = time.monotonic() + patience
    request = os.path.join(files.folder(os.path.join(local, "requests")), str(os.getpid()))
    files.replace(request, "")
    try:
        while time.monotonic() < until:
            with _alone(local) as mine:
                if mine:
                    _answered(work.Work(local))
                    return work.state(local)
            if not os.path.exists(request):
                return work.state(local)
            time.sleep(0.05)
    finally:
        files.remove(request)
    raise Refusal(f"{local}: the worker did not answer in {patience:.0f} s; it is busy or stopped, try again in a minute")


def ended(local: str, patience: float = 30.0) -> bool:
    """Wait until no worker runs any more, for so many seconds; gives whether that came about."""
    with _alone(local, patience) as free:
        return bool(free)


@contextlib.contextmanager
def aside(local: str, patience: float = 120.0) -> Iterator[None]:
    """Nobody else's worker is at work inside, and a whole pass is made at the end. Raises Refusal.

    One that runs ends after its turn; another goes on for it, also where what is inside fails.
    """
    with _alone(local) as free:
        pass
    try:
        with _wanted(local, patience), _alone(local, patience) as mine:
            if not mine:
                raise Refusal(f"{local}: the worker did not end its turn in {patience:.0f} s; try again in a minute")
            yield
            work.Work(local).turn(at_once=True)
    finally:
        if not free:
            launch.worker(local)


def _answered(one: work.Work) -> None:
    """A turn, a whole one where somebody asks for it; the request is gone when it was made."""
    asked = _requests(one.local)
    one.turn(at_once=bool(asked))
    for request in asked:
        files.remove(request)


def _requests(local: str) -> list[str]:
    """The files that ask the running worker for a whole pass at once."""
    folder = os.path.join(local, "requests")
    try:
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    except FileNotFoundError:
        return []


def _is_wanted(local: str) -> bool:
    with _wanted(local) as free:
        return not free


def _wanted(local: str, patience: float = 0.0) -> lock.held:
    """The lock that is held while somebody waits for the worker's; it goes with its holder, as no file would."""
    return lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "wanted"), patience)


def _alone(local: str, patience: float = 0.0) -> lock.held:
    return lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "worker"), patience)
