"""context: what a session works for.

    python3 tools/context.py show [NAME]             the context, its README, and what its sessions did and left open
    python3 tools/context.py list                    all contexts
    python3 tools/context.py new client|project NAME
    python3 tools/context.py set NAME [SESSION]      this session's context; at a terminal, that session's
    python3 tools/context.py rename OLD NEW
    python3 tools/context.py move SESSION NAME       what a session said so far belongs to another context
    python3 tools/context.py off|on [session|context|NAME]    capture nothing, or capture again

Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import commands, contexts, evidence, gate, paths, sessions, settings, spool, switching
from tools.lib.console import command
from tools.lib.console.desk import Desk
from tools.lib.errors import Refusal
from tools.lib.intake import orphans
from tools.lib.telling import about, given, handover, recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

USAGE = "usage: context.py show [NAME] | list | new client|project NAME | set NAME [SESSION] | rename OLD NEW | " \
    "move SESSION NAME | off|on [session|context|NAME]"
PATIENCE = 10.0  # seconds for the worker to carry out what was asked


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """What the command says; "" for wrong use. Raises Refusal."""
    name, words = (arguments[0], arguments[1:]) if arguments else ("", [])
    if name not in COMMANDS or not COMMANDS[name][0] <= len(words) <= COMMANDS[name][1]:
        return ""
    return COMMANDS[name][2](desk, *words)


def show(desk: Desk, name: str = "") -> str:
    """What a context is and what happened in it; a session sees its own and those open to it."""
    record = desk.record()
    own = handover.name_of(desk.local, record)
    wanted = desk.named(name) if name else own
    if desk.agent and wanted != own and not (wanted in desk.known() and contexts.may_read(own, desk.known()[wanted])):
        raise Refusal(f"{wanted}: this session works for {own} and sees nothing else; the person can look at a terminal")
    head = wanted if name else f"{wanted} ({about.FOUND.get(str(record['how']), '')})"
    readme = about.readme(desk.local, wanted, about.README_ROOM, evidence.mark())
    return "\n\n".join(part for part in (head, readme, handover.everything(desk.local, wanted)) if part)


def names(desk: Desk) -> str:
    """All contexts; of an agent's, with a mark."""
    own = handover.name_of(desk.local, desk.record()) if desk.agent else ""
    found = sorted({*desk.known(), contexts.UNSORTED})
    return "\n".join(f"{'*' if name == own else ' '} {name}" for name in found)


def new(desk: Desk, kind: str, name: str) -> str:
    """Make a context."""
    folder = next((folder for folder, known in contexts.KINDS.items() if known == kind), "")
    if not folder:
        raise Refusal(f"unknown kind {kind!r}, expected {' or '.join(contexts.KINDS.values())}")
    if not paths.is_name(name):
        raise Refusal(f"{name!r} cannot be the name of a folder everywhere: take {paths.name_from(name)!r}")
    whole = f"{folder}/{gate.named(desk.local, name)}"
    _free(desk, whole)
    desk.tell({"e": "context", "op": "new", "name": whole})
    done = _wait(lambda: whole in desk.known())
    # the person's own: the lane has one writer, the worker
    path = os.path.join(settings.read(desk.local)["checkout"], "contexts", folder, name, "README.md")
    _lay(path, contexts.readme(whole))
    return f"{whole} {'is made' if done else 'will be there in a moment'}: say in its README what a session must know ({path})"


def _lay(path: str, text: str) -> None:
    """The README where it is to be written in, at once: what the worker commits comes there later, offline not at all."""
    try:
        if os.path.isdir(os.path.dirname(os.path.dirname(path))):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except OSError:
        pass  # it is there, or a sandbox does not let us: it will come


def set_(desk: Desk, name: str, session: str = "") -> str:
    """Set a session's context."""
    if not session and not desk.agent:
        raise Refusal(f"this was not called by a session: name one, `{commands.line('context', 'set', name, 'SESSION')}`")
    if session and desk.agent:
        raise Refusal("a session sets its own context only: leave the session's id out")
    record = desk.session(session) if session else desk.record()
    wanted, id = desk.named(name), str(record["session"])
    if wanted == handover.name_of(desk.local, record) and record["how"] == "set":
        return f"It works for {wanted} already."
    switching.check(record, wanted, desk.agent, desk.who.person, commands.line("context", "set", wanted, id))
    bind = switching.line(record, desk.known().get(wanted) or contexts.read(wanted, ""))
    desk.tell(bind, id if session else "", str(record.get("agent") or "unknown"))
    if session:
        given.keep(desk.local, id, seen=None)  # so that its next prompt is answered with all of the new context
        return f"Session {id} works for {wanted} from now on."
    return handover.switched(desk.local, spool.safe(id), wanted)


