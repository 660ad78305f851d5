"""Front matter: the `key: value` head of a Markdown file, kept line for line.

Grammar: the file begins with a line `---`, then lines up to the next `---`. A head line is `key: value`, or `key:`
followed by lines `  - item`. Everything that this grammar does not know is kept as it stands.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FENCE = "---"


def split(text: str) -> tuple[list[str], str]:
    """The head's lines and the body; a text without a closed head is all body. `join` is the inverse."""
    if not text.startswith(FENCE + "\n"):
        return [], text
    lines = text.split("\n")
    for number in range(1, len(lines)):
        if lines[number].rstrip() == FENCE:
            return lines[1:number], "\n".join(lines[number + 1 :])
    return [], text


def join(head: Sequence[str], body: str) -> str:
    """The text of a head and a body."""
    return "\n".join([FENCE, *head, FENCE, body]) if head else body


def fields(head: Sequence[str]) -> dict[str, list[str]]:
    """The values by key, each a list: of `key: a, b` and of `- item` lines below it. Quotes around an item go."""
    found: dict[str, list[str]] = {}
    key = ""
    for line in head:
        bare = line.strip()
        if bare.startswith("- ") and key:
            found[key].append(_unquoted(bare[2:]))
        elif ":" in bare and not bare.startswith("#"):
            key, _, value = bare.partition(":")
            key = key.strip()
            found[key] = [_unquoted(part) for part in value.strip().strip("[]").split(",") if part.strip()]
    return found


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def changed(head: Sequence[str], key: str, values: Sequence[str]) -> list[str]:
    """The head with `key` set to `values` on one line; other lines stay, a new key goes to the end."""
    line = f"{key}: {', '.join(values)}".rstrip()
    kept: list[str] = []
    inside = placed = False
    for old in head:
        if inside and old.strip().startswith("- "):
            continue
        inside = old.partition(":")[0].strip() == key and ":" in old
        kept.append(line if inside else old)
        placed = placed or inside
    return kept if placed else [*kept, line]
