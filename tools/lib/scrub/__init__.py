"""Scrubbing: nothing reaches a repository that did not pass here."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.scrub.budget import Unscrubbable as Unscrubbable
    from tools.lib.scrub.kept.store import load as load
    from tools.lib.scrub.scrubber import Finding as Finding
    from tools.lib.scrub.scrubber import Scrubber as Scrubber

_HOMES = {"Unscrubbable": "budget", "Finding": "scrubber", "Scrubber": "scrubber", "load": "kept.store"}


def __getattr__(name: str) -> object:
    """Fetch a name when it is first asked for: a hook that scrubs nothing pays nothing."""
    import importlib

    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
