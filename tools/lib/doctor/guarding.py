"""Guarding: a collision planted in a throwaway folder is denied through what is registered, and a caution arrives."""

from __future__ import annotations

from tools.lib import files
from tools.lib.doctor.check import bad, good
from tools.lib.guard import control
from tools.lib.setup import clientfiles, hookfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient
    from tools.lib.setup.clientfiles import Config


def checks(patient: Patient, config: Config) -> list[Check]:
    """Whether the guard guards in this configuration; nothing where nothing is registered, which another check says."""
    name = clientfiles.CLIENTS[config.agent]
    try:
        if not hookfile.registered((files.read(clientfiles.path_of(config)) or b"").decode("utf-8-sig")):
            return []
    except (ValueError, OSError):
        return []
    faults = control.faults(patient.local, config, patient.environ)
    if faults:
        return [bad(f"{name}: the guard does not guard: {'; '.join(faults)}", "python3 install.py, then look again")]
    return [good(f"{name}: the guard denied a planted collision once and let the retry pass; a caution arrived")]
