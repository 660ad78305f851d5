"""Edits: which files of the checkout differ from a commit, which of them are finished, and which may enter the lane."""
from __future__ import annotations

import os
import sys

from tools.lib import gate as gates
from tools.lib import git, notices, paths
from tools.lib.sync import crossing, desk, forged, kept, kinds, objects, state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tools.lib.gate import Finding
    from tools.lib.sync.desk import Desk
    from tools.lib.sync.objects import Put
    from tools.lib.sync.settle import Pass

LARGEST = 10 * 1024 * 1024  # bytes; a larger file is the person's to commit
# Where nearly all files of a long history are: machines write them, and a new one of a person's is rare there.
FAR = ("contexts/*/*/journal/", "contexts/*/*/sessions/", "contexts/_unsorted/journal/", "contexts/_unsorted/sessions/")


def finished(this: Pass, seen: Desk, base: str) -> dict[str, Put | None]:
    """What the person's finished edits put on top of `base`, as far as it passes the gate.

    Unless the pass looks `everywhere`, journals and saved sessions are passed over, as they were left at the last whole
    look; when the person asked for it now, only new files among them are.
    """
    try:
        found = _differing(this, seen, base)
        _release_given_up(this, seen, found)
    except git.GitError:
        return {}  # a file vanished while it was looked at: it is not finished
    ready = _ready(this, found)
    before = objects.sides(paths.lane(this.local), base, sorted(ready))
    puts: dict[str, Put | None] = {}
    held: dict[str, list[Finding]] = {}
    for path, id in ready.items():
        if not id:
            puts[path] = None
            continue
        content = desk.read(seen, path, id)
        if content is None:
            continue
        findings = this.gate.findings(path, content) or forged.findings(this, path, content)
        if findings:
            held[path] = findings
        else:
            puts[path] = objects.put(content, _mode(seen, path, before.get(path)))
    hold(this.local, held, this.now)
    pass_over(this.local, {path: ready[path] for path in held}, this.gate.state())
    return puts


def is_far(path: str) -> bool:
    """Whether a path is a journal or a saved session."""
    return kinds.of(path) in (kinds.JOURNAL, kinds.SAVED)


def _listed(this: Pass, seen: Desk) -> list[str]:
    """The files that differ from the index, and those that it does not know."""
    known = [] if this.everywhere or this.at_once else [f":(exclude,glob){place}**" for place in FAR]
    fresh = [] if this.everywhere else [f"--exclude=/{place}" for place in FAR]
    listed = git.names(git.run(seen.root, "diff-files", "--name-only", "-z", "--", *kinds.DESK, *known))
    return listed + git.names(git.run(seen.root, "ls-files", "-o", "--exclude-standard", *fresh, "-z", "--", *kinds.DESK))


def _differing(this: Pass, seen: Desk, base: str) -> dict[str, str]:
    """The paths whose files are not what `base` holds, with the files' ids, "" for a missing one."""
    root, listed = paths.lane(this.local), _listed(this, seen)
    if base != seen.head:
        listed += list(objects.changes(root, seen.head, base)) if objects.commit_of(root, seen.head) else []
    wanted = sorted(_named_well(this, {path for path in listed if kinds.is_safe(path) and _is_small(seen, path)}))
    if wanted and not any(os.path.lexists(os.path.join(seen.root, top)) for top in kinds.DESK):
        return {}  # a work tree without anything in it is no edit: a disk is missing, or a clone half made
    here = desk.hashes(seen, wanted)
    there = objects.sides(root, base, wanted)
    found = {path: id for path, id in here.items() if id not in ("?", there[path].id if path in there else "")}
    ours = crossing.contents(this.local, seen.root, sorted(found))  # half followed, not edited
    return {path: id for path, id in found.items() if id not in ours[path]}


def _named_well(this: Pass, found: Iterable[str]) -> list[str]:
    """Those whose names pass the gate. The others are told of; their names stand in no command line and no memory."""
    looked = {path: this.gate.findings(path, b"") for path in found}
    told = [gates.sentence(rows) for rows in looked.values() if rows]
    known = state.table(state.read(this.local), "held")
    held: dict[str, list[object]] = {path: row for path, row in known.items() if path[:7] != "a name "}
    held.update((f"a name {number}", [words]) for number, words in enumerate(told, 1))
    if held != known and this.everywhere:
        state.update(this.local, held=held or None)
        _tell(this.local, this.now)
    return [path for path in looked if not looked[path]]


