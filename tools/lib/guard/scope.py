"""Scope: named forms of reading or changing another client's folder in the memory are refused, on a retry too.

Looked at are the checkout and the lane, and what is kept of all sessions in the installation's folder. A folder above them
counts where a program would go through it. What a script opens by itself is not seen here, and the README says so.
"""
from __future__ import annotations

import os

from tools.lib import paths, settings, spool
from tools.lib.event import Event
from tools.lib.guard import calls, log, places
from tools.lib.paths import is_name
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tools.lib.guard.calls import Call, Simple
    from tools.lib.shell import Command

CLIENTS = "contexts/clients"
# What of the installation's folder is nobody's; all else there is of all sessions alike
OWN = frozenset("pins lane voice current settings skills.json clients.json worker.json doctor.json errors.log".split())
NONE, MANY = "", "*"  # whose a path is: nobody's, several clients'

THROUGH = frozenset("rg ag ack ugrep rsync".split())  # programs that go through a folder
FLAGGED = {"grep": "rR", "egrep": "rR", "fgrep": "rR", "cp": "rRa", "zip": "r", "tar": "c", "scp": "r", "diff": "r"}
LONG = ("--recursive", "--create", "--dereference-recursive")
# git's, of whole commits
SHOWING = frozenset("grep show diff archive format-patch whatchanged range-diff bundle fast-export checkout-index".split())
PATCHES = ("-p", "-u", "--patch", "-S", "-G", "-L")  # options with which `git log` shows them
VALUED = ("-C", "-c", "--git-dir", "--work-tree", "--namespace")
WORDS = 200  # of a program that are looked at


class Scope:
    """What a session may not see, and what a path or a program's words have to do with it."""

    def __init__(self, local: str, own: str) -> None:
        self.local, self.own = places.real(local, "/"), own
        roots = [settings.read(local).get("checkout") or "", paths.lane(local)]
        self.roots = [places.real(root, "/") for root in roots if root]

    def owner(self, path: str) -> str:
        """The client a real path belongs to that this session may not see; MANY for what is kept of all, else NONE."""
        for root in self.roots:
            name = _below(path, f"{root}/{CLIENTS}").partition("/")[0].lower()
            if name and self._is_foreign(root, name):
                return f"clients/{name}"
        kept = _below(path, self.local).partition("/")[0]
        return MANY if kept and kept not in OWN else NONE

    def _is_foreign(self, root: str, name: str) -> bool:
        context = f"clients/{name}"
        if not is_name(name) or self.own in (context, recent.current(self.local, context)):
            return False
        from tools.lib import contexts  # only where a client's folder is named
        from tools.lib.intake import resolution  # only where a client's folder is named

        known = next((one for one in resolution.table(self.local) if one.name == context), None)
        return known is None or not contexts.may_read(self.own, known)

    def around(self, path: str) -> bool:
        """Whether a folder has another client's below it."""
        for root in self.roots:
            clients = f"{root}/{CLIENTS}"
            if path == clients or clients.startswith(path.rstrip("/") + "/"):
                names = os.listdir(clients) if os.path.isdir(clients) else []
                if any(os.path.isdir(f"{clients}/{name}") and self._is_foreign(root, name.lower()) for name in names):
                    return True
        return False

    def of_pattern(self, pattern: str, folder: str) -> bool:
        """Whether a pattern of file names may reach into another client's folder."""
        parts = (pattern if pattern.startswith("/") else f"{folder}/{pattern}").split("/")
        at = next((n for n, part in enumerate(parts) if set(part) & set("*?[{")), len(parts))
        start, rest = places.real("/".join(parts[:at]) or "/", "/"), parts[at:]
        if self.owner(start):
            return True
        for root in self.roots:
            names, whole = _parts(f"{root}/{CLIENTS}"), [*_parts(start), *rest]  # it may begin above the memory too
            if len(whole) > len(names) and all(map(_may_be, whole, names)) and self.around(f"{root}/{CLIENTS}"):
                return True
        return False


def _below(path: str, folder: str) -> str:
    """What of a path is below a folder; "" where it is not."""
    return places.below(folder, path) or ""


def _is_in(path: str, folder: str) -> bool:
    return places.below(folder, path) is not None


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _may_be(pattern: str, name: str) -> bool:
    head = pattern.partition("*")[0].partition("?")[0].partition("[")[0].partition("{")[0]
    return pattern == name if head == pattern else name.startswith(head)


def check(event: Event, record: Mapping[str, object]) -> str | None:
    """Why a tool call is refused, None where it is not."""
    scope = Scope(event.local, recent.current(event.local, str(record["context"])))
    given = event.payload.get("tool_input")
    call, given = calls.of(event), given if isinstance(given, dict) else {}
    reached = _of_tool(scope, call, given) or any(_of_program(scope, one) for one in call.started)
    if not reached:
        return None
    log.add(event.local, [log.made(spool.safe(event.session), log.DENY, "scope", call.tool, "another client's", event.now)])
    return _reason(scope.own)


