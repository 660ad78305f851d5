"""Command: how a command of ours begins and ends: who calls, what is printed, which status."""
from __future__ import annotations

import os
import sys
import time

from tools.lib import commands, installation
from tools.lib.console import caller
from tools.lib.console.desk import Desk
from tools.lib.errors import Refusal
from tools.lib.intake import sandboxed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(argv: Sequence[str] | None, usage: str, run: Callable[[Desk, list[str]], str]) -> int:
    """Print what `run` says to the arguments: status 0; 1 when it raises Refusal; 2 for wrong use, when it says nothing.

    Whoever asks for help gets the page of the module that `run` is of, and nothing is run.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    if commands.asks_help(arguments):
        print((sys.modules[run.__module__].__doc__ or usage).rstrip("\n"))
        return 0
    who = caller.of(os.environ, sys.stdin is not None and sys.stdin.isatty())
    try:
        desk = Desk(installation.here(), who, time.time(), os.environ)
        sandboxed.begun(desk.local, os.environ)
        _check(desk, usage.split()[1].partition(".")[0], arguments)
        said = run(desk, arguments)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except OSError as error:
        if who.agent != "codex":
            raise
        said = f"{sandboxed.SANDBOXED} ({error.strerror})"
    print(said or usage, file=sys.stdout if said else sys.stderr)
    return 0 if said else 2


def _check(desk: Desk, tool: str, arguments: Sequence[str]) -> None:
    """Refuse what would leave a trace of a session of which nothing is kept.

    One that has no record is taken for such a session where there are private contexts: its folder may be another by now.
    """
    if not desk.agent or not sandboxed.writes(tool, arguments):
        return
    record = desk.record()
    began = bool(record.get("last")) and not record.get("private")
    hidden = not began and any(context.capture == "off" for context in desk.known().values())
    if hidden or (record.get("capture") == "off" and not (began and tool == "context")):
        raise Refusal(f"{record['context']}: {caller.unkept(record)}")


def option(words: list[str], name: str) -> str | None:
    """Take `--name VALUE` off the front of the words; None where they do not begin with it."""
    if len(words) < 2 or words[0] != f"--{name}":
        return None
    value = words[1]
    del words[:2]
    return value
