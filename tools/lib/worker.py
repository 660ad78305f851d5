"""The worker: the one process that turns spool into journal, and keeps lane, remote and checkout together.

It holds `locks/worker` while it runs, so there is one for an installation. It may be killed at any instruction: every
step finds out from the disk what is to be done. It ends by itself when no session has been active for a while.
"""
from __future__ import annotations

import os
import time

from tools.lib import (
    ancestry,
    board,
    context_changes,
    drain,
    files,
    gate,
    heartbeat,
    lesson_table,
    lock,
    messages,
    missed,
    notices,
    orphans,
    retry,
    saving,
    settings,
    spool,
    tables,
    voice_table,
    watch,
    wire,
)
from tools.lib.errors import Refusal
from tools.lib.failures import note
from tools.lib.guard import memory, store
from tools.lib.ledger import COMMITTED, PUSHED, Ledger
from tools.lib.sync import approving, exchange, follow, lane, leftovers, rejoin, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

POLL = 0.5  # seconds between two looks at the spool
GATHER = 20.0  # seconds between two commits, unless a session ends
FETCH = 60.0  # seconds between two exchanges with the remote
LOOK = 20.0  # seconds between two looks at the checkout
TIDY = 3600.0
DAY = 86400.0
ACTIVE = 600.0  # seconds without an event after which nobody is working any more
SOON = 10.0  # a worker is looked after for this long, even when all sessions have ended
RETRY = 30.0  # seconds before a step that failed is tried again


class Worker:
    """One run of the worker for the installation in `local`."""

    def __init__(self, local: str, clock: Callable[[], float] = time.time) -> None:
        self.local, self.clock = local, clock
        self.settings = settings.read(local)
        self.lane = os.path.join(local, "lane")
        self.gate = gate.load(local)
        self.due: dict[str, float] = {}
        self.hurry = False
        self.written: set[str] = set()
        self.unlisted = os.path.exists(uncommitted(local))  # a worker that was killed left changes in no list
        self.state = state(local)
        self.failing: set[str] = set()  # the steps that failed when they were last tried
        self.troubles = set(notices.standing(local))  # topics that may be over once their step succeeds
        self.begun = self.busy = clock()
        self.since = 0.0  # records that changed before then were looked at; all of them once

    def loop(self) -> None:
        """Work until nobody needs it."""
        self.turn(at_once=False)
        while not self._is_idle():
            time.sleep(POLL)
            _answered(self.local, self)

    def turn(self, at_once: bool) -> None:
        """One pass over all steps, each when it is due; `at_once` makes all of them due."""
        now = self.clock()
        if at_once:
            self.due = {}
            self.hurry = True
        moved = self._step("lane", 0 if at_once else TIDY, self._ensure, now)
        moved |= self._step("missed", LOOK, lambda: saving.catch_up(self.local), now)
        moved |= self._step("orphans", FETCH, lambda: orphans.close(self.local, now, self.since), now)
        moved |= self._step("ancestry", LOOK, lambda: ancestry.join(self.local, now - ACTIVE, now), now)
        moved |= self._step("quarantine", 0, lambda: self._retry(now), now)
        moved |= self._step("drain", 0, lambda: self._drain(now), now)
        moved |= self._step("saved sessions", LOOK / 4, lambda: self._save_sessions(now, at_once), now)
        if self.hurry or self._is_due("gather", now):
            moved |= self._step("commit", 0, lambda: self._commit(now), now)
        moved |= self._step("checkout", LOOK, lambda: settle.run(self.local, self.gate, now, at_once), now)
        moved |= self._step("approvals", 0, lambda: self._approve(now), now)
        if self.hurry or self._is_due("exchange", now):
            moved |= self._step("exchange", 0, lambda: self._exchange(now), now)
            moved |= self._step("follow", 0, lambda: follow.run(self.local, now), now)
        moved |= self._step("approvals", 0, lambda: self._approve(now), now)  # of what arrived
        moved |= self._step("tables", 0, self._tables, now)
        moved |= self._step("lessons", 0, self._lessons, now)
        if self.hurry:
            self.due.pop("board", None)  # a session has ended, or somebody waits
        self._step("board", LOOK, lambda: board.tidy(self.local, now), now)
        self._step("clients", FETCH, lambda: watch.look(self.local, os.environ, now), now)
        self._step("tidy", TIDY, lambda: self._tidy(now), now)
        self.hurry = False
        self.since = now - DAY
        if moved or at_once:
            self._tell(now)

    def _is_due(self, name: str, now: float) -> bool:
        # a mark far ahead was made by a clock that has been set back since
        return not now < self.due.get(name, 0.0) < now + 2 * TIDY

    def _step(self, name: str, every: float, work: Callable[[], object], now: float) -> bool:
        """Do a step that is due; a failure is logged, said and tried again later, and stops no other step."""
        if not self._is_due(name, now):
            return False
        self.due[name] = now + every
        try:
            done = bool(work())
        except Refusal as refusal:
            notices.say(self.local, f"worker-{name}", str(refusal), now)
        except Exception as error:
            note(self.local, f"worker {name}", error, now)
        else:
            self.failing.discard(name)
            for topic in self.troubles & {f"worker-{name}", f"failed-worker {name}"}:
                notices.over(self.local, topic)
                self.troubles.discard(topic)
            return done
        self.failing.add(name)
        self.troubles |= {f"worker-{name}", f"failed-worker {name}"}
        self.due[name] = now + RETRY
        return False

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

    def _drain(self, now: float) -> bool:
        if not os.path.isdir(self.lane):
            return False
        if not drain.read(self.local, Ledger(self.local)):
            return False
        files.replace(uncommitted(self.local), "")
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
        return bool(found.count)

    def _retry(self, now: float) -> bool:
        if not retry.is_asked(self.local) or not os.path.isdir(self.lane):
            return False
        files.replace(uncommitted(self.local), "")
        self.written.update(retry.run(self.local, self.gate, now))
        return True

    def _save_sessions(self, now: float, at_once: bool) -> bool:
        quiet = saving.waiting(self.local, now, at_once, self.since)
        if not quiet or not os.path.isdir(self.lane):
            return False
        files.replace(uncommitted(self.local), "")
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
        files.remove(uncommitted(self.local))
        self.due["gather"] = now + GATHER
        self.due["exchange"] = 0.0
        return bool(made)

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
        files.replace(uncommitted(self.local), "")
        self.written.update(context_changes.carry_out(self.lane, self.settings["device"]))
        if not self.written and not self.unlisted:
            files.remove(uncommitted(self.local))

    def _tables(self) -> bool:
        return tables.refresh(self.local, self.lane)

    def _lessons(self) -> bool:
        return lesson_table.refresh(self.local, self.lane, lambda _, head: approving.sums(self.local, head))

    def _tidy(self, now: float) -> None:
        missed.reserve(self.local)
        orphans.prune(self.local, now)
        messages.tidy(self.local, now)
        spent(self.local, now, PUSHED if self.settings["remote"] != "none" else COMMITTED)
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

    def _is_idle(self) -> bool:
        """Whether nobody works any more, or all who did have ended and nothing waits."""
        now = self.clock()
        if not 0 <= now - self.busy < ACTIVE:
            return True
        if now - self.begun < SOON or self.written or not self._is_due("idle", now):
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


