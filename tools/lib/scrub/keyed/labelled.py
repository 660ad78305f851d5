"""Labelled: a value whose label stands behind it in brackets, and the password of somebody who is told to log in as a user."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import prose
from tools.lib.scrub.span import Span

# `admin / secret (password)`, `secret (client secret)`, `admin:secret (user:password)`.
BEFORE = lazy.pattern(r"(?:^|[\s\"'`«(])(?:[\w.@-]{1,40}:)?(?P<value>[^\s\"'`«»()|]{6,100})[\"'`*]{0,3}(?:[ ]»)?[ ]\("
                      r"(?P<about>(?:[^\W\d_][\w'’-]{0,20}[ :/,]{1,2}){0,4})\w{0,30}\Z")
CLOSED = lazy.pattern(r"\w{0,12}\)")
ABSENT = frozenset("no not without needs need requires require asks ask missing see wrong forgot reset change kein "
                   "ohne sans sin senza".split())
USER = lazy.pattern(r"(?:(?:to|on|at|in|bei|à|auf)[ ][^\n,;/]{1,40}?[ ])?(?:with|as|using|mit|als|avec)[ ]"
                    r"(?:the[ ]|user[ ]|login[ ]){0,2}"
                    r"[\"'`*]{0,2}[\w.@+-]{1,60}[\"'`*]{0,2}[ ]?(?:/|\||,[ ](?:pw|pass)|and)[ ][\"'`*]{0,2}"
                    r"(?P<value>[^\s\"'`()|]{6,100})",
                    re.I)


def before(text: str, start: int, end: int, grade: str) -> list[Span]:
    """Return the value before the bracket that ends with the name text[start:end]."""
    first = max(0, start - 180)
    if text.find("(", max(0, start - 70), start) < 0 or not CLOSED.match(text, end):
        return []
    found = BEFORE.search(text, first, start)
    about = re.findall(r"[^\W\d_]+", found.group("about").lower()) if found else []
    if not found or not ABSENT.isdisjoint(about) or not prose.spoken(found.group("value"), grade, True):
        return []
    return [Span(*found.span("value"), "password" if grade == "password" else "secret", "labelled")]


def entered(text: str, end: int) -> list[Span]:
    """Return the password that follows the user's name behind `log in`, which ends at `end`."""
    found = USER.match(text, end)
    value = found.group("value").rstrip(".,;:") if found else ""
    if not found or not value or not prose.spoken(value, "password", True):
        return []
    return [Span(found.start("value"), found.start("value") + len(value), "password", "labelled")]
