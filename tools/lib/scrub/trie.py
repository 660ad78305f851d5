"""Trie: a pattern for one of many words, with common beginnings factored out so that `re` skips quickly."""
from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def pattern(words: Iterable[str]) -> str:
    """Return a regular expression that matches the longest of the words at a place."""
    root: dict[str, Any] = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}
    return _render(root)


def _render(node: dict[str, Any]) -> str:
    branches = [re.escape(letter) + _render(node[letter]) for letter in sorted(node) if letter]
    if not branches:
        return ""
    body = branches[0] if len(branches) == 1 and "" not in node else f"(?:{'|'.join(branches)})"
    return body + "?" if "" in node else body
