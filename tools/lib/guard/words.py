"""Words: what the guard says to a session, of another's context never more than that it is there."""
from __future__ import annotations

import time

from tools.lib import commands, evidence, sessions
from tools.lib.beside import siblings
from tools.lib.guard.claims import Claim, Resource
from tools.lib.room import clipped, within
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TITLE, DOING, NAME = 80, 120, 300  # characters
MOST = 4  # reasons that are told whole
ROOM = 1000  # bytes of what a prompt tells of silent changes
SILENT = (
    "Changed on disk since you read or wrote it, by another session or while a shell command of its ran; "
    "read it again before you rely on it:"
)
KINDS = {
    "path": "{}",
    "tree": "the folder {}",
    "branch": "the branch of the checkout {}",
    "stash": "the stash of the checkout {}",
    "hard-reset": "unsaved work in the checkout {}",
    "unit": "the service {}",
    "container": "the container {}",
    "cron": "the scheduled jobs of {}",
    "at": "the scheduled job {}",
    "schtasks": "the scheduled job {}",
    "area": "the area {}",
}


def what(wanted: Resource) -> str:
    """A resource in words."""
    name = wanted.name.rpartition(":")[2] if wanted.kind == "area" else wanted.name
    return KINDS.get(wanted.kind, "{}").format(evidence.plain(clipped(name, NAME)))


def at(moment: float) -> str:
    """A time of day."""
    return time.strftime("%H:%M", time.localtime(moment))


def who(local: str, session: str, agent: str, context: str, own: str) -> str:
    """A session as another one of context `own` may know it."""
    name = recent.current(local, context)
    tag = sessions.tag(session)
    if name != recent.current(local, own) or not name:
        return f"session {tag} ({agent}; another session, other work)"
    row = next((row for row in siblings.load(local, name)[1] if row.session == session), None)
    title = f", “{evidence.plain(clipped(row.title, TITLE))}”" if row and row.title else ""
    doing = f"; asked last: “{evidence.plain(clipped(row.text, DOING))}”" if row and row.text and row.text != row.title else ""
    return f"session {tag} ({agent}{title}{doing})"


def held(local: str, wanted: Resource, claim: Claim, own: str) -> str:
    """Why a resource is denied that another session holds, or of which it holds a part."""
    holder = who(local, claim.session, claim.agent, claim.context, own)
    is_part = claim.kind not in ("area", wanted.kind)
    named = what(Resource(claim.kind, claim.name)) if is_part else what(wanted)
    file = f", in {evidence.plain(clipped(str(claim.seen[0]), NAME))}" if claim.kind == "area" and claim.seen else ""
    along = f" This call would take it along, with {what(wanted)}." if is_part else ""
    return f"{named} is being changed by {holder} since {at(claim.since)}, last at {at(claim.last)}{file}.{along}"


def changed(path: str, read: float) -> str:
    """Why a file is denied that is another than the session knows."""
    return f"{what(Resource('path', path))} was changed since this session last read it (at {at(read)}): read it again first."


def in_flight(top: str, doing: str) -> str:
    """Why a write is denied in a checkout where a person is in the middle of something."""
    return (
        f"a {doing} that this session did not start is half-done in the checkout {evidence.plain(top)}: it is most likely "
        f"the person's. Ask before you change files there. This is said once."
    )


def denial(reasons: Sequence[str], holders: Sequence[str]) -> str:
    """The whole reason of a denial, with the way through; `holders` are the sessions that may be asked."""
    shown = [*reasons[:MOST], *([f"And {len(reasons) - MOST} more of the kind."] if len(reasons) > MOST else [])]
    lines = ["Alter Ego held this call back once; nothing was changed.", *(f"- {reason}" for reason in shown)]
    if holders:
        tag = sessions.tag(holders[0])
        lines.append(
            f"The way through: leave a message, `{commands.line('tell', tag, 'TEXT')}`, or ask the person, or make the same "
            "call again: it passes, and that session hears of it."
        )
    else:
        lines.append("The same call passes when it is made again.")
    return "\n".join(lines)


def passed(wanted: Resource, claim: Claim) -> str:
    """What the holder hears when another went on."""
    return f"went on to change {what(wanted)}, which you claimed at {at(claim.since)}: read it again before you rely on it."


def slipped(local: str, found: Sequence[Claim], own: str) -> str:
    """What a session hears when its command changed files that others hold, and nobody could see that before."""
    lines = ["The last command changed what other sessions are working on; tell them, or undo it, before you go on:"]
    for claim in found[:MOST]:
        holder = who(local, claim.session, claim.agent, claim.context, own)
        lines.append(f"- {what(Resource(claim.kind, claim.name))}: {holder}, since {at(claim.since)}")
    return "\n".join(lines)


def silent(local: str, found: Sequence[tuple[str, Mapping[str, object]]], own: str) -> str:
    """What a session hears of files it knows that another's command changed: path, and that command's window."""
    lines = [SILENT]
    for path, shell in found[:MOST]:
        session, agent, context = (str(shell[name]) for name in ("session", "agent", "context"))
        other = who(local, session, agent, context, own)
        lines.append(f"- {what(Resource('path', path))}, at {at(float(str(shell['end'])))}: {other}")
    if len(found) > MOST:
        lines.append(f"- and {len(found) - MOST} more")
    return within("\n".join(lines), ROOM)