def uncommitted(local: str) -> str:
    """The file that is there while the lane's work tree may hold what no commit does."""
    return os.path.join(local, "uncommitted")


def requests(local: str) -> list[str]:
    """The files that ask the running worker for a whole pass at once."""
    folder = os.path.join(local, "requests")
    try:
        return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    except FileNotFoundError:
        return []


def spent(local: str, now: float, stage: int) -> None:
    """Delete each spool file that is over (its day is) and of which everything has reached `stage`."""
    ledger = Ledger(local)
    today = spool.day_of(now)[0]
    listing = spool.listing(local)
    ledger.keep(listing)
    for name in listing:
        day, session = name[:10], name[11 : -len(".jsonl")]
        path = os.path.join(local, "spool", name)
        if day >= today:
            continue
        with spool.locked(local, session) as mine:
            if mine and os.stat(path).st_size == ledger.at(name, stage):
                files.remove(path)
        try:
            os.rmdir(os.path.dirname(path))
        except OSError:
            pass  # others of that day are still there


def now(local: str, patience: float = 120.0) -> dict[str, float]:
    """One whole pass at once, by the running worker or by us; gives what it told. Raises Refusal when none answers."""
    until = time.monotonic() + patience
    request = os.path.join(files.folder(os.path.join(local, "requests")), str(os.getpid()))
    files.replace(request, "")
    try:
        while time.monotonic() < until:
            with _alone(local) as mine:
                if mine:
                    _answered(local, Worker(local))
                    return state(local)
            if not os.path.exists(request):
                return state(local)
            time.sleep(0.05)
    finally:
        files.remove(request)
    raise Refusal(f"{local}: the worker did not answer in {patience:.0f} s; it is busy or stopped, try again in a minute")


def _answered(local: str, worker: Worker) -> None:
    """A turn, a whole one where somebody asks for it; the request is gone when it was made."""
    asked = requests(local)
    worker.turn(at_once=bool(asked))
    for request in asked:
        files.remove(request)


def _alone(local: str) -> lock.held:
    return lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "worker"))


def main(argv: Sequence[str]) -> int:
    """Run for the installation `argv[0]` until idle; at once done where another worker runs."""
    local, before = argv[0], None
    while True:
        with _alone(local) as mine:
            if not mine:
                return 0
            try:
                Worker(local).loop()
            except Exception as error:
                note(local, "worker", error, time.time())
                return 1
        # an event that came after the last look found the lock taken and started nobody; one that waits since is in trouble
        waiting = [row[:2] for row in drain.read(local, Ledger(local))]
        if not waiting or waiting == before:
            return 0
        before = waiting


