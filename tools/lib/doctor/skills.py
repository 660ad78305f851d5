"""Skills: whether the clients have those of the pin in force."""

from __future__ import annotations

from tools.lib.doctor.check import odd
from tools.lib.setup import clientfiles, skills

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient


def checks(patient: Patient) -> list[Check]:
    """What is to say of the skills."""
    made = []
    for config in clientfiles.known(patient.local):
        old, foreign = skills.differing(patient.local, config, patient.settings.get("python", ""))
        name, root = clientfiles.CLIENTS[config.agent], skills.place(config)
        if old:
            made.append(
                odd(f"{name}: skills missing or old in {root}: {', '.join(old)}", "python3 tools/doctor.py --fix writes them")
            )
        if foreign:
            made.append(
                odd(
                    f"{name}: not ours, and left alone in {root}: {', '.join(foreign)}", "move them away, then python3 install.py"
                )
            )
    return made
