"""After a call: what was written is confirmed and known to its session; what changed silently is told to those it concerns."""
from __future__ import annotations

import os

from tools.lib import files, spool
from tools.lib.event import Event
from tools.lib.guard import calls, claims, memory, places, prints, spans, store
from tools.lib.guard.claims import Claim, Resource
from tools.lib.guard.memory import CLOCK, GRACE
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Record = Mapping[str, object]

NEAR = 40  # claims that are compared after a command; whoever holds a file hears of every change
READING = ("Read", "Bash")  # the tools that show files


def recall(event: Event) -> None:
    """What the hook before the call read of it need not be read again: a command line costs half an interpreter."""
    begun = memory.load(event.local, spool.safe(event.session)).calls.get(memory.call(event.payload))
    if begun is not None and len(begun) > 6 and isinstance(begun[5], list):
        reads, programs, doubts = (list(map(str, _list(begun[at]))) for at in (2, 5, 6))
        calls.recall(event, resources(begun[4]), reads, programs, doubts)


def settle(event: Event, record: Record, worked: bool = True) -> str:
    """Confirm the claims of a call that has ended, or drop them where it failed; gives what a session is told that changed
    what others hold."""
    session = spool.safe(event.session)
    known = memory.load(event.local, session)
    begun = known.calls.get(memory.call(event.payload))
    is_shell = calls.is_shell(event) and not calls.is_plain(event)
    if begun is None and not is_shell and event.text("tool_name") not in READING:
        return ""
    begin, taken, reads, behind = (begun or [event.now - _seconds(event), [], calls.of(event).reads, False])[:4]
    begin = float(str(begin))
    rows = [*confirmed(event, resources(taken), begin, worked), *_read(event, reads if worked else [])]
    if taken or is_shell:
        rows.append(["e", memory.call(event.payload), begin, event.now + (memory.RUNS if behind else 0.0)])
    elif begun:
        rows.append(["e", memory.call(event.payload), 0.0, 0.0])
    memory.add(event.local, session, *rows)
    if known.size > memory.LONG:
        memory.shorten(event.local, session, event.now)
    return _slipped(event, record, begin) if is_shell else ""


def _seconds(event: Event) -> float:
    taken = event.payload.get("duration_ms")
    return taken / 1000 if isinstance(taken, (int, float)) else 0.0


def resources(rows: object) -> list[Resource]:
    """The resources of a call as its session's memory has them."""
    return [Resource(str(row[0]), str(row[1])) for row in _list(rows) if isinstance(row, list) and len(row) == 2]


def _list(found: object) -> list[object]:
    return found if isinstance(found, list) else []


def confirmed(event: Event, taken: list[Resource], begin: float, worked: bool) -> list[list[object]]:
    """Confirm or drop each claim; gives what the session knows of the files from now on."""
    session, rows = spool.safe(event.session), []
    for wanted in taken:
        # a command that fails may have written before it did
        wrote = worked or (wanted.kind == "path" and files.changed_at(wanted.name) >= begin - CLOCK)
        if not wrote:
            store.drop(event.local, wanted, session)
            continue
        seen = prints.of(wanted.name) if wanted.kind == "path" else []
        store.confirm(event.local, wanted, session, event.now, seen)
        if seen:
            rows.append(memory.mark(wanted.name, seen, event.now))
    return rows


def _read(event: Event, reads: object) -> list[list[object]]:
    found = [(str(path), prints.of(str(path))) for path in _list(reads)]
    return [memory.mark(path, seen, event.now) for path, seen in found if seen]


def _slipped(event: Event, record: Record, begin: float) -> str:
    """Keep that a shell command ran, and see whether it changed what others hold; gives what its session is told."""
    session, context = spool.safe(event.session), recent.current(event.local, str(record["context"]))
    who = {"session": session, "agent": event.agent, "context": context}
    spans.add(event.local, {"begin": begin, "end": event.now, **who})
    folder = places.real(event.text("cwd") or "/", "/")
    near = store.written(event.local, places.top(folder) or folder, NEAR)
    others = [one for one in near if one.session != session and _is_other(one, begin)]
    changed = [one for one in others if store.is_standing(event.local, one, event.now)]
    if not changed:
        return ""
    from tools.lib.guard import log, words  # seldom

    why = "changed by a command that could not be read"
    log.add(event.local, [log.made(session, log.ALLOW, claim.kind, claim.name, why, event.now) for claim in changed])
    return words.slipped(event.local, changed, context)


def _is_other(claim: Claim, begin: float) -> bool:
    """Whether a file that another session holds was changed since `begin` and since that session wrote it."""
    if not claim.sure or not claim.seen or claim.last > begin:
        return False
    return prints.now(claim.name, claim.seen) is not claim.seen and files.changed_at(claim.name) >= begin - CLOCK


def heard(event: Event, record: Record) -> str:
    """What the session is told of files that it read or wrote and that changed while another session ran a command.

    The session itself: a subagent would keep it to itself.
    """
    session = spool.safe(event.session)
    known = memory.load(event.local, session)
    if event.payload.get("agent_id") or known.heard == spans.size(event.local):
        return ""
    shells, end = spans.since(event.local, known.heard)
    others = [shell for shell in shells if shell["session"] != session]
    found = [(path, shell) for path in known.marks for shell in [_blamed(path, known, others, event)] if shell] if others else []
    memory.add(event.local, session, ["h", end], *memory.told([_key(path) for path, _ in found], event.now, ""))
    if not found:
        return ""
    from tools.lib.guard import words  # seldom

    return words.silent(event.local, found, recent.current(event.local, str(record["context"])))


def _key(path: str) -> str:
    return f"silent {path} {files.changed_at(path)}"


def _blamed(path: str, known: memory.Memory, others: list[dict[str, object]], event: Event) -> dict[str, object] | None:
    """Who changed a file that this session knows otherwise: the one who holds it and wrote what stands there, or the one
    during whose command it happened; None for nobody that we know.

    What changed during a command of its own is its own doing, unless another session holds the file.
    """
    seen = known.marks[path][0]
    if prints.now(path, seen) is seen or _key(path) in known.told:
        return None
    at = files.changed_at(path) or _gone(path)
    fits = [shell for shell in others if float(str(shell["begin"])) - CLOCK <= at <= float(str(shell["end"])) + CLOCK]
    claim = store.find(event.local, Resource("path", path), event.now) if fits else None
    is_held = claim is not None and not claims.is_of(claim, spool.safe(event.session))
    if claim is not None and is_held and claim.seen and prints.now(path, claim.seen) is claim.seen:
        return {"session": claim.session, "agent": claim.agent, "context": claim.context, "end": claim.last}
    return fits[-1] if fits and (is_held or not known.is_own(at, CLOCK, GRACE)) else None


def _gone(path: str) -> float:
    """When a file that is gone may have gone: its folder changed then."""
    try:
        return os.stat(os.path.dirname(path)).st_mtime
    except OSError:
        return 0.0

