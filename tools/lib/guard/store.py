"""The claims of this machine on disk: `claims/`, one small file a resource, named by a hash of it.

A file that is not there is made exclusively, so that of two sessions at the same instant exactly one does. What stands
there is changed only under a lock, and only while it is what was seen. The name of a path's claim begins with the outline
of the path, so the claims below a folder are found by their names.
"""
from __future__ import annotations

import os
import time

from tools.lib import claims, files, lock, sessions, spool
from tools.lib.claims import Claim, Resource
from tools.lib.guard import places, prints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 2.0  # seconds for the lock
MOST = 200  # claims below a folder that are looked at
PATH = "p-"


def folder(local: str) -> str:
    """Where the claims are."""
    return os.path.join(local, "claims")


def path_of(local: str, wanted: Resource) -> str:
    """The file of a resource's claim."""
    key = f"{wanted.kind}\0{places.fold(wanted.name) if wanted.kind in claims.ON_DISK else wanted.name}"
    head = PATH + places.outline(wanted.name) if wanted.kind == "path" else wanted.kind
    return os.path.join(folder(local), f"{head}-{prints.digest(key.encode('utf-8', 'surrogatepass'))}")


def load(path: str) -> Claim | None:
    """The claim in a file; None where there is none that can be read."""
    for _ in range(4):
        content = files.read(path)
        if content != b"":
            return claims.parse(content) if content else None
        time.sleep(0.005)  # where links are not known, a claim is empty for an instant
    return None


def find(local: str, wanted: Resource, now: float) -> Claim | None:
    """The claim that stands on a resource."""
    claim = load(path_of(local, wanted))
    return claim if claim and is_standing(local, claim, now) else None


def is_standing(local: str, claim: Claim, now: float) -> bool:
    """Whether a claim is in force, by what its session did last."""
    record = sessions.load(local, spool.safe(claim.session))
    last = record.get("last")
    return claims.stands(claim, now, float(last) if isinstance(last, (int, float)) and last else None, bool(record.get("ended")))


def take(local: str, claim: Claim, now: float) -> Claim | None:
    """Take a resource; gives None when it is taken, else the claim of the one who has it.

    Whoever `claim` shares with has been told, and is no hindrance. Where the lock cannot be had, it counts as taken.
    """
    path = path_of(local, claims.resource(claim))
    content = claims.render(claim)
    for _ in range(5):
        if not os.path.exists(path) and files.create(path, content):
            return None
        seen = files.read(path)
        found = load(path)
        if found and found.session not in (claim.session, *claim.others) and is_standing(local, found, now):
            return found
        if seen is not None and _swapped(local, path, seen, content):
            return None
    return None


def _swapped(local: str, path: str, seen: bytes, content: str | None) -> bool:
    """Replace what was seen, or remove it for None; False when it is another by now."""
    with lock.held(os.path.join(files.folder(os.path.join(local, "locks")), "claims"), PATIENCE):
        if files.read(path) != seen:
            return False
        if content is None:
            files.remove(path)
        else:
            files.replace(path, content)
        return True


def confirm(local: str, wanted: Resource, session: str, now: float, seen: list[object]) -> None:
    """The session has written; another's claim is left alone."""
    path = path_of(local, wanted)
    content = files.read(path)
    claim = claims.parse(content) if content else None
    if content and claim and claim.session == session:
        _swapped(local, path, content, claims.render(claims.confirmed(claim, now, seen or claim.seen)))


def drop(local: str, wanted: Resource, session: str, sure: bool = False) -> bool:
    """Give up the session's claim if it is provisional, or, with `sure`, in any case; "" as session is anybody's."""
    path = path_of(local, wanted)
    content = files.read(path)
    claim = claims.parse(content) if content else None
    mine = claim is not None and (not session or claim.session == session) and (sure or not claim.sure)
    return bool(content and mine and _swapped(local, path, content, None))


def below(local: str, tree: str, now: float) -> list[Claim]:
    """The standing claims on files that are `tree` or lie below it, the latest first."""
    head, place = PATH + places.outline(tree), places.fold(tree)
    names = [name for name in _names(local) if name.startswith(head)][:MOST]
    found = [load(os.path.join(folder(local), name)) for name in names]
    fits = [one for one in found if one and claims.covers(place, places.fold(one.name))]
    return sorted((one for one in fits if is_standing(local, one, now)), key=lambda one: -one.last)


def standing(local: str, now: float) -> list[Claim]:
    """Every claim in force, the latest first."""
    return sorted((claim for _, claim in _all(local) if is_standing(local, claim, now)), key=lambda claim: -claim.last)


def tidy(local: str, now: float) -> None:
    """Remove the claims that are in force no more, and what is no claim."""
    for name in _names(local):
        path = os.path.join(folder(local), name)
        seen = files.read(path)
        claim = claims.parse(seen) if seen else None
        if seen and not (claim and is_standing(local, claim, now)) and time.time() - os.stat(path).st_mtime > claims.SHORT:
            _swapped(local, path, seen, None)


def _all(local: str) -> Iterator[tuple[str, Claim]]:
    for name in _names(local):
        path = os.path.join(folder(local), name)
        claim = load(path)
        if claim:
            yield path, claim


def _names(local: str) -> list[str]:
    try:
        return [name for name in os.listdir(folder(local)) if not name.endswith(".new")]
    except (FileNotFoundError, NotADirectoryError):
        return []
