"""Prints: what stands in a file, told apart by its times and size first, and by a hash only where those differ.

A print is [modified in nanoseconds, size, hash]; the hash is "" for a file of more than `MOST` bytes, the size -1 for none.
"""
from __future__ import annotations

import os
import stat

MOST = 1 << 20  # bytes that are hashed
ABSENT: list[object] = [0, -1, ""]


def of(path: str) -> list[object]:
    """The print of a file; [] for what is no file or cannot be read."""
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            return []
        return [found.st_mtime_ns, found.st_size, _hash(path) if found.st_size <= MOST else ""]
    except FileNotFoundError:
        return list(ABSENT)
    except (OSError, ValueError):
        return []


def _hash(path: str) -> str:
    with open(path, "rb") as handle:
        return digest(handle.read(MOST + 1))


def digest(content: bytes) -> str:
    """A short hash of bytes."""
    try:
        from _blake2 import blake2b  # what `hashlib` gives, without its three milliseconds
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(content, digest_size=12).hexdigest())


def now(path: str, known: list[object]) -> list[object]:
    """The print of a file of which `known` was seen: `known` itself where the content is the same, however it was touched."""
    if len(known) != 3:
        return known
    try:
        found = os.stat(path)
        if [found.st_mtime_ns, found.st_size] == known[:2]:
            return known
    except FileNotFoundError:
        return known if known[1] == -1 else list(ABSENT)
    except (OSError, ValueError):
        return known
    fresh = of(path)
    return known if not fresh or fresh[2] and fresh[1:] == known[1:] else fresh
