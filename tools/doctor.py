"""doctor: is all of it well on this machine, and if not, which command helps.

    python3 tools/doctor.py             one screen: !! does not work, ! should be looked at, .. waits, ok
    python3 tools/doctor.py --fix       do first what is safe, and say what was done
    python3 tools/doctor.py --json      the same for a program

It runs what is registered with the clients as they do, in this folder. Status: 0 nothing is red, 1 something is, 2 wrong use.
"""

from __future__ import annotations

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import commands, installation
from tools.lib.console import shown
from tools.lib.doctor import mend, screen
from tools.lib.doctor.check import RED, Check
from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

OPTIONS = {"--json", "--fix"}


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    options = set(arguments)
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    if commands.asks_help(arguments):
        print(str(__doc__).rstrip("\n"))
        return 0
    if options - OPTIONS:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        local = installation.here()
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    who = screen.patient(local, os.environ, os.getcwd(), time.time())
    done = mend.all_of(who) if "--fix" in options else []
    found = [_for_caller(local, check) for check in screen.look(who)]
    if "--json" in options:
        print(screen.as_json(who, found, done))
    else:
        print("\n".join([*(f"fixed: {line}" for line in done), screen.text(who, found, sys.stdout.isatty())]))
        _seen(local)
    return 1 if any(check.colour == RED for check in found) else 0


def _for_caller(local: str, check: Check) -> Check:
    """The check as whoever calls may have it."""
    text = f"{check.line}\n{check.next}"
    (shown_text,) = shown.lines(local, os.environ, [text])
    return check if shown_text == text else Check(check.colour, shown_text, "")


def _seen(local: str) -> None:
    try:
        screen.seen(local, time.time())
    except OSError:
        pass  # in a sandbox, or the disk is full: then the same errors are shown again


if __name__ == "__main__":
    raise SystemExit(main())
