"""Lesson table: the lessons in force, read from the lane's head into the books that hooks look them up in."""
from __future__ import annotations

import os

from tools.lib import contexts, files, git, paths, settings, wire
from tools.lib.errors import Refusal
from tools.lib.intake import resolution
from tools.lib.lessons import lesson_book, lessons
from tools.lib.lessons.lesson_book import COMMANDS, KINDS, PATHS, WORDS, Row
from tools.lib.sync import objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

VERSION = 1  # of the books' form and of how words are compared
FROM = (lessons.FOLDER.rstrip("/"), "memory/approvals")


def nothing(lane: str, head: str, path: str) -> bytes | None:
    """No older version of a lesson is in force."""
    return None


def refresh(
    local: str,
    lane: str,
    approved: Callable[[str, str], Container[str]],
    older: Callable[[str, str, str], bytes | None] = nothing,
) -> bool:
    """Bring the books to the lane's head; whether anything changed. Costs one git process where only journals did.

    `approved(lane, head)` gives the sums of the contents that a person has approved; `older(lane, head, path)` what of a path
    was approved last, for a lesson whose newest version is not. Raises GitError, OSError.
    """
    head = objects.commit_of(lane, f"refs/heads/{settings.read(local)['branch']}")
    state = _state(local)
    if not head or (state[:2] == [VERSION, head] and _are_there(local)):
        return False
    trees = git.run(lane, "ls-tree", "-z", "--full-tree", head, "--", *FROM).decode("utf-8", "replace")
    if state[:1] == [VERSION] and state[2:] == [trees] and _are_there(local):
        _keep(local, head, trees)
        return False
    sums = approved(lane, head)
    found = every(lane, head)
    for number, lesson in enumerate(found):
        if lesson.sum not in sums:
            page = older(lane, head, f"{lessons.FOLDER}{lesson.slug}.md")
            found[number] = lesson if page is None else lessons.read(lesson.slug, files.plain(page))
    _write(local, [lesson for lesson in found if lessons.in_force(lesson, sums)])
    _keep(local, head, trees)
    return True


def every(lane: str, head: str) -> list[lessons.Lesson]:
    """All lessons of a commit, by slug; what a sync program made of a conflict is none."""
    tree = objects.tree(lane, head, FROM[0])
    found = {p[len(lessons.FOLDER) : -3]: blob.id for p, blob in tree.items() if p.endswith(".md") and not paths.is_copy(p)}
    pages = objects.blobs(lane, found.values())
    return [lessons.read(slug, files.plain(pages[found[slug]])) for slug in sorted(found)]


def _write(local: str, found: Sequence[lessons.Lesson]) -> None:
    known = [context.name for context in resolution.table(local)]
    found = [lesson._replace(context=_scope(lesson.context, known)) for lesson in found]
    books: dict[str, list[Row]] = {kind: [] for kind in KINDS}
    for lesson in found:
        for kind, rows in ((WORDS, lessons.by_word), (PATHS, lessons.by_path), (COMMANDS, lessons.by_command)):
            books[kind] += [Row(key, wanted, lesson.context, lesson.slug, lesson.text) for key, wanted in rows(lesson)]
    for kind in KINDS:
        lesson_book.write(local, kind, books[kind])
    labels = [(lesson.context, next(iter([*lesson.topics, *lesson.paths, *lesson.commands]), "")) for lesson in found]
    lesson_book.write_index(local, [label for label in labels if label[1]])


def _scope(name: str, known: Sequence[str]) -> str:
    """The context that a person means; what none is called is left as it is, and so shown to nobody."""
    try:
        return contexts.named(name, known) if name and not contexts.is_context(name) else name
    except Refusal:
        return name


def _are_there(local: str) -> bool:
    return all(os.path.exists(lesson_book.path_of(local, kind)) for kind in KINDS)


def _state(local: str) -> list[object]:
    try:
        found = wire.loads(files.read(os.path.join(local, "lessons", "state")) or b"[]")
    except ValueError:
        found = []
    return found if isinstance(found, list) else []


def _keep(local: str, head: str, trees: str) -> None:
    files.replace(os.path.join(local, "lessons", "state"), wire.dumps([VERSION, head, trees]))
