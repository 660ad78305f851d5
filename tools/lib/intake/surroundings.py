"""Surroundings: a secret of a client's environment that its session says is known from then on, as a hash.

The worker has the environment of the session that started it; those of the others are in their hooks alone.
"""
from __future__ import annotations

from tools.lib.scrub import Unscrubbable
from tools.lib.scrub.kept import known, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def learn(local: str, said: Mapping[str, str]) -> None:
    """Keep the secrets of this part of an environment, before the event that says them is kept. Never raises."""
    try:
        store.keep(local, sorted(value for value in set(known.of_environment(said)) if known.worth(value)))
    except (OSError, Unscrubbable):
        pass  # the disk is full, or the key is damaged: the event counts more, and the worker scrubs nothing without its key
