"""sync: bring memory, remote and clone together now, see where they stand, decide a conflict.

    python3 tools/sync.py now                                    one whole pass at once
    python3 tools/sync.py status                                 where lane, remote and clone stand
    python3 tools/sync.py resolve PATH                           what differs between this clone's version and the shared one
    python3 tools/sync.py resolve PATH --mine|--theirs|--both    decide between the two
    python3 tools/sync.py rejoin                                 take over a remote that was rewritten on purpose

Status: 0 done, 1 it could not be done (the reason is said), 2 wrong use.
"""
from __future__ import annotations

import errno
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import commands, git, installation, settings, worker
from tools.lib.console import caller, difference, shown
from tools.lib.errors import Refusal
from tools.lib.sync import failing, kept, rejoin, resolve, status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    if commands.asks_help(arguments):
        print(str(__doc__).rstrip("\n"))
        return 0
    try:
        local = installation.here()
        return _run(local, arguments)
    except (Refusal, git.GitError) as refusal:
        print(refusal, file=sys.stderr)
    except PermissionError as error:
        print(f"{error.filename}: this process may not write there; run it outside the sandbox", file=sys.stderr)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print(f"{local}: its disk is full; make room and run this again, what sessions say is kept until then", file=sys.stderr)
    return 1


def _run(local: str, arguments: list[str]) -> int:
    git.version()
    if arguments == ["status"]:
        return _show(local)
    if arguments == ["now"]:
        worker.now(local)
        return _show(local) or int(bool(failing.said(local)))
    if arguments == ["rejoin"]:
        return _alone(local, lambda: rejoin.run(local))
    if len(arguments) == 3 and arguments[0] == "resolve" and arguments[2][2:] in resolve.SIDES:
        path = _in_repository(local, arguments[1])
        return _alone(local, lambda: resolve.run(local, path, arguments[2][2:], time.time()))
    if len(arguments) == 2 and arguments[0] == "resolve":
        return _differ(local, _in_repository(local, arguments[1]))
    print(__doc__, file=sys.stderr)
    return 2


def _show(local: str) -> int:
    for line in shown.lines(local, os.environ, status.lines(local, status.read(local))):
        print(line)
    return 0


def _differ(local: str, path: str) -> int:
    if caller.is_agent(caller.of(os.environ, False)):  # it may be another client's
        way = f"python3 tools/sync.py resolve {kept.quoted(path)}"
        raise Refusal(f"{path}: only the person sees both versions, at a terminal: `{way}`")
    print("\n".join(difference.contested(local, path)))
    return 0


def _alone(local: str, work: Callable[[], None]) -> int:
    """Do the work while no worker runs, then have one whole pass made."""
    with worker.aside(local):
        work()
    return _show(local)


def _in_repository(local: str, given: str) -> str:
    """The path as the repository has it: given from its root, or as a file of the clone."""
    checkout = os.path.realpath(settings.read(local)["checkout"])
    whole = os.path.join(os.path.realpath(os.path.dirname(os.path.abspath(given))), os.path.basename(given))
    if os.path.isabs(given) or (whole.startswith(checkout + os.sep) and os.path.lexists(whole)):
        return os.path.relpath(whole, checkout).replace(os.sep, "/")
    return given.replace(os.sep, "/")


if __name__ == "__main__":
    raise SystemExit(main())
