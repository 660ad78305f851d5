"""The drain: what the spool holds and no journal yet, scrubbed, goes into the lane's journals.

Safe to kill at any instruction: see `ledger`. Reads and writes only what is new.
"""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import contexts, files, git, journal, project, quarantine, spool
from tools.lib.beside import siblings
from tools.lib.journals import context_changes, entries, memory_changes
from tools.lib.journals.ledger import JOURNALED, Ledger
from tools.lib.notices import TERMINAL
from tools.lib.scrub import Unscrubbable
from tools.lib.sync import approving

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# paths: lane-relative, written or removed; kinds: of the events drained; count: of them
Drained = namedtuple("Drained", "paths kinds count")
BARE = ("e", "n", "t", "z", "kind", "closes")  # the fields of a line that are our own words and numbers
KEPT = "what was said here could not be scrubbed and stays on this device: see `python3 tools/scrub.py --quarantine`"


class Drain:
    """One run over the spool. `scrub` takes a text and gives it scrubbed; `now` is seconds since the epoch."""

    def __init__(self, local: str, lane: str, device: str, scrub: Callable[[str], str], now: float) -> None:
        self.local, self.lane, self.device, self.scrub, self.now = local, lane, device, scrub, now
        self.ledger = Ledger(local)
        self.paths: list[str] = []
        self.waiting: dict[str, list[journal.Entry]] = {}
        self.heads: dict[str, list[str]] = {}

    def run(self) -> Drained:
        """Journal everything new; gives what was touched."""
        batch = read(self.local, self.ledger)
        if not batch:
            return Drained([], frozenset(), 0)
        replay = self.ledger.interrupted
        self.ledger.intend({name: upto for name, upto, _ in batch})
        kinds, count = set(), 0
        for name, _, lines in batch:
            session = os.path.basename(name)[: -len(".jsonl")]
            for line in lines:
                count += 1
                self._one(session, line, replay)
                kinds.add(str(line["e"]) if isinstance(line, dict) else "")
        self._flush(replay)
        self.ledger.journaled()
        return Drained(sorted(set(self.paths)), frozenset(kinds), count)

    def _one(self, session: str, line: dict[str, object] | bytes, replay: bool) -> None:
        if isinstance(line, bytes):
            quarantine.keep(self.local, "a spooled line that is no event", session, line, self.now)
        elif isinstance(line.get("line"), dict):  # out of quarantine: at its own time and place
            was: dict[str, object] = line["line"]  # type: ignore[assignment]
            self._one(session, {**was, "n": line["n"]}, replay)
        elif line["e"] in ("bind", "context"):
            self._flush(replay)  # what was said before belongs where it was said
            self.paths += context_changes.apply(self.lane, {**line, "session": session}, self.device, self.now)
            siblings.moved(self.local, session, line)
        elif line["e"] in memory_changes.KINDS:
            self._remember(session, line)
        else:
            self._tell(session, line)

    def _remember(self, session: str, line: dict[str, object]) -> None:
        try:
            paths = memory_changes.apply(self.lane, {**line, "session": session}, self.device, self.scrub)
            self.paths += paths
            if line["e"] == "lesson" and not line.get("status"):
                approving.by_tool(self.local, paths, self.now)
            elif line["e"] == "lesson" and session != TERMINAL:
                approving.by_session(self.local, paths, session, self.now)
        except OSError:
            raise
        except Exception as error:  # whatever stops the scrubber
            self._set_aside(session, line, str(error) if isinstance(error, Unscrubbable) else type(error).__name__)

    def _tell(self, session: str, line: dict[str, object]) -> None:
        try:
            made = entries.of(line, session, self.scrub)
        except Exception as error:  # whatever stops it, its budget, its depth, a bug: nothing passes unscrubbed
            why = str(error) if isinstance(error, Unscrubbable) else f"not scrubbed: {type(error).__name__}"
            self._set_aside(session, line, why)
            made = entries.of({**{name: line[name] for name in BARE if name in line}, "text": KEPT}, session, str)
        if not made:
            return
        siblings.asked(self.local, session, line, made)
        context = str(line.get("c"))
        context = context if contexts.is_context(context) else contexts.UNSORTED
        day = made[0].when[:10]
        path = journal.path_of(context, day, self.device, session)
        if path not in self.heads:
            self.heads[path] = journal.head_of(session, str(line.get("agent") or _agent(self.local, session)), self.device)
            self._open(context, line)
        self.waiting.setdefault(path, []).extend(made)

    def _set_aside(self, session: str, line: dict[str, object], reason: str) -> None:
        from tools.lib import wire

        quarantine.keep(self.local, reason, session, wire.dumps(line).encode(), self.now)

    def _open(self, context: str, line: dict[str, object]) -> None:
        """A context that has no README yet gets one: a project made by us says of which checkout it is."""
        path = f"contexts/{context}/README.md"
        if os.path.exists(os.path.join(self.lane, path)):
            return
        place = project.checkout_of(str(line["project"])) if line.get("project") else project.NONE
        known: dict[str, str] = {}
        if line.get("how") == "auto" and place.folder:
            known = {"auto": "yes", **self._of_checkout(place)}
        files.replace(os.path.join(self.lane, path), contexts.readme(context, **known))
        self.paths.append(path)

    def _of_checkout(self, place: project.Checkout) -> dict[str, str]:
        """What a README says of a project's checkout; nothing of what holds a secret, for it is found by its name too."""
        remote, path = git.without_credentials(place.remote), place.folder
        if remote:
            return {"remotes": contexts.remote_key(place.remote)} if self.scrub(remote) == remote else {}
        return {"paths": path} if self.scrub(path) == path else {}

    def _flush(self, replay: bool) -> None:
        for path, made in self.waiting.items():
            if add(os.path.join(self.lane, path), self.heads[path], made, replay):
                self.paths.append(path)
        self.waiting = {}


