"""Crossing: the record that the checkout is on its way to a commit, kept until it has arrived.

`follow` in the installation's folder holds "HEAD TARGET" lines, the newest last. Until a run arrives, files of the
checkout that hold a recorded target's content are ours: put there by a run that was cut off.
"""
from __future__ import annotations

import os

from tools.lib import files
from tools.lib.sync import objects

MOST = 20


def records(local: str) -> list[list[str]]:
    """The [head, target] of each run that has not arrived."""
    text = (files.read(os.path.join(local, "follow")) or b"").decode("ascii", "replace")
    return [words for words in (line.split() for line in text.split("\n")) if len(words) == 2]


def begin(local: str, head: str, target: str) -> None:
    """A run is about to change files."""
    rows = dict.fromkeys(" ".join(row) for row in [*records(local), [head, target]])
    files.replace(os.path.join(local, "follow"), "\n".join(list(rows)[-MOST:]) + "\n")


def end(local: str) -> None:
    """It has arrived."""
    files.remove(os.path.join(local, "follow"))


def contents(local: str, root: str, paths: list[str]) -> dict[str, set[str]]:
    """The ids of the contents ("" for no file) that runs which were cut off may have put at these paths."""
    found: dict[str, set[str]] = {path: set() for path in paths}
    for _, target in records(local):
        if objects.commit_of(root, target) is not None:
            there = objects.sides(root, target, paths)
            for path in paths:
                found[path].add(there[path].id if path in there else "")
    return found
