"""Imports go one way: down the layers, in no circle, and never out of the standard library."""

import sys

import pytest

from tests import sources

# From the bottom up. A module that is named here needs nothing of a higher layer, however far away; one that is not
# may stand anywhere, but it hides nothing: what it brings in counts for the modules above it too.
LAYERS = (
    ("errors", "tuples"),
    ("paths", "lock", "files", "wire", "settings", "room", "evidence"),
    ("frontmatter", "journal", "working", "contexts", "sessions", "spool", "notices", "scrub", "transcripts", "shell", "project"),
    ("git", "quarantine"),
    ("sync",),
    ("event", "intake", "journals", "archive", "telling", "lessons", "beside", "guard"),
    ("pace", "work", "worker"),
    ("console", "doctor"),
)
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}
EDGES = sources.graph()
LIBRARY = [name for name in EDGES if name.startswith("tools.lib.")]


def part(module):
    """Give a library module's first name below tools.lib: `sync` of tools.lib.sync.lane."""
    return module.split(".")[2] if module.startswith("tools.lib.") else None


def too_high(module, edges):
    return [
        f"{module} needs {needed} (by way of {by})"
        for needed, by in sources.reached(module, edges).items()
        if LAYER.get(part(needed), -1) > LAYER[part(module)]
    ]


@pytest.mark.parametrize("name", LAYER)
def test_a_layer_needs_nothing_above_it(name):
    assert [line for module in LIBRARY if part(module) == name for line in too_high(module, EDGES)] == []


def test_a_detour_hides_nothing():
    edges = {
        "tools.lib.journal": [sources.Import("tools.lib.shortcut", False)],
        "tools.lib.shortcut": [sources.Import("tools.lib.git", False)],
        "tools.lib.git": [],
    }
    assert too_high("tools.lib.journal", edges) == ["tools.lib.journal needs tools.lib.git (by way of tools.lib.shortcut)"]


def test_library_and_hooks_know_nothing_of_what_stands_on_them():
    below = [name for name in EDGES if name.startswith(("tools.lib", "hooks"))]
    known = {"tools", *LIBRARY}
    assert [(name, up) for name in below for up in sources.reached(name, EDGES) if up not in known] == []


def test_no_module_needs_itself():
    loading = {name: [imported for imported in found if imported.at_once] for name, found in EDGES.items()}
    assert [name for name in loading if name in sources.reached(name, loading)] == []


@pytest.mark.skipif(sys.version_info < (3, 10), reason="sys.stdlib_module_names is new in Python 3.10")
def test_only_the_standard_library_is_used():
    allowed = {*sys.stdlib_module_names, "hooks", "tools"}  # novermin
    used = {(name, found.name.partition(".")[0]) for name, imported in EDGES.items() for found in imported}
    assert {(name, top) for name, top in used if top not in allowed} == set()


@pytest.mark.parametrize(
    ("text", "found"),
    (
        ("import os.path, sys", [("os.path", True), ("sys", True)]),
        ("from tools.lib import files, lock", [("tools.lib.files", True), ("tools.lib", True)]),
        ("from tools.lib.files import append", [("tools.lib.files", True)]),
        ("def f():\n    try:\n        import json\n    except ImportError:\n        import re", [("json", False), ("re", False)]),
        ("if TYPE_CHECKING:\n    import typing\nelse:\n    import os", [("os", True)]),
        ("class C:\n    import os", [("os", True)]),
        ("with a:\n    import os", [("os", True)]),
    ),
)
def test_reads_imports(tmp_path, text, found):
    path = tmp_path / "module.py"
    path.write_text(text)
    assert sources.imports(str(path), {"tools.lib.files": ""}) == found
