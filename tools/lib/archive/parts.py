"""Parts: a text that grows without end, as files of bounded size of which a finished one never changes again.

Each file is written whole or not at all, and what was written is remembered as size and hash. So a kill between the
files and the memory costs nothing: the same pieces, given again, make the same files. A part that somebody has changed
or removed since is left alone, and the text goes on in the next one.
"""
from __future__ import annotations

import os
from collections import namedtuple
from hashlib import sha256

from tools.lib import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Part = namedtuple("Part", "number size mark", defaults=(0, 0, ""))  # the last one written; 0 for none yet


def name(stem: str, number: int, ending: str) -> str:
    """The name of a part: the first bears no number."""
    return f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}"


def extend(
    root: str, stem: str, ending: str, part: Part, head: Callable[[int], bytes], pieces: Iterable[bytes], most: int
) -> tuple[Part, list[str]]:
    """Add `pieces` behind `part`; gives the part that is now the last, and the names of the files written.

    `stem` is relative to `root`; `head(number)` begins a new part; a part grows to `most` bytes, or to one piece.
    Raises OSError; nothing is remembered then, and the same call does it again.
    """
    written = []
    content = _known(os.path.join(root, name(stem, part.number, ending)), part)
    number = part.number if content else part.number + 1
    start = head(number)
    content = content or start
    grown = False
    for piece in pieces:
        if len(content) > len(start) and len(content) + len(piece) > most:
            if grown:
                written.append(_put(root, name(stem, number, ending), content))
            number += 1
            start = content = head(number)
        content += piece
        grown = True
    written.append(_put(root, name(stem, number, ending), content))
    return Part(number, len(content), _mark(content)), written


def _known(path: str, part: Part) -> bytes:
    """What we wrote into the last part, if it is still there as we wrote it; b"" else."""
    content = (files.read(path) or b"")[: part.size] if part.number else b""
    return content if content and _mark(content) == part.mark else b""


def _put(root: str, where: str, content: bytes) -> str:
    path = os.path.join(root, *where.split("/"))
    if files.read(path) != content:
        files.replace(path, content)
    return where


def _mark(content: bytes) -> str:
    return sha256(content).hexdigest()[:20]
