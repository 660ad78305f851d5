"""Pace: when each step of the worker's is due, and what becomes of one that fails."""
from __future__ import annotations

from tools.lib import notices
from tools.lib.errors import Refusal
from tools.lib.failures import note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

RETRY = 30.0  # seconds before a step that failed is tried again
FARTHEST = 7200.0  # seconds; a mark farther ahead was made by a clock that has been set back since


class Pace:
    """The steps of one worker. Times are seconds since the epoch."""

    def __init__(self, local: str) -> None:
        self.local = local
        self.due: dict[str, float] = {}
        self.failing: set[str] = set()  # the steps that failed when they were last tried
        self.troubles = set(notices.standing(local))  # topics that may be over once their step succeeds

    def is_due(self, name: str, now: float) -> bool:
        """Whether it is time for this step."""
        return not now < self.due.get(name, 0.0) < now + FARTHEST

    def step(self, name: str, every: float, work: Callable[[], object], now: float) -> bool:
        """Do a step that is due; a failure is logged, said and tried again later, and stops no other step."""
        if not self.is_due(name, now):
            return False
        self.due[name] = now + every
        try:
            done = bool(work())
        except Refusal as refusal:
            notices.say(self.local, f"worker-{name}", str(refusal), now)
        except Exception as error:
            note(self.local, f"worker {name}", error, now)
        else:
            self.failing.discard(name)
            for topic in self.troubles & _topics(name):
                notices.over(self.local, topic)
                self.troubles.discard(topic)
            return done
        self.failing.add(name)
        self.troubles |= _topics(name)
        self.due[name] = now + RETRY
        return False


def _topics(name: str) -> set[str]:
    return {f"worker-{name}", f"failed-worker {name}"}
