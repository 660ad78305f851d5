"""Witness: what a session's tool call wrote to what speaks as the person, noted so that nobody takes it for the person's.

A shell command may write through any program, so after one that can change files every such file that was written while it
ran counts as the session's (`inquiry`): of a person who saved at that moment is asked for a yes, which is better than the
other error.
"""

from __future__ import annotations

import os

from tools.lib.event import Event
from tools.lib.voices import protected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

WITHOUT = 60.0  # seconds that a call lasted whose duration the client does not say
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
    is_known = not call.doubts and all(not one.words or one.words[0] in HARMLESS for one in call.started)
    anything = any(one.kind == "tree" for one in call.writes) or not (calls.is_plain(event) or is_known)
    if not named and not anything:
        return
    from tools.lib.voices import inquiry  # only where something was written

    checkout, lane = protected.roots(event.local)
    for path, where in {*_named(checkout, named), *_named(lane, named)}:
        inquiry.note(event.local, session, path, where, event.now)
    if anything:
        inquiry.ask(event.local, inquiry.Asked(session, event.now - _seconds(event), event.now))


def _seconds(event: Event) -> float:
    taken = event.payload.get("duration_ms")
    return taken / 1000 if isinstance(taken, (int, float)) else WITHOUT


def _named(root: str, names: set[str]) -> Iterator[tuple[str, str]]:
    """Those of the written paths that are in this root and need a person's word."""
    from tools.lib.voices.inquiry import FOLDERS

    real = os.path.realpath(root)
    for name in names:
        path = protected.below(real, name) or ""
        if path and (path == protected.RULES or path.startswith(FOLDERS) or "/facts/" in path):
            yield path, name
