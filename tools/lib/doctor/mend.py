"""Mending: what is safe to do unasked, and the same when done twice; each step says what it did, in one sentence."""

from __future__ import annotations

import os
import stat
import sys

from tools.lib import files, git, paths, worker
from tools.lib.errors import Refusal
from tools.lib.intake import orphans
from tools.lib.setup import clientfiles, skills
from tools.lib.sync import leftovers, transport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Patient

PATIENCE = 60.0  # seconds for the worker's pass


def all_of(patient: Patient) -> list[str]:
    """Do what is safe; gives what was done, nothing where all was well. What a step cannot do it says likewise."""
    done = []
    for step in (_folder, _locks, _config, _skills, _pass):
        try:
            done += step(patient)
        except (Refusal, git.GitError, OSError) as error:
            done.append(f"not done: {error}")
    return done


def _folder(patient: Patient) -> list[str]:
    if sys.platform == "win32" or not stat.S_IMODE(os.stat(patient.local).st_mode) & 0o077:
        return []
    os.chmod(patient.local, files.PRIVATE_FOLDER)
    return [f"closed {patient.local} to others on this machine"]


def _locks(patient: Patient) -> list[str]:
    done = []
    for folder in (patient.settings["checkout"], paths.lane(patient.local)):
        index = os.path.join(folder, ".git", "index.lock")
        if os.path.isfile(index) and leftovers.is_abandoned(index, folder):
            files.remove(index)
            done.append(f"removed {index}, which a killed git had left")
    return done


def _config(patient: Patient) -> list[str]:
    checkout, lane = patient.settings["checkout"], paths.lane(patient.local)
    if not os.path.isdir(checkout) or not os.path.isdir(lane):
        return []
    differing = transport.differences(checkout, lane)
    if differing:
        transport.copy(checkout, lane)
    return [f"copied the clone's git settings into the lane: {', '.join(differing)}"] if differing else []


def _skills(patient: Patient) -> list[str]:
    done = []
    for config in clientfiles.known(patient.local):
        old, _ = skills.differing(patient.local, config, patient.settings.get("python", ""))
        if old:
            skills.put(patient.local, config, patient.settings.get("python", ""))
            done.append(f"wrote {', '.join(old)} into {skills.place(config)}")
    return done


def _pass(patient: Patient) -> list[str]:
    """One whole pass of the worker: it makes the lane, closes sessions that are gone, journals, fetches, pushes, follows."""
    gone = [r for r in orphans.records(patient.local) if r["open"] and not r.get("ended") and orphans.is_gone(r, patient.now)]
    made = not os.path.isdir(os.path.join(paths.lane(patient.local), ".git"))
    worker.now(patient.local, PATIENCE)
    done = ["let the worker make one whole pass"]
    done += ["made the lane anew"] if made else []
    return done + ([f"closed the open prompts of {len(gone)} sessions that are gone"] if gone else [])