def rename(desk: Desk, old: str, new: str) -> str:
    """Give a context another name of its kind."""
    was = desk.named(old)
    kind = was.partition("/")[0]
    now = new if "/" in new else f"{kind}/{new}"
    if was == contexts.UNSORTED or not contexts.is_context(now) or now.partition("/")[0] not in contexts.KINDS:
        raise Refusal(f"{was} cannot be called {now}: take {kind}/NAME, in small letters, digits and hyphens")
    desk.only_a_person("to rename a context")
    gate.named(desk.local, new)
    _free(desk, now)
    desk.tell({"e": "context", "op": "rename", "name": was, "to": now})
    for record in list(orphans.records(desk.local)):
        if record["context"] == was:
            bind = {"e": "bind", "c": now, "from": was, "move": True, "how": record["how"]}
            sessions.put(desk.local, str(record["session"]), desk.now, lambda _, bind=bind: bind)  # type: ignore[misc]
    return f"{was} is {now} from now on; other machines follow when they sync."


def move(desk: Desk, session: str, name: str) -> str:
    """What a session said so far goes to another context; it may be another machine's."""
    desk.only_a_person("to move what a session said")
    wanted = desk.named(name)
    id, old = desk.whereabouts(session)
    old = recent.current(desk.local, old)
    if old == wanted:
        raise Refusal(f"session {id} is of {wanted} already")
    desk.tell({"e": "context", "op": "move", "name": old, "to": wanted, "moved": id})
    return f"What session {id} said in {old} is moved to {wanted}; what it says from now on is not: see `context.py set`."


def off(desk: Desk, what: str = "session") -> str:
    return _capture(desk, what, "off")


def on(desk: Desk, what: str = "session") -> str:
    return _capture(desk, what, "on")


def _capture(desk: Desk, what: str, state: str) -> str:
    if what == "session" and desk.agent:
        desk.tell({"e": "capture", "capture": state})
        return f"Capture is {state} for this session from now on."
    desk.only_a_person("to switch a context's capture")
    name = desk.named(what) if what not in ("session", "context") else _here(desk, state)
    # its own time: on, off and on again within seconds are three wishes
    desk.tell({"e": "context", "op": "capture", "name": name, "state": state, "t": desk.now})
    # a session that begins now asks the table, which the worker makes
    if _wait(lambda: name in desk.known() and desk.known()[name].capture == state):
        return f"Capture is {state} for sessions of {name} that begin from now on."
    later = f"the worker has not come to it yet, `{commands.line('sync', 'now')}` lets it at once"
    return f"Capture will be {state} for sessions of {name} that begin in a moment: {later}"


def _here(desk: Desk, state: str) -> str:
    """The context of the folder the person is in; their clone of the memory itself is no project of theirs."""
    name = handover.name_of(desk.local, desk.record())
    clone, here = (os.path.join(os.path.realpath(path), "") for path in (settings.read(desk.local)["checkout"], os.getcwd()))
    if here.startswith(clone) and name not in desk.known():
        raise Refusal(f"{clone} is the memory itself and belongs to no context: name one, `context.py {state} NAME`")
    return name


def _free(desk: Desk, name: str) -> None:
    """Refuse a name that a context has or had."""
    now = recent.current(desk.local, name)
    if now != name:
        raise Refusal(f"{name} is the old name of {now}; what is still written under it goes there, so take another")
    if name in desk.known():
        raise Refusal(f"{name} is there already")


def _wait(done: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


# How many words each command takes, at least and at most
COMMANDS: dict[str, tuple[int, int, Callable[..., str]]] = {
    "show": (0, 1, show),
    "list": (0, 0, names),
    "new": (2, 2, new),
    "set": (1, 2, set_),
    "rename": (2, 2, rename),
    "move": (2, 2, move),
    "off": (0, 1, off),
    "on": (0, 1, on),
}

if __name__ == "__main__":
    raise SystemExit(main())
