"""lesson: one line that a session is told when it first turns to a topic, a path or a command.

    python3 tools/lesson.py add [--topic WORDS]... [--path GLOB]... [--command WORDS]... [--everyone | --context NAME] TEXT...
    python3 tools/lesson.py list                       all that this session may see; those that are pending are marked
    python3 tools/lesson.py show SLUG
    python3 tools/lesson.py test "a prompt" | --path PATH | --command "a command"    which ones it would bring up

A session's lesson is for its context (`--everyone`: for all, not for a client's session) and waits until the person approves
it; a person's is in force at once. Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import evidence, files, paths, settings, shell
from tools.lib.beside import board
from tools.lib.console import command
from tools.lib.errors import Refusal
from tools.lib.lessons import hints, lessons
from tools.lib.sync import approving, objects
from tools.lib.telling import handover
from tools.lib.voices import approvals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.console.desk import Desk
    from tools.lib.lessons.lesson_book import Row

USAGE = "usage: lesson.py add [--topic WORDS] [--path GLOB] [--command WORDS] [--everyone | --context NAME] TEXT... | list | " \
    "show SLUG | test PROMPT|--path PATH|--command COMMAND"
LISTS = {"topic": "topics", "path": "paths", "command": "commands"}


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """What the command says; "" for wrong use. Raises Refusal."""
    verb, words = (arguments[0], list(arguments[1:])) if arguments else ("", [])
    if verb == "add":
        return _add(desk, words)
    if verb == "list" and not words:
        known = _said(desk)
        return "\n".join(_line(lesson, known) for lesson in _seen(desk)) or "There are no lessons yet."
    if verb == "show" and len(words) == 1:
        return _show(desk, words[0])
    return _test(desk, words) if verb == "test" and words else ""


def _add(desk: Desk, words: list[str]) -> str:
    lists: dict[str, list[str]] = {key: [] for key in LISTS.values()}
    scope = handover.name_of(desk.local, desk.record()) if desk.agent else ""
    while words and words[0].startswith("--"):
        if words[0] == "--everyone":
            scope, words = _everyone(scope), words[1:]
            continue
        name = words[0][2:]
        value = command.option(words, name)
        if value is None or name not in (*LISTS, "context"):
            return ""
        if name != "context":
            lists[LISTS[name]].append(value)
        elif desk.agent:
            raise Refusal("a session's lesson is for its own context: leave --context out, or ask the person")
        else:
            scope = desk.named(value)
    text = " ".join(" ".join(words).split())
    if not text:
        return ""
    if not _can_match(lists):
        raise Refusal("say when it is to be told: --topic WORDS (of two letters or more), --path GLOB or --command WORDS")
    status = "" if desk.who.person else lessons.PENDING
    desk.tell({"e": "lesson", "text": text, **lists, "scope": scope, "status": status})
    waits = " once the person has approved it" if status else ""
    return f"Kept for {scope or 'everyone'}: it is told to sessions that turn to this{waits}."


def _everyone(scope: str) -> str:
    if scope.startswith("clients/"):
        raise Refusal(f"this session works for {scope}: only the person may make a lesson of it for everyone, by hand")
    return ""


def _can_match(lists: dict[str, list[str]]) -> bool:
    made = lessons.Lesson("", lists["topics"], lists["paths"], lists["commands"], "", "", "", "")
    return bool(lessons.by_word(made) or lessons.by_path(made) or lessons.by_command(made))


def _seen(desk: Desk) -> list[lessons.Lesson]:
    """The lessons in the lane that the caller may see."""
    folder = os.path.join(paths.lane(desk.local), *lessons.FOLDER.strip("/").split("/"))
    listed = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    names = [name for name in listed if name.endswith(".md") and not paths.is_copy(name)]
    found = [lessons.read(name[:-3], files.text(os.path.join(folder, name)) or "") for name in names]
    own = board.names_of(desk.local, desk.record()) if desk.agent else set()
    return [lesson for lesson in found if not desk.agent or not lesson.context or lesson.context in own]


def _said(desk: Desk) -> dict[str, str]:
    """What the person said last of each version of a lesson, by its sum."""
    branch = settings.read(desk.local)["branch"]
    head = objects.commit_of(paths.lane(desk.local), f"refs/heads/{branch}") or ""
    return {sum: item.word for (path, sum), item in approving.said(desk.local, head).items() if path.startswith(lessons.FOLDER)}


def _line(lesson: lessons.Lesson, known: dict[str, str]) -> str:
    word = known.get(lesson.sum)
    status = lesson.status
    if status in ("", lessons.PENDING):  # what the person said counts, whatever stands in the file
        status = {approvals.APPROVED: "", approvals.REFUSED: "refused"}.get(word or "", lessons.PENDING)
    marks = ", ".join(mark for mark in (lesson.context, status) if mark)
    text = evidence.plain(lesson.text) or "(no first line: it is told to nobody)"
    return f"{lesson.slug}  {text}" + (f"  [{marks}]" if marks else "")


def _show(desk: Desk, slug: str) -> str:
    if slug not in {lesson.slug for lesson in _seen(desk)}:
        raise Refusal(f"no lesson {slug!r}: `lesson.py list` names them")
    page = files.text(os.path.join(paths.lane(desk.local), *lessons.FOLDER.strip("/").split("/"), f"{slug}.md")) or ""
    return evidence.plain_lines(page).rstrip("\n")


def _test(desk: Desk, words: list[str]) -> str:
    rows: list[Row] = []
    path, text = command.option(words, "path"), command.option(words, "command")
    if path is not None:
        rows += hints.of_paths(desk.local, [os.path.abspath(path)], os.path.expanduser("~"))
    if text is not None:
        calls = shell.commands(text, os.getcwd(), os.path.expanduser("~")).commands
        rows += hints.of_calls(desk.local, [call.words for call in calls])
    if words:
        rows += hints.of_prompt(desk.local, " ".join(words))
    names = board.names_of(desk.local, desk.record()) if desk.agent else {row.context for row in rows}
    return "\n".join(hints.line(row) for row in hints.ranked(rows, names)) or "No lesson in force."


if __name__ == "__main__":
    raise SystemExit(main())
