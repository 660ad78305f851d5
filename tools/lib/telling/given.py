"""Given: what of all this a session was given, kept in its record so that it is given once."""
from __future__ import annotations

from binascii import crc32

from tools.lib import sessions, spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def keep(local: str, session: str, **fields: object) -> None:
    """Set fields of a session's record. Where its lock cannot be had or the disk is full, the same is given again."""
    try:
        with spool.locked(local, session) as mine:
            if mine:
                sessions.save(local, {**sessions.load(local, session), **fields})
    except OSError:
        pass


def keep_text(local: str, session: str, part: str, text: str) -> None:
    """Keep that a session was given this text as this part."""
    try:
        with spool.locked(local, session) as mine:
            if mine:
                record = sessions.load(local, session)
                sessions.save(local, {**record, "given": {**_given(record), part: _sum(text)}})
    except OSError:
        pass


def had_text(record: Mapping[str, object], part: str, text: str) -> bool:
    """Whether that session was given this text as this part."""
    return _given(record).get(part) == _sum(text)


def _given(record: Mapping[str, object]) -> dict[str, object]:
    found = record.get("given")
    return found if isinstance(found, dict) else {}


def _sum(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))
