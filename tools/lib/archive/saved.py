"""Saved sessions: a session's transcript as scrubbed Markdown in the lane, a piece more each time it is called.

`contexts/<context>/sessions/<YYYY-MM>/<DD>-<device>-<session>.md`, then `...-2.md` and so on; where the context wants
`transcripts: full`, the scrubbed records beside them as `.jsonl`. `saved/<session>.json` in the installation's folder
remembers how far the transcript is read and what was written. It is written last: a pass that is killed is done again,
from the same byte, and makes the same files. The worker is the only caller, one at a time.
"""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import files, frontmatter, paths, spool, wire
from tools.lib.archive import lineage, parts, shapes
from tools.lib.archive.pieces import WORDS, Binding, Job, Piece, Reading, held
from tools.lib.transcripts import render, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from tools.lib.archive.pieces import Scrubs as Scrubs

__all__ = ["Binding", "Job", "Progress", "advance", "afresh", "moved", "tidy"]

YEAR = 366 * 86400.0  # seconds
PART_MOST, RECORDS_MOST = 128 << 10, 1 << 20  # bytes of a Markdown part, of a part of records

# paths: the lane's files that were written; more: whether another pass has work to do
Progress = namedtuple("Progress", "paths more")


def advance(job: Job) -> Progress:
    """Save what the transcript gained since the last call.

    Reads about 8 MB at most (one line is read whole, however long), and nothing where nothing was gained. What cannot
    be scrubbed goes to quarantine and leaves a line in its place. Raises OSError when the disk refuses: call again.
    """
    session = spool.safe(job.session)
    state = _resumed(job, _load(job.local, session))
    found = window.following(job.transcript, state["offset"], state["looked"])
    if found.end == state["offset"]:
        if found.looked != state["looked"]:
            _save(job.local, session, {**state, "looked": found.looked})
        return Progress([], found.more)
    reading = Reading(job, session, state)
    reading.take(found)
    pieces, end = reading.pieces, found.end
    if not found.more:
        pieces, end = held(pieces, state["files"], end)
    written = _written(job, session, state, pieces)
    marks, unknown = reading.finish(end)
    state["seen"] = lineage.keep(job.local, session, state["seen"], marks)
    if end == found.end:
        state.update(when=reading.when, looked=found.looked)
    else:
        state["looked"] = end
    state.update(offset=end, print=_print(job.transcript, end))
    _save(job.local, session, state)
    shapes.count(job.local, unknown, job.now)
    return Progress(written, found.more)


def moved(local: str, session: str, old: str, new: str) -> None:
    """Remember that a session's saved files were moved in the lane from one context to another."""
    session = spool.safe(session)
    state = _load(local, session)
    if old in state["files"]:
        state["files"].setdefault(new, state["files"].pop(old))
        _save(local, session, state)


def afresh(local: str, session: str) -> None:
    """Forget how far a session was saved: the next pass writes its files anew (its lane was lost)."""
    for ending in (".json", ".seen"):
        files.remove(os.path.join(local, "saved", spool.safe(session) + ending))


def _written(job: Job, session: str, state: dict[str, Any], pieces: Sequence[Piece]) -> list[str]:
    """Write the pieces into their contexts' files; gives the lane's paths."""
    written = []
    for context in dict.fromkeys(piece.context for piece in pieces):
        mine = [piece for piece in pieces if piece.context == context]
        kept = state["files"].setdefault(context, _file(job, session, mine))
        stem = f"contexts/{context}/sessions/{kept['stem']}"
        texts = [piece.text.encode("utf-8", "replace") for piece in mine]
        written += _extended(job, kept, "text", stem + ".md", _head(job, session, kept), texts, PART_MOST)
        records = [piece.record for piece in mine if piece.record]
        written += _extended(job, kept, "records", stem + ".jsonl", lambda number: b"", records, RECORDS_MOST)
    return written


def _extended(
    job: Job,
    kept: dict[str, Any],
    name: str,
    path: str,
    head: Callable[[int], bytes],
    pieces: Iterable[bytes],
    most: int,
) -> list[str]:
    if not pieces:
        return []
    stem, ending = os.path.splitext(path)
    part, written = parts.extend(paths.lane(job.local), stem, ending, parts.Part(*kept[name]), head, pieces, most)
    kept[name] = list(part)
    return written


def _file(job: Job, session: str, pieces: Sequence[Piece]) -> dict[str, Any]:
    """What is remembered of a context's file: named for the local day on which it begins, titled by the first prompt."""
    first = pieces[0]
    spoken = next((piece for piece in pieces if piece.kind in WORDS), first)
    year_month, _, day = spool.day_of(job.now)[0].rpartition("-")
    day = render.clock(first.when, "%Y-%m/%d") if first.when else f"{year_month}/{day}"
    stem = f"{day}-{job.device}-{session}"
    return {"stem": stem, "title": spoken.title, "started": first.when, "text": [], "records": []}


def tidy(local: str, now: float) -> None:
    """Forget how far sessions were saved of which nothing came for a year; one that goes on then is saved from its beginning."""
    for folder in (os.path.join(local, "saved"), os.path.join(local, "saved", "roots")):
        for path, written in files.aged(folder):
            if now - written > YEAR:
                files.remove(path)


def _head(job: Job, session: str, kept: dict[str, Any]) -> Callable[[int], bytes]:
    """The front matter of a part by its number."""
    head = [f"session: {session}", f"agent: {job.agent}", f"device: {job.device}"]
    if kept["started"]:
        zoned = render.clock(kept["started"], "%Y-%m-%dT%H:%M:%S%z")
        head.append(f"started: {zoned[:-2]}:{zoned[-2:]}")
    title = [f"title: {kept['title']}"] if kept["title"] else []
    return lambda number: frontmatter.join([*head, f"part: {number}", *title], "").encode("utf-8", "replace")


def _path(local: str, session: str) -> str:
    return os.path.join(local, "saved", f"{session}.json")


def _load(local: str, session: str) -> dict[str, Any]:
    """What is remembered of a session.

    offset looked when    how far the transcript is consumed, up to where no further line ends, the last record's time
    print                 tells whether it is still the same file
    seen root kin again   bytes of the lineage in force, its first record, sessions of the same beginning, and the byte
                          up to which records may repeat others of any age
    calls files           the names of the last calls; each context's file
    """
    blank: dict[str, Any] = {"offset": 0, "looked": 0, "when": "", "print": "", "calls": [], "files": {}}
    lineage_of = {"seen": 0, "root": "", "kin": [], "again": 0}
    content = files.read(_path(local, session))
    try:
        found = wire.loads(content) if content else None
    except ValueError:
        found = None
    return {**blank, **lineage_of, **(found if isinstance(found, dict) else {})}


def _save(local: str, session: str, state: dict[str, Any]) -> None:
    files.replace(_path(local, session), wire.dumps(state))


def _resumed(job: Job, state: dict[str, Any]) -> dict[str, Any]:
    """The state to go on from: from the first byte again where the transcript is another than it was."""
    size = window.size(job.transcript)
    if not state["offset"]:
        return {**state, "again": size}
    if size == 0 or (size >= state["offset"] and _print(job.transcript, state["offset"]) == state["print"]):
        return state
    return {**state, "offset": 0, "looked": 0, "print": "", "again": size}


def _print(path: str, offset: int) -> str:
    """What tells a transcript that went on from one that was rewritten: its beginning and what stands before `offset`."""
    if not offset:
        return ""
    start = files.read(path, 0, min(offset, 512)) or b""
    end = files.read(path, max(0, offset - 512), min(offset, 512)) or b""
    return lineage.mark(start + end)
