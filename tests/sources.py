"""The sources of the house, and what they import, read without running them."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from typing import NamedTuple

from tests.environment import ROOT

OURS = ("hooks", "tools", "install.py")


class Import(NamedTuple):
    """One import of a module: the full name of what is imported, and whether it runs when the module is loaded."""

    name: str
    at_once: bool


def modules() -> dict[str, str]:
    """Give every module of hooks/, tools/ and install.py: its dotted name (a package's is the folder's) and its path."""
    found = {}
    for path in sorted(_files()):
        name = os.path.relpath(path, ROOT)[: -len(".py")].replace(os.sep, ".")
        found[name[: -len(".__init__")] if name.endswith(".__init__") else name] = path
    return found


def imports(path: str, known: dict[str, str]) -> list[Import]:
    """Give what a module imports, in order; what only type checkers see is left out.

    `from a import b` is `a.b` where that is a module of `known`, else `a`.
    """
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    return [Import(name, at_once) for node, at_once in _nodes(tree.body, True) for name in _names(node, known)]


def graph() -> dict[str, list[Import]]:
    """Give what each of our modules imports."""
    known = modules()
    return {name: imports(path, known) for name, path in known.items()}


def reached(name: str, edges: dict[str, list[Import]]) -> dict[str, str]:
    """Give every module of ours that a module needs, however far away, each with the module that brings it in."""
    found: dict[str, str] = {}
    waiting = [name]
    while waiting:
        at = waiting.pop()
        new = [imported.name for imported in edges[at] if imported.name in edges and imported.name not in found]
        found.update(dict.fromkeys(new, at))
        waiting += new
    return found


def _files() -> Iterator[str]:
    for part in OURS:
        whole = os.path.join(ROOT, part)
        if os.path.isfile(whole):
            yield whole
        for folder, _, names in os.walk(whole):
            yield from (os.path.join(folder, name) for name in names if name.endswith(".py"))


def _nodes(body: list[ast.stmt], at_once: bool) -> Iterator[tuple[ast.stmt, bool]]:
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node, at_once
        else:
            runs_later = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            yield from _nodes(_children(node), at_once and not runs_later)


def _children(node: ast.stmt) -> list[ast.stmt]:
    fields = ("orelse",) if _for_checkers(node) else ("body", "orelse", "finalbody")
    inner = [child for field in fields for child in getattr(node, field, ())]
    for handler in getattr(node, "handlers", ()):
        inner += handler.body
    return inner


def _for_checkers(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _names(node: ast.stmt, known: dict[str, str]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    assert isinstance(node, ast.ImportFrom) and node.level == 0, f"line {node.lineno}: a relative import"
    base = node.module or ""
    return list(dict.fromkeys(_whole(base, alias.name, known) for alias in node.names))


def _whole(base: str, name: str, known: dict[str, str]) -> str:
    return f"{base}.{name}" if f"{base}.{name}" in known else base
