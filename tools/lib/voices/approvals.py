"""Approvals: which versions of what speaks as the person they have said yes or no to; pure.

`memory/approvals/<device>.md`, written by that device only; a line each:

    - TIME approved: PATH sha256:HASH
    - TIME refused: PATH sha256:HASH
    - TIME withdrawn: PATH sha256:HASH        neither yes nor no any more

TIME as in a journal, and later than every approval its device knew of, so that "newest" does not hang on clocks. PATH has
`/`. HASH is of the text as it is read, without BOM and CRLF; of a file that is not there, of no text. Of two words about
one version the later holds. Any other line is a person's and is kept as it stands.
"""

from __future__ import annotations

import re
from collections import namedtuple
from hashlib import sha256

from tools.lib import files, journal
from tools.lib.voices.voice import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FOLDER = "memory/approvals/"
APPROVED, REFUSED, WITHDRAWN = "approved", "refused", "withdrawn"
LINE = re.compile(
    r"""
    -[ ](?P<when>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)
    [ ](?P<word>approved|refused|withdrawn)
    :[ ](?P<path>\S|\S.*?\S)
    [ ]sha256:(?P<sum>[0-9a-f]{64})
    """,
    re.VERBOSE | re.ASCII,
)

Approval = namedtuple("Approval", "when word path sum")


def path_of(device: str) -> str:
    """Where in the repository a device's approvals are."""
    return f"{FOLDER}{device}.md"


def parse(text: str) -> list[Approval | str]:
    """The lines of a file: approvals, and as strings what is none. `render` is the inverse for any text."""
    return [_item(row) for row in text.split("\n")]


def _item(row: str) -> Approval | str:
    match = LINE.fullmatch(row)
    return Approval(match["when"], match["word"], match["path"], match["sum"]) if match else row


def render(items: Iterable[Approval | str]) -> str:
    """The text of a file."""
    return "\n".join(item if isinstance(item, str) else line(item) for item in items)


def line(item: Approval) -> str:
    """The line of an approval, without a line end."""
    return f"- {item.when} {item.word}: {item.path} sha256:{item.sum}"


def read(texts: Iterable[str]) -> list[Approval]:
    """The approvals of several files in the order they were made."""
    found = {item for text in texts for item in parse(text) if not isinstance(item, str)}
    return sorted(found, key=lambda item: (journal.instant(item.when), item))


def words(items: Iterable[Approval]) -> dict[tuple[str, str], Approval]:
    """The last word about each version: (path, sum) -> approval. The items are in order."""
    return {(item.path, item.sum): item for item in items}


def newest(found: Mapping[tuple[str, str], Approval], path: str) -> list[str]:
    """The sums of a path's approved versions, the one approved last first."""
    yes = [item for item in found.values() if item.path == path and item.word == APPROVED]
    return [item.sum for item in sorted(yes, key=lambda item: -journal.instant(item.when))]


def sum_of(content: bytes | None) -> str:
    """By what a version is known; None for a file that is not there."""
    return sha256(files.plain(content or b"").encode("utf-8", "surrogatepass")).hexdigest()


def speaks(path: str) -> bool:
    """Whether what is at a path of the repository speaks as the person, so that its versions need their word.

    >>> speaks("memory/lessons/tides.md"), speaks("contexts/clients/acme/facts/port.md"), speaks("memory/working/x.md")
    (True, True, False)
    """
    parts = path.split("/")
    if path == RULES or not path.endswith(".md"):
        return path == RULES
    if parts[0] == "contexts":
        return parts[2 if parts[1] == "_unsorted" else 3 : -1][:1] == ["facts"]
    return parts[:2] in (["memory", "lessons"], ["memory", "facts"])
