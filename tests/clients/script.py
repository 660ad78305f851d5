"""Scripts: what a fake model answers to which request.

A scenario is a JSON object:

    turns    answers of the lane "main", used in order, one a request
    lanes    [{"name", "contains" or "regex", "in", "turns", "loop"}]: the first lane that matches takes the request;
             "in" names one of the request's texts: "first", "last" (user message), "system", "any" (the whole body)
    default  the answer when a lane has run out of turns (else {"text": "done"})
    aux      the answer to a request that brings no tools: titles, summaries (else {"text": "aux"})

An answer is a string, or an object with any of

    text, thinking, tools [{"name", "input", "id"}], blocks or items (raw output), delay (seconds before the answer),
    status (an HTTP error instead), stop_reason, usage
"""

from __future__ import annotations

import re
from typing import Any

Answer = dict[str, Any]

DONE: Answer = {"text": "done"}
AUX: Answer = {"text": "aux"}


def choose(scenario: dict[str, Any], texts: dict[str, str], has_tools: bool, used: dict[str, int]) -> tuple[str, Answer]:
    """Give the lane and the answer for a request, and count the turn in `used`.

    `texts` holds the request's "first", "last", "system" and "any".
    """
    lane = next((lane for lane in scenario.get("lanes", ()) if _takes(lane, texts)), None)
    if lane is None and not has_tools:
        return "aux", _whole(scenario.get("aux", AUX))
    if lane is None:
        lane = {"name": "main", "turns": scenario.get("turns", [])}
    turns, turn = lane.get("turns", []), used.get(lane["name"], 0)
    used[lane["name"]] = turn + 1
    if lane.get("loop") and turns:
        turn %= len(turns)
    return lane["name"], _whole(turns[turn] if turn < len(turns) else scenario.get("default", DONE))


def _takes(lane: dict[str, Any], texts: dict[str, str]) -> bool:
    text = texts[lane.get("in", "first")]
    if "contains" in lane:
        return lane["contains"] in text
    return re.search(lane["regex"], text, re.DOTALL) is not None


def _whole(answer: str | Answer) -> Answer:
    return {"text": answer} if isinstance(answer, str) else answer
