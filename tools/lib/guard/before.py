"""Before a write: is it held by another live session, is it another file than this session read, is something in flight?"""
from __future__ import annotations

from tools.lib import files, sessions, spool
from tools.lib.event import Event
from tools.lib.guard import calls, claims, flight, log, memory, places, prints, store
from tools.lib.guard.claims import Claim, Resource
from tools.lib.guard.log import ALLOW, DENY
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Mapping

    from tools.lib.guard.calls import Call
    from tools.lib.guard.memory import Memory

    Record = Mapping[str, object]
else:
    from tools.lib.tuples import namedtuple

SOON = 5.0  # seconds within which a call that wrote has mostly ended
RETRY = 600.0  # seconds within which the same call, made again, passes
FLIGHT = memory.TOLD
HELD, CHANGED, IN_FLIGHT = "held", "changed", "in flight"

# key: under which it is told once; claim: of the holder, None for none
Finding = namedtuple("Finding", "resource why key claim reason")


class Look:
    """One look at one tool call: who looks, when, and what that session knows."""

    def __init__(self, event: Event, record: Record, call: Call) -> None:
        self.local, self.session, self.now = event.local, spool.safe(event.session), event.now
        # each agent is told for itself: it has not heard what another one was told
        self.subagent = sessions.mark(event.text("agent_id"))
        self.agent, self.context = event.agent, recent.current(event.local, str(record["context"]))
        self.call, self.id, self.home = call, memory.call(event.payload), calls.home(event)
        self.memory: Memory = memory.load(event.local, self.session)
        self.wanted = _wanted(self)
        self.looks: list[log.Look] = []

    def note(self, wanted: Resource, verdict: str, why: str) -> None:
        """Keep a line for the decision log."""
        self.looks.append(log.made(self.session, verdict, wanted.kind, wanted.name, why, self.now))


def check(event: Event, record: Record) -> str | None:
    """The reason for which a tool call is denied now, None to let it pass; then its resources are claimed."""
    call = calls.of(event)
    if not call.writes and not call.reads and not call.doubts and not calls.is_shell(event):
        return None
    look = Look(event, record, call)
    if any(begun[1] and abs(look.now - float(str(begun[0]))) > SOON for begun in look.memory.calls.values()):
        from tools.lib.guard import overdue  # seldom: calls that run beside this one, or of whose end nobody told

        overdue.confirm(event, look.memory)
    found = [finding for wanted in look.wanted for finding in _findings(look, wanted)]
    fresh = [one for one in found if not look.memory.was_told(one.key, look.now, _within(one), look.id)]
    taken = [] if fresh else _taken(look, found, fresh)
    if not fresh:
        _begin(event, look, taken)
    for doubt in call.doubts:
        look.note(Resource("command", ""), ALLOW, f"not understood: {doubt}")
    reason = _denied(look, fresh) if fresh else None
    log.add(look.local, look.looks)
    return reason


def _within(finding: Finding) -> float:
    return FLIGHT if finding.why == IN_FLIGHT else RETRY


def _wanted(look: Look) -> dict[Resource, list[object]]:
    """The resources of the call, and the areas they lie in, each of those with the file that does."""
    found: dict[Resource, list[object]] = {one: [] for one in look.call.writes}
    if any(one.kind == "path" for one in look.call.writes):
        from tools.lib.guard import areas  # not for calls that write no file

        lying = areas.of(look.local, look.context, look.call.writes, look.home)
        found.update({area: [path] for area, path in lying.items()})
    return found


def _findings(look: Look, wanted: Resource) -> list[Finding]:
    """All that speaks against a write to a resource."""
    found = [_held(wanted, claim, look) for claim in _holders(look, wanted)]
    if wanted.kind == "path":
        found += _changed(look, wanted, bool(found))
    return found + (_in_flight(look, wanted) if wanted.kind == "path" or wanted.kind in claims.OF_CHECKOUTS else [])


def _holders(look: Look, wanted: Resource) -> list[Claim]:
    """The standing claims of others that a write to this resource would run into."""
    same = store.find(look.local, wanted, look.now) if wanted.kind in claims.HELD else None
    found = [same] if same and not claims.is_of(same, look.session) else []
    if wanted.kind == "tree" or wanted.kind in claims.OF_CHECKOUTS:
        # of a file that is shared both know; that all of it may go, they do not
        found += [one for one in store.below(look.local, wanted.name, look.now) if one.session != look.session]
    if wanted.kind == "hard-reset":
        branch = store.find(look.local, Resource("branch", wanted.name), look.now)
        found += [branch] if branch and not claims.is_of(branch, look.session) else []
    return found


def _held(wanted: Resource, claim: Claim, look: Look) -> Finding:
    from tools.lib.guard import words  # like all that is said: only when something is

    return Finding(wanted, HELD, _key(look, HELD, wanted), claim, words.held(look.local, wanted, claim, look.context))


