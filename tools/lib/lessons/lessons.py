"""Lessons: one line that a session is told when it first turns to a topic, path or command; pure.

`memory/lessons/<slug>.md`, front matter and Markdown whose first line is the lesson:

    topics: alert router, pager           words of a prompt; those of one topic close together, in any order
    paths: src/alerts/**, *.tf            what a tool is used on (see `globs`)
    commands: terraform apply, git push --force    a program and words that follow it, in this order
    context: clients/acme                 only for sessions of that context; without it for all
    status: pending                       a session proposes it

Unknown fields are kept. Whatever its status, a lesson is in force once the person has approved this very content: what
they write by hand is approved by that (see `approvals`). With any other status than these it is told to nobody.
"""
from __future__ import annotations

from collections import namedtuple

from tools.lib import frontmatter
from tools.lib.lessons import globs, stems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

FOLDER = "memory/lessons/"
PENDING = "pending"

# sum: of the whole file, by which an approval knows it
Lesson = namedtuple("Lesson", "slug topics paths commands context status text sum")


def read(slug: str, page: str) -> Lesson:
    """The lesson of a file's text. One without a first line has the text ""."""
    head, body = frontmatter.split(page)
    found = frontmatter.fields(head)

    def one(key: str) -> str:
        return (found.get(key) or [""])[0].strip()

    topics, patterns, commands = (found.get(key, []) for key in ("topics", "paths", "commands"))
    rows = (row.strip().lstrip("#").removeprefix("- ").strip() for row in body.split("\n"))
    text = next((row for row in rows if row), "")
    return Lesson(slug, topics, patterns, commands, one("context"), one("status").lower(), text, _sum(page))


def page(text: str, status: str, context: str, **lists: Sequence[str]) -> str:
    """The file of a new lesson; `lists` are its topics, paths and commands."""
    head: list[str] = []
    for key in ("topics", "paths", "commands"):
        if lists.get(key):
            head = frontmatter.changed(head, key, [" ".join(item.replace(",", " ").split()) for item in lists[key]])
    for key, value in (("context", context), ("status", status)):
        if value:
            head = frontmatter.changed(head, key, [value])
    return frontmatter.join(head or ["topics:"], f"\n{' '.join(text.split())}\n")


def _sum(page: str) -> str:
    from hashlib import sha256  # no hook reads a lesson's file

    return sha256(page.encode("utf-8", "surrogatepass")).hexdigest()


def in_force(lesson: Lesson, approvals: Container[str]) -> bool:
    """Whether a lesson may speak as the person: one whose content's sum is among the approved ones, and not set aside."""
    return bool(lesson.text) and lesson.status in ("", PENDING) and lesson.sum in approvals


def by_word(lesson: Lesson) -> list[tuple[str, list[str]]]:
    """Each topic as its stems, under the longest of them; one without a word of two letters is left out."""
    found = [stems.of(topic) for topic in lesson.topics]
    return [(max(topic, key=len), topic) for topic in found if topic and (len(max(topic, key=len)) > 1 or not topic[0].isascii())]


def by_path(lesson: Lesson) -> list[tuple[str, str]]:
    """Each pattern, under its key."""
    return [(globs.key(pattern), pattern) for pattern in lesson.paths]


def by_command(lesson: Lesson) -> list[tuple[str, list[str]]]:
    """Each command as its words, under the program's name."""
    found = [command.split() for command in lesson.commands]
    return [(program(words[0]), [word.lower() for word in words[1:]]) for words in found if words]


def program(word: str) -> str:
    """The name of a program, without folders and Windows' ending."""
    name = word.replace("\\", "/").rpartition("/")[2].lower()
    return name[:-4] if name.endswith(".exe") else name


def called(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a program's arguments hold the wanted words in this order."""
    rest = iter([word.lower() for word in words])
    return all(word in rest for word in wanted)
