"""Tools: the library's root, and the bundle, from which the modules of a pinned version are loaded.

To find, open and check fifty small files costs a hook as much as a third of an interpreter, so the compiled modules of a
pin lie in one file (made by `setup.pin`): four bytes that name the interpreter's code, four for the length of the whole,
four for that of the table, the table, the code. The table is text, a line a module: its name, where its code begins behind
the table, how long it is, and `package` for a folder. It is searched and never parsed, for there are hundreds of lines and
a hook needs a few. A module that is not there is found where its source is, as all are in a checkout, which has no bundle.
"""
from __future__ import annotations

import marshal
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER
from _thread import allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import BinaryIO

NAME = "tools/__pycache__/bundle.{}"  # in a pin, for an interpreter's cache tag; no part of what is pinned
HEAD = 12  # bytes


class Bundle:
    """Finds and loads the modules of a pin, as `sys.meta_path` wants it; `root` is its folder, with the separator at its end.

    Raises OSError where there is no bundle.
    """

    def __init__(self, root: str) -> None:
        self.root, self.lock = root, allocate_lock()
        self.file: BinaryIO = open(f"{root}{NAME.format(sys.implementation.cache_tag)}", "rb", 0)
        head, size = self.file.read(HEAD), self.file.seek(0, 2)
        self.start = HEAD + int.from_bytes(head[8:], "little")
        is_whole = head[:8] == MAGIC_NUMBER + size.to_bytes(4, "little")
        self.table = self._read(HEAD, self.start - HEAD) if is_whole else b""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module is, None for one that is not in the bundle."""
        found = self.table.find(b"\n%s " % name.encode()) + 1
        if not found:
            return None
        _, start, length, *package = self.table[found : self.table.index(b"\n", found)].split()
        separator = self.root[-1]
        place = self.root + name.replace(".", separator)
        source = place + (f"{separator}__init__.py" if package else ".py")
        spec = ModuleSpec(name, self, origin=source, is_package=bool(package))  # type: ignore[arg-type]
        if package:
            spec.submodule_search_locations = [place]
        spec.loader_state = int(start), int(length)
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """A plain module will do."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code."""
        spec = module.__spec__
        assert spec is not None
        module.__file__ = spec.origin
        start, length = spec.loader_state
        exec(marshal.loads(self._read(self.start + start, length)), module.__dict__)

    def _read(self, start: int, length: int) -> bytes:
        with self.lock:  # two threads may import at once
            self.file.seek(start)
            return self.file.read(length)


try:
    sys.meta_path.insert(0, Bundle(__path__[0][: -len("tools")]))
except OSError:
    pass  # a checkout
