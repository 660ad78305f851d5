"""Code: what runs on this machine, by what, and whether the clone has other code by now."""

from __future__ import annotations

import os

from tools.lib import git, settings
from tools.lib.doctor.check import bad, good, odd
from tools.lib.errors import Refusal
from tools.lib.setup import interpreter, pin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient

INSTALL, UPGRADE = "python3 install.py", "python3 install.py --upgrade --dry-run shows it, without --dry-run takes it"


def checks(patient: Patient) -> list[Check]:
    """What is to say of the code."""
    return [*_pin(patient), *_python(patient), *_git(), *_settings(patient)]


def _pin(patient: Patient) -> list[Check]:
    folder = pin.current(patient.local)
    if folder is None:
        return [bad("code: none is in force, so hooks are silent", f"{INSTALL} puts it in force")]
    parts = pin.in_force(patient.local)
    if parts is None:
        return [bad(f"code: the pin {os.path.basename(folder)} is damaged", f"{INSTALL} makes it anew")]
    name = os.path.basename(folder)
    changed = pin.differences(parts, pin.content(patient.settings["checkout"]))
    if changed and os.path.isdir(patient.settings["checkout"]):
        return [odd(f"code: {name} is in force; the clone's differs in {len(changed)} files", UPGRADE)]
    return [good(f"code: {name} is in force, as in the clone")]


def _python(patient: Patient) -> list[Check]:
    python = patient.settings.get("python", "")
    if python and interpreter.answers(python):
        return []
    return [
        bad(f"interpreter: {python or 'none is noted'} does not answer as a Python of 3.9 or newer", f"{INSTALL} finds another")
    ]


def _git() -> list[Check]:
    try:
        git.version()
    except (Refusal, git.GitError) as error:
        return [bad(f"git: {error}", "install it")]
    return []


def _settings(patient: Patient) -> list[Check]:
    unknown = sorted(set(patient.settings) - set(settings.KEYS))
    return (
        [odd(f"settings: unknown {', '.join(unknown)} in {os.path.join(patient.local, 'settings')}", "correct or remove it")]
        if unknown
        else []
    )
