"""People's text files that a piece of ours is put into, and taken out of again byte for byte: config.toml, AGENTS.md.

What a file was without us is kept in `texts.json` of the installation's folder: path -> {made, origin, after}.
"""
from __future__ import annotations

import os

from tools.lib import files
from tools.lib.errors import Refusal
from tools.lib.setup import noted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Edit = Callable[[str], str]

TRIES = 5


def change(local: str, path: str, edit: Edit, without: Edit) -> bool:
    """Put our piece in with `edit`; `without` takes any piece of ours out. Gives whether the file changed.

    Raises Refusal when the file cannot be read or written, or `edit` raises ValueError; it is as it was then.
    """
    path = os.path.realpath(path)
    for _ in range(TRIES):
        seen, before = _read(path)
        note = _known(local, path, before) or {"made": seen is None, "origin": "", "after": None}
        after = edited(path, before, edit)
        if after == before:
            return False
        origin = note["origin"] if note["after"] == noted.sum_of(before) else without(before)
        _keep(local, path, {**note, "origin": origin, "after": noted.sum_of(after)})
        if _swap(path, seen, after):
            return True
    raise Refusal(f"{path}: another program writes it all the time; close it, then run python3 install.py again")


def edited(path: str, before: str, edit: Edit) -> str:
    """The text after an edit. Raises Refusal where the edit raises ValueError."""
    try:
        return edit(before)
    except ValueError as error:
        raise Refusal(f"{path}: left alone ({error}); the person can do this in Codex itself, with /hooks") from None


def restored(local: str, path: str, without: Edit) -> str:
    """What `restore` would make of the file's text; it is left as it is. Raises Refusal when it cannot be read."""
    path = os.path.realpath(path)
    note, before = noted.read(local, noted.TEXTS).get(path), _read(path)[1]
    return before if note is None else _bare(note, before, without)


def _bare(note: dict[str, Any], before: str, without: Edit) -> str:
    return str(note["origin"]) if note["after"] == noted.sum_of(before) else without(before)


def restore(local: str, path: str, without: Edit) -> bool:
    """Take our piece out: what nobody touched since becomes what it was, and a file that we made goes."""
    path = os.path.realpath(path)
    note = noted.read(local, noted.TEXTS).get(path)
    for _ in range(TRIES):
        seen, before = _read(path)
        if note is None or seen is None:
            return False
        after = _bare(note, before, without)
        if note["made"] and not after.strip():
            files.remove(path)
        elif after != before and not _swap(path, seen, after):
            continue
        _keep(local, path, None)
        return after != before
    raise Refusal(f"{path}: another program writes it all the time; close it, then run python3 install.py again")


def text(path: str) -> str:
    """What stands in a file, "" where there is none. Raises Refusal where it cannot be read."""
    return _read(os.path.realpath(path))[1]


def _read(path: str) -> tuple[bytes | None, str]:
    try:
        seen = files.read(path)
        return seen, (seen or b"").decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal(f"{path}: cannot be read ({error}); mend that, then run python3 install.py again") from None


def _swap(path: str, seen: bytes | None, after: str) -> bool:
    try:
        return files.swap(path, seen, after.encode("utf-8"))
    except OSError as error:
        raise Refusal(f"{path}: cannot be written ({error.strerror}); mend that, then run python3 install.py again") from None


def _keep(local: str, path: str, note: dict[str, Any] | None) -> None:
    noted.keep(local, noted.TEXTS, {**noted.read(local, noted.TEXTS), path: note})


def _known(local: str, path: str, before: str) -> dict[str, Any] | None:
    """What is known of a file that holds this text."""
    return noted.of(local, noted.TEXTS, path, lambda note: note.get("after") == noted.sum_of(before))
