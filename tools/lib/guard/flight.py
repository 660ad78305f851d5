"""In flight: a rebase, merge or the like that stands half-done in a checkout."""
from __future__ import annotations

import os

from tools.lib.guard import places

# What git leaves in its folder meanwhile (git 2.29 to 2.50, `wt-status.c`)
MARKS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
)


def of(top: str) -> tuple[str, float]:
    """What is in flight in a checkout and since when, in seconds since the epoch; "" for nothing."""
    folder = places.git_folder(top)
    for name, what in MARKS:
        try:
            return what, os.stat(os.path.join(folder, name)).st_mtime
        except OSError:
            continue
    return "", 0.0
