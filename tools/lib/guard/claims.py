"""Claims: who is changing what on this machine, and until when; pure.

A claim is for a resource, never for a task: a file, a checkout's branch, a service, a container, a scheduled job, an area.
It is provisional while a tool call runs and sure once that call is done. Whoever went on although they were told of a
holder becomes the holder, and the one before shares the claim: both know, so from then on only the hash rule speaks.
"""
from __future__ import annotations

from tools.lib import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
else:
    from tools.lib.tuples import namedtuple

LIFE = 20 * 60.0  # seconds a claim stands after its last write, and a session may be silent
SHORT = 60.0  # seconds a provisional claim stands without word
# What is held after the call. A tree, a stash and a hard reset are looked at and not held: `git checkout .` would else
# take a whole checkout from everybody.
HELD = frozenset(["path", "branch", "unit", "container", "cron", "at", "schtasks", "area"])
OF_CHECKOUTS = ("branch", "stash", "hard-reset")  # their name is the checkout's top folder
ON_DISK = ("path", "tree", *OF_CHECKOUTS)

# kind: as in `shell.Resource`, or area. name: canonical; a path has `/`
Resource = namedtuple("Resource", "kind name")
# since, last: seconds since the epoch of its begin and its last write; sure: not provisional; others: sessions that share
# it; seen: what stood in the file after the last write (`guard.prints`), [] for unknown
Claim = namedtuple("Claim", "kind name session agent context since last sure others seen")


def parse(content: bytes) -> Claim | None:
    """The claim of a file's content; None for what is none."""
    try:
        found = wire.loads(content)
        claim = Claim(*found) if isinstance(found, list) else None
    except (ValueError, TypeError):
        return None
    is_whole = claim is not None and isinstance(claim.last, (int, float)) and isinstance(claim.others, list)
    return claim if is_whole else None


def render(claim: Claim) -> str:
    """The content of its file."""
    return wire.dumps(list(claim))


def resource(claim: Claim) -> Resource:
    """What is claimed."""
    return Resource(claim.kind, claim.name)


def is_of(claim: Claim, session: str) -> bool:
    """Whether the session holds or shares it."""
    return bool(claim.session == session or session in claim.others)


def stands(claim: Claim, now: float, active: float | None, ended: bool) -> bool:
    """Whether a claim is in force: `active` is when its session was last at work, None where that is not known.

    Processes count for nothing: a pid is used again, and of a hook it is dead on arrival. A clock that was set back makes
    no claim stand longer than its life.
    """
    if ended or abs(now - claim.last) >= (LIFE if claim.sure else SHORT):
        return False
    return active is None or abs(now - active) < LIFE


def provisional(found: Claim | None, wanted: Resource, session: str, agent: str, context: str, now: float) -> Claim:
    """The claim that `session` makes before a write, in the place of `found`, the one that stands there."""
    if found is None:
        return Claim(wanted.kind, wanted.name, session, agent, context, now, now, False, [], [])
    if found.session == session:
        return found if found.sure else found._replace(last=now)
    others = [found.session, *(one for one in found.others if one not in (session, found.session))]
    return Claim(wanted.kind, wanted.name, session, agent, context, now, now, False, others, found.seen)


def confirmed(claim: Claim, now: float, seen: list[object]) -> Claim:
    """The claim after the write."""
    return claim._replace(last=now, sure=True, seen=seen)


def covers(tree: str, path: str) -> bool:
    """Whether a path is a folder or lies below it; both folded alike."""
    return path == tree or path.startswith(tree.rstrip("/") + "/")
