"""Witness: what a session's tool call wrote to what speaks as the person, noted so that nobody takes it for the person's.

A shell command may write through any program, so after one that can change files every such file that was written while it
ran counts as the session's: of a person who saved at that moment is asked for a yes, which is better than the other error.
"""

from __future__ import annotations

import os

from tools.lib.event import Event
from tools.lib.voices import protected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WITHOUT = 60.0  # seconds that a call lasted whose duration the client does not say
CLOCK = 2.0  # seconds by which a file's time may be off
FOLDERS = ("memory/lessons", "memory/facts", "memory/approvals")
# Programs that write no file, whatever they are told; `less`, `sed`, `awk`, `uniq`, `xxd` and `rg` have ways to
HARMLESS = frozenset(
    """
    cat head tail nl wc grep egrep fgrep cmp diff stat ls pwd true false which whoami basename dirname realpath du df ps cut
    strings tac od hexdump jq echo printf test [ : sleep date find
    """.split()
)


def look(event: Event, session: str) -> None:
    """Note that `session` wrote what the tool call of this event wrote, after it. Raises OSError where that cannot be kept."""
    if event.text("tool_name") not in protected.WRITING:
        return
    from tools.lib.guard import calls  # only for what may write

    call = calls.of(event)
    named = {one.name for one in call.writes if one.kind == "path"}
    trees = [one.name for one in call.writes if one.kind == "tree"]
    is_known = not call.doubts and all(not one.words or one.words[0] in HARMLESS for one in call.started)
    anything = bool(trees) or not (calls.is_plain(event) or is_known)
    begin = event.now - _seconds(event) - CLOCK
    checkout, lane = protected.roots(event.local)
    found = {*_named(checkout, named), *_named(lane, named)}
    if anything:  # in the lane the worker writes, too
        found.update((path, where) for path, where in _speaking(checkout) if _written(where) >= begin)
    for path, where in found:
        _note(event, session, path, where)


def _seconds(event: Event) -> float:
    taken = event.payload.get("duration_ms")
    return taken / 1000 if isinstance(taken, (int, float)) else WITHOUT


def _named(root: str, names: set[str]) -> Iterator[tuple[str, str]]:
    """Those of the written paths that are in this root and need a person's word."""
    for name in names:
        path = protected.below(os.path.realpath(root), name) or ""
        if path and (path == protected.RULES or path.startswith(FOLDERS) or "/facts/" in path):
            yield path, name


def _speaking(root: str) -> Iterator[tuple[str, str]]:
    """The files of a root that need a person's word, those of contexts left out, for there may be thousands."""
    yield protected.RULES, os.path.join(root, protected.RULES)
    for folder in FOLDERS:
        place = os.path.join(root, *folder.split("/"))
        for name in os.listdir(place) if os.path.isdir(place) else ():
            yield f"{folder}/{name}", os.path.join(place, name)


def _written(path: str) -> float:
    """When a file was written or put there; of one that is not there, when its folder was changed."""
    from tools.lib.guard import prints  # only where something may have been written

    return prints.changed_at(path) or prints.changed_at(os.path.dirname(path))


def _note(event: Event, session: str, path: str, where: str) -> None:
    from tools.lib import files  # only when such a file was written
    from tools.lib.voices import approvals, bysession  # only when such a file was written

    content = files.read(where) if not os.path.isdir(where) else None
    row = bysession.Row(path, approvals.sum_of(content), session, _written(where), event.now)
    bysession.note(event.local, row)
