"""Space: whether the disk has room for what install is about to write, so that a full one stops it before it begins."""
from __future__ import annotations

import os
import shutil

from tools.lib import git, paths
from tools.lib.errors import Refusal
from tools.lib.setup import plan as plans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.setup.plan import Plan

CODE = 4  # times its size that a pin takes on the disk, compiled and in whole blocks
SPARE = 2 << 20  # bytes for all the rest: settings, backups, the first events


def check(plan: Plan, upgrade: bool) -> None:
    """Raise Refusal where the disk of the installation's folder has too little room."""
    needed, free = _needed(plan, upgrade), shutil.disk_usage(_there(plan.local)).free
    if free < needed:
        raise Refusal(
            f"{plan.local}: its disk has {free / 1e6:.1f} MB left and install needs {needed / 1e6:.1f} MB there; make room, "
            "then run python3 install.py again, nothing was changed"
        )


def _needed(plan: Plan, upgrade: bool) -> int:
    """Bytes that are not there yet: the code, unless it is in force, and our own clone."""
    changed = plans.changes(plan)
    fresh = changed is None or bool(changed and upgrade)
    code = CODE * sum(map(len, plan.parts.values())) if fresh else 0
    return SPARE + code + (0 if os.path.isdir(os.path.join(paths.lane(plan.local), ".git")) else _of_clone(plan.checkout))


def _of_clone(checkout: str) -> int:
    rows = (row.split(": ") for row in git.run(checkout, "count-objects", "-v").decode("ascii", "replace").splitlines())
    counted = {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdigit()}
    return 1024 * (counted.get("size", 0) + 2 * counted.get("size-pack", 0))  # packed, and the files beside it


def _there(folder: str) -> str:
    """The nearest folder above that exists."""
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder
