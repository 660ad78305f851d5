"""Hints: the lessons that a prompt or a tool call turns to, each told to a session once, and again after compaction."""
from __future__ import annotations

import os

from tools.lib import commands, evidence, sessions, spool
from tools.lib.lessons import globs, lesson_book, lessons, stems
from tools.lib.lessons.lesson_book import COMMANDS, PATHS, WORDS
from tools.lib.room import size, within
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tools.lib.event import Event
    from tools.lib.lessons.lesson_book import Row

MOST = 3  # lessons told at once; the others wait for the next time
LONGEST, ROOM = 900, 1300  # bytes of one, and of all that is told at once
INDEX_ROOM = 500  # bytes
HEAD = "Lessons that this person keeps for what this turns to (told once):"


def for_prompt(event: Event, record: Mapping[str, object], text: str) -> str:
    """What a prompt is told, of the lessons whose topic it turns to; "" for nothing."""
    return _told(event, record, of_prompt(event.local, text))


def for_tool(event: Event, record: Mapping[str, object], calls: Iterable[Sequence[str]], paths: Iterable[str]) -> str:
    """What is told before a tool call: `calls` are the programs that it would start, as words, `paths` what it is used on."""
    return _told(event, record, [*of_paths(event.local, paths, _home(event)), *of_calls(event.local, calls)])


def before_tool(event: Event, record: Mapping[str, object]) -> str:
    """The same of a tool call as the client announces it."""
    given = event.payload.get("tool_input")
    if not isinstance(given, dict):
        return ""
    from tools.lib.guard import touched  # reads shell commands

    found = touched.by(event.text("tool_name"), given, event.text("cwd") or "/", _home(event))
    return for_tool(event, record, found.calls, found.paths)


def index_text(event: Event, record: Mapping[str, object]) -> str:
    """What a start says of the lessons there are: what they are about, not what they say; "" for none."""
    name = str(record["context"])
    names = {"", name, recent.current(event.local, name)}
    labels = [label for context, label in lesson_book.index(event.local) if context in names]
    if not labels:
        return ""
    head = f"{len(labels)} lessons are told when a prompt, path or command turns to them (`{commands.line('lesson', 'list')}`): "
    return head + within(", ".join(evidence.plain(label) for label in labels), INDEX_ROOM)


def _home(event: Event) -> str:
    return event.environ.get("HOME") or os.path.expanduser("~")


def of_prompt(local: str, text: str) -> list[Row]:
    """The rows of lessons whose topic a text turns to."""
    found = stems.of(text)
    return [row for row in lesson_book.find(local, WORDS, set(found)) if stems.holds(found, row.wanted)]


def of_paths(local: str, paths: Iterable[str], home: str) -> list[Row]:
    """The rows of lessons with a pattern that fits one of these paths."""
    whole = list(paths)
    if not whole:
        return []
    keys = {key for path in whole for key in globs.keys(path)}
    return [row for row in lesson_book.find(local, PATHS, keys) if any(globs.fits(row.wanted, path, home) for path in whole)]


def of_calls(local: str, calls: Iterable[Sequence[str]]) -> list[Row]:
    """The rows of lessons about one of these calls."""
    named = [(lessons.program(words[0]), words[1:]) for words in calls if words]
    if not named:
        return []
    rows = lesson_book.find(local, COMMANDS, {name for name, _ in named})
    return [row for row in rows if any(row.key == name and lessons.called(row.wanted, words) for name, words in named)]


def ranked(rows: Iterable[Row], names: Collection[str]) -> list[Row]:
    """One row a lesson of these contexts or of all, the best first: more and longer matches, then the own context's."""
    score: dict[str, int] = {}
    best: dict[str, Row] = {}
    for row in rows:
        if not row.context or row.context in names:
            score[row.slug] = score.get(row.slug, 1 if row.context else 0) + 2 * _weight(row)
            best.setdefault(row.slug, row)
    return sorted(best.values(), key=lambda row: (-score[row.slug], row.slug))


def _weight(row: Row) -> int:
    """How much a match says: the words of a topic or command, the components of a pattern."""
    return row.wanted.count("/") + 1 if isinstance(row.wanted, str) else max(len(row.wanted), 1)


def line(row: Row) -> str:
    """The line that a session is told."""
    return f"- {within(evidence.plain(row.text), LONGEST)} ({lessons.FOLDER}{evidence.plain(row.slug)}.md)"


def _told(event: Event, record: Mapping[str, object], rows: list[Row]) -> str:
    if not rows or record.get("capture") == "off" or event.is_test:
        return ""
    name = str(record["context"])
    agent = event.text("agent_id")  # a subagent has not heard what its session was told
    rank = ranked(rows, {name, recent.current(event.local, name)})
    found = {f"{agent}:{row.slug}" if agent else row.slug: line(row) for row in rank}
    fresh = _first_time(event.local, spool.safe(event.session), found)
    return "\n".join([HEAD, *(found[slug] for slug in fresh)]) if fresh else ""


def _first_time(local: str, session: str, found: Mapping[str, str]) -> list[str]:
    """Those of these lessons that this session is told now; they count as told from now on."""
    if not found:
        return []
    try:
        with spool.locked(local, session) as mine:
            record = sessions.load(local, session)
            known = record.get("shown")
            shown = known if isinstance(known, list) else []
            fresh = _fitting({slug: text for slug, text in found.items() if slug not in shown})
            if fresh and mine:
                sessions.save(local, {**record, "shown": [*shown, *fresh]})
            return fresh
    except OSError:
        return _fitting(found)


def _fitting(found: Mapping[str, str]) -> list[str]:
    """The first few that there is room for."""
    chosen: list[str] = []
    room = ROOM - size(HEAD)
    for slug, text in found.items():
        room -= size(text) + 1
        if room < 0 or len(chosen) == MOST:
            break
        chosen.append(slug)
    return chosen
