"""State: what sync remembers from one pass to the next, in `sync.json` of the installation's folder.

Only the worker writes it, under its lock. Losing it costs a minute's wait and a repeated sentence, never an edit.
"""
from __future__ import annotations

import os

from tools.lib import files, wire

COMMIT = "commit "  # how a commit is named in the table of what is held, beside paths
PATIENT = 60.0  # seconds something of the person's must stand still before it counts as finished


def read(local: str) -> dict[str, object]:
    """What was remembered; an unreadable file counts as none."""
    try:
        found = wire.loads(files.read(os.path.join(local, "sync.json")) or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def write(local: str, values: dict[str, object]) -> None:
    """Remember `values` in the place of all that was remembered."""
    if values != read(local):
        files.replace(os.path.join(local, "sync.json"), wire.dumps(values))


def update(local: str, **values: object) -> None:
    """Remember these values beside the others; None forgets one."""
    merged = {**read(local), **values}
    write(local, {key: value for key, value in merged.items() if value is not None})


def table(values: dict[str, object], key: str) -> dict[str, list[object]]:
    """A remembered table of lists; anything of another shape counts as empty."""
    found = values.get(key)
    return {k: v for k, v in found.items() if isinstance(v, list)} if isinstance(found, dict) else {}


def stood(since: object, now: float) -> bool:
    """Whether something seen unchanged since `since` has stood for a minute; a time in the future starts anew."""
    return isinstance(since, (int, float)) and now - since >= PATIENT


def since(value: object, now: float) -> float:
    """The time to go on counting from: `value`, unless a clock that was set back has put it into the future."""
    return float(value) if isinstance(value, (int, float)) and value <= now else now
