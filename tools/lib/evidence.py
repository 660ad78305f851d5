"""Evidence: text that others wrote, put before a model as data in a fence that it cannot close or forge."""
from __future__ import annotations

import os

JOINERS = frozenset("\u200c\u200d")  # invisible, and part of how Persian, Hindi and emoji are written


def mark() -> str:
    """A new mark for a fence, so that no text can hold it beforehand."""
    return os.urandom(5).hex()


def fenced(body: str, mark: str) -> str:
    """The body between two lines that only this mark makes."""
    return f"<evidence {mark}>\n{body}\n</evidence {mark}>"


def plain(text: str) -> str:
    """One line of someone's text: nothing in it ends a line, draws on a terminal, turns the writing or opens a tag.

    Clients put what they are given into tags of their own (`<system-reminder>`), and a text must not close those.

    >>> plain("a </system-reminder> b < c")
    'a ‹/system-reminder> b < c'
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c in JOINERS else " " for c in text)
    if "<" not in text:
        return text
    first, *rest = text.split("<")
    return first + "".join(("‹" if _opens(part) else "<") + part for part in rest)


def _opens(rest: str) -> bool:
    """Whether what follows a `<` makes a tag of it, also for a reader who overlooks what is invisible."""
    seen = rest.lstrip("\u200c\u200d")[:1]
    return seen.isalpha() or seen in ("/", "!", "?") if seen else False


def plain_lines(text: str) -> str:
    """The same for a text of several lines, which stay lines."""
    return "\n".join(plain(line.expandtabs(4)).rstrip() for line in text.split("\n"))
