"""Machine: its disk, the local folder, what failed since the last look, and what the person has not answered yet."""

from __future__ import annotations

import os
import shutil
import stat
import sys

from tools.lib import files, notices, paths, room
from tools.lib.doctor.check import bad, good, odd
from tools.lib.setup import selftest
from tools.lib.telling import rules
from tools.lib.voices import voice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient

LITTLE, NONE = 500_000_000, 50_000_000  # bytes free on a disk
HEADING = 400  # bytes that stand before each part of the rules
# Topics that another check shows with its own words, or that are news rather than trouble
SHOWN = ("exchange", "remote", "remote-lost", "held", "follow", "commits", "checkout", "lock", "conflict", "secret", "quarantine",
         "transcript-shapes", "review", "rules-arrived", "rules-too-long", "disk-full")  # fmt: skip


def checks(patient: Patient) -> list[Check]:
    """What is to say of the machine."""
    return [*_disk(patient), *_folder(patient), *_voice(patient), *_failures(patient), *_notices(patient)]


def _disk(patient: Patient) -> list[Check]:
    for folder in (patient.local, patient.settings["checkout"]):
        if not os.path.isdir(folder):
            continue
        free = shutil.disk_usage(folder).free
        if free < LITTLE:
            line = f"disk: {free // 1_000_000} MB are free where {folder} is"
            return [bad(line, "make room") if free < NONE else odd(line, "make room")]
    return []


def _folder(patient: Patient) -> list[Check]:
    if sys.platform == "win32" or not stat.S_IMODE(os.stat(patient.local).st_mode) & 0o077:
        return []
    return [bad(f"local folder: others on this machine can look into {patient.local}", "python3 tools/doctor.py --fix closes it")]


def _voice(patient: Patient) -> list[Check]:
    made = []
    waiting = voice.pending(patient.local)
    if waiting:
        names = ", ".join(sorted(one.path for one in waiting)[:3])
        made.append(odd(f"review: {len(waiting)} wait for your yes: {names}", "python3 tools/review.py"))
    path = voice.path(patient.local)
    left = rules.split(files.text(path) or "", path, room.LIMIT - HEADING).left
    if left:
        made.append(odd(f"rules: the last {left} bytes of {path} reach no session", "shorten preferences.md"))
    if not os.path.exists(os.path.join(paths.lane(patient.local), voice.RULES)):
        made.append(odd("rules: there is no preferences.md", "write one; the template has one to begin with"))
    return made


def _failures(patient: Patient) -> list[Check]:
    lines = selftest.log(patient.local)
    known = int(str(patient.past.get("log") or 0))
    fresh = lines[known:] if known <= len(lines) else lines
    if not fresh:
        return [good("errors: none since the last look")]
    return [
        odd(
            f"errors: {len(fresh)} since the last look, the last: {fresh[-1]}",
            f"report it with {os.path.join(patient.local, 'errors.log')}",
        )
    ]


def _notices(patient: Patient) -> list[Check]:
    found = notices.standing(patient.local)
    rest = [str(one["text"]) for topic, one in sorted(found.items()) if topic not in SHOWN]
    return [odd(f"told: {text}", "as said") for text in rest]
