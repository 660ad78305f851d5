"""The gate: the last look at everything that enters a repository: contents, path names, messages, branch names."""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import scrub, sessions, spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.scrub import Scrubber

# A place that holds what must not be shared: the path, the line (from 1; 0 is the path's name itself), the kind.
Finding = namedtuple("Finding", "path line kind")


class Gate:
    """The gate over one scrubber, for one run of the worker."""

    def __init__(self, scrubber: Scrubber) -> None:
        self.scrubber = scrubber

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

        What cannot be examined to its end is a finding too.
        """
        found = [Finding(path, 0, kind) for _, kind in self._look(path)]
        return found + [Finding(path, line, kind) for line, kind in self._look(content.decode("utf-8", "surrogateescape"))]

    def _look(self, text: str) -> list[tuple[int, str]]:
        try:
            return [(found.line, found.kind) for found in self.scrubber.findings(text)]
        except scrub.Unscrubbable as failure:
            return [(1, f"cannot be examined ({failure})")]


def load(local: str) -> Gate:
    """The gate with this installation's key and known values; the ids of its own sessions are no secrets."""

    def is_ours(kind: str, value: str) -> bool:
        return spool.safe(value) == value and os.path.exists(sessions.path_of(local, value))

    return Gate(scrub.load(local, os.environ, os.path.expanduser("~"), is_ours))


def sentence(found: list[Finding]) -> str:
    """Where and of what kind the findings are, never what: `preferences.md line 3 (github-token)`."""
    places = [f"{f.path} line {f.line} ({f.kind})" if f.line else f"the name of a file ({f.kind})" for f in found[:3]]
    return ", ".join(places) + (f" and {len(found) - 3} more" if len(found) > 3 else "")
