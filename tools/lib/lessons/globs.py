"""Globs: patterns of paths, and the words under which they are looked up; pure.

A pattern is components joined by `/`: `*` is any part of one, `?` one letter, `**` any number of components. It fits a path
in which such components follow each other: anywhere, or from the root where it begins with `/`, `~` or a drive. What lies
below a folder that fits, fits. Case counts for nothing, `\\` is `/`.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ANY = "*"  # the key of a pattern that has no word of its own


def fits(pattern: str, path: str, home: str) -> bool:
    """Whether the pattern fits a whole path; `home` is the person's, for `~`."""
    wanted = _parts(home + pattern[1:] if pattern == "~" or pattern.startswith(("~/", "~\\")) else pattern)
    found = _parts(path)
    if not any(part not in ("", ANY * 2) for part in wanted):
        return False
    if wanted[0] == "" or wanted[0].endswith(":"):
        return _follow(wanted, found)
    return any(_follow(wanted, found[at:]) for at in range(len(found)))


def key(pattern: str) -> str:
    """The word under which a pattern is kept: its longest plain component, a file's ending, or ANY."""
    parts = [part for part in _parts(pattern) if part not in ("", "~") and not part.endswith(":")]
    plain = [part for part in parts if not set(part) & {"*", "?"}]
    if plain:
        return max(plain, key=len)
    endings = [part[1:] for part in parts if part.startswith("*.") and not set(part[1:]) & {"*", "?"}]
    return max(endings, key=len) if endings else ANY


def keys(path: str) -> set[str]:
    """The words under which patterns that fit a path may be kept."""
    parts = [part for part in _parts(path) if part]
    endings = {part[at:] for part in parts for at, letter in enumerate(part) if letter == "."}
    return {ANY, *parts, *endings}


def _parts(path: str) -> list[str]:
    return path.strip().replace("\\", "/").rstrip("/").lower().split("/")


def _follow(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether the components of a pattern are the first ones of a path."""
    if not wanted:
        return True
    if wanted[0] == "**":
        return any(_follow(wanted[1:], found[at:]) for at in range(len(found) + 1))
    return bool(found) and _one(wanted[0], found[0]) and _follow(wanted[1:], found[1:])


def _one(pattern: str, name: str) -> bool:
    """Whether a component fits a name: the last `*` takes up what does not."""
    at = after = 0
    star = back = -1
    while after < len(name):
        if at < len(pattern) and pattern[at] in ("?", name[after]) and pattern[at] != "*":
            at, after = at + 1, after + 1
        elif at < len(pattern) and pattern[at] == "*":
            star, back, at = at, after, at + 1
        elif star >= 0:
            back += 1
            at, after = star + 1, back
        else:
            return False
    return not pattern[at:].strip("*")
