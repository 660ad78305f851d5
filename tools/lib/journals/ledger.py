"""The ledger: how far each spool file was journaled, committed and pushed, so that each event goes there once.

`ledger.json`: `files`: name -> [journaled, committed, pushed] in bytes; `intent`: name -> bytes that are being journaled
right now, written before the first journal line and cleared after the last. A ledger found with an intent is that of a
worker that was killed in between: then, and only then, the journals are searched for ids that are there already.
"""
from __future__ import annotations

import os

from tools.lib import files, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

JOURNALED, COMMITTED, PUSHED = 0, 1, 2


class Ledger:
    """The ledger of one installation, in memory and on disk."""

    def __init__(self, local: str) -> None:
        self.path = os.path.join(local, "ledger.json")
        try:
            found = wire.loads(files.read(self.path) or b"")
        except ValueError:
            found = None
        # what is missing or cannot be read is begun anew, as after a kill: all is compared with the journals by id
        self.spoilt = not isinstance(found, dict)
        found = found if isinstance(found, dict) else {}
        self.files: dict[str, list[int]] = found.get("files") or {}
        self.intent: dict[str, int] = found.get("intent") or {}

    @property
    def interrupted(self) -> bool:
        """Whether some of the events behind the journaled mark may be in a journal already."""
        return bool(self.intent) or self.spoilt

    def at(self, name: str, stage: int) -> int:
        """How many bytes of a spool file have reached a stage."""
        return self.files.get(name, [0, 0, 0])[stage]

    def intend(self, upto: Mapping[str, int]) -> None:
        """These files will be journaled up to these bytes."""
        self.intent = dict(upto)
        self._save()

    def journaled(self) -> None:
        """What was intended is in the journals."""
        for name, size in self.intent.items():
            self.files.setdefault(name, [0, 0, 0])[JOURNALED] = size
        self.intent, self.spoilt = {}, False
        self._save()

    def reached(self, stage: int) -> None:
        """All that has reached the stage before has reached this one: a commit, or a push of that commit."""
        moved = [marks for marks in self.files.values() if marks[stage] != marks[stage - 1]]
        for marks in moved:
            marks[stage] = marks[stage - 1]
        if moved:
            self._save()

    def pending(self, stage: int) -> bool:
        """Whether something has reached the stage before but not this one."""
        return any(marks[stage] != marks[stage - 1] for marks in self.files.values())

    def keep(self, names: Iterable[str]) -> None:
        """These spool files are there; what is known of others is forgotten."""
        there = {name: self.files[name] for name in names if name in self.files}
        if there != self.files:
            self.files = there
            self._save()

    def again(self) -> None:
        """The lane is made anew: what the remote is not known to have is journaled again, unless it is there."""
        for name, marks in self.files.items():
            marks[JOURNALED] = marks[COMMITTED] = marks[PUSHED]
            self.intent[name] = marks[PUSHED]
        self._save()

    def _save(self) -> None:
        files.replace(self.path, wire.dumps({"files": self.files, "intent": self.intent}))
