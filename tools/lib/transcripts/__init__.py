"""Transcripts: the clients' own records of a session, read into items that mean the same for both.

An item is one thing that was said or done:

    kind   prompt (a person's) | command | shell | notification | output | answer | call | result | summary |
           compacted | interrupted | failure | dropped | unknown
    when   the record's time as it stands there (ISO 8601, UTC), "" where it has none
    who    the subagent it belongs to, "" for the session itself
    name   the tool of a call; for `unknown` the name of the shape, for `dropped` what was left out
    call   the id that joins a call and its result
    value  its text; of a call, the tool's input
    turn   the client's id of the prompt it belongs to
"""
from __future__ import annotations

from calendar import timegm
from collections import namedtuple

from tools.lib import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

Item = namedtuple("Item", "kind when who name call value turn", defaults=("", "", "", "", "", ""))


def reader(agent: str) -> ModuleType:
    """The reader of a client's records: `read(record) -> items`, `key(record)`, `when(record)`, `PLUMBING`."""
    from tools.lib.transcripts import claude, codex

    return codex if agent == "codex" else claude


def items(agent: str, content: bytes) -> Iterator[Item]:
    """The items of a whole transcript, or of a piece of one; lines that are no record are passed over."""
    source = reader(agent)
    for line in content.split(b"\n"):
        try:
            record = wire.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            yield from source.read(record)


def moment(when: str) -> float:
    """Seconds since the epoch of a record's time; 0.0 for what is none."""
    try:
        whole = [int(when[a:b]) for a, b in ((0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19))]
        return timegm((*whole, 0, 0, 0)) + (float("0" + when[19:23]) if when[19:20] == "." else 0.0)
    except (ValueError, OverflowError):
        return 0.0


def dated(when: str) -> str:
    """A record's time without whatever else may stand behind it; "" for what is none."""
    return when[:24] if moment(when) else ""


def shape(*parts: object) -> str:
    """The name of a shape that is not known, from the client's own words for it where these are words at all."""
    fit = [part if isinstance(part, str) and _is_word(part) and _is_plain(part) else "odd" for part in parts]
    return "/".join(fit)


def _is_plain(text: str) -> bool:
    """Words of letters, as the clients name their shapes (`tool_use`, `FileChange`), and no secret is written."""
    spaced = "".join(" " + c.lower() if c.isupper() else " " if c in "-_" else c for c in text).split()
    return all(word.isalpha() and len(word) <= 16 for word in spaced) and len(spaced) * 3 <= len(text)


def _is_word(text: str) -> bool:
    return 0 < len(text) <= 40 and text.isascii() and text.replace("_", "").replace("-", "").isalnum()


def lightened(value: object) -> object:
    """A JSON value without its images and other base64 payloads; a note of their size stands in their place."""
    if isinstance(value, str):
        return dropped(value) if value.startswith("data:") and ";base64," in value[:200] else value
    if isinstance(value, list):
        return [lightened(part) for part in value]
    if isinstance(value, dict):
        payload = value.get("data")
        if value.get("type") == "base64" and isinstance(payload, str):
            return {**value, "data": dropped(payload, value.get("media_type"))}
        return {key: lightened(part) for key, part in value.items()}
    return value


def dropped(payload: object, media: object = None) -> str:
    """The note in place of a base64 payload: what it was and how large (base64 is 4 characters for 3 bytes)."""
    size = len(payload) * 3 // 4 if isinstance(payload, str) else 0
    kind = media if isinstance(media, str) and _is_word(media.replace("/", "-").replace("+", "-").replace(".", "-")) else ""
    if not kind and isinstance(payload, str) and payload.startswith("data:"):
        return dropped(payload.partition(",")[2], payload[5:100].partition(";")[0])
    return f"[{kind or 'binary'}, {(size + 1023) // 1024:,} KB, left out]"
