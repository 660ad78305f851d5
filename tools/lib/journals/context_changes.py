"""Context changes: what a spooled `bind` or `context` event changes in the lane; each may be told twice."""
from __future__ import annotations

import os

from tools.lib import contexts, files, frontmatter, journal
from tools.lib.journals import moves, relocation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def apply(lane: str, line: Mapping[str, object], device: str, now: float) -> list[str]:
    """Carry an event out; gives the lane's paths that were written or removed. `now` is for an event without a time.

    The events, with `session`, `n`, `t` and `z` beside these fields:

        {"e": "bind", "c": NEW, "from": OLD, "move": bool}          the session works for NEW; move: its entries go along
        {"e": "context", "op": "new", "name": NAME, "title": ""}
        {"e": "context", "op": "rename", "name": OLD, "to": NEW}
        {"e": "context", "op": "move", "name": OLD, "to": NEW, "moved": SESSION}
        {"e": "context", "op": "capture", "name": NAME, "state": "on" | "off"}
    """
    if line.get("e") == "bind":
        old, new = str(line.get("from") or ""), str(line.get("c"))
        if not line.get("move") or not _are_two(old, new):
            return []
        return relocation.session(lane, device, str(line["session"]), old, new)
    change = _CHANGES.get(str(line.get("op")))
    line = {"t": now, "z": 0, "n": 0, **line}
    return change(lane, line, device) if change and contexts.is_context(str(line.get("name"))) else []


def carry_out(lane: str, device: str) -> list[str]:
    """Apply every device's records to this device's files, after a fetch; gives the lane's paths touched."""
    folder = os.path.join(lane, "memory", "moves")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    touched = []
    for move in moves.read(files.text(os.path.join(folder, name)) or "" for name in names if name.endswith(".md")):
        touched += _carry_out(lane, move, device)
    return touched


def _carry_out(lane: str, move: moves.Move, device: str) -> list[str]:
    if move.session:
        return relocation.session(lane, device, move.session, move.old, move.new, journal.instant(move.when))
    return relocation.context(lane, device, move.old, move.new)


def _new(lane: str, line: Mapping[str, object], device: str) -> list[str]:
    path = _readme(str(line["name"]))
    if os.path.exists(os.path.join(lane, path)):
        return []
    files.replace(os.path.join(lane, path), contexts.readme(str(line["name"]), str(line.get("title") or "")))
    return [path]


def _recorded(lane: str, line: Mapping[str, object], device: str) -> list[str]:
    """Put a move or rename on record, and do here what this device has to do for it."""
    session, old, new = str(line.get("moved") or ""), str(line["name"]), str(line.get("to"))
    if not _are_two(old, new) or (line["op"] == "move" and not session):
        return []
    when = journal.stamp(float(str(line["t"])), int(str(line["z"])))
    move = moves.Move(when, session, old, new, journal.identity(str(line["session"]), int(str(line["n"])), "move"))
    path = moves.path_of(device)
    there = files.text(os.path.join(lane, path)) or ""
    if moves.line(move) not in there.split("\n"):
        files.append(os.path.join(lane, path), moves.line(move).encode("utf-8") + b"\n")
    return [path, *_carry_out(lane, move, device)]


def _capture(lane: str, line: Mapping[str, object], device: str) -> list[str]:
    path, state = _readme(str(line["name"])), str(line.get("state"))
    text = files.text(os.path.join(lane, path))
    if state not in ("on", "off"):
        return []
    head, body = frontmatter.split(text if text is not None else contexts.readme(str(line["name"])))
    made = frontmatter.join(frontmatter.changed(head, "capture", [state]), body)
    if made == text:
        return []
    files.replace(os.path.join(lane, path), made)
    return [path]


def _readme(name: str) -> str:
    return f"contexts/{name}/README.md"


def _are_two(old: str, new: str) -> bool:
    return old != new and contexts.is_context(old) and contexts.is_context(new)


_CHANGES = {"new": _new, "rename": _recorded, "move": _recorded, "capture": _capture}
