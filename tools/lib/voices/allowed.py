"""Allowed: findings that the person vouched for, each by its fingerprint; every device reads every device's.

`memory/allowed/<device>.md`, written by that device only:

    ---
    series: UUID                                              this device's salt
    ---
    - TIME allow: KIND FINGERPRINT REASON ^ID                 TIME and ID as in a journal, FINGERPRINT 12 hex digits

The value itself stands nowhere. Whoever holds the repository could try values against a fingerprint, so what is easy to
guess is never allowed, whatever a line says. A line that a person removes holds no longer; any other line is kept.
"""
from __future__ import annotations

import os
import re
from collections import namedtuple

from tools.lib import files, frontmatter, journal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FOLDER = "memory/allowed"
LINE = re.compile(
    r"""
    -[ ](?P<when>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)
    [ ]allow:[ ](?P<kind>[a-z0-9-]{1,40})[ ](?P<mark>[0-9a-f]{12})
    [ ](?P<reason>\S.*)[ ]\^(?P<id>[0-9a-z]{8})
    """,
    re.VERBOSE | re.ASCII,
)
# Made by people, short, or this machine's own: a reader of the repository could try them all.
GUESSABLE = frozenset(["password", "url-password", "private", "known-value", "seed-phrase", "card", "pin", "iban", "phone"])
UNREADABLE = "unreadable"  # the kind of a content that no scrubber can look into
LEAST = 16  # characters
REASON = 200

Allowance = namedtuple("Allowance", "when kind mark reason id")


def path_of(device: str) -> str:
    """Where in the repository a device's allowances are."""
    return f"{FOLDER}/{device}.md"


def parse(text: str) -> tuple[list[str], list[Allowance | str]]:
    """The front matter of a file and its lines: allowances, and as strings what is none. `render` is the inverse."""
    head, body = frontmatter.split(text)
    return head, [_item(row) for row in body.split("\n")]


def _item(row: str) -> Allowance | str:
    match = LINE.fullmatch(row)
    return Allowance(*match.group("when", "kind", "mark", "reason", "id")) if match else row


def render(head: list[str], items: Iterable[Allowance | str]) -> str:
    """The text of a file."""
    return frontmatter.join(head, "\n".join(item if isinstance(item, str) else line(item) for item in items))


def line(item: Allowance) -> str:
    """The line of an allowance, without a line end."""
    return f"- {item.when} allow: {item.kind} {item.mark} {item.reason} ^{item.id}"


def added(text: str | None, salt: str, item: Allowance) -> str:
    """A device's file with one more allowance; the same one again changes nothing."""
    head, items = parse(text or render([f"series: {salt}"], [""]))
    if any(not isinstance(one, str) and one.mark == item.mark for one in items):
        return text or ""
    while items and items[-1] == "":
        items.pop()
    return render(head, [*items, item, ""])


def of(line: Mapping[str, object], session: str, reason: str) -> Allowance:
    """The allowance that a spooled `allow` event makes; `reason` is its reason, scrubbed."""
    when = journal.stamp(float(str(line.get("t") or 0)), int(str(line.get("z") or 0)))
    identity = journal.identity(session, int(str(line.get("n") or 0)), "allow")
    return Allowance(when, str(line["kind"]), str(line["mark"]), journal.flat(reason, REASON), identity)


def salt_of(key: bytes) -> str:
    """This device's salt, made from the scrubber's key, which it does not tell; a UUID, for that is no secret to a scrubber."""
    import hmac
    import uuid

    return str(uuid.UUID(hmac.new(key, b"the salt of what is allowed", "sha256").hexdigest()[:32]))


def fingerprint(salt: str, value: str) -> str:
    """What stands for a value in a device's file."""
    import hmac

    return hmac.new(salt.encode("ascii", "replace"), value.encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:12]


def guessable(kind: str, value: str) -> bool:
    """Whether a reader of the repository could find the value by trying."""
    from tools.lib.scrub.tokens import randomness

    if kind in (UNREADABLE, "private-key"):
        return False
    return kind in GUESSABLE or len(value) < LEAST or not randomness.drawn(_core(value))


def _core(value: str) -> str:
    return max(re.split(r"[^A-Za-z0-9]", value), key=len)


class Allowed:
    """All devices' allowances as they stand in the lane; asked only about what was found, so it looks anew each time."""

    def __init__(self, lane: str, salt: str) -> None:
        self.folder, self.salt = os.path.join(lane, *FOLDER.split("/")), salt
        self._state: tuple[object, ...] = ()
        self._marks: dict[str, set[str]] = {}

    def __call__(self, kind: str, value: str) -> bool:
        """Whether the person vouched for this value, on any device."""
        known = self._known()
        return any(fingerprint(salt, value) in marks for salt, marks in known.items()) and not guessable(kind, value)

    def fingerprint(self, value: str) -> str:
        """By what this device's file would name the value."""
        return fingerprint(self.salt, value)

    def state(self) -> str:
        """Changes whenever more, or less, is allowed."""
        return fingerprint("", repr(sorted((salt, sorted(marks)) for salt, marks in self._known().items() if marks)))

    def _known(self) -> dict[str, set[str]]:
        names = sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else []
        places = [os.path.join(self.folder, name) for name in names if name.endswith(".md")]
        state = tuple((path, (found := os.stat(path)).st_mtime_ns, found.st_size) for path in places)
        if state != self._state:
            self._state, self._marks = state, {}
            for path in places:
                head, items = parse(files.text(path) or "")
                salt = "".join(frontmatter.fields(head).get("series") or [])
                self._marks.setdefault(salt, set()).update(item.mark for item in items if not isinstance(item, str))
        return self._marks
