"""Discreet: what the person must know is told to a session without what the session's context may not see.

A sentence that names a file of another context, by whose path much is said already, is replaced by one that says where
the person finds it. Only whole sentences are: where a path with blanks in it ends, none of ours could say.
"""
from __future__ import annotations

from tools.lib import commands, contexts
from tools.lib.intake import resolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CONTEXTS = "contexts/"
# Files of all contexts side by side, named after what they are about; one that a session left begins with its context's name
SHARED = ("memory/lessons/", "memory/facts/", "memory/working/")


def sentences(local: str, own: str, found: Iterable[str]) -> list[str]:
    """The sentences as a session of context `own` may have them, each once."""
    known = {context.name: context for context in resolution.table(local)}
    hidden = f"something of another context waits for the person: `{commands.line('doctor')}` at a terminal says what"
    return list(dict.fromkeys(text if _may_have(own, known, text) else hidden for text in found))


def _may_have(own: str, known: Mapping[str, contexts.Context], text: str) -> bool:
    short = own.partition("/")[2]
    if any(_head(rest).rpartition("-")[0] != short for folder in SHARED for rest in text.split(folder)[1:]):
        return False
    named = filter(None, map(_context, text.split(CONTEXTS)[1:]))
    return all(contexts.may_read(own, known.get(name) or contexts.read(name, "")) for name in named)


def _context(rest: str) -> str:
    """The context that a path below `contexts/` is of; "" for none."""
    kind, _, below = rest.partition("/")
    name = kind if kind == contexts.UNSORTED else f"{kind}/{_head(below).lower()}"
    return name if contexts.is_context(name) else ""


def _head(text: str) -> str:
    """The letters, digits and hyphens that a text begins with."""
    end = next((at for at, letter in enumerate(text) if not (letter.isalnum() or letter in "-_")), len(text))
    return text[:end]
