"""scrub: text or JSONL on standard input, the same without its secrets on standard output.

    python3 tools/scrub.py < in > out      filter; each line that is JSON is scrubbed by its structure
    python3 tools/scrub.py --explain < in  kind, rule and line of each finding, never a value
    python3 tools/scrub.py --check PATH…   the same for files and folders
    python3 tools/scrub.py --history       the same for all commits of this clone, and what to do about it
    python3 tools/scrub.py --quarantine [--show NAME]       what could not be scrubbed: listed, and tried once more
    python3 tools/scrub.py --allow FINGERPRINT REASON…      what was held back is no secret, on all devices
    python3 tools/scrub.py --private < lines                words and values that never leave this machine, one a line

Status: 0 done (--check, --history: nothing found; --quarantine: nothing stays there), 1 something was, or it was refused,
2 wrong use, 3 something could not be scrubbed; what could not is left out, and a line says so in its place.
"""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import commands
from tools.lib.scrub import lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tools.lib.console.desk import Desk
    from tools.lib.scrub.scrubber import Scrubber

USAGE = "usage: scrub.py [--explain | --check PATH... | --history | --quarantine [--show NAME] | " \
    "--allow FINGERPRINT REASON... | --private] < text"
ALLOW = "usage: scrub.py --allow FINGERPRINT REASON..."


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments:
        return _filter(_scrubber())
    if commands.asks_help(arguments):
        print(str(__doc__).rstrip("\n"))
        return 0
    if arguments == ["--explain"]:
        return _explain(_scrubber())
    if arguments[0] == "--check" and len(arguments) > 1:
        return _check(_scrubber(), arguments[1:])
    if arguments[0] == "--allow":
        from tools.lib.console import command

        return command.main(arguments[1:], ALLOW, _allow)
    if arguments[0] in ("--history", "--quarantine", "--private"):
        return _inspect(arguments)
    print(USAGE, file=sys.stderr)
    return 2


def _allow(desk: Desk, words: list[str]) -> str:
    from tools.lib.console import vouching

    return vouching.allow(desk, words[0], " ".join(words[1:])) if len(words) > 1 else ""


def _inspect(arguments: list[str]) -> int:
    from tools.lib import git, installation
    from tools.lib.console import inspection
    from tools.lib.errors import Refusal

    try:
        if arguments == ["--history"]:
            return inspection.history(installation.here())
        if arguments == ["--private"]:
            return inspection.forbid(installation.here(), sys.stdin.buffer.read())
        if arguments == ["--quarantine"]:
            return inspection.quarantined(installation.here())
        if arguments[:2] == ["--quarantine", "--show"] and len(arguments) == 3:
            return inspection.show(installation.here(), arguments[2])
    except (Refusal, git.GitError) as refusal:
        print(refusal, file=sys.stderr)
        return 1
    print(USAGE, file=sys.stderr)
    return 2


def _scrubber() -> Scrubber:
    """The installation's scrubber: its key, its private words, this machine's known values, what the person allowed."""
    from tools.lib import gate, installation, paths
    from tools.lib.errors import Refusal
    from tools.lib.scrub.kept import store

    try:
        return gate.load(installation.here()).scrubber
    except Refusal:
        pass  # not installed: a filter all the same
    return store.load(os.path.join(paths.local_root(os.environ), "scrub"), os.environ, os.path.expanduser("~"))


def _filter(scrubber: Scrubber) -> int:
    status = 0
    for scrubbed, whole in lines.whole(scrubber, sys.stdin.buffer):
        sys.stdout.buffer.write(scrubbed)
        status = status if whole else 3
    sys.stdout.buffer.flush()
    return status


def _explain(scrubber: Scrubber) -> int:
    status, number = 0, 1
    for block in lines.blocks(sys.stdin.buffer):
        found, whole = lines.findings(scrubber, block)
        for finding in found:
            print(f"line {number + finding.line - 1}: {finding.kind} ({finding.rule}) {finding.fingerprint}")
        status = status if whole else 3
        number += block.count(b"\n")
    return status


def _check(scrubber: Scrubber, roots: Sequence[str]) -> int:
    status = 0
    for path in _files(roots):
        try:
            with open(path, "rb") as file:
                status = max(status, _check_file(scrubber, path, file))
        except OSError as error:
            print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
            status = 3
    return status


def _check_file(scrubber: Scrubber, path: str, file: lines.Lines) -> int:
    status, number = 0, 1
    for block in lines.blocks(file):
        found, whole = lines.findings(scrubber, block)
        for finding in found:
            print(f"{path}:{number + finding.line - 1}: {finding.kind} ({finding.rule}) {finding.fingerprint}")
        status = max(status, 1 if found else 0, 0 if whole else 3)
        number += block.count(b"\n")
    return status


def _files(roots: Sequence[str]) -> Iterator[str]:
    for root in roots:
        if not os.path.isdir(root):
            yield root
            continue
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if name != ".git")
            yield from (os.path.join(folder, name) for name in sorted(names))


if __name__ == "__main__":
    raise SystemExit(main())
