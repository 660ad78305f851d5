"""Overdue: calls of whose end nobody tells. Codex tells none of a patch that is typed in a shell, Claude none after Esc.

What such a call has written is confirmed before the session's next call, and the call is over with it; what it has not yet
written stays provisional, for the call may be running beside this one. What was changed long after its begin is another's.
"""
from __future__ import annotations

from tools.lib import files, spool
from tools.lib.event import Event
from tools.lib.guard import after, memory


def confirm(event: Event, known: memory.Memory) -> None:
    """Confirm what the session's open calls wrote; `known` is its memory. Raises OSError."""
    rows: list[list[object]] = []
    for call, begun in known.calls.items():
        begin = float(str(begun[0]))
        named = [one for one in after.resources(begun[1]) if one.kind == "path"]
        written = [one for one in named if begin - memory.CLOCK <= files.changed_at(one.name) <= begin + memory.OPEN]
        if written and call != memory.call(event.payload):
            end = max(files.changed_at(one.name) for one in written)
            rows += [*after.confirmed(event, written, begin, True), ["e", call, begin, end]]
    memory.add(event.local, spool.safe(event.session), *rows)
