"""Protected: the memory's own files that no session writes: what speaks as the person, what runs, what machines keep.

They are the person's to change, in an editor of theirs; a session proposes. Looked at are the checkout, the lane, the pins and
the rest of the installation's folder, by real paths; what a shell command writes is what can be read from its words.
"""

from __future__ import annotations

import os

from tools.lib import files, settings, wire
from tools.lib.event import Event

WRITING = ("Write", "Edit", "NotebookEdit", "apply_patch", "Bash")
RULES = "preferences.md"
# What begins so in the repository, and how a session changes it all the same; {} is a tool's path
PROPOSE = "say in your answer what you would change, or leave it for the person: {note} --todo 'Proposed for {path}: ...'"
LESSON = "propose a lesson with {lesson} add --topic WORDS TEXT; the person says yes to it in tools/review.py"
CODE = "it is code that runs on this person's machines: tell them what to change; they change it and run install.py --upgrade"
KEPT = "Alter Ego's own processes keep it; the tools (note, lesson, context, board, sync) are the way in"
PLACES = {
    RULES: PROPOSE,
    "memory/lessons": LESSON,
    "memory/facts": PROPOSE,
    "memory/approvals": "only the person approves, at a terminal: python3 tools/review.py",
    **dict.fromkeys(("memory/tombstones", "memory/allowed", "memory/audit", "memory/devices", "memory/moves"), KEPT),
    **dict.fromkeys(("hooks", "tools", "skills", "install.py"), CODE),
}
BOARD = "board.md"  # in the installation's folder; the person edits it as they like
OWN_LINES = "its own lines it writes with {board} state|caution|work|log TEXT, and takes away with done or clear; others' stay"


def refusal(event: Event) -> str | None:
    """Why this tool call is refused, with the way to propose instead; None where it writes nothing protected."""
    if event.text("tool_name") not in WRITING:
        return None
    from tools.lib.guard import calls  # only for what may write

    for written in calls.of(event).writes:
        if written.kind in ("path", "tree"):
            path, how = of(event.local, written.name, written.kind == "tree")
            if how:
                return f"{path} of the memory is not written by a session: {_filled(how, path)}"
    return None


def of(local: str, real: str, tree: bool = False) -> tuple[str, str]:
    """The path in the repository of a protected file and the way to change it; two empty texts for any other.

    `real` is a real path; of a tree, all that is in it counts.
    """
    from tools.lib.guard import places  # only for what is written

    checkout = settings.read(local).get("checkout", "")
    inside = below(os.path.realpath(checkout), real) if checkout else None
    if inside is not None:
        return inside or ".", how_of(inside, tree)
    own = below(os.path.realpath(local), real)
    if own is None and tree and below(real, os.path.realpath(local)) == os.path.basename(local):
        return os.path.basename(real), KEPT  # the folder of all installations
    if own is None and "/skills/" in real:
        return _copied(local, real)
    if own is None:
        return "", ""
    if places.fold(own) == BOARD:
        return own, OWN_LINES
    top, _, rest = own.partition("/")
    rest = rest.partition("/")[2] if top == "pins" else rest
    return (rest or own), (how_of(rest, tree) if top in ("lane", "pins") else "") or KEPT


def _copied(local: str, real: str) -> tuple[str, str]:
    """The same for what install wrote into a client's folder of skills."""
    try:
        folders = wire.loads(files.read(os.path.join(local, "skills.json")) or b"{}")
    except ValueError:
        folders = {}
    for folder in folders if isinstance(folders, dict) else ():
        inside = below(folder, real)
        if inside is not None:
            return f"skills/{os.path.basename(folder)}/{inside}".rstrip("/"), CODE
    return "", ""


def how_of(path: str, tree: bool = False) -> str:
    """How a session changes a path of the repository that it does not write, "" where it may write it; pure.

    >>> how_of("contexts/clients/acme/facts/port.md") == PROPOSE, how_of("contexts/clients/acme/README.md")
    (True, '')
    """
    from tools.lib.guard import places

    path = places.fold(path)
    parts = path.split("/")
    at = 2 if parts[1:2] == ["_unsorted"] else 3  # where a context's facts are
    if parts[0] == "contexts" and (parts[at : at + 1] == ["facts"] or (tree and len(parts) <= at)):
        return PROPOSE
    for place, how in PLACES.items():
        if path == place or path.startswith(place + "/") or (tree and (not path or place.startswith(path + "/"))):
            return how
    return ""


def below(root: str, path: str) -> str | None:
    """The path from a root, with `/`; None where it lies elsewhere. Names are compared as the system does."""
    from tools.lib.guard import places

    return places.below(root.replace("\\", "/").rstrip("/"), path.replace("\\", "/"))


def _filled(how: str, path: str) -> str:
    from tools.lib import commands  # only when something is refused

    for tool in ("note", "lesson", "board"):
        how = how.replace("{" + tool + "}", commands.line(tool))
    return how.replace("{path}", path)


def roots(local: str) -> tuple[str, str]:
    """The folders in which a version of what speaks may be written: the checkout and the lane."""
    return settings.read(local).get("checkout", ""), os.path.join(local, "lane")
