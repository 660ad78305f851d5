"""Lines: a stream cut into JSON records and blocks of text, each small enough to be scrubbed whole."""
from __future__ import annotations

from tools.lib.scrub.budget import Unscrubbable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO

    from tools.lib.scrub.scrubber import Finding, Scrubber

    Lines = IO[bytes]

BLOCK = 1_000_000  # bytes of text held together: a key block or a wrapped value must not be cut in two
HELD = 100_000_000
WITHHELD = "[withheld: could not be scrubbed]"


def blocks(stream: Iterable[bytes]) -> Iterator[bytes]:
    """Give JSON records one by one and the text between them in blocks, which end at an empty line if they can."""
    held: list[bytes] = []
    size = 0
    for line in stream:
        record = line.lstrip()[:1] == b"{" and line.rstrip()[-1:] == b"}"
        if held and (record or size > BLOCK and (not line.strip() or size > 2 * BLOCK)):
            yield b"".join(held)
            held, size = [], 0
        if record:
            yield line
        else:
            held.append(line)
            size += len(line)
    if held:
        yield b"".join(held)


def scrub(scrubber: Scrubber, block: bytes) -> tuple[bytes, bool]:
    """Return a block scrubbed, and whether it could be; if not, a line that says so stands for it."""
    try:
        return scrubber.record(block), True
    except Unscrubbable:
        end = b"\n" if block.endswith(b"\n") else b""
        held = WITHHELD.encode() if block.lstrip()[:1] != b"{" else b'{"type":"withheld","reason":"could not be scrubbed"}'
        return held + end, False


def whole(scrubber: Scrubber, stream: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Give the blocks of a stream scrubbed, each with whether it could be.

    What a rule finds late is known for what came early: blocks are held until the end (or 100 MB) and looked at again.
    """
    held: list[tuple[bytes, bool]] = []
    size = 0
    for block in blocks(stream):
        held.append(scrub(scrubber, block))
        size += len(block)
        if size > HELD:
            yield from _again(scrubber, held)
            held, size = [], 0
    yield from _again(scrubber, held)


def _again(scrubber: Scrubber, held: list[tuple[bytes, bool]]) -> Iterator[tuple[bytes, bool]]:
    for block, fine in held:
        touched = fine and scrubber.memory.touches(block.decode("utf-8", "surrogateescape"))
        yield scrub(scrubber, block) if touched else (block, fine)


def findings(scrubber: Scrubber, block: bytes) -> tuple[list[Finding], bool]:
    """Return what a block holds, lines counted from its first, and whether it could be read to its end."""
    try:
        return scrubber.found(block), True
    except Unscrubbable:
        return [], False
