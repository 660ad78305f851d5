"""Beside: texts that follow each other, the first ending with a name, the second beginning with its value, or cut within it."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.encodings import wrapped
from tools.lib.scrub.keyed import keys, tongues, values, weak
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BEFORE, AFTER = 200, 600
# The name, what joins it to a value, and the part of the value that the first text still holds.
ENDING = lazy.pattern(r"(?P<name>[\w.-]{2,60})[\"'*`]{0,3}[ \t]{0,3}(?P<joint>[:=]|[:=]?(?:is|are|was|to))?[ \t\r\n]{0,4}"
                      r"[\"'`]?(?P<part>[^\s\"'`:=]{0,40})\Z")

REST = lazy.pattern(r"[A-Za-z0-9_+/=.~:%-]{8,600}(?=[\s\"'`,;]|\Z)", re.A)

# A line that says of a value what it is, and the value alone on the line that follows.
LABEL = lazy.pattern(r"[\s*_`#>\"']*(?P<said>[^\n]{3,160}?)[ ]?(?P<joint>[:：=]|(?<=[ ])(?:LINKS)[ ]?:?)?[\s*_`\"']*\Z".replace(
    "LINKS", tongues.LINKS))
ALONE = lazy.pattern(r"[\s*`\"'>]*(?P<value>[^\s*`\"'](?:[^\n`\"']{2,198}[^\s*`\"'.])?)[*`\"'.]{0,3}[ \t]*(?:\r?\n|\Z)")
SHORT = 40  # of a label without anything that leads over to its value


def labelled(before: str, after: str) -> list[Span]:
    """Return the value on the first line of the second text, where the first one's last line says what it is."""
    line = before[-BEFORE:].rstrip().rpartition("\n")[2]
    label, alone = LABEL.fullmatch(line), ALONE.match(after[:AFTER])
    if not label or not alone or not label.group("joint") and (len(line) > SHORT or line[-1] in ".!?,;"):
        return []
    said, value = label.group("said"), alone.group("value")
    if not label.group("joint") and said.split(" ")[0].lower() in keys.BEFORE | keys.EXCUSES:
        return []  # what is done with one
    grade = keys.grade(said)
    if grade and (values.secret(value, grade, True) or weak.value(value, grade, said, bool(label.group("joint")))):
        return [Span(*alone.span("value"), "password" if grade == "password" else "secret", "beside")]
    return []


def named(text: str, cut: bool) -> bool:
    """True when the text ends with a name that promises a secret and what joins it to a value, or (`cut`) begins that."""
    found = ENDING.search(text, max(0, len(text) - BEFORE))
    if not found or not found.group("joint") or found.group("part") and not cut:
        return False
    return bool(keys.grade(found.group("name")))


def spans(before: str, after: str, places: Callable[[str], list[Span]]) -> tuple[list[Span], list[Span]]:
    """Return the secrets, as spans of each text, that only the two together give away."""
    head, tail = before[-BEFORE:], after[:AFTER]
    ended = bool(head) and not head[-1].isalnum()
    for joint in ("", " ") if ended or head.endswith((" is", " are", " was", " to")) else ("",):
        reach = len(head) + len(joint)
        found = [span for span in places(head + joint + tail) if span.end > reach]
        if found:
            first = [span._replace(start=span.start + len(before) - len(head), end=len(before)) for span in found
                     if span.start < len(head)]
            second = [span._replace(start=max(0, span.start - reach), end=span.end - reach) for span in found]
            return first, second
    return [], []


def rest(before: str, after: str, places: Callable[[str], list[Span]]) -> list[Span]:
    """Return the piece that begins the second text where the secret goes on with which the first one ends."""
    found = REST.match(after)
    core = re.sub("[^A-Za-z0-9]", "", found.group()) if found else ""
    if not found or not (randomness.mixed(core) or randomness.drawn(core)) or not wrapped.belongs(found.group(), 0):
        return []
    head = before[-BEFORE:]
    return [span._replace(start=0, end=found.end()) for span in places(head) if span.end == len(head)][:1]
