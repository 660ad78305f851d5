"""Changes in the text of a JSON file that leave every other byte of it as it was.

A text is scanned into nodes that know where they stand; a change is a cut or an insertion there. What is written is
strict JSON only: a text with comments or trailing commas is refused, never mended.
"""
from __future__ import annotations

import json
import re
from collections import namedtuple
from functools import lru_cache

_GAP = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s{}\[\],:"]+')
_INDENT = re.compile(r'\n([ \t]+)["{\[]')

# `start` and `end` are places in the text. Children of an object: (key, where the key starts, node); of an array: the
# same with key None.
Node = namedtuple("Node", "kind start end children")
Style = namedtuple("Style", "newline unit")  # compact texts have neither


@lru_cache(8)  # an edit looks at one text many times
def parse(text: str) -> Node:
    """The node of a whole text. Raises ValueError, with line and column, for anything but strict JSON."""
    try:
        json.loads(text)
        return _scan(text, _GAP.match(text).end())  # type: ignore[union-attr]
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _scan(text: str, at: int) -> Node:
    if text[at] not in "{[":
        return Node("", at, _SCALAR.match(text, at).end(), ())  # type: ignore[union-attr]
    kind, start, children = text[at], at, []
    at = _skip(text, at + 1)
    while text[at] not in "}]":
        place, key = at, None
        if kind == "{":
            at = _SCALAR.match(text, at).end()  # type: ignore[union-attr]
            key = json.loads(text[place:at])
            at = _skip(text, _skip(text, at) + 1)
        child = _scan(text, at)
        children.append((key, place, child))
        at = _skip(text, child.end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return Node(kind, start, at + 1, tuple(children))


def _skip(text: str, at: int) -> int:
    return _GAP.match(text, at).end()  # type: ignore[union-attr]


def value(text: str, node: Node) -> object:
    """What the node stands for."""
    return json.loads(text[node.start : node.end])


def member(node: Node, key: str) -> Node | None:
    """The node below a key of an object; of two members with one key the last holds, as it does for the clients."""
    found: list[Node] = [child for name, _, child in node.children if name == key]
    return found[-1] if found else None


def style(text: str) -> Style:
    """How a text is laid out: its line end and one step of its indentation; both empty for a text on one line."""
    if "\n" not in text.strip() and len(text.strip()) > 2:
        return Style("", "")
    indent = _INDENT.search(text)
    return Style("\r\n" if "\r\n" in text else "\n", indent.group(1) if indent else "  ")


def render(item: object, layout: Style, depth: int) -> str:
    """The text of a new value that stands at `depth` steps of indentation."""
    if not layout.newline:
        return json.dumps(item, ensure_ascii=False, separators=(",", ":"))
    lines = json.dumps(item, ensure_ascii=False, indent=layout.unit)
    return lines.replace("\n", layout.newline + layout.unit * depth)


def add(text: str, node: Node, item: object, layout: Style, depth: int, key: str | None = None) -> str:
    """The text with `item` at the end of an object (under `key`) or of an array, which itself stands at `depth`."""
    inner, outer = (layout.newline + layout.unit * steps for steps in (depth + 1, depth))
    colon = ": " if layout.newline else ":"
    new = inner + ("" if key is None else json.dumps(key, ensure_ascii=False) + colon) + render(item, layout, depth + 1)
    if node.children:
        at = node.children[-1][2].end
        return f"{text[:at]},{new}{text[at:]}"
    return f"{text[: node.start + 1]}{new}{outer}{text[node.end - 1 :]}"


def cut(text: str, node: Node, number: int) -> str:
    """The text without the child of that number, its comma, and the gap before it."""
    children = node.children
    if number:
        start, end = children[number - 1][2].end, children[number][2].end
    elif len(children) > 1:
        start, end = children[0][1], children[1][1]
    else:
        start, end = node.start + 1, node.end - 1
    return text[:start] + text[end:]


def swap(text: str, node: Node, new: str) -> str:
    """The text with `new` in the node's place."""
    return text[: node.start] + new + text[node.end :]
