"""Captions: a line that announces users and passwords, and the lines below it that hold them two by two."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import values
from tools.lib.scrub.places import directives
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

USER = lazy.pattern(r"(?:users?|user[ _-]?names?|logins?|e-?mails?|accounts?|names?|id)[\"'`*]{0,2}[ ]?"
                    r"(?:[/:,;|&+]|and|und|et|y)?[ ]?\Z", re.I)
ENDED = lazy.pattern(r"[\w*`\"']{0,12}[ ]?[)\]]?[ ]?:?[*_]{0,2}[ \t]*\r?\n(?:[ \t]*\r?\n)?"
                     r"(?:```\w*\r?\n|[ \t]*[=~-]{3,60}\r?\n)?")
LINE = lazy.pattern(r"[ \t>*#|+-]{0,12}(?:[0-9]{1,3}[.):][ ])?[\w.@+-]{1,60}(?:[ ]?[:/,;|=][ ]?|[ \t]{1,8}|[ ][-–—>]{1,2}[ ])"
                    r"(?P<value>[^\s:/,;|\"'`]{6,100})[ \t|]{0,4}(?:\r?\n|\Z)")
LINES = 50


def below(text: str, begin: int, end: int, login: bool) -> Iterator[Span]:
    """Give the passwords below the line whose password's name, or word for both (`login`), is text[begin:end]."""
    ended = ENDED.match(text, end)
    if not ended or not login and not USER.search(text, max(0, begin - 24), begin):
        return
    at = ended.end()
    for _ in range(LINES):
        line = LINE.match(text, at)
        if not line:
            return
        value = line.group("value").rstrip(".,")
        if values.secret(value, "password", False) and (directives.secret(value, "password") or values.NAME.match(value)):
            yield Span(line.start("value"), line.start("value") + len(value), "password", "caption")
        at = line.end()
