"""Tables: what hooks and starts read of the lane, kept by the worker at the cost of what changed, never of history.

`tables/state.json` in the installation's folder says which commit they are of, which contexts have one, and the moves
in force. What was lost is made anew from that commit; a run that was killed is run again, and told twice counts once.
"""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import contexts, files, wire
from tools.lib.git import GitError
from tools.lib.intake import resolution
from tools.lib.journals import moves
from tools.lib.sync import objects
from tools.lib.telling import recent, rows
from tools.lib.telling.tally import Anew, Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Changed = dict[str, objects.Change]

VERSION = 1  # of the tables' form; under another one they are made anew
MOVES = "memory/moves/"
GROUP = 50  # contexts made anew at once

State = namedtuple("State", "at contexts moves")


def refresh(local: str, lane: str) -> bool:
    """Bring the tables to the lane's head; whether there was anything to do. Raises GitError, OSError."""
    head, state = _head(lane), _state(local)
    if not head or (state and state.at == head):
        return False
    _Refresh(local, lane, head, state).run()
    return True


def _head(lane: str) -> str:
    """The lane's commit, read from its files, for this is asked at every pass of the worker."""
    name = (files.text(os.path.join(lane, ".git", "HEAD")) or "").strip()
    if not name.startswith("ref: "):
        return name
    found = files.text(os.path.join(lane, ".git", *name[5:].split("/")))
    return found.strip() if found else objects.commit_of(lane, "HEAD") or ""


def _state_path(local: str) -> str:
    return os.path.join(recent.folder(local), "state.json")


def _state(local: str) -> State | None:
    try:
        found: Any = wire.loads(files.read(_state_path(local)) or b"")
        version, at, names, moved = found
        return State(str(at), list(names), [moves.Move(*row) for row in moved]) if version == VERSION else None
    except (ValueError, TypeError):
        return None


def _lost(local: str, state: State) -> set[str]:
    """The contexts whose table is not there any more."""
    return set(state.contexts) - recent.kept(local)


class _Refresh:
    """One run, from the state's commit (None: from nothing) to `head`."""

    def __init__(self, local: str, lane: str, head: str, state: State | None) -> None:
        self.local, self.lane, self.head = local, lane, head
        self.whole = state is None
        self.state = state or State("", [], [])
        self.moves: list[moves.Move] = self.state.moves
        self.names = set(self.state.contexts)

    def run(self) -> None:
        """Make the tables, then say what they are of."""
        changed = self._changed()
        self._keep_contexts(changed)
        if self.whole or any(path.startswith(MOVES) for path in changed):
            self.moves = self._read_moves()
        if self.whole:
            self._make_anew({change.context for change in rows.changes(changed)})
        else:
            anew = self._linked(_lost(self.local, self.state) | self._moved())
            anew |= self._go_on([change for change in rows.changes(changed) if change.context not in anew])
            self._make_anew(anew)
        state = [VERSION, self.head, sorted(self.names), [list(move) for move in self.moves]]
        files.replace(_state_path(self.local), wire.dumps(state))

    def _changed(self) -> Changed:
        """What differs; everything, where the old commit is gone because the lane was made anew."""
        try:
            if not self.whole:
                return objects.changes(self.lane, self.state.at, self.head)
        except GitError:
            if objects.commit_of(self.lane, self.state.at):
                raise
            self.whole = True
        return self._all("contexts", MOVES)

    def _all(self, *folders: str) -> Changed:
        found = objects.tree(self.lane, self.head, *folders)
        return {path: objects.Change(None, blob) for path, blob in found.items()}

    def _keep_contexts(self, changed: Changed) -> None:
        """The table that a session's context is found by, where a README changed."""
        found = {}
        for path, change in changed.items():
            name = path[len("contexts/") : -len("/README.md")]
            if path == f"contexts/{name}/README.md" and contexts.is_context(name):
                found[name] = change.after.id if change.after else ""
        if not found and not self.whole:
            return
        known = {} if self.whole else {context.name: context for context in resolution.table(self.local)}
        texts = objects.blobs(self.lane, [id for id in found.values() if id])
        for name, id in found.items():
            known.pop(name, None)
            if id:
                known[name] = contexts.read(name, files.plain(texts[id]))
        resolution.keep_table(self.local, [known[name] for name in sorted(known)])

    def _read_moves(self) -> list[moves.Move]:
        found = objects.tree(self.lane, self.head, MOVES)
        texts = objects.blobs(self.lane, [blob.id for blob in found.values()])
        return moves.read(files.plain(text) for text in texts.values())

    def _moved(self) -> set[str]:
        """The contexts that a new or withdrawn move takes from or gives to."""
        return {name for move in set(self.moves) ^ set(self.state.moves) for name in (move.old, move.new)}

    def _linked(self, names: Iterable[str]) -> set[str]:
        """These contexts and all that moves connect them with."""
        found, size = set(names), -1
        while size != len(found):
            size = len(found)
            found |= {name for move in self.moves if found & {move.old, move.new} for name in (move.old, move.new)}
        return found

    def _go_on(self, changes: list[rows.Change]) -> set[str]:
        """Bring the tables of these changes up to date; gives the contexts where that cannot be done."""
        tallies: dict[str, Tally] = {}
        anew = set()

        def tally_of(name: str) -> Tally:
            if name not in tallies:
                table = recent.whole(self.local, name)
                if table is None and name in self.names:
                    anew.add(name)
                tallies[name] = Tally(table or recent.Recent(_series(), 1, 0, [], [], {}, []))
            return tallies[name]

        for name, row in rows.of(self.lane, changes, "old", self.moves):
            tally_of(name).had(row)
        for name, row in rows.of(self.lane, changes, "new", self.moves):
            tally_of(name).has(row)
        for name, tally in tallies.items():
            table = tally.table()
            if tally.stale:
                anew.add(name)
            else:
                self._save(name, table)
        return self._linked(anew)

    def _make_anew(self, names: set[str]) -> None:
        """Make these contexts' tables from all their history, a few at a time and those that moves connect together."""
        rest = names | recent.kept(self.local) if self.whole else set(names)
        while rest:
            group = self._linked([rest.pop() for _ in range(min(GROUP, len(rest)))])
            rest -= group
            tallies = {name: Anew(_series(), self._known(name, group)) for name in group}
            changes = rows.changes(self._all(*(f"contexts/{name}/journal" for name in group)))
            for number, (name, row) in enumerate(rows.of(self.lane, changes, "new", self.moves), 1):
                tallies[name].has(row)
                if number % (10 * rows.BATCH) == 0:
                    tallies[name].trim()
            for name, tally in tallies.items():
                self._save(name, tally.table())

    def _known(self, name: str, group: set[str]) -> recent.Recent | None:
        """The table that a new one goes on from: its own, or the one that it had under an older name."""
        names = [name, *sorted(old for old in group if moves.renamed(self.moves, old) == name)]
        return next((table for table in (recent.whole(self.local, old) for old in names) if table), None)

    def _save(self, name: str, table: recent.Recent) -> None:
        """Keep a table; where its context has no entry left, what it is called now, or nothing."""
        new = moves.renamed(self.moves, name)
        if table.rows or table.open:
            recent.save(self.local, name, table)
            self.names.add(name)
        elif new != name:
            recent.redirect(self.local, name, new)
            self.names.add(name)
        else:
            files.remove(recent.path_of(self.local, name))
            self.names.discard(name)


def _series() -> str:
    return os.urandom(4).hex()
