"""Difference: what differs between two texts, as a terminal may show it."""

from __future__ import annotations

import difflib

from tools.lib import commands, evidence, files, paths
from tools.lib.sync import resolve

MOST = 40  # lines that are shown of a contested file


def lines(old: str, new: str, names: tuple[str, str]) -> list[str]:
    """The differing lines with those around them, none of which can draw on a terminal; [] where no line differs."""
    rows = difflib.unified_diff(old.splitlines(), new.splitlines(), *names, "", "", lineterm="")
    return [row[:1] + evidence.plain(row[1:]) for row in rows]


def contested(local: str, path: str) -> list[str]:
    """What this clone's version of a contested path changes in the shared one, and where the rest of it is. Raises Refusal."""
    ids, texts = resolve.versions(local, path)
    theirs, mine = map(files.plain, texts)
    found = lines(theirs, mine, ("theirs, the shared version", "mine, this clone's version"))
    rest = len(found) - MOST
    if rest > 0:
        whole = ("diff", *ids) if all(ids) else ("cat-file", "-p", *filter(None, ids))
        line = " ".join(commands.quoted(word) for word in ("git", "-C", paths.lane(local), *whole))
        found[MOST:] = [f"{rest} more line{'s' if rest > 1 else ''}: {line}"]
    return found or [f"{path}: no line differs, only line ends, a last one, or that the file is there"]
