"""From what was spooled to what the journal says: one event makes no line, one, or a few.

Pure but for the scrubber it is given. Every text is scrubbed whole, then made one line, then cut.
"""
from __future__ import annotations

from tools.lib import journal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Scrub = Callable[[str], str]

MOST = {"Q": 2000, "A": 1500, "event": 1200}  # characters; notes, decisions and the like are given whole
WHOLE = 8000
TITLE = 70
NOTES = ("note", "decision", "todo", "handoff", "done")


def of(line: Mapping[str, object], session: str, scrub: Scrub) -> list[journal.Entry]:
    """The entries of one spooled line. Raises what `scrub` raises."""
    count, when = _whole(line.get("n")), journal.stamp(_number(line.get("t")), _whole(line.get("z")))
    made = []
    for part, (kind, text) in enumerate(_told(line, session, scrub)):
        made.append(journal.Entry(when, kind, text, journal.identity(session, count, str(part or ""))))
    return made


def _told(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    """Kind and text of each entry, the event's main one first so that its id never depends on the others."""
    teller = _TELLERS.get(str(line.get("e")))
    told = teller(line, session, scrub) if teller else []
    if line.get("closes"):
        reference = journal.identity(session, _whole(line["closes"]))
        told.append(("event", f"interrupted ^{reference} has no answer"))
    return told


def _text(line: Mapping[str, object], scrub: Scrub, kind: str, extra: str = "") -> str:
    text = journal.flat(scrub(str(line.get("text") or "")), MOST.get(kind, WHOLE))
    return text + extra


def _prompt(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    kind = line.get("kind", "person")
    if kind == "command":
        return [("event", "command " + _text(line, scrub, "event"))]
    if kind != "person":
        return []
    told = [("Q", _text(line, scrub, "Q"))]
    if line.get("title"):
        told.append(("event", "title " + title(scrub(str(line.get("text") or "")))))
    return told


def title(text: str) -> str:
    """A session's title from the words it was begun with: the first sentence, short, with a capital."""
    words = journal.flat(text, 10 * TITLE)
    for stop in (". ", "? ", "! ", "; ", ": "):
        words = words.split(stop)[0]
    words = journal.flat(words, TITLE)
    return words[:1].upper() + words[1:]


def _answer(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    tools = line.get("tools")
    counts = ", ".join(f"{scrub(name)} {count}" for name, count in tools.items()) if isinstance(tools, dict) else ""
    if not counts and not str(line.get("text") or "").strip():
        return []
    return [("A", _text(line, scrub, "A", f" [{journal.flat(counts, 300)}]" if counts else ""))]


def _failure(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    return [("event", "failed " + _text(line, scrub, "event"))]


def _interrupt(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    return [("event", "interrupted")] if not line.get("closes") else []


def _subagent(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    name = journal.flat(scrub(str(line.get("type") or "")), 60)
    return [("event", f"subagent {name}: " + _text(line, scrub, "event"))]


def _compact(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    wish = _text(line, scrub, "event") if line.get("text") else "no instructions"
    return [("event", f"compaction {journal.flat(scrub(str(line.get('trigger') or '')), 20)}: {wish}")]


def _summary(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    text = scrub(str(line.get("text") or ""))
    if not text.strip():
        return []  # Codex does not tell it
    if "<summary>" in text:
        text = text.partition("<summary>")[2].partition("</summary>")[0]
    return [("event", "summary " + journal.flat(text, MOST["event"]))]


def _note(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    kind = str(line.get("kind"))
    if kind not in NOTES:
        return []
    reference = str(line.get("ref") or "").lstrip("^")
    text = _text(line, scrub, kind) if line.get("text") or not reference else ""
    return [(kind, f"^{journal.flat(scrub(reference), 20)} {text}".strip() if reference else text)]


def _end(line: Mapping[str, object], session: str, scrub: Scrub) -> list[tuple[str, str]]:
    return [("event", "ended " + journal.flat(scrub(str(line.get("reason") or "")), 60))]


_TELLERS: dict[str, Callable[[Mapping[str, object], str, Scrub], list[tuple[str, str]]]] = {
    "prompt": _prompt,
    "answer": _answer,
    "failure": _failure,
    "interrupt": _interrupt,
    "subagent": _subagent,
    "compact": _compact,
    "summary": _summary,
    "note": _note,
    "end": _end,
}


def _whole(value: object) -> int:
    return int(value) if isinstance(value, (int, float)) else 0


def _number(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0
