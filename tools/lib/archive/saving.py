"""When a session is saved: it has fallen quiet, or ended, or was killed; and what its transcript knows that we missed."""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import files, sessions, spool, wire
from tools.lib.archive import saved
from tools.lib.event import Event
from tools.lib.intake import capture, missed, orphans, resolution
from tools.lib.transcripts import turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

QUIET = 60.0  # seconds without an event; a longer pause between a prompt and its answer is saved in between, and goes on
SLACK = 60.0  # seconds; what is older than the first event missed was kept, and may have left the spool since
NEAR = 300.0  # seconds at most between an event and its record in the transcript
DOUBT = 3600.0  # seconds between a session's last event and the push that had its saved file, at the most
PASSES = 16  # of about 8 MB for one session, so that another's turn comes

Quiet = namedtuple("Quiet", "session last")


def waiting(local: str, now: float, at_once: bool, changed_since: float) -> list[Quiet]:
    """The sessions that are quiet and were not saved since their last event; `at_once`: quiet or not."""
    done = _done(local)
    found = []
    for record in orphans.records(local, changed_since):
        last = float(str(record.get("last") or 0))
        fresh = done.get(str(record["session"])) != last and record.get("transcript")
        if fresh and (at_once or record.get("ended") or not 0 <= now - last < QUIET):
            found.append(Quiet(str(record["session"]), last))
    return found


def save(local: str, device: str, scrubber: saved.Scrubs, quiet: Sequence[Quiet], now: float) -> list[str]:
    """Save these sessions into the lane; gives the lane's paths that were written."""
    known = {context.name: context.transcripts for context in resolution.table(local)}
    paths: list[str] = []
    for session, last in quiet:
        record = sessions.load(local, session)
        job = _job(local, device, scrubber, record, known, now)
        for _ in range(PASSES):
            progress = saved.advance(job)
            paths += progress.paths
            if not progress.more:
                _keep_done(local, session, last)
                break
    return paths


def _job(
    local: str, device: str, scrubber: saved.Scrubs, record: dict[str, object], known: dict[str, str], now: float
) -> saved.Job:
    began = float(str(record.get("began") or 0)) if record.get("origin") == "fork" else 0.0
    return saved.Job(
        local,
        str(record["session"]),
        str(record.get("transcript") or ""),
        str(record.get("agent") or "claude"),
        device,
        _bindings(record, known),
        scrubber,
        now,
        began,
    )


def _bindings(record: dict[str, object], known: dict[str, str]) -> list[saved.Binding]:
    """What the session worked for, and since when; while its capture was off, nothing is rendered."""
    since = record["bindings"] if isinstance(record["bindings"], list) and record["bindings"] else [[0, record["context"]]]
    switched = record.get("switched")
    changes = [(float(str(at)), str(context), "") for at, context in since]
    changes += [(float(str(at)), "", str(state)) for at, state in (switched if isinstance(switched, list) else ())]
    made, context, state = [], str(since[0][1]), "on"
    for at, name, switch in sorted(changes, key=lambda change: change[0]):
        context, state = name or context, switch or state
        made.append(saved.Binding(at, context, "off" if state == "off" else known.get(context, "rendered")))
    return made


def _done(local: str) -> dict[str, float]:
    try:
        found = wire.loads(files.read(os.path.join(local, "saved.json")) or b"{}")
    except ValueError:
        found = {}
    return found if isinstance(found, dict) else {}


def _keep_done(local: str, session: str, last: float) -> None:
    done = {name: at for name, at in _done(local).items() if last - at < orphans.KEPT}
    files.replace(os.path.join(local, "saved.json"), wire.dumps({**done, session: last}))


def anew(local: str, session: str) -> None:
    """Save a session from its first byte again, at the next whole pass."""
    saved.afresh(local, session)
    files.replace(os.path.join(local, "saved.json"), wire.dumps({s: last for s, last in _done(local).items() if s != session}))


def again(local: str, pushed: float) -> None:
    """Save anew what may never have been pushed: the sessions that were active since `pushed`, or shortly before."""
    done = _done(local)
    for session, last in done.items():
        if last > pushed - DOUBT:
            saved.afresh(local, session)
    files.replace(os.path.join(local, "saved.json"), wire.dumps({s: last for s, last in done.items() if last <= pushed - DOUBT}))


def catch_up(local: str) -> int:
    """Spool the turns of which a hook could keep nothing (a full disk), from their transcripts; gives their number."""
    count = 0
    for mark in missed.take(local):
        count += _catch_up(local, *mark)
        missed.clear(local, mark)
    return count


def _still_full(event: Event, error: OSError) -> None:
    """The mark stays, and it is tried again later."""
    raise error


def _catch_up(local: str, session: str, transcript: str, since: float) -> int:
    name = spool.safe(session)
    record = sessions.load(local, name)
    agent = str(record.get("agent") or ("codex" if os.path.basename(transcript).startswith("rollout-") else "claude"))
    known = _known(local, name)
    count = 0
    for turn in turns.recent(agent, transcript):
        where = str(record.get("project") or "")
        payload = {"session_id": session, "transcript_path": transcript, "cwd": where, "prompt_id": turn.id}
        for step, at, line in (
            ("prompt", turn.asked, {"e": "prompt", "kind": "person", "text": turn.prompt, "id": turn.id, "late": True}),
            ("answer", turn.answered, {"e": "answer", "text": turn.answer, "id": turn.id, "late": True}),
        ):
            if at > since - SLACK and str(line["text"]) and not _was_taken(known, step, str(line["text"]), at):
                capture.take(Event(local, agent, "catch-up", "", payload, at, {}), line, _still_full)
                count += 1
    return count


def _was_taken(known: list[tuple[str, str, float]], kind: str, text: str, at: float) -> bool:
    """Whether one of the events known is this one, which then is no other's: many prompts say no more than "go on"."""
    fits = [one for one in known if one[:2] == (kind, text) and abs(one[2] - at) < NEAR]
    if fits:
        known.remove(min(fits, key=lambda one: abs(one[2] - at)))
    return bool(fits)


def _known(local: str, session: str) -> list[tuple[str, str, float]]:
    """What the spool holds of a session's turns: kind, text, time. A prompt queued in another's turn has that one's id."""
    found = []
    for name in spool.listing(local):
        if name.endswith(f"/{session}.jsonl"):
            for _, line in spool.lines(os.path.join(local, "spool", name)):
                if isinstance(line, dict):
                    told = str(line["e"]), str(line.get("text", ""))
                    found.append((*told, float(str(line.get("t") or 0))))
    return found