def _key(look: Look, why: str, wanted: Resource) -> str:
    return " ".join(part for part in (why, look.subagent, wanted.kind, wanted.name) if part)


def _changed(look: Look, wanted: Resource, held: bool) -> list[Finding]:
    """Whether the file is another than the session knows; its own commands' changes count as read, unless it is held."""
    known = look.memory.marks.get(wanted.name)
    if known is None or prints.now(wanted.name, known[0]) is known[0]:
        return []
    if not held and look.memory.is_own(files.changed_at(wanted.name), memory.CLOCK, memory.GRACE):
        return []
    from tools.lib.guard import words

    return [Finding(wanted, CHANGED, _key(look, CHANGED, wanted), None, words.changed(wanted.name, known[1]))]


def _in_flight(look: Look, wanted: Resource) -> list[Finding]:
    """Whether a rebase or the like that the session did not start stands in the checkout."""
    top = places.top(wanted.name)
    what, since = flight.of(top) if top else ("", 0.0)
    key = f"{IN_FLIGHT} {top}"
    if not what or look.memory.was_told(key, look.now, FLIGHT, ""):
        return []
    if look.memory.is_own(since, memory.CLOCK, memory.GRACE):
        memory.add(look.local, look.session, *memory.told([key], look.now, ""))  # its spans are kept less long than this
        return []
    from tools.lib.guard import words

    return [Finding(Resource("branch", top), IN_FLIGHT, key, None, words.in_flight(top, what))]


def _taken(look: Look, found: list[Finding], fresh: list[Finding]) -> list[Resource]:
    """Claim what the call writes; who was faster is added to `fresh`, and nothing is kept then."""
    passing = {one.resource: one.claim for one in found if one.claim and claims.resource(one.claim) == one.resource}
    taken: list[Resource] = []
    for wanted, seen in look.wanted.items():
        if wanted.kind not in claims.HELD:
            continue
        known = store.find(look.local, wanted, look.now)
        before = known if known and claims.is_of(known, look.session) else passing.get(wanted)
        claim = claims.provisional(before, wanted, look.session, look.agent, look.context, look.now)
        claim = claim._replace(seen=seen) if seen else claim
        other = None if claim == known else store.take(look.local, claim, look.now)
        if other is None:
            taken.append(wanted)
        else:
            fresh.append(_held(wanted, other, look))
    if fresh:
        for wanted in taken:
            store.drop(look.local, wanted, look.session)
    return [] if fresh else _passed(look, found, taken)


def _passed(look: Look, found: list[Finding], taken: list[Resource]) -> list[Resource]:
    """Keep that the call passes, and tell the holders that it does."""
    if found:
        _tell(look, found)
    for wanted in look.wanted:
        reasons = sorted({one.why for one in found if one.resource == wanted})
        look.note(wanted, ALLOW, f"again, told before: {', '.join(reasons)}" if reasons else "free")
    return taken


def _tell(look: Look, found: list[Finding]) -> None:
    """Tell the holders that the session went on."""
    from tools.lib.beside import messages
    from tools.lib.guard import words

    told = {(one.claim.session, one.resource): one for one in found if one.claim}
    sender = sessions.tag(look.session)
    spent = [one.key for one in found if one.why != IN_FLIGHT]
    memory.add(look.local, look.session, *memory.told(spent, 0.0, ""))  # what comes next is another matter
    for (holder, wanted), one in told.items():
        text = words.passed(wanted if wanted.kind == one.claim.kind else claims.resource(one.claim), one.claim)
        messages.leave(look.local, holder, messages.Message(look.now, sender, look.agent, "", text))


def _begin(event: Event, look: Look, taken: list[Resource]) -> None:
    """Keep what the call takes and reads, for the hook after it."""
    given = event.payload.get("tool_input")
    behind = isinstance(given, dict) and calls.is_background(given)
    programs = list({str(one.words[0]): None for one in look.call.started if one.words})
    call, held, written = look.call, [*map(list, taken)], [*map(list, look.call.writes)]
    row = ["b", look.id, look.now, held, call.reads, behind, written, programs, call.doubts]
    if taken or calls.is_shell(event):
        memory.add(look.local, look.session, row)


def _denied(look: Look, fresh: list[Finding]) -> str:
    """Keep that the session is told, and give the words."""
    from tools.lib.guard import words

    memory.add(look.local, look.session, *memory.told([one.key for one in fresh], look.now, look.id))
    for one in fresh:
        holder = f" by {sessions.tag(one.claim.session)}" if one.claim else ""
        look.note(one.resource, DENY, one.why + holder)
    holders = [one.claim.session for one in fresh if one.claim]
    named = {one.claim.session for one in fresh if one.claim and one.resource.kind != "area"}
    told = [one for one in fresh if one.resource.kind != "area" or one.claim.session not in named]
    return words.denial([one.reason for one in told], holders)
