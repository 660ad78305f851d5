"""A lane for tests of what is read from it: contexts with journals, written entry by entry, in real git."""
from __future__ import annotations

import os

from tests import repository
from tools.lib import files, journal
from tools.lib.lessons import lesson_table
from tools.lib.telling import tables

DAY = "2026-11-30"
S1, S2 = "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20", "77aa0000-1111-4222-8333-444455556666"
S3 = "aaaabbbb-cccc-4ddd-8eee-ffff00001111"
DESK, LAPTOP = "desk-4f1c", "laptop-09ab"


def when(minute: int, day: str = DAY) -> str:
    """A time of that day, minutes after eight."""
    return f"{day}T{8 + minute // 60:02}:{minute % 60:02}:00+08:00"


class Lane:
    """An installation's local folder with a lane; `say` adds an entry, `settle` commits and refreshes the tables."""

    def __init__(self, folder: object) -> None:
        self.local = os.path.join(str(folder), "local")
        self.root = os.path.join(self.local, "lane")
        os.makedirs(self.root)
        repository.git(self.root, "init", "--quiet", "--initial-branch=main")
        files.replace(os.path.join(self.local, "settings"), f"device: {DESK}\n")
        self.count = 0

    def say(
        self,
        context: str,
        session: str,
        kind: str,
        text: str,
        minute: int,
        device: str = DESK,
        day: str = DAY,
        agent: str = "claude",
    ) -> str:
        """Journal an entry; gives its id."""
        self.count += 1
        item = journal.Entry(when(minute, day), kind, text, journal.identity(session, self.count))
        path = os.path.join(self.root, journal.path_of(context, day, device, session))
        if not os.path.exists(path):
            files.replace(path, journal.render(journal.head_of(session, agent, device), [""]))
        files.append(path, journal.line(item).encode("utf-8") + b"\n")
        return item.id

    def write(self, path: str, text: str) -> None:
        repository.write(self.root, path, text)

    def read(self, path: str) -> str:
        return files.text(os.path.join(self.root, path)) or ""

    def settle(self) -> bool:
        """Commit what is there; whether the tables had to change."""
        repository.commit(self.root, "x")
        return tables.refresh(self.local, self.root)


def by_hand(lane: str, head: str) -> set[str]:
    """The sums of the lessons that were not proposed by a session: the person wrote and so approved them."""
    return {lesson.sum for lesson in lesson_table.every(lane, head) if not lesson.status}
