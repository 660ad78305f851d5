"""Rejoin: take over a remote that was rewritten on purpose, and journal again what it never had.

The marker `rejoin` in the installation's folder stands from before the lane is remade until the worker has applied
anew, from the spool, what the remote does not hold.
"""
from __future__ import annotations

import os

from tools.lib import files, notices, paths, settings
from tools.lib.sync import making, objects, state


def run(local: str) -> None:
    """Make the lane anew from the remote alone. The caller holds the worker's lock; the worker does the rest.

    Raises GitError while the remote cannot be reached; the old lane is then still there.
    """
    gone = _gone(local)
    made = making.build(local, making.from_remote)
    files.replace(_marker(local), "")
    state.write(local, {"gone": gone})
    making.exchange(local, made)
    for topic in ("remote-lost", "held", "conflict", "exchange"):
        notices.over(local, topic)


def _gone(local: str) -> list[object]:
    """The states that the remote was seen in: what of them it has no more must not come back from the checkout."""
    known = state.read(local).get("gone")
    seen = objects.commit_of(paths.lane(local), f"refs/remotes/origin/{settings.read(local)['branch']}")
    return ([*known, seen] if isinstance(known, list) else [seen])[-20:]


def is_pending(local: str) -> bool:
    """Whether what the remote never had is still to be journaled again."""
    return os.path.exists(_marker(local))


def done(local: str) -> None:
    """It has been."""
    files.remove(_marker(local))


def _marker(local: str) -> str:
    return os.path.join(local, "rejoin")