def read(local: str, ledger: Ledger) -> list[tuple[str, int, list[dict[str, object] | bytes]]]:
    """The spool files with something new: name, the byte their whole lines reach to, and those lines."""
    found = []
    for name in spool.listing(local):
        path = os.path.join(local, "spool", name)
        start, size = ledger.at(name, JOURNALED), os.stat(path).st_size
        if size == start:
            continue
        if size < start:
            start = 0  # another file than the one we knew: that one was spent, and a clock was set back
        rows = list(spool.lines(path, start))
        if rows:
            found.append((name, rows[-1][0], [line for _, line in rows]))
    return found


def add(path: str, head: list[str], made: list[journal.Entry], replay: bool) -> bool:
    """Put entries at the end of a journal file; on a replay without those whose ids are there. Whether it changed."""
    old = files.text(path) if replay or not os.path.exists(path) else ""
    if replay and old:
        old = _whole(path, old)
        there = {item.id for item in journal.entries(old)}
        made = [item for item in made if item.id not in there]
    if not made:
        return False
    body = "".join(journal.line(item) + "\n" for item in made)
    if old is None:
        files.replace(path, journal.render(head, [body]))
    else:
        files.append(path, body.encode("utf-8", "replace"))
    return True


def _whole(path: str, text: str) -> str:
    """The journal without the line in which a killed worker, or a machine that lost its power, stopped writing."""
    whole, _, rest = text.rpartition("\n")
    if rest and not any(item.id for item in journal.entries(rest)):
        text = whole + "\n" if whole else ""
        files.replace(path, text)
    return text


def _agent(local: str, session: str) -> str:
    from tools.lib import sessions

    return str(sessions.load(local, session).get("agent") or "unknown")


def spent(local: str, now: float, stage: int) -> None:
    """Delete each spool file that is over (its day is) and of which everything has reached `stage`."""
    ledger = Ledger(local)
    today = spool.day_of(now)[0]
    listing = spool.listing(local)
    ledger.keep(listing)
    for name in listing:
        day, session = name[:10], name[11 : -len(".jsonl")]
        path = os.path.join(local, "spool", name)
        if day >= today:
            continue
        with spool.locked(local, session) as mine:
            if mine and os.stat(path).st_size == ledger.at(name, stage):
                files.remove(path)
        try:
            os.rmdir(os.path.dirname(path))
        except OSError:
            pass  # others of that day are still there
