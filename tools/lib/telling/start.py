"""Start: the four texts that a session is given when it starts, resumes, forks, is cleared or was compacted.

Each is the answer of a hook of its own and holds at most `room.LIMIT` bytes. All is read from a few small files, however
long the history is.
"""
from __future__ import annotations

from tools.lib import evidence, files, notices, sessions, settings, spool
from tools.lib.beside import board
from tools.lib.event import Event
from tools.lib.lessons import hints
from tools.lib.room import LIMIT, size
from tools.lib.telling import about, discreet, fetched, given, handover, recent, rules
from tools.lib.voices import voice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Record = Mapping[str, object]

CONTINUED = ("resume", "fork")  # the earlier texts are still in the conversation
NOTICES_ROOM = 2500  # bytes for what the person must be told
RULES_ROOM, README_ROOM = 4500, 1500  # bytes of each where all is given in one answer
OTHERS_ROOM = 1500  # bytes that the rules leave there for what follows them
LEAST = 700  # bytes below which a README's head or a digest says nothing


def text(event: Event, record: Record, part: str) -> str:
    """The text of a part: `rules-1`, `rules-2`, `context` or `digest`; "" where there is nothing to say."""
    if part in ("rules-1", "rules-2"):
        return _once(event, record, part, _rules(event, part))
    if not event.is_test:
        fetched.wait(event)
    return _context(event, record) if part == "context" else _digest(event, record)


def again(event: Event, record: Record, limit: int = LIMIT) -> str:
    """All of it in one answer of `limit` bytes, at a prompt: for a session that lost what it was given, or never was."""
    local, session = event.local, spool.safe(event.session)
    name = handover.name_of(local, record)
    news = about.for_person(discreet.sentences(local, name, notices.untold(local, session)), NOTICES_ROOM // 2)
    who, state = _who(event, record, name), event.told(board.start_text, record)
    left = limit - sum(size(part) + 2 for part in (news, who, state))
    told = [_some_rules(local, min(RULES_ROOM, left - OTHERS_ROOM)), news, who, state]
    left -= size(told[0]) + 2
    told.append(about.readme(local, name, min(README_ROOM, left), evidence.mark()) if left > LEAST else "")
    left -= size(told[-1]) + 2
    seen = recent.seen(name, recent.mark(local, name))
    told.append(handover.whole(local, name, [session], left) if left > LEAST else "")
    given.keep(local, session, lost=False, seen=seen)
    return "\n\n".join(part for part in told if part)


def _some_rules(local: str, room: int) -> str:
    path = voice.path(local)
    more = f"\n(There are more rules: read all of them in {path})"
    one, rest = rules.cut((files.text(path) or "").strip("\n"), room - size(_headed("x", "")) - size(more))
    return _headed(one, "") + (more if rest else "")


def _rules(event: Event, part: str) -> str:
    path, waiting = voice.path(event.local), voice.waiting(event.local)
    room = LIMIT - size(_headed("x", "part 1 of 2")) - size(waiting) - 2
    found = rules.split(files.text(path) or "", path, room)
    if part == "rules-1":
        told = (_headed(found.one, ", part 1 of 2" if found.two else ""), waiting)
        return "\n\n".join(text for text in told if text)
    if found.left:
        left = f"the last {found.left} bytes reach no session"
        words = f"{voice.RULES} is too long: {left}; shorten it, or move what is seldom needed."
        notices.say(event.local, "rules-too-long", words, event.now)
    else:
        notices.over(event.local, "rules-too-long")
    return _headed(found.two, ", part 2 of 2")


def _headed(text: str, which: str) -> str:
    return f"The person's standing rules, for every session (preferences.md{which}):\n\n{text}" if text.strip() else ""


def _once(event: Event, record: Record, part: str, told: str, mark: str = "") -> str:
    """The text, unless the conversation that goes on here still holds it; its fence's mark is another each time."""
    known_by = told.replace(mark, "") if mark else told
    if event.text("source") in CONTINUED and given.had_text(_before(event, record), part, known_by):
        return ""
    if record.get("capture") != "off" and not event.is_test:
        given.keep_text(event.local, spool.safe(event.session), part, known_by)
    return told


def _before(event: Event, record: Record) -> Record:
    """The record of the session whose conversation goes on here: its own, or that of the one it was forked from."""
    if event.text("source") != "fork":
        return record
    from tools.lib.intake import ancestry  # reads a transcript's head; once in a fork's life

    parent = ancestry.parent_of(event.text("transcript_path"), event.session)
    return sessions.load(event.local, spool.safe(parent)) if parent else {}


def _context(event: Event, record: Record) -> str:
    name, mark = handover.name_of(event.local, record), evidence.mark()
    leaves_nothing = event.is_test or record.get("capture") == "off"
    untold = [] if leaves_nothing else notices.untold(event.local, spool.safe(event.session))
    news = about.for_person(discreet.sentences(event.local, name, untold), NOTICES_ROOM)
    who = _who(event, record, name)
    lessons, state = event.told(hints.index_text, record), event.told(board.start_text, record)
    room = LIMIT - sum(size(text) + 2 for text in (news, who, lessons, state))
    readme = about.readme(event.local, name, room, mark) if room > LEAST else ""
    parts = [news]
    for part, told, marked in (("who", who, ""), ("readme", readme, mark), ("lessons", lessons, ""), ("state", state, "")):
        parts.append(_once(event, record, part, told, marked))
    return "\n\n".join(part for part in parts if part)


def _who(event: Event, record: Record, name: str) -> str:
    device = settings.read(event.local).get("device", "this machine")
    return about.session(event.session, event.agent, device, name, record)


def _digest(event: Event, record: Record) -> str:
    local, session = event.local, spool.safe(event.session)
    name = handover.name_of(local, record)
    now = recent.mark(local, name)  # before the table is read: what comes between is given twice rather than never
    before = _before(event, record) if event.text("source") in CONTINUED else {}
    if before.get("seen"):
        told = handover.since(local, name, [session, str(before["session"])], before["seen"])
    else:
        told = handover.whole(local, name, [session])
    if record.get("capture") != "off" and not event.is_test:
        given.keep(local, session, seen=recent.seen(name, now))
    return told
