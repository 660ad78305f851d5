"""Shell: which resources a shell command writes, read as a shell reads it.

`resources` is the way in for the guard; `commands` gives the programs that a command would start, for those who look at
words (announcements, attribution). Both are pure and neither raises. What is not understood gives no claim and a reason.

Not read: scripts in files; code of other languages; what `make`, `npm` and their like do; the files behind a pattern,
in a patch, or in an archive unpacked where one stands; `sed`'s `w`; databases; aliases; `~user`; cmd.exe; what a program
on another machine or in a container does.
"""
from __future__ import annotations

from tools.lib.shell.call import Call, Resource
from tools.lib.shell.expand import Pattern
from tools.lib.shell.owners import handler
from tools.lib.shell.run import Command, Run, nothing
from tools.lib.shell.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Callable
else:
    from tools.lib.tuples import namedtuple

__all__ = ["Command", "Pattern", "Reading", "Resource", "Run", "claims", "commands", "resources"]

# resources: what is written, in order. not_understood: reasons, in words that hold nothing of the command's text
Reading = namedtuple("Reading", "resources not_understood")
LONGEST = 1_000_000  # characters; a longer text is not understood


def unknown(path: str) -> bool:
    """Knows no folder."""
    return False


def resources(command: str, cwd: str, home: str, is_folder: Callable[[str], bool] = unknown) -> Reading:
    """What `command` would write, run in the absolute folder `cwd` by one whose home is `home`.

    `is_folder` says of an absolute path whether it is a folder now: then `cp a FOLDER` is a file below it, and `mv
    FOLDER b` moves a tree. Paths in the result are absolute and lexically normal, with `/`; links are not followed.
    """
    return claims(commands(command, cwd, home), is_folder)


def claims(run: Run, is_folder: Callable[[str], bool] = unknown) -> Reading:
    """What the programs of a walk write."""
    found: dict[Resource, None] = {}
    doubts = list(run.doubts)
    for started in run.commands:
        call = Call(started, found, doubts, is_folder)
        call.paths(started.writes)
        handle = handler(call.name) if call.name else None
        if handle:
            handle(call)
    return Reading(tuple(found), tuple(doubts))


def commands(command: str, cwd: str, home: str, read: Callable[[str], str | None] = nothing) -> Run:
    """The walk over `command`: its `commands` in order, its `doubts`, and `read` for files it has itself written."""
    run = Run(read)
    if len(command) > LONGEST:
        run.doubt("too long")
    else:
        run.script(command.replace("\r\n", "\n"), Scope(cwd, home))
    return run
