"""Audit: what changed in memory, when and by whom; `memory/audit/<year-month>/<device>.md`, append-only, a line each:

    - TIME WHO: WHAT ^ID

TIME and ID as in a journal; WHO is `person` or a session's id; WHAT has ids, paths and fingerprints, never a text.
"""
from __future__ import annotations

import os
import re
from collections import namedtuple

from tools.lib import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LINE = re.compile(
    r"""
    -[ ](?P<when>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)
    [ ](?P<who>[A-Za-z0-9_-]{1,64}):[ ](?P<what>\S.*)[ ]\^(?P<id>[0-9a-z]{8})
    """,
    re.VERBOSE | re.ASCII,
)

Change = namedtuple("Change", "when who what id")


def path_of(device: str, when: str) -> str:
    """Where in the repository a device's changes of that month are; `when` is a change's time."""
    return f"memory/audit/{when[:7]}/{device}.md"


def parse(text: str) -> list[Change | str]:
    """The lines of a file: changes, and as strings what is none. `render` is the inverse for any text."""
    found = [(LINE.fullmatch(row), row) for row in text.split("\n")]
    return [Change(*match.group("when", "who", "what", "id")) if match else row for match, row in found]


def render(items: Iterable[Change | str]) -> str:
    """The text of a file."""
    return "\n".join(item if isinstance(item, str) else line(item) for item in items)


def line(change: Change) -> str:
    """The line of a change, without a line end."""
    return f"- {change.when} {change.who}: {change.what} ^{change.id}"


def add(lane: str, device: str, change: Change) -> str:
    """Put a change at the end of the lane's file, once; gives its path. Raises OSError."""
    path = path_of(device, change.when)
    place = os.path.join(lane, *path.split("/"))
    if line(change) not in (files.text(place) or "").split("\n"):
        files.append(place, line(change).encode("utf-8", "replace") + b"\n")
    return path
