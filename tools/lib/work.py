"""Work: the worker's steps, each of which finds out from the disk what is to be done."""
from __future__ import annotations

import os
import time

from tools.lib import files, gate, notices, settings, wire
from tools.lib.archive import saved, saving
from tools.lib.beside import board, messages
from tools.lib.guard import memory, store
from tools.lib.intake import ancestry, missed, orphans, resolution
from tools.lib.journals import context_changes, drain, heartbeat, retry
from tools.lib.journals.ledger import COMMITTED, PUSHED, Ledger
from tools.lib.lessons import lesson_table
from tools.lib.pace import Pace
from tools.lib.setup import watch
from tools.lib.sync import approving, exchange, follow, lane, leftovers, rejoin, settle
from tools.lib.telling import tables
from tools.lib.voices import voice_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

GATHER = 20.0  # seconds between two commits, unless a session ends
FETCH = 60.0  # seconds between two exchanges with the remote
LOOK = 20.0  # seconds between two looks at the checkout
TIDY = 3600.0
DAY = 86400.0
ACTIVE = 600.0  # seconds without an event after which nobody is working any more
SOON = 10.0  # a worker is looked after for this long, even when all sessions have ended


class Work(Pace):
    """The work of one worker for the installation in `local`, a turn at a time."""

    def __init__(self, local: str, clock: Callable[[], float] = time.time) -> None:
        super().__init__(local)
        self.clock = clock
        self.settings = settings.read(local)
        self.lane = os.path.join(local, "lane")
        self.gate = gate.load(local)
        self.hurry = False
        self.written: set[str] = set()
        self.unlisted = os.path.exists(_uncommitted(local))  # a worker that was killed left changes in no list
        self.state = state(local)
        self.begun = self.busy = clock()
        self.since = 0.0  # records that changed before then were looked at; all of them once

    def turn(self, at_once: bool) -> None:
        """One pass over all steps, each when it is due; `at_once` makes all of them due."""
        now = self.clock()
        if at_once:
            self.due = {}
            self.hurry = True
        moved = self.step("lane", 0 if at_once else TIDY, self._ensure, now)
        moved |= self.step("missed", LOOK, lambda: saving.catch_up(self.local), now)
        moved |= self.step("orphans", FETCH, lambda: orphans.close(self.local, now, self.since), now)
        moved |= self.step("ancestry", LOOK, lambda: ancestry.join(self.local, now - ACTIVE, now), now)
        moved |= self.step("quarantine", 0, lambda: self._retry(now), now)
        moved |= self.step("drain", 0, lambda: self._drain(now), now)
        moved |= self.step("saved sessions", LOOK / 4, lambda: self._save_sessions(now, at_once), now)
        if self.hurry or self.is_due("gather", now):
            moved |= self.step("commit", 0, lambda: self._commit(now), now)
        moved |= self.step("checkout", LOOK, lambda: self._settle(now, at_once), now)
        moved |= self.step("approvals", 0, lambda: self._approve(now), now)
        if self.hurry or self.is_due("exchange", now):
            moved |= self.step("exchange", 0, lambda: self._exchange(now), now)
            moved |= self.step("follow", 0, lambda: follow.run(self.local, now), now)
        moved |= self.step("approvals", 0, lambda: self._approve(now), now)  # of what arrived
        moved |= self.step("tables", 0, self._tables, now)
        moved |= self.step("lessons", 0, self._lessons, now)
        if self.hurry:
            self.due.pop("board", None)  # a session has ended, or somebody waits
        self.step("board", LOOK, lambda: board.tidy(self.local, now), now)
        self.step("clients", FETCH, lambda: watch.look(self.local, os.environ, now), now)
        self.step("tidy", TIDY, lambda: self._tidy(now), now)
        self.hurry = False
        self.since = now - DAY
        if moved or at_once:
            self.step("known", 0, lambda: self.gate.remember(self.local), now)
            self._tell(now)

    def _ensure(self) -> bool:
        """See that there is a lane; into one that is made anew goes again what no remote had.

        That is remembered before the lane is there, so a worker that is killed in between loses nothing.
        """
        anew = not os.path.isdir(os.path.join(self.lane, ".git")) or rejoin.is_pending(self.local)
        if anew:
            Ledger(self.local).again()
            saving.again(self.local, self.state.get("pushed", 0.0))
        lane.ensure(self.local)
        rejoin.done(self.local)
        return anew

    def _mark(self) -> None:
        """Before the lane's files change: killed from here on, the next worker looks for all that differs."""
        files.replace(_uncommitted(self.local), "")

    def _drain(self, now: float) -> bool:
        if not os.path.isdir(self.lane):
            return False
        if not drain.read(self.local, Ledger(self.local)):
            return False
        self.gate.renew(self.local)
        self._mark()
        found = drain.Drain(self.local, self.lane, self.settings["device"], self.gate.text, now).run()
        self.written.update(found.paths)
        if "end" in found.kinds:
            self.hurry = True
            self.due["saved sessions"] = 0.0
        if "start" in found.kinds:  # what others did is wanted at its first prompt
            self.due["exchange"] = 0.0
        if found.count:
            self.busy = now
            self.state["drained"] = now
        if "context" in found.kinds and self._commit(now):
            self._tables()  # the person waits for it, and no remote's answer must come first
        return bool(found.count)

    def _retry(self, now: float) -> bool:
        if not retry.is_asked(self.local) or not os.path.isdir(self.lane):
            return False
        self._mark()
        self.written.update(retry.run(self.local, self.gate, now))
        return True

    def _save_sessions(self, now: float, at_once: bool) -> bool:
        quiet = saving.waiting(self.local, now, at_once, self.since)
        if not quiet or not os.path.isdir(self.lane):
            return False
        self.gate.renew(self.local)
        self._mark()
        paths = saving.save(self.local, self.settings["device"], self.gate.scrubber, quiet, now)
        self.written.update(paths)
        return bool(paths)

    def _commit(self, now: float) -> bool:
        if not self.written and not self.unlisted:
            return False
        self.written.update(heartbeat.write(self.lane, self.settings["device"], self.state, now))
        made = lane.commit(self.local, self.gate, self._message(), None if self.unlisted else sorted(self.written))
        self.written.clear()
        self.unlisted = False
        Ledger(self.local).reached(COMMITTED)
        files.remove(_uncommitted(self.local))
        self.due["gather"] = now + GATHER
        self.due["exchange"] = 0.0
        return bool(made)

    def _settle(self, now: float, at_once: bool) -> bool:
        self.gate.renew(self.local)
        taken = settle.run(self.local, self.gate, now, at_once)
        if taken:
            self.due["exchange"] = 0.0
        return taken

    def _approve(self, now: float) -> bool:
        """What was approved on this device is shared at once: without it, others hold a version back."""
        found = voice_table.refresh(self.local, now) if os.path.isdir(self.lane) else []
        self.written.update(found)
        return bool(found) and self._commit(now)

    def _message(self) -> str:
        return f"Memory of {self.settings['device']}"

    def _exchange(self, now: float) -> bool:
        self.due["exchange"] = now + FETCH
        outcome = exchange.run(self.local, self.gate, now)
        if outcome.fetched:
            self.state["fetched"] = now
            self._carry_out()
            if self.written and self._commit(now):  # named now: a file that a later worker misses is put back
                self.due["exchange"] = now + FETCH
                outcome = exchange.run(self.local, self.gate, now)
        if outcome.pushed:
            self.state["pushed"] = now
            Ledger(self.local).reached(PUSHED)
        self.due["checkout"] = min(self.due.get("checkout", 0.0), now + LOOK)
        return True

    def _carry_out(self) -> None:
        """Do to this device's files what others have put on record; killed amid it, the next worker looks for all of it."""
        self._mark()
        self.written.update(context_changes.carry_out(self.lane, self.settings["device"]))
        if not self.written and not self.unlisted:
            files.remove(_uncommitted(self.local))

    def _tables(self) -> bool:
        return tables.refresh(self.local, self.lane)

    def _lessons(self) -> bool:
        def older(_: str, head: str, path: str) -> bytes | None:
            return approving.standing(self.local, head, path, approving.said(self.local, head))

        return lesson_table.refresh(self.local, self.lane, lambda _, head: approving.sums(self.local, head), older)

    def _tidy(self, now: float) -> None:
        missed.reserve(self.local)
        notices.fade(self.local, now)
        orphans.prune(self.local, now)
        resolution.tidy(self.local, now)
        saved.tidy(self.local, now)
        messages.tidy(self.local, now)
        drain.spent(self.local, now, PUSHED if self.settings["remote"] != "none" else COMMITTED)
        leftovers.clear_unfinished(self.local)
        store.tidy(self.local, now)
        memory.tidy(self.local, now)
        lane.pack(self.local)

    def _tell(self, now: float) -> None:
        self.state["pass"] = self.state.get("pass", 0) + 1
        self.state["at"] = now
        files.replace(os.path.join(self.local, "worker.json"), wire.dumps(self.state))
        if not self.failing:  # and this could be written
            notices.over(self.local, "disk-full")

    def is_idle(self) -> bool:
        """Whether nobody works any more, or all who did have ended and nothing waits."""
        now = self.clock()
        if not 0 <= now - self.busy < ACTIVE:
            return True
        if now - self.begun < SOON or self.written or not self.is_due("idle", now):
            return False
        self.due["idle"] = now + SOON / 2
        live = orphans.records(self.local, now - ACTIVE)
        return all(record.get("ended") for record in live)


def state(local: str) -> dict[str, float]:
    """What the last worker told: when it drained, fetched, pushed, and how many passes it made."""
    try:
        found = wire.loads(files.read(os.path.join(local, "worker.json")) or b"{}")
    except ValueError:
        found = {}
    return found if isinstance(found, dict) else {}


def _uncommitted(local: str) -> str:
    """The file that is there while the lane's work tree may hold what no commit does."""
    return os.path.join(local, "uncommitted")
