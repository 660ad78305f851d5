"""Room: what fits into a text of so many bytes; pure."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Bytes of a hook's answer: of more than 10,000 Claude shows 2,000 characters, and Codex cuts out the middle.
LIMIT = 9500


def size(text: str) -> int:
    """Its bytes in UTF-8."""
    return len(text.encode("utf-8", "replace"))


def fitting(lines: Sequence[str], room: int, more: Callable[[int], str], beside: int = 0) -> list[str]:
    """The first lines that fit into `room` bytes, whole, and where not all do, the line `more` makes of the number left.

    `beside` is how many are left in any case, because they are not among the lines.
    """
    if not beside and sum(size(line) + 1 for line in lines) <= room:
        return list(lines)
    room -= size(more(len(lines) + beside)) + 1
    kept = []
    for line in lines:
        room -= size(line) + 1
        if room < 0:
            break
        kept.append(line)
    return [*kept, more(len(lines) - len(kept) + beside)]


def clipped(text: str, most: int) -> str:
    """The text, at most `most` characters of it; a cut one ends in `…`."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def within(text: str, most: int) -> str:
    """The text, at most `most` bytes of it; a cut one ends in `…`."""
    if size(text) <= most:
        return text
    return text.encode("utf-8", "replace")[: most - 3].decode("utf-8", "ignore").rstrip() + "…"
