"""Lazy: patterns that are compiled when a text first calls for them."""
from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

METHODS = ("match", "search", "fullmatch", "finditer", "findall", "split", "sub", "groupindex")


class _Pattern:
    """Stands for a compiled pattern; on first use it takes over that pattern's methods, and costs nothing from then on."""

    def __init__(self, source: str, flags: int) -> None:
        self._given = source, flags

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS:
            raise AttributeError(name)
        compiled = re.compile(*self._given)
        for method in METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(self, name)


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return what can be used like `re.compile(source, flags)`; a mistake in it shows on first use."""
    return _Pattern(source, flags)  # type: ignore[return-value]
