"""Budget: how much work one text may cost before it is given up."""
from __future__ import annotations


class Unscrubbable(Exception):
    """The text could not be scrubbed; the caller keeps it in quarantine. The message never holds any of the text."""


class Budget:
    """Work left for one text, in anchor visits.

    Every pass is linear, so the figure is no cure for slow rules: it bounds the inputs that are nothing but anchors.
    """

    __slots__ = ("left",)

    def __init__(self, length: int) -> None:
        self.left = 100_000 + length  # ordinary text has an anchor per 60 characters

    def spend(self, amount: int = 1) -> None:
        """Take `amount` visits; raise `Unscrubbable` when none are left."""
        self.left -= amount
        if self.left < 0:
            raise Unscrubbable("the text asks for more work than its length allows")
