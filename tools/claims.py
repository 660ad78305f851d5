"""claims: who is changing what on this machine, and why the guard let a call pass or held it back.

    python3 tools/claims.py list
    python3 tools/claims.py log [COUNT]           the last looks of the guard; of a session its own
    python3 tools/claims.py release PATH | --all  own claims; a person's word releases anybody's
    python3 tools/claims.py why PATH              who holds it, what this session knows of it, what was decided about it

PATH is a file, or a resource as `list` names it, `the service nginx`, or in short, `unit nginx`. A session sees of those of
other contexts that they are there. Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import commands, sessions, spool
from tools.lib.console import command
from tools.lib.errors import Refusal
from tools.lib.guard import claims, log, memory, places, prints, store, words
from tools.lib.guard.claims import Claim, Resource
from tools.lib.telling import handover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.console.desk import Desk

USAGE = "usage: claims.py list | log [COUNT] | release PATH|--all | why PATH"
NOTHING = "Nothing is claimed on this machine."
COUNT, MOST = 20, 10  # lines of the log that are shown, and of what was decided about one resource


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """What the command says; "" for wrong use. Raises Refusal."""
    verb, rest = (arguments[0], " ".join(arguments[1:])) if arguments else ("", "")
    if verb == "list" and not rest:
        return "\n".join(_line(desk, claim) for claim in store.standing(desk.local, desk.now)) or NOTHING
    if verb == "log" and (not rest or rest.isdigit()):
        return _log(desk, int(rest or COUNT))
    if verb == "release" and rest:
        return _release(desk, rest)
    if verb == "why" and rest:
        return _why(desk, _meant(desk, rest))
    return ""


def _session(desk: Desk) -> str:
    return spool.safe(desk.who.session)


def _own(desk: Desk) -> str:
    return handover.name_of(desk.local, desk.record()) if desk.agent else ""


def _meant(desk: Desk, text: str) -> Resource:
    """The resource that is meant: as the list names it, `unit nginx`, `branch .`, or a path."""
    standing = (claims.resource(claim) for claim in store.standing(desk.local, desk.now))
    listed = next((one for one in standing if words.what(one) == text), None)
    if listed:
        return listed
    kind, blank, name = text.partition(" ")
    if blank and kind in words.KINDS and kind not in ("path", "tree"):
        return places.resource(kind, name, os.getcwd())
    return places.resource("path", text, os.getcwd())


def _line(desk: Desk, claim: Claim) -> str:
    """A claim as the caller may see it."""
    is_whole = not desk.agent or claim.session == _session(desk) or claim.context == _own(desk)
    who = words.who(desk.local, claim.session, claim.agent, claim.context, claim.context if is_whole else _own(desk))
    state = "" if claim.sure else ", provisional"
    named = words.what(claims.resource(claim)) if is_whole else f"a {claim.kind}"
    return f"{named}  {who}  since {words.at(claim.since)}, last at {words.at(claim.last)}{state}"


def _log(desk: Desk, count: int) -> str:
    looks = [look for look in log.read(desk.local) if not desk.agent or look.session == _session(desk)]
    return "\n".join(_look(look) for look in looks[-count:]) or "The guard has looked at nothing yet."


def _look(look: log.Look) -> str:
    return f"{look.time}  {sessions.tag(look.session)}  {look.verdict}  {look.kind} {look.name}: {look.why}"


def _release(desk: Desk, text: str) -> str:
    wanted = _all(desk) if text == "--all" else [_one(desk, _meant(desk, text))]
    gone = [one for one in wanted if store.drop(desk.local, one, "", sure=True)]
    if not gone:
        raise Refusal(f"{text}: another session took it over just now; `claims.py list` says which")
    return f"Released: {', '.join(words.what(one) for one in gone)}. The next session that changes it holds it."


def _is_own(desk: Desk, claim: Claim) -> bool:
    """Whether the caller may release a claim: the person anybody's."""
    return desk.who.person or (desk.agent and claim.session == _session(desk))


def _all(desk: Desk) -> list[Resource]:
    """All that the caller may release. Raises Refusal where that is nothing."""
    standing = store.standing(desk.local, desk.now)
    if not standing:
        raise Refusal("nobody holds anything, so there is nothing to release")
    own = [claims.resource(claim) for claim in standing if _is_own(desk, claim)]
    if not own and not desk.agent:
        raise Refusal("only the person, at a terminal, releases what sessions hold: run this there")
    if not own:
        raise Refusal("this session holds nothing, so there is nothing to release; `claims.py list` says what others hold")
    return own


def _one(desk: Desk, wanted: Resource) -> Resource:
    """The resource, where the caller may release it. Raises Refusal, which says who may, and what to do instead."""
    claim = store.find(desk.local, wanted, desk.now)
    if claim and _is_own(desk, claim):
        return wanted
    named, last = words.what(wanted), claim or store.load(store.path_of(desk.local, wanted))
    if last is None:
        raise Refusal(f"{named}: nobody holds it, so there is nothing to release; `claims.py list` names what is held")
    holder = words.who(desk.local, last.session, last.agent, last.context, _own(desk))
    if claim is None:
        raise Refusal(f"{named}: nobody holds it any more, {holder} is over or was silent for too long; go on, it is free")
    way = commands.line("tell", sessions.tag(claim.session), "TEXT")
    raise Refusal(f"{named} is held by {holder} since {words.at(claim.since)}: only that session or the person, at a terminal, "
                  f"releases it; ask with `{way}`, or make your change a second time, then it passes")


def _why(desk: Desk, wanted: Resource) -> str:
    lines = [f"{words.what(wanted)}:"]
    claim = store.find(desk.local, wanted, desk.now)
    lines.append(f"- held: {_line(desk, claim)}" if claim else "- held by nobody")
    if desk.agent and wanted.kind == "path":
        lines.append(f"- {_known(desk, wanted.name)}")
    looks = [look for look in log.read(desk.local) if (look.kind, look.name) == (wanted.kind, wanted.name)]
    shown = [look for look in looks if not desk.agent or look.session == _session(desk)]
    return "\n".join([*lines, *(f"- {_look(look)}" for look in shown[-MOST:])])


def _known(desk: Desk, path: str) -> str:
    known = memory.load(desk.local, _session(desk)).marks.get(path)
    if known is None:
        return "this session has not read it"
    same = prints.now(path, known[0]) is known[0]
    return f"this session read or wrote it at {words.at(known[1])}, and it is {'unchanged' if same else 'another'} since"


if __name__ == "__main__":
    raise SystemExit(main())
