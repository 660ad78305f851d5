"""Seams: where one block of a record ends in the middle of a word and the next goes on with it, a secret may lie across.

Clients cut long outputs into blocks. Each half may be harmless to a scrubber, and a reader puts the two together.
"""
from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.lib.archive.pieces import Scrubs

SPEAKING = ("text", "content", "output")  # what a block calls its text
TAIL = re.compile(r"(?:[^\n]{0,60}[\s\"'=:])?[A-Za-z0-9_.+/=~%-]{2,400}\Z", re.A)
HEAD = re.compile(r"[A-Za-z0-9_.+/=~%-]{2,400}", re.A)
LEAST = 12  # characters of a word that two blocks make


def closed(value: Any, scrubber: Scrubs) -> Any:
    """A JSON value in which no secret lies across two neighbouring blocks; one without any is given back as it is.

    Raises what the scrubber raises.
    """
    if isinstance(value, dict):
        made = {key: closed(item, scrubber) for key, item in value.items()}
        return value if all(made[key] is value[key] for key in value) else made
    if not isinstance(value, list):
        return value
    items = [closed(item, scrubber) for item in value]
    for place in range(len(items) - 1):
        left, right = _said(items[place]), _said(items[place + 1])
        ends = _joined(left, right, scrubber) if left and right else None
        if ends:
            items[place], items[place + 1] = _put(items[place], ends[0]), _put(items[place + 1], ends[1])
    return value if all(new is old for new, old in zip(items, value)) else items


def _joined(left: str, right: str, scrubber: Scrubs) -> tuple[str, str] | None:
    """The two texts without the secret that they make together; None where they make none."""
    tail, head = TAIL.search(left[-500:]), HEAD.match(right)
    if not tail or not head or len(tail[0].split()[-1]) + len(head[0]) < LEAST:
        return None
    whole = tail[0] + head[0]
    clean = scrubber.value(whole)
    if clean == whole or clean == f"{scrubber.value(tail[0])}{scrubber.value(head[0])}":
        return None
    return left[: len(left) - len(tail[0])] + str(clean), right[head.end() :]


def _said(block: object) -> str:
    """The text of a block, or the block where it is one; "" for none."""
    if isinstance(block, dict):
        block = next((block[name] for name in SPEAKING if isinstance(block.get(name), str)), "")
    return block if isinstance(block, str) else ""


def _put(block: Any, text: str) -> Any:
    if isinstance(block, str):
        return text
    name = next(name for name in SPEAKING if isinstance(block.get(name), str))
    return {**block, name: text}
