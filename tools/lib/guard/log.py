"""The decision log: `decisions.log` in the installation's folder, a line for each look of the guard.

    TIME SESSION allow|deny KIND NAME (tab) WHY, separated by tabs; at a megabyte it becomes `decisions.log.1`
"""
from __future__ import annotations

import os
import time

from tools.lib import files, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Iterable
else:
    from tools.lib.tuples import namedtuple

MOST = 1 << 20  # bytes
PATIENCE = 2.0  # seconds for the lock
ALLOW, DENY = "allow", "deny"

Look = namedtuple("Look", "time session verdict kind name why")


def path_of(local: str) -> str:
    """Where the log is."""
    return os.path.join(local, "decisions.log")


def line(look: Look) -> str:
    """A look as a line; what would break it is a blank."""
    return "\t".join(" ".join(str(part).split()) for part in look)


def parse(text: str) -> Look | None:
    """The inverse; None for what is no look."""
    parts = text.split("\t")
    return Look(*parts) if len(parts) == len(Look._fields) else None


def made(session: str, verdict: str, kind: str, name: str, why: str, now: float) -> Look:
    """A look now."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(now))
    return Look(stamp, session, verdict, kind, name or "-", why)


def add(local: str, looks: Iterable[Look]) -> None:
    """Keep looks. A full disk is no reason to stop anybody."""
    content = "".join(line(look) + "\n" for look in looks).encode("utf-8", "replace")
    if not content:
        return
    path = path_of(local)
    try:
        with lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "decisions"), PATIENCE):
            if files.append(path, content) > MOST:
                files.rename(path, path + ".1")
    except OSError:
        pass


def read(local: str) -> list[Look]:
    """The looks that are kept, oldest first."""
    text = "".join(files.text(path) or "" for path in (path_of(local) + ".1", path_of(local)))
    return [look for look in map(parse, text.split("\n")) if look]
