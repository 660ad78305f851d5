"""Entries: two versions of a journal or working note become one, entry by entry.

A file is a head and blocks. A block begins with a line `- ...` or `## ...` and goes up to the next; it is known by the
id at the end of its first line, else by that line. Deleted on one side it goes, edited on one side the edit holds, new
ones stay; edited differently on both sides both stay (a reader takes the later), for nothing may be lost here.
"""
from __future__ import annotations

import re

from tools.lib import frontmatter

ID = re.compile(r" \^([0-9a-z]{8})$", re.ASCII)


def merged(base: str | None, ours: str | None, theirs: str | None) -> str | None:
    """The one text of both versions; None stands for a file that is not there."""
    heads, blocks = zip(*(_parsed(text or "") for text in (base, ours, theirs)))
    rows = _merged_blocks(*blocks)
    if not rows and (ours is None or theirs is None):
        return None
    head = _merged_heads(*heads)
    return "".join(part + "\n" for part in [*head, *rows])


def _parsed(text: str) -> tuple[list[str], dict[str, str]]:
    """The head's lines and the blocks by what they are known by, in the file's order."""
    front, body = frontmatter.split(text.replace("\r\n", "\n"))
    head = [frontmatter.FENCE, *front, frontmatter.FENCE] if front else []
    blocks: dict[str, list[str]] = {}
    block = head
    for line in body.split("\n")[: -1 if body.endswith("\n") or not body else None]:
        if line.startswith(("- ", "## ")):
            block = blocks[_key(line, blocks)] = []
        block.append(line)
    return head, {key: "\n".join(lines) for key, lines in blocks.items()}


def _key(line: str, taken: dict[str, list[str]]) -> str:
    found = ID.search(line)
    key = found[1] if found else line
    while key in taken:
        key += "+"
    return key


def _merged_heads(base: list[str], ours: list[str], theirs: list[str]) -> list[str]:
    if ours in (base, []):
        return theirs or ours
    return ours if theirs == base else ours + [line for line in theirs if line not in ours and line not in base]


def _merged_blocks(base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]) -> list[str]:
    rows = {key: found for key in ours if (found := _merged_block(base.get(key), ours[key], theirs.get(key)))}
    order, last = list(rows), -1
    for key in theirs:
        if key in rows:
            last = order.index(key) if key in ours else last
            continue
        found = _merged_block(base.get(key), ours.get(key), theirs[key])
        if found and key not in ours:
            last += 1
            order.insert(last, key)
            rows[key] = found
    return [row for key in order for row in rows[key]]


def _merged_block(base: str | None, ours: str | None, theirs: str | None) -> list[str]:
    """What stays of a block: nothing, one version, or both."""

    def same(one: str | None, other: str | None) -> bool:
        return one == other or (one is not None and other is not None and one.rstrip() == other.rstrip())

    if same(ours, theirs) or same(theirs, base):
        return [ours] if ours is not None else []
    if same(ours, base):
        return [theirs] if theirs is not None else []
    return [version for version in (ours, theirs) if version is not None]
