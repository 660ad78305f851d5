"""The house is in order: what stands at the top, how large a module is, what is kept in git."""

import ast
import os
import subprocess

from tests import sources
from tests.environment import ROOT

TOP = (
    "README.md",
    "contexts",
    "hooks",
    "install.py",
    "memory",
    "preferences.md",
    "skills",
    "tests",
    "tools",
)
LONGEST_MODULE = 260
LONGEST_FUNCTION = 45


def kept():
    """Give the paths that git keeps, or would."""
    command = ("git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    return [name for name in listed.split("\0") if name and os.path.lexists(os.path.join(ROOT, name))]


def test_the_top_level_holds_what_the_design_names():
    tops = {name.split("/")[0] for name in kept()}
    assert [name for name in sorted(tops) if name not in TOP and not name.startswith(".")] == []


def test_nothing_compiled_is_kept():
    assert [name for name in kept() if name.endswith((".pyc", ".pyo")) or "__pycache__" in name] == []


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def test_no_module_is_too_long():
    lengths = {name: len(text(path).splitlines()) for name, path in sources.modules().items()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}


def test_no_function_is_too_long():
    lengths = {
        f"{name}.{node.name}": node.end_lineno - node.lineno + 1
        for name, path in sources.modules().items()
        for node in ast.walk(ast.parse(text(path)))
        if isinstance(node, ast.FunctionDef)
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}
