"""Relocation: this device's files of a session, or of a whole context, go to another context's folder in the lane.

Only the device that writes a file moves it; of the others' files readers know by the record (see `moves`). Done twice, it
changes nothing.
"""
from __future__ import annotations

import os

from tools.lib import files, frontmatter, journal, sessions
from tools.lib.archive import saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

EVER = float("inf")


def session(lane: str, device: str, name: str, old: str, new: str, upto: float = EVER) -> list[str]:
    """Move what a session said in `old` up to that time, and what was saved of it; gives the lane's paths touched."""
    local = os.path.dirname(lane)
    first = str(sessions.load(local, name).get("first") or "")
    touched: list[str] = []
    for day in _days(os.path.join(lane, "contexts", *old.split("/"), "journal"), first):
        source, target = (journal.path_of(context, day, device, name) for context in (old, new))
        if os.path.exists(os.path.join(lane, source)):
            touched += _journal(lane, source, target, upto)
    folder = f"contexts/{old}/sessions"
    for month in _names(os.path.join(lane, folder)):
        if month >= first[:7]:
            for file in _names(os.path.join(lane, folder, month)):
                if _is_of(file[3:], f"{device}-{name}"):
                    touched += _whole(lane, f"{folder}/{month}/{file}", f"contexts/{new}/sessions/{month}/{file}")
    saved.moved(local, name, old, new)
    return touched


def context(lane: str, device: str, old: str, new: str) -> list[str]:
    """Move a context's folder: what people wrote in it and what this device did; gives the lane's paths touched."""
    root = f"contexts/{old}/"
    touched: list[str] = []
    told = set()
    for path in list(_below(lane, root)):
        kind, name = path[len(root) :].partition("/")[0], path.rpartition("/")[2]
        target = f"contexts/{new}/{path[len(root):]}"
        if kind == "journal":
            if name.startswith(f"{device}-"):
                touched += _journal(lane, path, target, EVER)
                told.add(name[len(device) + 1 : -len(".md")])
        elif kind != "sessions" or name[3:].startswith(f"{device}-"):
            touched += _whole(lane, path, target)
    for one in told:
        saved.moved(os.path.dirname(lane), one, old, new)
    return touched


def _journal(lane: str, source: str, target: str, upto: float) -> list[str]:
    """Move the entries up to a time; other lines go with the last entry."""
    text = files.text(os.path.join(lane, source)) or ""
    head, items = journal.parse(text)
    stay = [item for item in items if not isinstance(item, str) and journal.instant(item.when) > upto]
    go = [item for item in items if item not in stay and item != ""]
    if stay:
        go = [item for item in go if not isinstance(item, str)]
    if not go:
        return []
    there = files.text(os.path.join(lane, target))
    if there is None and not stay:
        files.replace(os.path.join(lane, target), text)
    else:
        known = set(there.split("\n")) if there else set()
        rows = [row for row in map(_row, go) if row not in known]
        whole = (there or frontmatter.join(head, "")).rstrip("\n") + "\n"
        files.replace(os.path.join(lane, target), whole + "".join(row + "\n" for row in rows))
    if stay:
        rest = [_row(item) for item in items if item in stay or isinstance(item, str)]
        files.replace(os.path.join(lane, source), frontmatter.join(head, "\n".join(rest)))
    else:
        _remove(lane, source)
    return [source, target]


def _row(item: journal.Entry | str) -> str:
    return item if isinstance(item, str) else journal.line(item)


def _whole(lane: str, source: str, target: str) -> list[str]:
    """Move a file; where another is in the way, beside it."""
    content = files.read(os.path.join(lane, source))
    there = files.read(os.path.join(lane, target))
    if content is None:
        return []
    if there is not None and there != content:
        stem, dot, ending = target.rpartition(".")
        target = f"{stem}-moved{dot}{ending}"
    files.replace(os.path.join(lane, target), content)
    _remove(lane, source)
    return [source, target]


def _remove(lane: str, path: str) -> None:
    """Remove a file, and the folders that it leaves empty."""
    files.remove(os.path.join(lane, path))
    folder = os.path.dirname(path)
    while folder.count("/") > 1:
        try:
            os.rmdir(os.path.join(lane, folder))
        except OSError:
            return
        folder = os.path.dirname(folder)


def _is_of(name: str, stem: str) -> bool:
    """Whether a saved file is a session's: `<stem>.md`, or a part or the records of it."""
    rest = name[len(stem) :]
    return name.startswith(stem) and (rest.startswith(".") or (rest[:1] == "-" and rest[1:].partition(".")[0].isdigit()))


def _days(folder: str, first: str) -> list[str]:
    """The days with a journal from `first` on, by the names of two levels of folders; no day's folder is read."""
    found = []
    for month in _names(folder):
        if month >= first[:7]:
            found += [f"{month}-{day}" for day in _names(os.path.join(folder, month)) if f"{month}-{day}" >= first]
    return found


def _below(lane: str, root: str) -> Iterator[str]:
    """The files of a folder of the lane, as lane paths."""
    for place, _, names in os.walk(os.path.join(lane, root)):
        for name in sorted(names):
            yield os.path.relpath(os.path.join(place, name), lane).replace(os.sep, "/")


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
