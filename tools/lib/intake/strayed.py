"""Strayed: a session's working directory has changed into what is another context's; it stays bound, and is told so."""
from __future__ import annotations

import os

from tools.lib import commands, contexts, evidence, project
from tools.lib.event import Event
from tools.lib.intake import resolution
from tools.lib.telling import given, handover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def text(event: Event, session: str, record: Mapping[str, object]) -> str:
    """The word about a prompt's `cwd`, "" while it is nobody else's; once for each context it changes into."""
    folder = os.path.realpath(event.text("cwd"))
    home = event.environ.get("HOME") or os.path.expanduser("~")
    found = contexts.resolve(
        resolution.table(event.local), folder, project.checkout_of(folder).folder, "", {"auto-projects": "off"}, home
    )
    name, other = handover.name_of(event.local, record), found.context if found.how == "path" else ""
    given.keep(event.local, session, cwd=event.text("cwd"), strayed=other)
    if other in ("", name, record.get("strayed")):
        return ""
    return (
        f"The folder {evidence.plain(folder)} belongs to {other}, but this session works for {name} and stays there: what is "
        f"said is journaled for {name}. If that is wrong, ask the person; `{commands.line('context', 'set', other)}` changes it."
    )
