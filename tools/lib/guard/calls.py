"""Calls: what a tool call writes and reads, as far as its input says; the command line is read once for all who ask."""
from __future__ import annotations

import os

from tools.lib.event import Event
from tools.lib.guard import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Mapping, Sequence

    from tools.lib.guard.claims import Resource
    from tools.lib.shell import Command
else:
    from tools.lib.tuples import namedtuple

# started: the programs that a command line would start, each with `words` and `folder`. writes: canonical resources.
# reads: real paths of files that it shows. doubts: what was not understood, in words of ours
Call = namedtuple("Call", "tool folder started writes reads doubts")
Simple = namedtuple("Simple", "words folder text writes")  # as much of a `shell.Command` as a plain command has

WRITERS = {"Write": "file_path", "Edit": "file_path", "NotebookEdit": "notebook_path"}
MOST = 200  # resources of one call that are looked at
# Programs that only show files, whatever their arguments, and the letters of a command in which nothing is special: such
# a line is split at its blanks, for the reader of command lines costs as much as half an interpreter.
SHOWING = frozenset("cat head tail less more nl wc grep egrep fgrep rg cmp diff stat".split())
PLAIN = frozenset([*SHOWING, "ls", "pwd", "true", "which", "whoami", "basename", "dirname", "realpath", "du", "df", "ps"])
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_./:,+@%")
READERS = SHOWING | frozenset("sed awk gawk bat batcat jq cut sort uniq od xxd hexdump strings tac".split())

_last: list[tuple[Event, Call]] = []


def of(event: Event) -> Call:
    """What the tool call of this event would do."""
    if not _last or _last[0][0] is not event:
        _last[:] = [(event, _call(event))]
    return _last[0][1]


def recall(event: Event, writes: Sequence[Resource], reads: list[str], programs: Sequence[str], doubts: list[str]) -> None:
    """What `of` gives of a call that was read before it ran; of its programs only the names are known then."""
    folder = event.text("cwd") or "/"
    started = [Simple([one], folder, "", []) for one in programs]
    _last[:] = [(event, Call(event.text("tool_name"), folder, started, writes, reads, doubts))]


def home(event: Event) -> str:
    """The person's home."""
    return event.environ.get("HOME") or os.path.expanduser("~")


def _call(event: Event) -> Call:
    tool, folder = event.text("tool_name"), event.text("cwd") or "/"
    given = event.payload.get("tool_input")
    given = given if isinstance(given, dict) else {}
    command = given.get("command")
    if tool in WRITERS:
        return _direct(tool, folder, [given.get(WRITERS[tool])], [])
    if tool == "apply_patch" and isinstance(command, str):
        from tools.lib import patches  # Codex's

        return _direct(tool, folder, patches.paths(command), [])
    if tool == "Bash" and isinstance(command, str):
        return _shell(tool, folder, command, home(event))
    return _direct(tool, folder, [], [given.get("file_path")] if tool == "Read" else [])


def _direct(tool: str, folder: str, written: Sequence[object], read: Sequence[object]) -> Call:
    writes = {places.resource("path", name, folder): None for name in written if isinstance(name, str) and name}
    return Call(tool, folder, [], list(writes), [places.real(name, folder) for name in read if isinstance(name, str)], [])


def _shell(tool: str, folder: str, command: str, home: str) -> Call:
    if _is_plain(command):
        started: list[Simple | Command] = [Simple(command.split(), folder, "", [])]
        return Call(tool, folder, started, [], _shown(started), [])
    from tools.lib import shell

    fed: list[str] = []  # what redirections read
    run = shell.commands(command, folder.replace("\\", "/"), home.replace("\\", "/"), fed.append)
    reading = shell.claims(run, os.path.isdir)
    doubts = list(reading.not_understood)
    writes: dict[Resource, None] = {places.resource(kind, name, folder): None for kind, name in reading.resources[:MOST]}
    if len(reading.resources) > MOST:
        doubts.append(f"more than {MOST} resources")
    read = [path for path in (places.real(one, "/") for one in fed) if os.path.isfile(path)]
    return Call(tool, folder, run.commands, list(writes), list(dict.fromkeys(_shown(run.commands) + read)), doubts)


def _shown(started: Sequence[Simple | Command]) -> list[str]:
    """The files that the programs show which only show: their words that are files now."""
    found: dict[str, None] = {}
    for one in started:
        if one.words and one.words[0] in READERS:
            for word in one.words[1:][:MOST]:
                path = os.path.join(one.folder, word)
                if not word.startswith("-") and "\0" not in path and os.path.isfile(path):
                    found[places.real(path, one.folder)] = None
    return list(found)


def is_shell(event: Event) -> bool:
    """Whether the call is a shell command, which may change any file."""
    return event.text("tool_name") == "Bash"


def is_plain(event: Event) -> bool:
    """Whether it is a shell command that cannot change any."""
    given = event.payload.get("tool_input")
    command = given.get("command") if isinstance(given, dict) else None
    return isinstance(command, str) and _is_plain(command)


def _is_plain(command: str) -> bool:
    return command.split(" ", 1)[0] in PLAIN and LETTERS.issuperset(command) and " --pre" not in command  # `rg --pre PROGRAM`


def is_background(given: Mapping[str, object]) -> bool:
    """Whether it goes on after its call has ended."""
    return bool(given.get("run_in_background"))
