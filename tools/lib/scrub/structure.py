"""Structure: decoded JSON walked with each string's key beside it, and changes spliced into the original text."""
from __future__ import annotations

import json
import re

from tools.lib.scrub import jwk, keys, splice, values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.lib.scrub.scrubber import Scrubber

NESTED = 4  # JSON inside a string inside JSON: as deep as tool results were seen to go, and one more
NAME_KEYS = ("name", "key", "Name", "Key", "header", "field", "variable", "label", "NAME", "KEY", "env", "k", "id")
NAMING = frozenset(NAME_KEYS)
VALUE_KEYS = frozenset(("value", "Value", "val", "content", "text", "VALUE", "v", "data", "default", "string", "secret",
                        "plaintext", "result", "current", "data_b64"))
OPTION = re.compile(r"--?[^\W\d_][\w-]{0,60}\Z")
HEADER = re.compile(r"[A-Z][A-Za-z]{0,20}(?:-[A-Z][A-Za-z]{0,20}){1,5}\Z", re.A)
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

    def value(self, item: Any, key: str = "", hint: str = "") -> Any:
        """Return the item scrubbed; `key` is its own name, `hint` a name found beside it."""
        if isinstance(item, str):
            return self._emit(item, self._string(item, hint or key))
        if isinstance(item, dict):
            return self._entries(item, hint or key)
        if isinstance(item, (list, tuple)):
            return self._items(item, key)
        return item

    def _emit(self, old: str, new: str) -> str:
        self.strings.append(new)
        if new is not old and new != old:
            self.changed = True
        return new

    def _string(self, text: str, key: str) -> str:
        if key and len(text) >= 4:
            grade = keys.grade(key)
            if grade and values.secret(text, grade, True):
                inner = self.scrubber.text(text)
                return inner if "[secret:" in inner and grade != "password" and _nearly(inner) else self.scrubber.mask(
                    text, "password" if grade == "password" else "secret", "entry")
            if grade and (" " in text or "=" in text):
                return self._headed(text, key)
        return self.scrubber.string(text, self.depth)

    def _headed(self, text: str, key: str) -> str:
        """A header or cookie whose name is the entry's key: read as one line, written back without the name."""
        lead = f"{key}: "
        line = self.scrubber.string(lead + text, self.depth)
        return line[len(lead):] if line.startswith(lead) else self.scrubber.string(text, self.depth)

    def _entries(self, entries: dict[str, Any], outer: str) -> dict[str, Any]:
        hint, image = _named(entries) or (outer if outer and keys.grade(outer) else ""), "data" in entries and _image(entries)
        clean, strings = self.scrubber.clean, self.strings
        out: list[tuple[str, Any]] = []
        for name, item in entries.items():
            new = name
            if name in clean:
                strings.append(name)  # the same few names in every record: no call for them
            elif isinstance(name, str):
                new = self._emit(name, self.scrubber.string(name, self.depth))
            if isinstance(item, str):
                out.append((new, self._emit(item, self._entry(entries, name, item, hint, image))))
            elif isinstance(item, (dict, list, tuple)):
                out.append((new, self.value(item, name if isinstance(name, str) else "")))
            else:
                out.append((new, item))
        return _object(out)

    def _entry(self, entries: dict[str, Any], name: str, item: str, hint: str, image: bool) -> str:
        """Return what the text under `name` becomes."""
        if image and name == "data":
            return self.scrubber.dropped(item)
        if name == "signature" and "thinking" in entries and BASE64.match(item):
            return ""
        if "kty" in entries and name in jwk.PRIVATE and jwk.VALUE.match(item):
            return self.scrubber.mask(item, "private-key", "jwk")
        return self._string(item, hint if hint and name in VALUE_KEYS else name)

    def _items(self, items: Any, key: str) -> Any:
        lines = self._joined(items)
        if lines is not None:
            return lines
        items = self._blocks(items)
        out: list[Any] = []
        before = ""
        paired = len(items) == 2 and isinstance(items[0], str) and len(items[0]) < 60 and bool(keys.grade(items[0]))
        for place, item in enumerate(items):
            own = key
            if isinstance(item, str):
                if before:
                    own = before
                elif place == 1 and paired:
                    own = items[0]
                before = item.lstrip("-") if (OPTION.match(item) or HEADER.match(item)) and keys.grade(item.lstrip("-")) else ""
            out.append(self.value(item, own))
        return out

    def _blocks(self, items: Any) -> Any:
        """Blocks of text beside each other, a token that two of them share replaced in both."""
        texts = [n for n, item in enumerate(items) if isinstance(item, dict) and isinstance(item.get("text"), str)]
        for one, two in zip(texts, texts[1:]):
            if two == one + 1:
                before, after = items[one]["text"], items[two]["text"]
                found = self.scrubber.shared(before, after)
                if found:
                    items = [*items]
                    items[one], items[two] = ({**items[n], "text": text} for n, text in zip((one, two), found))
                    self.changed = True
        return items

    def _joined(self, items: Any) -> list[str] | None:
        """Lines of one text given as a list (a key block): scrubbed together, if any string begins or ends a block."""
        if len(items) < 2 or not all(isinstance(item, str) for item in items):
            return None
        if not any("PRIVATE KEY" in item for item in items) or any("\n" in item.rstrip("\n") for item in items):
            return None
        tails = ["\n" if item.endswith("\n") else "" for item in items]
        text = self.scrubber.text("\n".join(item.rstrip("\n") for item in items))
        lines = text.split("\n")
        if len(lines) != len(items):
            return None
        return [self._emit(old, new + tail) for old, new, tail in zip(items, lines, tails)]


def _nearly(text: str) -> bool:
    return re.fullmatch(r"[\w :=-]{0,24}\[secret:[a-z0-9-]+:[0-9a-f]{6}\][\w:=@. -]{0,24}", text, re.A) is not None


def _named(entries: dict[str, Any]) -> str:
    """The name that an entry beside it gives to this object's value: `{"name": "API_KEY", "value": "..."}`."""
    if NAMING.isdisjoint(entries):
        return ""
    for name in NAME_KEYS:
        given = entries.get(name)
        if isinstance(given, str) and len(given) < 80 and keys.grade(given):
            return given
    return ""


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
