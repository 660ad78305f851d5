"""Lists: decoded JSON's lists, in which a name, an option or a header stands before its value, or a text goes on in the next."""
from __future__ import annotations

import re

from tools.lib.scrub import span as spans
from tools.lib.scrub.blocks import joined
from tools.lib.scrub.keyed import keys
from tools.lib.scrub.places import argv, directives
from tools.lib.scrub.records import beside, grid
from tools.lib.scrub.tokens import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.lib.scrub.records.structure import Walk

OPTION = re.compile(r"--?[^\W\d_][\w-]{0,60}\Z")
HEADER = re.compile(r"[A-Z][A-Za-z]{0,20}(?:-[A-Z][A-Za-z]{0,20}){1,5}\Z", re.A)
NAME = re.compile(r"[A-Za-z][\w.-]{1,40}\Z", re.A)
LOGINS = frozenset("auth credentials credential basic basicauth basic_auth login creds userpass".split())


def walked(walk: Walk, items: Any, key: str) -> list[Any]:
    """Return the items scrubbed, each seen with what is before it; `key` is the list's own name."""
    texts = bool(items) and all(isinstance(item, str) for item in items)
    if len(items) > 1:
        if texts and joined.marked(items):
            said = joined.strings(items, walk.scrubber.part)
            if said is not None:
                return [walk.emit(old, new) for old, new in zip(items, said)]
        if texts and joined.coded(items):
            said = joined.pieces(items, walk.scrubber.places, walk.scrubber.mask)
            walk.changed = walk.changed or said != items
            items = said
        if texts and phrases.spelled(items, key):
            said = [walk.scrubber.mask(" ".join(items), "seed-phrase", "words")] * len(items)
            return [walk.emit(old, new) for old, new in zip(items, said)]
        items = _commanded(walk, items) if texts else _blocks(walk, items)
    columns, walk_columns = walk.columns, walk.columns
    if columns and (len(columns) != len(items) or any(isinstance(item, list) for item in items)):
        columns = []
    heads = grid.columns(items[0]) if not columns and len(items) > 1 and not isinstance(items[0], str) else []
    out: list[Any] = []
    for place, item in enumerate(items):
        own = columns[place] if columns else _own(items, place, key) if isinstance(item, str) else key
        if columns:
            walk.columns = []
        elif heads:
            walk.columns = heads if place else []
        out.append(walk.value(item, own))
    walk.columns = walk_columns
    return out


def _own(items: Any, place: int, key: str) -> str:
    """The name of the text at this place: what the text before it says, or the list's own."""
    before = items[place - 1] if place else ""
    if not isinstance(before, str) or not before or len(before) > 60:
        return key
    name = before.lstrip("-")
    if (OPTION.match(before) or HEADER.match(before)) and keys.grade(name):
        return name
    if len(items) == 2:
        if keys.grade(before):
            return before
        return "password" if key.lower().replace("-", "_") in LOGINS else key
    if place % 2 and NAME.match(before) and keys.grade(before) and directives.secret(items[place], "password"):
        return before
    return key


def _commanded(walk: Walk, items: Any) -> Any:
    """A command's words, a secret masked that only its place in the line gives away."""
    scrubber = walk.scrubber
    said = argv.masked(items, scrubber.places, scrubber.mask) if argv.likely(items) else list(items)
    for one in range(len(said) - 1):
        said[one], said[one + 1] = _both(walk, said[one], said[one + 1], False)
    if said != list(items):
        walk.changed = True
        return said
    return items


def _blocks(walk: Walk, items: Any) -> Any:
    """Blocks of text beside each other, a secret masked that the two share or that the first only names."""
    texts = [n for n, item in enumerate(items) if isinstance(item, dict) and isinstance(item.get("text"), str)]
    for one, two in zip(texts, texts[1:]):
        if two == one + 1:
            before, after = items[one]["text"], items[two]["text"]
            found = walk.scrubber.shared(before, after) or _both(walk, before, after, True)
            if found != (before, after):
                items = [*items]
                items[one], items[two] = ({**items[n], "text": text} for n, text in zip((one, two), found))
                walk.changed = True
    whole = joined.members(items, walk.scrubber.part)
    walk.changed = walk.changed or whole is not items
    return whole


def _both(walk: Walk, before: str, after: str, cut: bool) -> tuple[str, str]:
    if not before or not after:
        return before, after
    places = walk.scrubber.places
    first: list[spans.Span] = []
    second = beside.labelled(before, after) if cut else []
    if not second and beside.named(before, cut):
        first, second = beside.spans(before, after, places)
    second = second or (beside.rest(before, after, places) if cut else [])
    if not second:
        return before, after

    def masked(span: spans.Span, value: str) -> str:
        return walk.scrubber.mask(value, span.kind, "beside")

    return spans.replace(before, spans.merge(first), masked), spans.replace(after, spans.merge(second), masked)

