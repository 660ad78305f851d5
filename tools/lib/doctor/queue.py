"""Queue: what waits between a hook and the history: spool, quarantine, locks, and sessions that ended without a word."""

from __future__ import annotations

import os

from tools.lib import lock, quarantine, work
from tools.lib.archive import shapes
from tools.lib.doctor.check import ago, bad, counted, good, odd
from tools.lib.intake import orphans
from tools.lib.journals import drain
from tools.lib.journals.ledger import Ledger
from tools.lib.sync import leftovers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient

WAITS = 300.0  # seconds an event may wait for the worker
STUCK = 900.0  # seconds after which a worker that holds its lock and says nothing hangs
NOW, FIX = "python3 tools/sync.py now", "python3 tools/doctor.py --fix"


def checks(patient: Patient) -> list[Check]:
    """What is to say of what waits."""
    return [*_spool(patient), *_quarantine(patient), *_locks(patient), *_orphans(patient), *_shapes(patient)]


def _spool(patient: Patient) -> list[Check]:
    waiting = [line for _, _, lines in drain.read(patient.local, Ledger(patient.local)) for line in lines]
    times = [float(str(line.get("t") or 0)) for line in waiting if isinstance(line, dict)]
    if not waiting:
        return [good("spool: nothing waits to be journaled")]
    age = patient.now - min(times, default=patient.now)
    line = "spool: 1 event waits" if len(waiting) == 1 else f"spool: {len(waiting)} events wait"
    return [
        bad(f"{line}, the oldest for {ago(age)}: no worker takes them", NOW) if age > WAITS else good(f"{line} for the worker")
    ]


def _quarantine(patient: Patient) -> list[Check]:
    found = quarantine.listing(patient.local)
    if not found:
        return []
    age = ago(patient.now - found[0].since)
    line = f"quarantine: {counted(len(found), 'piece')} that could not be scrubbed, the oldest {age} old"
    return [odd(line, f"read, then delete them in {os.path.join(patient.local, 'quarantine')}")]


def _locks(patient: Patient) -> list[Check]:
    made = []
    path = os.path.join(patient.local, "locks", "worker")
    if os.path.exists(path):
        with lock.held(path) as free:
            pass
        silent = patient.now - work.state(patient.local).get("at", patient.now)
        if not free and silent > STUCK:
            made.append(
                bad(f"worker: runs, and has said nothing for {ago(silent)}", "end that process; the next one starts by itself")
            )
    for what, folder in (("clone", patient.settings["checkout"]), ("lane", os.path.join(patient.local, "lane"))):
        index = os.path.join(folder, ".git", "index.lock")
        if os.path.isfile(index) and leftovers.is_abandoned(index, folder):
            made.append(odd(f"{what}: a git that was killed left {index}", FIX))
    return made


def _orphans(patient: Patient) -> list[Check]:
    gone = [r for r in orphans.records(patient.local) if r["open"] and not r.get("ended") and orphans.is_gone(r, patient.now)]
    line = (
        f"sessions: {len(gone)} ended without a word, a prompt of theirs is open"
        if len(gone) > 1
        else "sessions: one ended without a word"
    )
    return [odd(line, FIX)] if gone else []


def _shapes(patient: Patient) -> list[Check]:
    found = shapes.counted(patient.local)
    if not found:
        return []
    names = ", ".join(sorted(found)[:3]) + (", ..." if len(found) > 3 else "")
    return [
        odd(
            f"transcripts: records of {counted(len(found), 'unknown shape')} left out ({names})",
            "a newer release may know them: git pull, then python3 install.py --upgrade",
        )
    ]
