"""Noted: what installations remember of the files of others that they changed: `clients.json`, `texts.json`, `skills.json`.

A second installation of the same user takes over what stands there as another left it, with what that one knows of it.
"""
from __future__ import annotations

import hashlib
import json
import os

from tools.lib import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Note = dict[str, Any]

CLIENTS, TEXTS, SKILLS = "clients.json", "texts.json", "skills.json"


def read(local: str, name: str) -> dict[str, Note]:
    """What an installation remembers, by what it is about; an unreadable file counts as nothing."""
    try:
        found = json.loads(files.text(os.path.join(local, name)) or "{}")
    except ValueError:
        return {}
    return {key: note for key, note in found.items() if isinstance(note, dict)} if isinstance(found, dict) else {}


def keep(local: str, name: str, notes: Mapping[str, Mapping[str, Any] | None]) -> None:
    """Remember these in the place of all others; an empty one is forgotten."""
    files.replace(os.path.join(local, name), json.dumps({key: note for key, note in notes.items() if note}, indent=1))


def sum_of(text: str) -> str:
    """By what a text is known again."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def of(local: str, name: str, key: str, fits: Callable[[Note], bool]) -> Note | None:
    """What is known of a thing: our own note if it fits what is there, else another installation's that does, else our own."""
    own = read(local, name).get(key)
    if own is not None and fits(own):
        return own
    root = os.path.dirname(local)
    others = sorted(os.listdir(root)) if os.path.isdir(root) else []
    notes = (read(os.path.join(root, other), name).get(key) for other in others if other != os.path.basename(local))
    return next((note for note in notes if note is not None and fits(note)), own)
