"""Structure: decoded JSON walked with each string's key beside it, and changes spliced into the original text."""
from __future__ import annotations

import json
import re

from tools.lib.scrub.blocks import jwk
from tools.lib.scrub.keyed import asked, keys, prints, values, weak
from tools.lib.scrub.records import grid, held, lists, manifest, roles, splice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.lib.scrub.scrubber import Scrubber

JARS = frozenset(("cookie", "cookies", "set-cookie", "set_cookie"))
BASE64 = re.compile(r"[A-Za-z0-9+/=_\r\n-]+\Z", re.A)


class Pairs(dict):  # type: ignore[type-arg]
    """An object whose text names a key twice: both values are seen, and both are written."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    def items(self) -> Any:
        return self.pairs


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    return whole if len(whole) == len(pairs) else Pairs(pairs)


DECODER = json.JSONDecoder(object_pairs_hook=_object)


class Walk:
    """One walk over a decoded value; `strings` are the strings met, in the order of the text, as they are to be."""

    def __init__(self, scrubber: Scrubber, depth: int) -> None:
        self.scrubber, self.depth = scrubber, depth
        self.strings: list[str] = []
        self.changed = False
        self.columns: list[str] = []  # of the table that is walked
        self.coded = False  # in a manifest's secret values
        self.held = False  # in a map of secrets that are named for services

    def value(self, item: Any, key: str = "", hint: str = "") -> Any:
        """Return the item scrubbed; `key` is its own name, `hint` a name found beside it."""
        if isinstance(item, str):
            return self.emit(item, self._string(item, hint or key))
        if isinstance(item, dict):
            return self._entries(item, hint or key)
        if isinstance(item, (list, tuple)):
            return lists.walked(self, item, key)
        return item

    def emit(self, old: str, new: str) -> str:
        """Note the string that stands where `old` did, and return it."""
        self.strings.append(new)
        if new is not old and new != old:
            self.changed = True
        return new

    def _string(self, text: str, key: str) -> str:
        if key and len(text) >= 4:
            grade = keys.grade(key)
            if grade and not prints.public(key, grade, text) and (
                    values.secret(text, grade, True) or weak.value(text, grade, key, asked.wanted(key))):
                inner = self.scrubber.part(text)
                return inner if "[secret:" in inner and grade != "password" and _nearly(inner) else self.scrubber.mask(
                    text, "password" if grade == "password" else "secret", "entry")
            if (grade or key.lower() in JARS) and (" " in text or "=" in text):
                return self._headed(text, key)
        return self.scrubber.string(text, self.depth)

    def _headed(self, text: str, key: str) -> str:
        """A header or cookie whose name is the entry's key: read as one line, written back without the name."""
        lead = f"{key}: "
        line = self.scrubber.string(lead + text, self.depth)
        return line[len(lead):] if line.startswith(lead) else self.scrubber.string(text, self.depth)

    def _entries(self, entries: dict[str, Any], outer: str) -> dict[str, Any]:
        hint = roles.named(entries) or (outer if outer and keys.grade(outer) else "")
        image = "data" in entries and _image(entries)
        jar = roles.cookies(outer)
        within, self.held = self.held or held.map_of(outer), False
        if jar and keys.grade(hint) != "token":
            hint = "cookie"
        clean, strings = self.scrubber.clean, self.strings
        heading, columns = grid.headed(entries)
        above, out = self.columns, []
        for name, item in entries.items():
            new = name
            if name in clean:
                strings.append(name)  # the same few names in every record: no call for them
            elif isinstance(name, str):
                new = self.emit(name, self.scrubber.string(name, self.depth))
            if isinstance(item, str):
                if within and held.secret(name, item):
                    said = self.scrubber.mask(item, "secret", "held")
                else:
                    said = self._entry(entries, "cookie" if jar and "value" not in entries else name, item, hint, image)
                out.append((new, self.emit(item, said)))
            elif isinstance(item, (dict, list, tuple)):
                if columns:
                    self.columns = columns if name != heading else []
                self.coded = name == "data" and entries.get("kind") == "Secret"
                self.held = isinstance(item, dict) and (within or name == "data" and held.vault(entries))
                out.append((new, self.value(item, hint if hint and roles.of(name) == roles.HOLDS else name)))
                self.coded = self.held = False
            else:
                out.append((new, item))
        self.columns = above
        return _object(out)

    def _entry(self, entries: dict[str, Any], name: str, item: str, hint: str, image: bool) -> str:
        """Return what the text under `name` becomes."""
        if image and name == "data":
            return self.scrubber.dropped(item)
        if name == "signature" and "thinking" in entries and BASE64.match(item):
            return ""
        if "kty" in entries and name in jwk.PRIVATE and jwk.VALUE.match(item):
            return self.scrubber.mask(item, "private-key", "jwk")
        if name in jwk.PUBLIC and ("kty" in entries or len(name) > 2) and jwk.VALUE.match(item):
            return item
        if self.coded and manifest.coded(item):
            return self.scrubber.mask(item, "encoded-secret", "manifest")
        return self._string(item, hint if hint and roles.of(name) == roles.HOLDS else name)


def _nearly(text: str) -> bool:
    return re.fullmatch(r"[\w :=-]{0,24}\[secret:[a-z0-9-]+:[0-9a-f]{6}\][\w:=@. -]{0,24}", text, re.A) is not None


def _image(entries: dict[str, Any]) -> bool:
    """True for a client's binary payload: base64 data beside its media type. A short text is no image."""
    kind = entries.get("media_type") or entries.get("mediaType") or entries.get("mimeType") or entries.get("type")
    payload = entries.get("data")
    return isinstance(kind, str) and isinstance(payload, str) and len(payload) > 400 and bool(BASE64.match(payload)) and (
        "/" in kind or kind in ("base64", "image", "document"))


def scrub_json(text: str, scrubber: Scrubber, depth: int) -> str | None:
    """Return JSON text with its strings scrubbed and everything else as it was; None when it is no JSON."""
    try:
        whole = DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    walk = Walk(scrubber, depth)
    try:
        walk.value(whole)
    except RecursionError:
        return None
    return splice.spliced(text, walk.strings) if walk.changed else text