def _release_given_up(this: Pass, seen: Desk, found: Mapping[str, str]) -> None:
    """What is no edit any more, and not the version that was weighed, is not contested either."""
    contested = {path: row for path, row in kept.contested(this.local).items() if this.everywhere or not is_far(path)}
    if contested:
        here = desk.hashes(seen, sorted(contested))
        kept.release(this.local, [path for path in here if path not in found and here[path] != contested[path][0]], this.now)


def _is_small(seen: Desk, path: str) -> bool:
    try:
        return os.stat(os.path.join(seen.root, *path.split("/"))).st_size <= LARGEST
    except OSError:
        return True  # a missing file is an edit too


def _ready(this: Pass, found: Mapping[str, str]) -> dict[str, str]:
    """Those that have stood for a minute and were not tried with this content; remembers what is seen for the first time."""
    values = state.read(this.local)
    seen, tried = state.table(values, "seen"), state.table(values, "tried")
    now_seen = {
        path: [id, state.since(seen[path][1], this.now) if seen.get(path, [None])[0] == id else this.now]
        for path, id in found.items()
    }
    still = {path: row for path, row in tried.items() if row == [found.get(path), this.gate.state()]}
    if not this.everywhere:  # what was passed over is as it was
        now_seen = {**{path: row for path, row in seen.items() if is_far(path)}, **now_seen}
        still = {**still, **{path: row for path, row in tried.items() if is_far(path) and path not in found}}
    state.update(this.local, seen=now_seen or None, tried=still or None)
    _release(this, set(tried) - set(still))
    if this.at_once:
        still = {path: row for path, row in still.items() if path in kept.contested(this.local)}
    return {
        path: id for path, id in found.items()
        if path not in still and (this.at_once or state.stood(now_seen[path][1], this.now))
    }


def _release(this: Pass, paths: Iterable[str]) -> None:
    """These files have another content now, so what was said about them is over."""
    values = state.read(this.local)
    rest = {path: row for path, row in state.table(values, "held").items() if path not in paths}
    state.update(this.local, held=rest or None)
    _tell(this.local, this.now)


def pass_over(local: str, ids: Mapping[str, str], allowed: str) -> None:
    """Do not try these files again while they have these contents, and nothing else is allowed than now."""
    if ids:
        tried = state.table(state.read(local), "tried")
        state.update(local, tried={**tried, **{path: [id, allowed] for path, id in ids.items()}})


def forget_commits(local: str, now: float) -> None:
    """HEAD is another now, so what was said about its commits is over."""
    rest = {path: row for path, row in state.table(state.read(local), "held").items() if not path.startswith(state.COMMIT)}
    state.update(local, held=rest or None)
    _tell(local, now)


def hold(local: str, held: Mapping[str, list[Finding]], now: float) -> None:
    """Remember and tell where the gate found something."""
    if held:
        table = state.table(state.read(local), "held")
        state.update(local, held={**table, **{place: [_sentence(place, found)] for place, found in held.items()}})
    _tell(local, now)


def _sentence(place: str, found: Sequence[Finding]) -> str:
    """Where the findings of a held file or commit are; a commit's message has no path."""
    where = gates.sentence([row._replace(path=row.path or "its message") for row in found])
    return f"{place}: {where}" if place.startswith(state.COMMIT) else where


def _tell(local: str, now: float) -> None:
    held = state.table(state.read(local), "held")
    if not held:
        notices.over(local, "secret")
        return
    way = " (of a commit by amending or rebasing it)" if any(place.startswith(state.COMMIT) for place in held) else ""
    words = "; ".join(str(row[0]) for _, row in sorted(held.items())[:3])
    why = "it seems to hold a secret"
    if forged.KIND in words:
        why += ", or a session wrote what only the person says"
        way += " (what a session wrote, by taking it back; what is yours all the same, save it once more yourself, changed)"
    notices.say(
        local, "secret",
        f"not shared, because {why}: {words}; take it out{way}, or where it is none and a fingerprint"
        " stands with it, run `python3 tools/scrub.py --allow FINGERPRINT REASON`; until then it stays as it is and everything"
        " else is shared", now,
    )


def _mode(seen: Desk, path: str, before: objects.Blob | None) -> str:
    if before is not None and before.mode in (objects.FILE, objects.PROGRAM):
        return str(before.mode)
    place = os.path.join(seen.root, *path.split("/"))
    return objects.PROGRAM if sys.platform != "win32" and not path.endswith(".md") and os.access(place, os.X_OK) else objects.FILE
