"""What a person must know: one sentence for each trouble, told once at the next start or prompt, until it is over.

Kept in `notices.json` of the installation's folder: topic -> {"text", "since", "told": [session, ...]}.
"""
from __future__ import annotations

import os

from tools.lib import files, lock, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

MOST = 20  # sentences kept; of more, the newest
NEWS = ("rules-arrived", "registered-")  # topics, or how they begin, that are no trouble and are read once
ONCE = ("failed-", "odd-event", "transcript-shapes")  # how topics begin of what happened, and is said again if it goes on
DAY = 86400.0  # seconds
TERMINAL = "terminal"  # in the place of a session, for what was read there
UNSAYABLE = "something needs you whose name could not be scrubbed: `python3 tools/doctor.py` says more"
_clean: dict[str, str] = {}  # the sentences of this process, as they may be said


def _path(local: str) -> str:
    return os.path.join(local, "notices.json")


def standing(local: str) -> dict[str, dict[str, object]]:
    """The notices that stand, by topic; an unreadable file counts as none."""
    content = files.read(_path(local))
    try:
        found = wire.loads(content) if content else {}
    except ValueError:
        return {}
    return {k: v for k, v in found.items() if isinstance(v, dict) and "text" in v} if isinstance(found, dict) else {}


def sentences(local: str) -> list[str]:
    """What stands, each sentence once: two steps may have failed for one reason."""
    return _distinct(standing(local).values())


def at_terminal(local: str, shown: Iterable[str] = ()) -> list[str]:
    """The same for a screen that the person reads there: news once, and nothing of the topics that are `shown` already."""
    found = {topic: notice for topic, notice in standing(local).items() if topic not in set(shown)}
    news = {topic for topic in found if topic.startswith(NEWS)}
    fresh = _distinct(notice for topic, notice in found.items() if topic not in news or TERMINAL not in _told(notice))
    _tell(local, news, TERMINAL)
    return fresh


def say(local: str, topic: str, text: str, now: float) -> None:
    """Put a sentence before the person; the same sentence again changes nothing, a new one is told anew.

    `now` is seconds since the epoch. Never raises: a full disk must not stop what noticed it.
    """
    text = clean(local, text)
    try:
        with lock.held(os.path.join(local, "notices.lock"), 2.0):
            found = standing(local)
            if found.get(topic, {}).get("text") == text:
                return
            found[topic] = {"text": text, "since": int(now), "told": []}
            newest = sorted(found.items(), key=lambda item: -float(str(item[1].get("since", 0))))[:MOST]
            files.replace(_path(local), wire.dumps(dict(newest)))
    except OSError:
        pass


def clean(local: str, text: str) -> str:
    """A sentence of ours without the secrets that a path, a branch or another's words in it may hold. Never raises."""
    if text not in _clean:
        try:
            from tools.lib import scrub  # for the few who have something to say

            made = os.path.exists(os.path.join(local, "key"))  # by the first worker; a sentence needs no key that lasts
            scrubber = scrub.load(local, os.environ, os.path.expanduser("~")) if made else scrub.Scrubber(os.urandom(32))
            found = scrubber.text(text)
        except (OSError, scrub.Unscrubbable):
            found = UNSAYABLE
        if len(_clean) > MOST:
            _clean.clear()
        _clean[text] = found
    return _clean[text]


def over(local: str, topic: str) -> None:
    """The trouble of this topic has ended."""
    if topic not in standing(local):
        return
    try:
        with lock.held(os.path.join(local, "notices.lock"), 2.0):
            found = standing(local)
            if found.pop(topic, None) is not None:
                files.replace(_path(local), wire.dumps(found))
    except OSError:
        pass


def fade(local: str, now: float) -> None:
    """End what only happened, a day after it was said: nobody says of it that it is over."""
    for topic, notice in standing(local).items():
        since = notice.get("since")
        if topic.startswith(ONCE) and not (isinstance(since, int) and 0 <= now - since <= DAY):
            over(local, topic)


def untold(local: str, session: str) -> list[str]:
    """The sentences this session was not told yet; they count as told to it from now on."""
    fresh = {topic: notice for topic, notice in standing(local).items() if session not in _told(notice)}
    _tell(local, fresh, session)
    return _distinct(fresh.values())


def _tell(local: str, topics: Collection[str], session: str) -> None:
    """Remember that these were told."""
    if not topics:
        return
    try:
        with lock.held(os.path.join(local, "notices.lock"), 0.2) as mine:
            if mine:
                found = standing(local)
                for topic in found.keys() & topics:
                    found[topic]["told"] = [*(one for one in _told(found[topic]) if one != session), session][-50:]
                files.replace(_path(local), wire.dumps(found))
    except OSError:
        pass


def _distinct(found: Iterable[dict[str, object]]) -> list[str]:
    return list(dict.fromkeys(str(notice["text"]) for notice in found))


def _told(notice: dict[str, object]) -> list[object]:
    told = notice.get("told")
    return told if isinstance(told, list) else []
