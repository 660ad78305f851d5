"""Named tuples for what hooks load: those of `collections`, whose import alone costs a hook an eighth of an interpreter.

    if TYPE_CHECKING:
        from collections import namedtuple
    else:
        from tools.lib.tuples import namedtuple
"""
from __future__ import annotations

from _operator import itemgetter  # `operator` has it from there, and defines all the rest in Python besides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def namedtuple(name: str, fields: str, *, defaults: Sequence[object] = ()) -> type:
    """A tuple type whose places have these names (separated by blanks), the last of them with defaults.

    Its values are made, compared, unpacked, shown and changed (`_replace`) as those of `collections.namedtuple`.
    """
    names = tuple(fields.split())
    least = len(names) - len(defaults)
    otherwise = dict(zip(names[least:], defaults))

    def make(cls: type, *values: object, **more: object) -> Any:
        missing = names[len(values) :]
        if len(values) > len(names) or not set(more) <= set(missing):
            raise TypeError(f"{name} takes {fields}")
        if missing:
            found = {**otherwise, **more}
            if not set(missing) <= set(found):
                raise TypeError(f"{name} takes {fields}")
            values += tuple([found[one] for one in missing])
        return tuple.__new__(cls, values)

    def replace(self: Any, **changes: object) -> Any:
        return type(self)(**{**dict(zip(names, self)), **changes})

    def show(self: Any) -> str:
        return f"{name}({', '.join(f'{one}={value!r}' for one, value in zip(names, self))})"

    places = {one: property(itemgetter(place)) for place, one in enumerate(names)}
    ways = {"__new__": make, "__repr__": show, "_replace": replace}
    return type(name, (tuple,), {"__slots__": (), "_fields": names, **ways, **places})
