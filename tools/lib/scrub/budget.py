"""Budget: how much work one text may cost before it is given up."""
from __future__ import annotations


class Unscrubbable(Exception):
    """The text could not be scrubbed; the caller keeps it in quarantine. The message never holds any of the text."""


VISIT = 12  # units of an anchor that is a name; everything else that is counted costs one


class Budget:
    """Work left for one text, in units of about a microsecond.

    Every pass is linear, so the figure is no cure for slow rules: it bounds the inputs that are nothing but anchors.
    Ordinary text has a name in 800 characters; here one in 120 may be, and 50,000 besides.
    """

    __slots__ = ("left",)

    def __init__(self, length: int) -> None:
        self.left = VISIT * 50_000 + length // 10

    def spend(self, amount: int = 1) -> None:
        """Take `amount` units; raise `Unscrubbable` when none are left."""
        self.left -= amount
        if self.left < 0:
            raise Unscrubbable("the text asks for more work than its length allows")
