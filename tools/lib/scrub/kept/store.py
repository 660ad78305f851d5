"""Store: the scrubber's key, the person's private words and the hashes of known values, in the local folder."""
from __future__ import annotations

import os

from tools.lib import files, lock
from tools.lib.scrub.budget import Unscrubbable
from tools.lib.scrub.kept import known, memory
from tools.lib.scrub.scrubber import Scrubber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

KEY, WORDS, KNOWN = "key", "private-words", "known"
KEPT = 5_000  # hashed lines; the oldest go first


def load(home: str, environ: Mapping[str, str], person_home: str, allowed: Callable[[str, str], bool] | None = None) -> Scrubber:
    """Return the scrubber of the local folder `home`, with what the machine of `person_home` knows.

    The key is made when it is missing (0600); `private-words` is one word or phrase a line, `#` for a comment.
    """
    return Scrubber(key(home), known.collect(environ, person_home), _lines(os.path.join(home, WORDS)),
                    _lines(os.path.join(home, KNOWN)), allowed)


def renew(home: str, environ: Mapping[str, str], person_home: str, scrubber: Scrubber) -> None:
    """Let a scrubber that lives for hours know the private words and the machine's values as they stand now."""
    words, hashed = (_lines(os.path.join(home, name)) for name in (WORDS, KNOWN))
    scrubber.renew(known.collect(environ, person_home), words, hashed)


def stamp(home: str, person_home: str) -> list[list[int]]:
    """What is another once `renew` might find something else."""
    return [files.stamp(path) for path in (os.path.join(home, WORDS), os.path.join(home, KNOWN), *known.sources(person_home))]


def remember(home: str, scrubber: Scrubber) -> None:
    """Add the hashes of what the scrubber learned to the local folder, for the sessions to come."""
    learned = scrubber.memory.lines()
    if learned:
        _add(home, learned)
        scrubber.memory.fresh.clear()


def keep(home: str, values: Iterable[str]) -> None:
    """Add the hashes of values that a session's environment holds and its events have said."""
    _add(home, [memory.hashed(key(home), value, "known-value") for value in values if memory.core_of(value)])


def _add(home: str, learned: list[str]) -> None:
    path = os.path.join(home, KNOWN)
    with lock.held(path + ".lock", 2.0):
        before = _lines(path)
        old = set(before)
        fresh = [line for line in learned if line not in old]
        if fresh:
            files.replace(path, "".join(f"{line}\n" for line in (before + fresh)[-KEPT:]))


def key(home: str) -> bytes:
    """Return the key of this installation, 32 bytes, made on first use; two makers at once end with one key."""
    path = os.path.join(home, KEY)
    found = files.read(path)
    if found is None:
        files.folder(home)
        with lock.held(path + ".lock", 5.0) as mine:
            found = files.read(path)
            if mine and found is None:
                found = os.urandom(32)
                files.replace(path, found)
    if found is None or len(found) != 32:
        raise Unscrubbable("the scrubber's key file is damaged or could not be made")
    return found


def _lines(path: str) -> list[str]:
    text = files.text(path) or ""
    return [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("#")]
