"""Splice: JSON text with some of its strings changed and everything else as it was, to the byte."""
from __future__ import annotations

import json
import re

from tools.lib.scrub.budget import Unscrubbable

STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.S)


def spliced(text: str, strings: list[str]) -> str:
    """Return JSON text with its n-th string literal saying the n-th string; literals that say it already stay."""
    literals = list(STRING.finditer(text))
    if len(literals) != len(strings):
        raise Unscrubbable("a record's strings could not be told apart")
    pieces: list[str] = []
    at = 0
    for literal, new in zip(literals, strings):
        raw = literal.group()
        if "\\" not in raw and raw[1:-1] == new or json.loads(raw, strict=False) == new:
            continue
        pieces += (text[at:literal.start()], json.dumps(new))
        at = literal.end()
    pieces.append(text[at:])
    return "".join(pieces)
