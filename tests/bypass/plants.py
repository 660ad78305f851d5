"""Plants: fresh secrets of every family, each in a place of its own, so that a leak names the place it came from."""
from __future__ import annotations

import random
import re
from collections import namedtuple

from tests.scrub import cases, draw
from tools.lib.scrub import Scrubber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

Plant = namedtuple("Plant", "where family text cores")

NAMEABLE = re.compile(r"[A-Za-z0-9_-]+", re.A)  # what a folder, a branch and a session may be called
SHORTEST = 16  # characters of a core: what is shorter may stand in a text by chance


class Garden:
    """Draws the plants of one seed; `plants` are all that were drawn."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"bypass {seed}")
        self.plants: list[Plant] = []
        self._every = self._families(lambda template: True)
        self._names = self._families(lambda template: NAMEABLE.fullmatch(draw.fill(random.Random(1), template).text))

    def new(self, where: str) -> str:
        """A fresh secret for this place, of the next family."""
        return self._drawn(where, self._every)

    def name(self, where: str) -> str:
        """One of letters, digits, hyphens and underscores, for a name."""
        return self._drawn(where, self._names)

    def _drawn(self, where: str, families: Iterator[tuple[str, str]]) -> str:
        family, template = next(families)
        secret = draw.fill(self.random, template)
        self.plants.append(Plant(where, family, secret.text, secret.cores))
        return secret.text

    def _families(self, fits: Any) -> Iterator[tuple[str, str]]:
        """The families again and again in a drawn order: those that the scrubber knows by their form alone."""
        known = [(family, template) for family, template in cases.families() if fits(template) and is_known(template)]
        assert len(known) > 20, known
        while True:
            yield from self.random.sample(known, len(known))


def is_known(template: str) -> bool:
    """Whether the scrubber takes a secret of this kind wherever it stands; how well it does is another test's."""
    secret = draw.fill(random.Random(template), template)
    if "://" in template or min(map(len, secret.cores), default=0) < SHORTEST:
        return False
    clean = Scrubber(b"k" * 32)
    return not any(core in clean.text(text) for core in secret.cores for text in (secret.text, f"it says {secret.text} here"))


def planted(garden: Garden, value: Any, where: str, spare: frozenset[str] = frozenset()) -> Any:
    """A JSON value with a secret in each of its strings, and beside and below each of its objects a key that is one.

    The strings under the keys of `spare` stay: what steers the client, which is planted on its own.
    """
    if isinstance(value, str):
        if value.startswith("/") and " " not in value:
            return f"{value}/{garden.name(where)}"
        return f"{value} {garden.new(where)}" if value else garden.new(where)
    if isinstance(value, list):
        return [planted(garden, item, f"{where}/{n}", spare) for n, item in enumerate(value)]
    if isinstance(value, dict):
        made = {key: item if key in spare else planted(garden, item, f"{where}/{key}", spare) for key, item in value.items()}
        return {**made, garden.new(f"{where}, a key"): [{garden.new(f"{where}, a nested key"): garden.new(f"{where}, nested")}]}
    return value


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of a JSON value's strings."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))


def at(value: Any, path: tuple[Any, ...], text: str) -> Any:
    """A copy of the value with `text` at that place."""
    if not path:
        return text
    if isinstance(value, dict):
        return {key: at(item, path[1:], text) if key == path[0] else item for key, item in value.items()}
    return [at(item, path[1:], text) if n == path[0] else item for n, item in enumerate(value)]