def _reason(own: str) -> str:
    return (
        f"Alter Ego: this session works for {own}, and this reaches what belongs to another client or to "
        "all sessions alike. It is not shown or changed here, also when it is tried again. Name a folder of your own, use the "
        "tools (`board.py show`, `context.py show`), or ask the person to switch this session."
    )


def _of_tool(scope: Scope, call: Call, given: Mapping[str, object]) -> bool:
    """What a tool names by itself: a file it writes or reads, a folder it searches, a pattern."""
    names = [one.name for one in call.writes if one.kind in ("path", "tree")] + call.reads
    if any(scope.owner(name) for name in names):
        return True
    if call.tool not in ("Grep", "Glob"):
        return False
    folder = places.real(str(given.get("path") or "."), call.folder)
    pattern = str(given.get("pattern") or "") if call.tool == "Glob" else str(given.get("glob") or "")
    if scope.owner(folder) or (pattern and scope.of_pattern(pattern, folder)):
        return True
    return call.tool == "Grep" and scope.around(folder)


def _of_program(scope: Scope, one: Simple | Command) -> bool:
    """What a program's words name, the folder it runs in, and what it would go through."""
    folder = places.real(one.folder, "/")
    words = [str(word) for word in one.words[1:][:WORDS]]
    if not one.words:
        return False
    if scope.owner(folder) or any(_named(scope, word, folder) for word in words):
        return True
    if one.words[0] == "git" and _of_git(scope, words, folder):
        return True
    if one.words[0] == "find":
        return _is_found(scope, words, folder)
    if not _goes_through(str(one.words[0]), words):
        return False
    named = [path for path in (os.path.join(folder, word) for word in words if not word.startswith("-")) if _exists(path)]
    return any(scope.around(places.real(path, folder)) for path in named or [folder])


def _is_found(scope: Scope, words: Sequence[str], folder: str) -> bool:
    """Whether `find` begins in the memory, or above it and runs something on all that it finds."""
    count = next((n for n, word in enumerate(words) if word[:1] in "-(!"), len(words))
    starts = [places.real(word, folder) for word in words[:count] or ["."]]
    runs = any(word.startswith(("-exec", "-ok")) for word in words)
    return any(scope.around(start) and (runs or any(_is_in(start, root) for root in scope.roots)) for start in starts)


def _goes_through(program: str, words: Sequence[str]) -> bool:
    if program == "git":
        return "clone" in words or ["worktree", "add"] == [word for word in words if word in ("worktree", "add")]
    flags = FLAGGED.get(program, "")
    if program == "tar" and words and "c" in words[0]:
        return True
    clusters = [set(word[1:]) for word in words if word[:1] == "-" and word[:2] != "--"]
    is_flagged = any(cluster & set(flags) for cluster in clusters)
    return program in THROUGH or bool(flags) and (is_flagged or any(word.startswith(LONG) for word in words))


def _exists(path: str) -> bool:
    return "\0" not in path and os.path.lexists(path)


def _named(scope: Scope, word: str, folder: str) -> bool:
    """Whether a word names another client's folder: as a path, an option's value, or a pattern."""
    for piece in (word, word.partition("=")[2]):
        piece = piece[len("file://") :] if piece.startswith("file://") else piece
        path = os.path.join(folder, piece)
        if not piece or "\0" in path:
            continue
        if set(piece) & set("*?[{"):
            if scope.of_pattern(piece, folder):
                return True
        elif os.path.lexists(path) and scope.owner(places.real(path, folder)):
            return True
    return False


def _of_git(scope: Scope, words: Sequence[str], folder: str) -> bool:
    """`git show COMMIT:path`, and what shows whole commits, in the checkout or the lane."""
    verb, rest, place = _git(words, folder)
    top = places.top(place)
    if top not in scope.roots:
        return False
    inside = [word.partition(":")[2] for word in rest if ":" in word]
    if any(piece and scope.owner(places.real(piece, place if piece.startswith("./") else top)) for piece in inside):
        return True
    if any(not word.startswith("-") and scope.owner(places.real(word, place)) for word in rest):
        return True  # a path that is in the history only
    shows = verb in SHOWING or (verb in ("log", "stash", "reflog") and any(word.startswith(PATCHES) for word in rest))
    named = [places.real(word, place) for word in rest if not word.startswith("-") and _exists(os.path.join(place, word))]
    if not shows or any(inside):
        return False
    return any(map(scope.around, named)) if named else scope.around(top)


def _git(words: Sequence[str], folder: str) -> tuple[str, Sequence[str], str]:
    """The verb of a git command, what follows it, and the folder it works in."""
    at, place = 0, folder
    while at < len(words) and words[at].startswith("-"):
        if words[at].startswith("--git-dir="):
            place = os.path.dirname(places.real(words[at].partition("=")[2], place))
        if words[at] in VALUED:
            place = places.real(words[at + 1], place) if words[at] == "-C" and at + 1 < len(words) else place
            at += 1
        at += 1
    return (words[at], words[at + 1 :], place) if at < len(words) else ("", [], place)
