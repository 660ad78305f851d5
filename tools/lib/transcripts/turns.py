"""Turns: what a person asked and what the agent finally answered, from a transcript.

For what the spool could not take (a full disk): the missing turns are read here. Prompts that no person wrote are told
apart, but their answers count: after a background task's report comes an answer like any other.
"""
from __future__ import annotations

from collections import namedtuple

from tools.lib import files, transcripts
from tools.lib.transcripts import window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# id: the client's id of the prompt; asked, answered: seconds since the epoch, 0.0 for not at all
Turn = namedtuple("Turn", "kind id prompt asked answer answered", defaults=("", 0.0, "", 0.0))

OPENING = frozenset(["prompt", "notification", "shell"])
BETWEEN = frozenset(["call", "result"])
MOST = 8 << 20  # bytes from the transcript's end; what is older was journaled long ago


def recent(agent: str, path: str, most: int = MOST) -> list[Turn]:
    """The turns in the last `most` bytes of a transcript; none where it is missing or holds none."""
    size = window.size(path)
    content = files.read(path, max(0, size - most)) or b""
    if size > most:
        content = content.partition(b"\n")[2]
    return of(transcripts.items(agent, content))


def of(items: Iterable[transcripts.Item]) -> list[Turn]:
    """The turns of a session's items, in order; subagents' items are no part of any."""
    turns: list[Turn] = []
    fresh = True  # whether the next answer text begins a new answer: what was said before a tool call was not the last word
    for item in items:
        if item.who:
            continue
        if item.kind in OPENING:
            turns.append(Turn(item.kind, item.turn, item.value if item.kind == "prompt" else "", _time(item)))
            fresh = True
        elif item.kind in BETWEEN:
            fresh = True
        elif item.kind in ("answer", "failure") and turns and item.turn in ("", turns[-1].id):
            last = turns[-1]
            text = item.value if fresh else f"{last.answer}\n\n{item.value}"
            turns[-1] = last._replace(answer=text, answered=_time(item))
            fresh = False
    return turns


def _time(item: transcripts.Item) -> float:
    return transcripts.moment(item.when)
