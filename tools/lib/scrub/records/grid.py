"""Grid: tables in JSON, whose columns are named in one place and whose rows stand in another."""
from __future__ import annotations

import re
from functools import lru_cache

from tools.lib.scrub.keyed import keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEADING = frozenset(
    "columns column header headers heading headings head fields keys names cols labels schema metadata attributes vars "
    "columnames".split()
)
INNER = ("fields", "columns", "names")
NAME = ("name", "Name", "label", "Label", "key", "field", "title", "columnName", "column_name", "id")
PLAIN = re.compile(r"[\w .*/()-]{1,60}\Z")
WIDEST = 300


def columns(item: Any) -> list[str]:
    """Return the names of columns that a list gives, as texts, as objects with a name or as cells of a first row."""
    if isinstance(item, dict):
        if len(item) > 4:
            return []
        only = len(item) == 1
        item = next((inner for name, inner in item.items() if isinstance(inner, list) and (only or name in INNER)), None)
    if not isinstance(item, list) or not 2 <= len(item) <= WIDEST:
        return []
    names = [_name(one) for one in item]
    if not all(PLAIN.match(name) for name in names if name) or not any(names):
        return []
    return names if any(map(keys.grade, names)) else []


def _name(one: Any) -> str:
    if isinstance(one, str):
        return one if len(one) < 80 else "\n"
    if not isinstance(one, dict):
        return ""
    if len(one) == 1:
        only = next(iter(one.values()))
        return only if isinstance(only, str) and len(only) < 80 else ""
    given = next((one[name] for name in NAME if name in one), "")
    return given if isinstance(given, str) else ""


def headed(entries: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the entry that names the columns of the object's other entries, and the names; "" and [] when none does."""
    for name, item in entries.items():
        if isinstance(item, (list, dict)) and isinstance(name, str) and _heads(name):
            names = columns(item)
            if names:
                return name, names
    return "", []


@lru_cache(5_000)
def _heads(name: str) -> bool:
    """True for the name of an entry that may name columns."""
    found = keys.WORDS.findall(name)
    return bool(found) and found[-1].lower() in HEADING
