"""Inspection: what the scrubber found in the past, and what it could not read, for the person at a terminal."""
from __future__ import annotations

import os
import sys
import time

from tools.lib import files, gate, notices, quarantine, settings, worker
from tools.lib.console import past
from tools.lib.errors import Refusal
from tools.lib.journals import retry
from tools.lib.scrub.kept import store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.lib.quarantine import Piece

LEAST = 4  # characters of a private word: a shorter one would stand in every text
WIDTH = 30  # characters of the bar
ADVICE = (
    "{} in {} of the history's commits. Every clone has them, so first revoke each secret where it was made, then take it out\n"
    "as skills/ego-purge-secret/SKILL.md says, step by step. What is no secret may stay: it is looked at again when it is edited."
)


def history(local: str) -> int:
    """Look at all commits of the person's clone; prints each finding and what to do; gives the status, 1 for findings."""
    found = []
    for one in past.look(settings.read(local)["checkout"], gate.load(local), bar):
        found.append(one)
        print(f"{one.commit[:10]} {gate.sentence([one.finding._replace(path=one.finding.path or 'the message')])}")
    if not found:
        print("No commit holds anything that the scrubber knows for a secret.")
        return 0
    print(ADVICE.format(_counted(len(found), "finding"), len({one.commit for one in found})))
    return 1


def bar(done: int, everything: int) -> None:
    """Show how far it is, on a terminal only."""
    if sys.stderr.isatty():
        full = WIDTH * done // max(everything, 1)
        end = "\n" if done == everything else ""
        print(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {done} of {everything}", end=end, file=sys.stderr, flush=True)


def quarantined(local: str) -> int:
    """Try what is in quarantine once more; prints each piece and what became of it; gives the status, 1 where some stay."""
    before = quarantine.listing(local)
    if before:
        retry.ask(local)
        worker.now(local)
    after = {piece.name: piece for piece in quarantine.listing(local)}
    for line in _rows(local, [after.get(piece.name) or piece._replace(why="") for piece in before]):
        print(line)
    return 1 if after else 0


def _rows(local: str, found: list[Piece]) -> Iterator[str]:
    if not found:
        yield "Nothing is in quarantine."
    for piece in found:
        since = time.strftime("%Y-%m-%d %H:%M", time.localtime(piece.since))
        where = notices.clean(local, piece.where)
        yield f"{piece.name}  {since}  {piece.size:,} bytes  {where}: {piece.reason}"
        yield f"  stays: {piece.why}" if piece.why else "  passes now, and goes where it was to go"
    if any(piece.why for piece in found):
        yield "`python3 tools/scrub.py --quarantine --show NAME` prints one as it is, secrets included; " \
            f"what is of no use is deleted in {os.path.join(local, 'quarantine')}"


def show(local: str, name: str) -> int:
    """Print the content of a piece as it came: on a terminal of the person's."""
    if name not in [piece.name for piece in quarantine.listing(local)]:
        raise Refusal(f"{name[:40]}: no such piece; `python3 tools/scrub.py --quarantine` lists them")
    sys.stdout.buffer.write(quarantine.content(local, name))
    sys.stdout.buffer.flush()
    return 0


def forbid(local: str, content: bytes) -> int:
    """Add lines to the private words of this machine, and say how many are new, never which."""
    path = os.path.join(local, store.WORDS)
    there = files.text(path) or ""
    known = {row.strip() for row in there.split("\n")}
    fresh = list(dict.fromkeys(row.strip() for row in content.decode("utf-8", "replace").split("\n")))
    fresh = [row for row in fresh if len(row) >= LEAST and row not in known and not row.startswith("#")]
    if fresh:
        files.replace(path, there + ("\n" if there and not there.endswith("\n") else "") + "".join(f"{row}\n" for row in fresh))
    print(f"{_counted(len(fresh), 'line')} more will never leave this machine; {path} may be edited by hand.")
    return 0


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
