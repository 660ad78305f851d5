"""Heartbeats: when each device last pulled and pushed, `memory/devices/<device>.md`, written by that device only.

    ---
    device: desk-4f1c
    beat: 2026-11-30T10:02:07+08:00        when this was written, by this device's clock, as all times here
    pulled: 2026-11-30T10:01:58+08:00      when it last fetched; so for `pushed`; `never` where it did not
    pushed: 2026-11-30T09:40:12+08:00
    seen:                                  of each other device its last beat, and when that was first seen here
      - laptop-09ab 2026-11-30T09:58:31+08:00 2026-11-30T09:59:02+08:00
    ---

It is written at most once an hour and only beside something else, so that it makes no commit of its own.
"""

from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import files, frontmatter, journal, spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = "memory/devices"
EVERY = 3600.0  # seconds
NEVER = "never"

# Times in seconds since the epoch, 0.0 for never; seen: device -> (its beat by its clock, when it was seen by this one's)
Beat = namedtuple("Beat", "device beat pulled pushed seen")


def path_of(device: str) -> str:
    """Where in the repository a device's heartbeat is."""
    return f"{FOLDER}/{device}.md"


def parse(text: str) -> Beat | None:
    """The heartbeat of a file's text; None where it is none. Whole seconds."""
    found = frontmatter.fields(frontmatter.split(text)[0])
    device = (found.get("device") or [""])[0]
    beat, pulled, pushed = (_instant((found.get(key) or [""])[0]) for key in ("beat", "pulled", "pushed"))
    rows = [row.split() for row in found.get("seen", [])]
    seen = {row[0]: (_instant(row[1]), _instant(row[2])) for row in rows if len(row) == 3}
    return Beat(device, beat, pulled, pushed, seen) if device and beat else None


def render(beat: Beat) -> str:
    """The text of a file."""
    head = [f"device: {beat.device}"]
    head += [f"{key}: {_stamp(getattr(beat, key))}" for key in ("beat", "pulled", "pushed")]
    rows = [f"  - {name} {_stamp(theirs)} {_stamp(ours)}" for name, (theirs, ours) in sorted(beat.seen.items())]
    return frontmatter.join([*head, *(["seen:", *rows] if rows else [])], "")


def _stamp(at: float) -> str:
    return journal.stamp(at, spool.day_of(at)[1]) if at else NEVER


def _instant(text: str) -> float:
    try:
        return journal.instant(text)
    except ValueError:
        return 0.0


def all_of(root: str) -> dict[str, Beat]:
    """The heartbeats in a work tree, by device."""
    folder = os.path.join(root, *FOLDER.split("/"))
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    found = {name[:-3]: parse(files.text(os.path.join(folder, name)) or "") for name in names if name.endswith(".md")}
    return {name: beat for name, beat in found.items() if beat and beat.device == name}


def write(lane: str, device: str, done: Mapping[str, float], now: float) -> list[str]:
    """Write this device's heartbeat where the last is an hour old, or from before its first pull; gives the paths written.

    `done` has `fetched` and `pushed`. A heartbeat from the future was made by a clock that was set back since.
    """
    known = all_of(lane)
    mine = known.pop(device, Beat(device, 0.0, 0.0, 0.0, {}))
    is_news = bool(done.get("fetched")) and not mine.pulled
    if 0 <= now - mine.beat < EVERY and not is_news:
        return []
    seen = {
        name: mine.seen[name] if mine.seen.get(name, (0, 0))[0] == beat.beat else (beat.beat, _arrival(lane, name, now))
        for name, beat in known.items()
    }
    text = render(Beat(device, now, done.get("fetched", 0.0), done.get("pushed", 0.0), seen))
    files.replace(os.path.join(lane, *path_of(device).split("/")), text)
    return [path_of(device)]


def _arrival(lane: str, device: str, now: float) -> float:
    """When a device's file came into the lane: the worker writes what arrives at once."""
    try:
        return min(os.stat(os.path.join(lane, *path_of(device).split("/"))).st_mtime, now)
    except OSError:
        return now


def offset(mine: Beat | None, theirs: Beat | None) -> tuple[float, float] | None:
    """Between which two figures the other clock is ahead of ours, in seconds; None while they have not seen each other.

    What they wrote was seen here not before it was written, and the other way round.
    """
    if not mine or not theirs or theirs.device not in mine.seen or mine.device not in theirs.seen:
        return None
    here, there = mine.seen[theirs.device], theirs.seen[mine.device]
    return here[0] - here[1], there[1] - there[0]
