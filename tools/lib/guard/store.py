"""The claims of this machine on disk: `claims/`, one small file a resource, named by a hash of it.

A file that is not there is made exclusively, so that of two sessions at the same instant exactly one does. What stands
there is changed only under a lock, and only while it is what was seen: a line is added, and the last whole line holds (to
put a new file in the place of an old one takes a disk twenty times as long). The name of a path's claim begins with the
outline of the path, so the claims below a folder are found by their names.
"""
from __future__ import annotations

import os
import time

from tools.lib import files, lock, sessions, spool
from tools.lib.guard import claims, places, prints
from tools.lib.guard.claims import Claim, Resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 2.0  # seconds for the lock
LONG = 4096  # bytes after which a file is made anew
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
            return _last(content)
        time.sleep(0.005)  # where links are not known, a claim is empty for an instant
    return None


def _last(content: bytes | None) -> Claim | None:
    """The claim that the last whole line is."""
    return claims.parse((content or b"").rpartition(b"\n")[0].rpartition(b"\n")[2])


def find(local: str, wanted: Resource, now: float) -> Claim | None:
    """The claim that stands on a resource."""
    return _current(local, load(path_of(local, wanted)), now)


def _current(local: str, claim: Claim | None, now: float) -> Claim | None:
    """A claim as it stands: where its holder is gone, it is that of the first one who shares it and is at work; None for none."""
    if claim is None or is_standing(local, claim, now):
        return claim
    heirs = (_heir(local, claim, number) for number in range(len(claim.others)))
    return next((heir for heir in heirs if is_standing(local, heir, now)), None)


def _heir(local: str, claim: Claim, number: int) -> Claim:
    """The claim as that of the session with this number among those that share it: it has written."""
    record = sessions.load(local, spool.safe(claim.others[number]))
    whose = {"session": claim.others[number], "agent": str(record.get("agent") or ""), "context": record["context"]}
    return claim._replace(**whose, others=claim.others[number + 1 :], sure=True)


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
    content = claims.render(claim) + "\n"
    for _ in range(5):
        if not os.path.exists(path) and files.create(path, content):
            return None
        seen = files.read(path)
        found = _current(local, load(path), now)
        if found and found.session not in (claim.session, *claim.others):
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
        elif len(seen) > LONG or seen[-1:] != b"\n":  # long, or cut off: what is added to that is no line
            files.replace(path, content)
        else:
            files.append(path, content.encode("utf-8", "surrogatepass"))
        return True


def confirm(local: str, wanted: Resource, session: str, now: float, seen: list[object]) -> None:
    """The session has written; another's claim is left alone."""
    path = path_of(local, wanted)
    content = files.read(path)
    claim = _last(content)
    if content and claim and claim.session == session:
        _swapped(local, path, content, claims.render(claims.confirmed(claim, now, seen or claim.seen)) + "\n")


def drop(local: str, wanted: Resource, session: str, sure: bool = False) -> bool:
    """Give up the session's claim if it is provisional, or, with `sure`, in any case; "" as session is anybody's."""
    path = path_of(local, wanted)
    content = files.read(path)
    claim = _last(content)
    if not content or claim is None or (session and claim.session != session) or (claim.sure and not sure):
        return False
    # what was taken over from another, and then not written, is theirs again
    left = claims.render(_heir(local, claim, 0)) + "\n" if claim.others and not sure else None
    return _swapped(local, path, content, left)


def below(local: str, tree: str, now: float) -> list[Claim]:
    """The standing claims on files that are `tree` or lie below it, the latest first."""
    found = [_current(local, one, now) for one in written(local, tree, MOST)]
    return sorted((one for one in found if one), key=lambda one: -one.last)


def written(local: str, tree: str, most: int) -> list[Claim]:
    """The claims on such files, at most so many, whether they stand or not."""
    head, place = PATH + places.outline(tree), places.fold(tree)
    names = (name for name in _names(local) if name.startswith(head))
    found = [load(os.path.join(folder(local), name)) for _, name in zip(range(most), names)]  # the folder is read no further
    return [one for one in found if one and claims.covers(place, places.fold(one.name))]


def standing(local: str, now: float) -> list[Claim]:
    """Every claim in force, the latest first."""
    found = [_current(local, load(os.path.join(folder(local), name)), now) for name in _names(local)]
    return sorted((claim for claim in found if claim), key=lambda claim: -claim.last)


def tidy(local: str, now: float) -> None:
    """Remove the claims that are in force no more, and what is no claim."""
    for name in list(_names(local)):
        path = os.path.join(folder(local), name)
        seen = files.read(path)
        claim = _last(seen)
        if seen and not _current(local, claim, now) and time.time() - os.stat(path).st_mtime > claims.SHORT:
            _swapped(local, path, seen, None)


def _names(local: str) -> Iterator[str]:
    """The names of the claims as the folder gives them: a thousand at once are longer in the making than a hook has time."""
    try:
        with os.scandir(folder(local)) as entries:
            yield from (entry.name for entry in entries if not entry.name.endswith(".new"))
    except (FileNotFoundError, NotADirectoryError):
        return
