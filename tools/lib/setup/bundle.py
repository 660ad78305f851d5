"""The bundle of a pin: its compiled modules in one file, as `tools` reads them."""
from __future__ import annotations

import os

import tools
from tools.lib import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = ("hooks", "tools")
HEADER = 16  # bytes of a .pyc before its code (Python's importlib, since 3.7)


def make(root: str) -> None:
    """Bundle what is compiled in a version's folder; of a module that could not be, the interpreter itself says why.

    Raises OSError.
    """
    found = list(_compiled(root))
    if found:
        files.replace(os.path.join(root, *tools.NAME.format(found[0][1]).split("/")), render(found))


def render(found: list[tuple[str, str, bytes]]) -> bytes:
    """The bundle of modules, each with its name, its interpreter's cache tag and the bytes of its .pyc; pure."""
    rows, start = [""], 0
    for name, _, content in found:
        module, dot, _ = name.rpartition(".__init__")
        rows.append(f"{module or name} {start} {len(content) - HEADER}{' package' if dot else ''}")
        start += len(content) - HEADER
    table = "\n".join([*rows, ""]).encode("ascii")
    lengths = (tools.HEAD + len(table) + start, len(table))
    head = [found[0][2][:4], *(length.to_bytes(4, "little") for length in lengths)]
    return b"".join([*head, table, *(content[HEADER:] for _, _, content in found)])


def _compiled(root: str) -> Iterator[tuple[str, str, bytes]]:
    """Every compiled module below a root: its dotted name, cache tag and content."""
    for part in PARTS:
        for folder, _, names in sorted(os.walk(os.path.join(root, part))):
            place, _, cache = os.path.relpath(folder, root).replace(os.sep, ".").rpartition(".")
            for name in sorted(names) if cache == "__pycache__" else ():
                module, tag, end = name.rsplit(".", 2)
                if end == "pyc":
                    yield f"{place}.{module}", tag, files.read(os.path.join(folder, name)) or b""
