"""The gate: the last look at everything that enters a repository: contents, path names, messages, branch names."""
from __future__ import annotations

import os
import re
from collections import namedtuple

from tools.lib import paths, scrub, sessions, spool
from tools.lib.errors import Refusal
from tools.lib.voices import allowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.scrub import Scrubber

# A place that holds what must not be shared: the path, the line (from 1; 0 is the path's name itself), the kind, and the
# fingerprint under which a person may vouch for it, "" where they may not.
Finding = namedtuple("Finding", "path line kind mark", defaults=("",))

WIDE = (b"\xff\xfe", b"\xfe\xff")  # how Windows' editors begin a text of two bytes a character
# How the packed formats begin that may hold text nobody sees: zip and what is one, gzip, bzip2, xz, zstd, 7z.
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf")


# `-4f1c-5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20`: the end of a device's name and a session's id
ID = re.compile(r"(?:-[0-9a-f]{4})?-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9A-Za-z])", re.ASCII)


class Gate:
    """The gate over one scrubber, for one run of the worker; `vouched` is what the person allowed."""

    def __init__(self, scrubber: Scrubber, vouched: allowed.Allowed | None = None) -> None:
        self.scrubber, self.vouched = scrubber, vouched
        self._seen: list[list[int]] = []  # as the scrubber's sources were when it was renewed

    def text(self, text: str) -> str:
        """A text without its secrets. Raises Unscrubbable."""
        return self.scrubber.text(text)

    def scrubbed(self, path: str, content: bytes) -> bytes:
        """The content of a file without its secrets; clean content comes back as it is. Raises Unscrubbable."""
        text = content.decode("utf-8", "surrogateescape")
        clean = self.scrubber.text(text)
        return content if clean == text else clean.encode("utf-8", "surrogateescape")

    def findings(self, path: str, content: bytes) -> list[Finding]:
        """What of a path's name and content may not enter a repository; an empty list lets it pass.

        What cannot be examined to its end is a finding too, and so is what is packed.
        """
        found = [Finding(path, 0, kind, mark) for _, kind, mark in self._look(bare(path))]
        if content.startswith(PACKED):
            return found + self._unreadable(path, content)
        for text in texts(content):
            found += [Finding(path, line, kind, mark) for line, kind, mark in self._look(text)]
        return found

    def may_name(self, path: str) -> bool:
        """Whether a path's name may enter a repository."""
        return not self._look(bare(path))

    def state(self) -> str:
        """Changes whenever something that was held back might pass."""
        return self.vouched.state() if self.vouched else ""

    def renew(self, local: str) -> None:
        """Know the private words and this machine's secrets as they are now: a worker lives as long as its sessions."""
        from tools.lib.scrub.kept import store

        home = os.path.expanduser("~")
        seen = store.stamp(local, home)
        if seen != self._seen:
            store.renew(local, os.environ, home, self.scrubber)
            self._seen = seen

    def remember(self, local: str) -> None:
        """Keep what was found, as hashes, for the gates to come."""
        from tools.lib.scrub.kept import store

        store.remember(local, self.scrubber)

    def _look(self, text: str) -> list[tuple[int, str, str]]:
        try:
            found = self.scrubber.findings(text)
            return [(one.line, one.kind, self._mark(one.kind, text[one.start : one.end])) for one in found]
        except scrub.Unscrubbable as failure:
            return [(1, f"cannot be examined ({failure})", "")]

    def _unreadable(self, path: str, content: bytes) -> list[Finding]:
        text = content.decode("latin-1")
        if self.vouched and self.vouched(allowed.UNREADABLE, text):
            return []
        return [Finding(path, 1, allowed.UNREADABLE, self._mark(allowed.UNREADABLE, text))]

    def _mark(self, kind: str, value: str) -> str:
        return self.vouched.fingerprint(value) if self.vouched and not allowed.guessable(kind, value) else ""


def bare(path: str) -> str:
    """A path as it is examined: without the ids that name our own files, which no rule may ever take for a secret."""
    return ID.sub("", path)


def texts(content: bytes) -> list[str]:
    """The texts that a content may be read as: UTF-8, and UTF-16 where it has that form."""
    found = [content.decode("utf-8", "surrogateescape")]
    if content.startswith(WIDE) or content[:2000].count(0) * 4 > len(content[:2000]):
        found += [content.decode(name, "replace") for name in ("utf-16-le", "utf-16-be")]
    return found


def load(local: str) -> Gate:
    """The gate with this installation's key, known values and allowances; the ids of its own sessions are no secrets."""
    from tools.lib.scrub.kept import store

    vouched = allowed.Allowed(paths.lane(local), allowed.salt_of(store.key(local)))

    def passes(kind: str, value: str) -> bool:
        return _is_ours(local, value) or vouched(kind, value)

    return Gate(scrub.load(local, os.environ, os.path.expanduser("~"), passes), vouched)


def _is_ours(local: str, value: str) -> bool:
    return spool.safe(value) == value and os.path.exists(sessions.path_of(local, value))


def named(local: str, name: str) -> str:
    """A name that a person or an agent chose for a folder, back as it is. Raises Refusal where it holds a secret."""
    if load(local).findings("", name.encode("utf-8", "surrogatepass")):
        raise Refusal("this name seems to hold a secret, and it would be on every clone: take another")
    return name


def sentence(found: list[Finding]) -> str:
    """Where and of what kind the findings are, never what: `preferences.md line 3 (github-token 0f3a91c2b4d5)`."""
    secret = {finding.path for finding in found if not finding.line}
    places = []
    for finding in found[:3]:
        name = "a file whose name holds one" if finding.path in secret else finding.path
        where = f"{name} line {finding.line}" if finding.line else "the name of a file"
        places.append(f"{where} ({' '.join(part for part in (finding.kind, finding.mark) if part)})")
    return ", ".join(places) + (f" and {len(found) - 3} more" if len(found) > 3 else "")
