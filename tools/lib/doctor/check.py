"""Check: one line of the doctor's screen."""

from __future__ import annotations

from collections import namedtuple

COLOURS = GREEN, WAITING, YELLOW, RED = ("green", "waiting", "yellow", "red")

# line: what is so, in one line; next: the command that helps, or what to do; "" where nothing is to be done
Check = namedtuple("Check", "colour line next")
# Where and when the doctor looks: the installation, its settings, the environment, seconds since the epoch, the folder it
# was called in, and the mark of its last look (see `past`)
Patient = namedtuple("Patient", "local settings environ now folder past")


def good(line: str) -> Check:
    """As it should be."""
    return Check(GREEN, line, "")


def later(line: str, next: str) -> Check:
    """Not so yet, and nobody has to do anything before it is time."""
    return Check(WAITING, line, next)


def odd(line: str, next: str) -> Check:
    """Works, but somebody should look."""
    return Check(YELLOW, line, next)


def bad(line: str, next: str) -> Check:
    """Does not work."""
    return Check(RED, line, next)


def ago(seconds: float) -> str:
    """A span of time as a person says it.

    >>> ago(40), ago(7200), ago(-5)
    ('40 s', '2 h', '0 s')
    """
    seconds = max(seconds, 0)
    for size, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{int(seconds // size)} {name}"
    return f"{int(seconds)} s"


def counted(count: int, what: str) -> str:
    """A number and its noun: `1 piece`, `2 pieces`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
