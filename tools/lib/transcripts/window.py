"""The next whole lines of a file that grows, read by seeking, never from its beginning."""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import files

WINDOW = 8 << 20  # bytes of one pass
LONGEST = 64 << 20  # bytes of a line that is read at all; and of the search for a line's end in one pass

# content: whole lines; start, end: their place in the file; looked: up to where there is no line's end behind `end`;
# more: whether another pass would find more
Window = namedtuple("Window", "content start end looked more")


def size(path: str) -> int:
    """The size of a file in bytes; 0 where there is none."""
    try:
        return os.path.getsize(path) if os.path.isfile(path) else 0
    except OSError:
        return 0


def following(path: str, start: int, looked: int, most: int = WINDOW) -> Window:
    """The whole lines from byte `start` on, about `most` bytes of them, but one line at least, however long.

    `looked` is what an earlier window gave: up to there no line ends. Half a line at the end stays for later. A line of
    more than LONGEST bytes comes as no content, with `end` behind it. Raises OSError.
    """
    whole = size(path)
    if whole <= max(start, looked):
        return Window(b"", start, start, max(start, looked), False)
    content = files.read(path, start, most) or b"" if looked < start + most else b""
    last = content.rfind(b"\n")
    if last >= 0:
        return Window(content[: last + 1], start, start + last + 1, start + last + 1, start + most < whole)
    if len(content) < most and looked <= start:
        return Window(b"", start, start, start, False)
    return _long(path, start, max(looked, start + len(content)), whole, most)


def _long(path: str, start: int, looked: int, whole: int, most: int) -> Window:
    """A line that did not end within the first read: search on, then read it in one piece."""
    until = looked + LONGEST
    while looked < min(whole, until):
        block = files.read(path, looked, most) or b""
        if not block:
            break
        found = block.find(b"\n")
        if found >= 0:
            end = looked + found + 1
            content = files.read(path, start, end - start) or b"" if end - start <= LONGEST else b""
            return Window(content, start, end, end, end < whole)
        looked += len(block)
    return Window(b"", start, start, looked, looked < whole)
