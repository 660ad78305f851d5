"""Memory changes: what a spooled `lesson` or `working` event writes in the lane; each may be told twice."""
from __future__ import annotations

import os

from tools.lib import contexts, files, journal, paths, working
from tools.lib.journals import audit
from tools.lib.lessons import lessons
from tools.lib.voices import allowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Line = Mapping[str, object]
    Scrub = Callable[[str], str]

KINDS = ("lesson", "working", "allow")
WORDS, SLUG = 6, 40  # words of a lesson that its file is called by, and letters
LONGEST = 8000  # characters of a text


def apply(lane: str, line: Line, device: str, scrub: Scrub) -> list[str]:
    """Carry an event out; gives the lane's paths that were written. Raises what `scrub` raises.

    The events, with `session`, `n`, `t`, `z` and `c` beside these fields:

        {"e": "lesson", "text": TEXT, "topics": [], "paths": [], "commands": [], "scope": CONTEXT | "", "status": "" | "pending"}
        {"e": "working", "topic": TOPIC, "text": TEXT}
        {"e": "allow", "kind": KIND, "mark": FINGERPRINT, "text": REASON}
    """
    if line["e"] == "allow":
        return _allow(lane, line, device, scrub)
    return _lesson(lane, line, scrub) if line["e"] == "lesson" else _working(lane, line, device, scrub)


def _allow(lane: str, line: Line, device: str, scrub: Scrub) -> list[str]:
    from tools.lib.scrub.kept import store

    item = allowed.of(line, str(line["session"]), scrub(str(line.get("text") or "")))
    path = allowed.path_of(device)
    salt = allowed.salt_of(store.key(os.path.dirname(lane)))
    made = _written(lane, path, allowed.added(files.text(os.path.join(lane, path)), salt, item))
    return [*made, audit.add(lane, device, audit.Change(item.when, "person", f"allowed {item.kind} {item.mark}", item.id))]


def _lesson(lane: str, line: Line, scrub: Scrub) -> list[str]:
    text = journal.flat(scrub(str(line.get("text") or "")), LONGEST)
    lists = {key: [scrub(item) for item in _texts(line.get(key))] for key in ("topics", "paths", "commands")}
    scope = str(line.get("scope") or "")
    if scope and not contexts.is_context(scope):
        return []
    status = lessons.PENDING if line.get("status") else ""
    # a file's name is seen by everybody, a client's words are not; the id makes it another file than any other device's, and
    # this event's again when it is told twice
    words = scope[len("clients/") :] if scope.startswith("clients/") else " ".join(text.split()[:WORDS])
    name = paths.name_from(words, "lesson")[:SLUG].strip("-")
    path = f"{lessons.FOLDER}{name}-{_identity(line)}.md"
    return _written(lane, path, lessons.page(text, status, scope, **lists))


def _working(lane: str, line: Line, device: str, scrub: Scrub) -> list[str]:
    topic = paths.name_from(scrub(str(line.get("topic") or "")), "unsorted")
    text = working.plain(scrub(str(line.get("text") or "")))[:LONGEST].rstrip()
    context = str(line.get("c") or "")
    when = journal.stamp(float(str(line.get("t") or 0)), int(str(line.get("z") or 0)))
    mark = context if context.startswith("clients/") else ""
    entry = working.Entry(when, device, str(line["session"]), mark, text, _identity(line))
    path = working.path_of(topic)
    return _written(lane, path, working.add(files.text(os.path.join(lane, path)), topic, entry))


def _written(lane: str, path: str, text: str) -> list[str]:
    whole = os.path.join(lane, path)
    if files.text(whole) == text:
        return []
    files.replace(whole, text)
    return [path]


def _identity(line: Line) -> str:
    return journal.identity(str(line["session"]), int(str(line.get("n") or 0)), str(line["e"]))


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
