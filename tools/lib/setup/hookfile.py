"""Our hooks in the text of a client's settings file: put in, taken out, every other byte kept.

The shape, the same for both clients: {"hooks": {EVENT: [{"matcher": ..., "hooks": [HOOK, ...]}, ...]}}.
"""
from __future__ import annotations

from tools.lib.setup import jsontext, registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Mine = Callable[[object], bool]

EMPTY = "{}\n"


def registered(text: str, mine: Mine = registration.ours) -> list[tuple[str, dict[str, object]]]:
    """Our hooks as they stand in the text: (event, hook). Raises ValueError as `put` does."""
    found = []
    for event, groups in _events(text):
        for _, _, group in groups.children:
            hooks = _hooks(group)
            for _, _, hook in hooks.children if hooks else ():
                entry = jsontext.value(text, hook)
                if isinstance(entry, dict) and mine(entry):
                    found.append((event, entry))
    return found


def put(text: str, wanted: Mapping[str, object]) -> str:
    """The text with one group of ours for each event of `wanted`, in the place where one of ours already was.

    Raises ValueError when the text is no strict JSON or its hooks have not the shape above.
    """
    text = text if text.strip() else EMPTY
    layout = jsontext.style(text)
    for event, groups in reversed(list(_events(text))):
        keep = _first_own_group(text, groups) if event in wanted else None
        if keep is not None and jsontext.value(text, groups.children[keep][2]) != wanted[event]:
            text = jsontext.swap(text, groups.children[keep][2], jsontext.render(wanted[event], layout, 3))
        text = _without(text, event, registration.ours, keep, "")
    for event, group in wanted.items():
        text = _with(text, event, group, layout)
    return text


def removed(text: str, mine: Mine, origin: str = "") -> str:
    """The text without the hooks that are `mine`; what this empties goes too, unless `origin` had it empty.

    `origin` is the text as it was before we came, if it is known. Raises ValueError as `put` does.
    """
    for event, _ in reversed(list(_events(text))):
        text = _without(text, event, mine, None, origin)
    return text


def _with(text: str, event: str, group: object, layout: jsontext.Style) -> str:
    root = jsontext.parse(text)
    hooks = jsontext.member(root, "hooks")
    if hooks is None:
        return jsontext.add(text, root, {event: [group]}, layout, 0, "hooks")
    groups = jsontext.member(hooks, event)
    if groups is None:
        return jsontext.add(text, hooks, [group], layout, 1, event)
    if _first_own_group(text, groups) is not None:
        return text
    return jsontext.add(text, groups, group, layout, 2)


def _without(text: str, event: str, mine: Mine, keep: int | None, origin: str) -> str:
    groups = _array(text, event)
    before = text
    for number in reversed(range(len(groups.children))):
        if number == keep:
            continue
        hooks = _hooks(groups.children[number][2])
        doomed = [n for n, child in enumerate(hooks.children) if mine(jsontext.value(text, child[2]))] if hooks else []
        if hooks and doomed and len(doomed) == len(hooks.children):
            text = jsontext.cut(text, _array(text, event), number)
            continue
        for place in reversed(doomed):
            text = jsontext.cut(text, _hooks_of(text, event, number), place)
    return text if text == before else _tidy(text, origin, "hooks", event)


def _tidy(text: str, origin: str, *path: str) -> str:
    """Cut the container at the end of `path` if it is empty, then the one around it; what the origin had stays."""
    node = _at(text, path)
    if node is None or node.children:
        return text
    once = _at(origin, path) if origin.strip() else None
    if once is not None:
        return text if once.children else jsontext.swap(text, node, origin[once.start : once.end])
    if not path:
        return text
    around = _at(text, path[:-1])
    assert around is not None
    number = next(n for n, child in enumerate(around.children) if child[2] == node)
    return _tidy(jsontext.cut(text, around, number), origin, *path[:-1])


def _at(text: str, path: tuple[str, ...]) -> jsontext.Node | None:
    node: jsontext.Node | None = jsontext.parse(text)
    for key in path:
        node = node and jsontext.member(node, key)
    return node


def _array(text: str, event: str) -> jsontext.Node:
    node = _at(text, ("hooks", event))
    assert node is not None
    return node


def _events(text: str) -> Iterator[tuple[str, jsontext.Node]]:
    if not text.strip():
        return
    root = jsontext.parse(text)
    if root.kind != "{":
        raise ValueError("not an object")
    hooks = jsontext.member(root, "hooks")
    if hooks is None:
        return
    if hooks.kind != "{":
        raise ValueError('"hooks" is not an object')
    for event, _, groups in hooks.children:
        if groups.kind != "[":
            raise ValueError(f'"hooks" has {event!r}, which is not a list')
        if groups == jsontext.member(hooks, event):  # of two of one name the last is in force
            yield event, groups


def _hooks_of(text: str, event: str, number: int) -> jsontext.Node:
    hooks = _hooks(_array(text, event).children[number][2])
    assert hooks is not None
    return hooks


def _hooks(group: jsontext.Node) -> jsontext.Node | None:
    hooks = jsontext.member(group, "hooks") if group.kind == "{" else None
    return hooks if hooks is not None and hooks.kind == "[" else None


def _first_own_group(text: str, groups: jsontext.Node) -> int | None:
    for number, (_, _, group) in enumerate(groups.children):
        hooks = _hooks(group)
        if hooks and hooks.children and all(registration.ours(jsontext.value(text, h)) for _, _, h in hooks.children):
            return number
    return None


def with_member(text: str, key: str, item: object) -> str:
    """The text with `item` under a key of its top level, in the place of what may be there."""
    text = text if text.strip() else EMPTY
    layout, root = jsontext.style(text), jsontext.parse(text)
    node = jsontext.member(root, key)
    if node is None:
        return jsontext.add(text, root, item, layout, 0, key)
    return text if jsontext.value(text, node) == item else jsontext.swap(text, node, jsontext.render(item, layout, 1))


def without_member(text: str, key: str, item: object, origin: str) -> str:
    """The text as `with_member` found it, if the person has not changed the item since."""
    root = jsontext.parse(text if text.strip() else EMPTY)
    node, once = jsontext.member(root, key), _at(origin, (key,)) if origin.strip() else None
    if node is None or jsontext.value(text, node) != item:
        return text
    if once is not None:
        return jsontext.swap(text, node, origin[once.start : once.end])
    return jsontext.cut(text, root, next(n for n, child in enumerate(root.children) if child[2] == node))
