"""Roles: which entry of an object names a thing, and which holds it: `{"ParameterName": ..., "ParameterValue": ...}`."""
from __future__ import annotations

import re

from tools.lib.scrub.keyed import keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The last word of an entry's own name tells its part.
NAMING = frozenset(
    "name key header field variable var label env k n id attribute attr property prop parameter param setting option title "
    "column selector element question prompt designation purpose placeholder entry xpath locator css".split()
)
# What a page calls the places where something is typed, and says of where they are.
PLACES = frozenset(
    "field fields input inputs textbox text box area control form element label entry edit page dialog modal screen login on in "
    "of the for at feld eingabefeld champ campo veld pole".split()
)
DESCRIBING = frozenset(("description", "desc", "target", "hint"))  # these name a thing only where a place to type in is spoken of
KINDS = frozenset(("type", "kind", "t", "category"))  # these name a thing only by a word that is nothing else
KIND = ("password", "secret", "token", "passphrase", "credential", "concealed", "apikey", "api_key", "pass")
HOLDING = frozenset(
    "value values val content text v data default string secret plaintext result current previous b64 answer answers response "
    "input old new from to before after example examples const enum raw plain s b payload number cleartext instances attributes "
    "change expected actual entered typed fill filled keystrokes".split()
)
CODE = re.compile(r"\.(?:md|log|py|[jt]sx?|html|css|rs|go|java|sh|sql|rb|c|h)\Z")
BARE = frozenset(("_", "#text", "$t", "$", "__text", "@value", "#", "0", "1", "2", "3"))  # of XML and tables as JSON
COOKIES = frozenset(("cookie", "cookies"))
PLAIN, NAMES, HOLDS, SORTS, POINTS, DESCRIBES = range(6)

_memo: dict[str, int] = {}


def of(name: Any) -> int:
    """Return the part that an entry of this name plays: PLAIN, NAMES, HOLDS, SORTS (names by its kind), POINTS (a path to it),
    DESCRIBES (a place to type in)."""
    known = _memo.get(name)
    if known is None:
        if len(_memo) > 20_000:
            _memo.clear()
        known = _memo[name] = _of(name) if isinstance(name, str) else PLAIN
    return known


def _of(name: str) -> int:
    if name in BARE:
        return HOLDS
    found = keys.WORDS.findall(name)
    word = found[-1].lower() if found else ""
    if word == "path" and (len(found) == 1 or found[0].lower() == "file"):
        return POINTS
    if word in KINDS and len(found) == 1:
        return SORTS
    if word in DESCRIBING:
        return DESCRIBES
    if word in NAMING:
        return NAMES
    return HOLDS if word in HOLDING else PLAIN


def named(entries: dict[str, Any]) -> str:
    """Return the name that one entry gives to what another one holds, "" when none names a secret."""
    for name, given in entries.items():
        role = of(name)
        if role in (PLAIN, HOLDS) or not isinstance(given, str) or len(given) > 80:
            continue
        if role == SORTS and not given.lower().replace("-", "_").endswith(KIND):
            continue
        if role == POINTS and not (given.startswith("/") and "value" in entries or _filled(given, entries)):
            continue
        if role == SORTS and given == "concealed":
            return "password"
        if role == POINTS:
            given = given[max(given.rfind("/"), given.rfind("\\")) + 1:]
        if role != DESCRIBES and keys.grade(given.rstrip("?:")):
            return given
        typed = _typed(given) if role != POINTS and (" " in given or "[" in given or "_" in given) else ""
        if typed and keys.grade(typed):
            return typed
    return ""


def _filled(path: str, entries: dict[str, Any]) -> bool:
    """True for a file of data that is written with one word and nothing else, as a password's file is."""
    content = entries.get("content")
    return isinstance(content, str) and len(content.split()) == 1 and not CODE.search(path)


def _typed(given: str) -> str:
    """Return what is typed into the place that a text describes, "" when it describes none: `Password field` without `field`."""
    words = keys.WORDS.findall(given)
    left = [word for word in words if word.lower() not in PLACES]
    return " ".join(left) if len(left) < len(words) else ""


def cookies(outer: str) -> bool:
    """True for the name of an object that holds cookies by their names."""
    return outer.lower() in COOKIES
