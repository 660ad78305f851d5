"""Kinds: what a path of the repository is, and so who writes it and how two versions of it become one."""
from __future__ import annotations

JOURNAL, SAVED, WORKING, MACHINE, HAND, FOREIGN = "journal", "saved", "working", "machine", "hand", "foreign"

OF_MACHINES = ("tombstones", "approvals", "audit", "devices", "moves", "allowed")  # below memory/
HEARTBEATS = "memory/devices/"
DESK = ("contexts", "memory", "skills", "preferences.md")  # where a person's edits are taken from
# One device writes each such file, so commits that hold nothing else can be made again on another parent.
ONE_WRITER = frozenset([JOURNAL, SAVED, MACHINE])
BY_ENTRY = frozenset([JOURNAL, WORKING])


def of(path: str) -> str:
    """The kind of a path (with `/`, from the repository's root).

    >>> of("contexts/clients/acme/journal/2026-11/30/desk-4f1c-s1.md")
    'journal'
    """
    parts = path.split("/")
    if parts[0] == "memory" and len(parts) > 2:
        if parts[1] == "working":
            return WORKING
        return MACHINE if parts[1] in OF_MACHINES else HAND
    if parts[0] == "contexts":
        below = parts[2:] if parts[1:2] == ["_unsorted"] else parts[3:]
        if len(below) > 1 and below[0] == "journal":
            return JOURNAL
        return SAVED if len(below) > 1 and below[0] == "sessions" else HAND
    return HAND if parts[0] in DESK else FOREIGN


def is_safe(path: str) -> bool:
    """Whether a path may be written below a folder of ours, on every system: no way out, nothing of git's own."""
    return all(
        part not in ("", ".", "..") and part.rstrip(" .").lower() not in (".git", "git~1", "") and not set(part) & set('\\:\0')
        for part in path.split("/")
    )
