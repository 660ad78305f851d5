"""Rows: the entries that a commit's journal files hold, as tables keep them."""
from __future__ import annotations

import re
from collections import namedtuple

from tools.lib import files, frontmatter, journal
from tools.lib.journals import moves
from tools.lib.sync import objects
from tools.lib.telling.recent import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

BATCH = 1000  # files read at once
# Only the letters that we give, so a sync client's `x (conflicted copy).md` or `x.sync-conflict-1.md` is no journal.
PATH = re.compile(
    r"""
    contexts/(?P<context>_unsorted|(?:clients|projects)/[a-z0-9-]+)
    /journal/\d{4}-\d\d/\d\d
    /(?P<name>(?P<device>[A-Za-z0-9-]+?-[0-9a-f]{4})-(?P<session>[A-Za-z0-9_-]+))\.md
    """,
    re.VERBOSE | re.ASCII,
)

# A changed journal: `old` and `new` are the ids of its contents, "" where it is not there
Change = namedtuple("Change", "path context old new")


def changes(found: Mapping[str, objects.Change]) -> list[Change]:
    """The journals among the paths that changed."""
    made = []
    for path, change in found.items():
        match = PATH.fullmatch(path)
        if match:
            made.append(Change(path, match["context"], *(side.id if side else "" for side in change)))
    return made


def of(lane: str, given: Iterable[Change], side: str, moved: Sequence[moves.Move]) -> Iterator[tuple[str, Row]]:
    """Each entry of the changed files, as they were (`old`) or are (`new`), with the context it counts for."""
    wanted = [change for change in given if getattr(change, side)]
    for start in range(0, len(wanted), BATCH):
        batch = wanted[start : start + BATCH]
        contents = objects.blobs(lane, [getattr(change, side) for change in batch])
        for change in batch:
            text = files.plain(contents[getattr(change, side)])
            yield from in_file(change, text, moved)


def in_file(change: Change, text: str, moved: Sequence[moves.Move]) -> Iterator[tuple[str, Row]]:
    """The same for one file. A copy that a sync client made under another name does not speak for its session."""
    match = PATH.fullmatch(change.path)
    if match is None:
        return
    fields = {key: values[0] for key, values in frontmatter.fields(frontmatter.split(text)[0]).items() if values}
    session, device = fields.get("session", match["session"]), fields.get("device", match["device"])
    if match["name"] != f"{device}-{session}":
        return
    concerned = [move for move in moved if move.session in ("", session)]
    for item in journal.entries(text):
        at = journal.instant(item.when)
        context = moves.place(concerned, session, change.context, at) if concerned else change.context
        yield context, Row(0, int(at), *item, session, fields.get("agent", "unknown"), device)
