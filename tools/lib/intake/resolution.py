"""Finding the context of a session at its first event: the order of the rules, and where each looks."""
from __future__ import annotations

import os

from tools.lib import contexts, files, project, settings, spool, wire
from tools.lib.event import Event
from tools.lib.intake import ancestry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Iterable
else:
    from tools.lib.tuples import namedtuple

CLEARED = 60.0  # seconds within which the session that continues a cleared one begins

Found = namedtuple("Found", "context how project capture")  # capture: "on" or "off"


def of(event: Event) -> Found:
    """The context of a session nobody has set: environment, the session it continues, paths, remotes, checkout."""
    folder = os.path.realpath(event.project)
    known = table(event.local)
    name, how = _given(event, known) or _continued(event) or ("", "")
    if not name:
        place = project.checkout_of(folder)
        home = event.environ.get("HOME") or os.path.expanduser("~")
        name, how = contexts.resolve(known, folder, place.folder, place.remote, settings.read(event.local), home)
    capture = next((context.capture for context in known if context.name == name), "on")
    return Found(name, how, folder, capture)


def table(local: str) -> list[contexts.Context]:
    """The contexts that exist, from the table that the worker builds; none before its first run."""
    content = files.read(os.path.join(local, "contexts.json"))
    try:
        rows = wire.loads(content) if content else []
    except ValueError:
        rows = []
    return [contexts.Context(*row) for row in rows] if isinstance(rows, list) else []


def keep_table(local: str, known: Iterable[contexts.Context]) -> None:
    """Write the table, one row a context."""
    files.replace(os.path.join(local, "contexts.json"), wire.dumps([list(context) for context in known]))


def _given(event: Event, known: list[contexts.Context]) -> tuple[str, str] | None:
    """By `ALTER_EGO_CONTEXT`: Codex's hooks run in a daemon's environment, so there it means nothing."""
    wanted = event.environ.get("ALTER_EGO_CONTEXT", "") if event.agent == "claude" else ""
    if not wanted:
        return None
    if contexts.is_context(wanted):
        return wanted, "env"
    fits = [c.name for c in known if c.name.partition("/")[2] == wanted]
    return (fits[0], "env") if len(fits) == 1 else None


def _continued(event: Event) -> tuple[str, str] | None:
    """By proof that this session goes on where another ended: cleared in the same process, or forked from it."""
    source = event.text("source")
    if source == "clear":
        return ancestry.inherited(event.local, _cleared(event))
    if source == "fork":
        return ancestry.inherited(event.local, ancestry.parent_of(event.text("transcript_path"), event.session))
    return None


def remember_clear(event: Event) -> None:
    """At SessionEnd(clear): the next session of this client process continues this one."""
    if event.environ.get("CLAUDE_PID"):
        path = os.path.join(event.local, "cleared", event.environ["CLAUDE_PID"])
        files.replace(path, wire.dumps({"session": spool.safe(event.session), "t": event.now}))


def tidy(local: str, now: float) -> None:
    """Drop the marks of clears that no start came for."""
    for path, written in files.aged(os.path.join(local, "cleared")):
        if abs(now - written) > CLEARED * 60:
            files.remove(path)


def _cleared(event: Event) -> str:
    path = os.path.join(event.local, "cleared", event.environ.get("CLAUDE_PID") or "-")
    try:
        found = wire.loads(files.read(path) or b"")
    except ValueError:
        return ""
    # the mark stays: four hooks of one start look for it at the same time
    fresh = isinstance(found, dict) and abs(event.now - float(str(found.get("t", 0)))) < CLEARED
    return str(found["session"]) if fresh and isinstance(found, dict) else ""

