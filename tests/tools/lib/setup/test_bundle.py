"""The bundle: a pin's modules come from one file, and are what they would be without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import tools
from tools.lib.setup import bundle, pin

PARTS = {
    "tools/__init__.py": b"",  # replaced by this checkout's own
    "tools/lib/__init__.py": b'"""The library."""\n',
    "tools/lib/one.py": b"from tools.lib import deep\nfrom tools.lib.deep import two\n\ndef f():\n    return two.NAME\n",
    "tools/lib/deep/__init__.py": b'"""Deep."""\n',
    "tools/lib/deep/two.py": b"NAME = 'two'\n",
    "hooks/__init__.py": b"",
    "hooks/stop.py": b"from tools.lib import one\n",
}
SHOWN = """
import json, sys
sys.path.insert(0, sys.argv[1])
from tools.lib import one
from hooks import stop
names = sorted(name for name in sys.modules if name.partition(".")[0] in ("hooks", "tools"))
def shown(module):
    spec = module.__spec__
    found = [getattr(module, "__path__", None), module.__package__, module.__doc__, spec.name, spec.origin, spec.parent]
    return [module.__name__, module.__file__, *map(str, found)]
rows = [shown(sys.modules[name]) for name in names]
ways = [type(sys.modules[name].__loader__).__name__ for name in names]
print(json.dumps([rows, ways, one.f(), stop.one.f.__code__.co_filename]))
"""


@pytest.fixture
def pinned(tmp_path: object) -> str:
    with open(tools.__file__, "rb") as file:
        parts = {**PARTS, "tools/__init__.py": file.read()}
    return os.path.join(str(tmp_path), "pins", pin.put(str(tmp_path), parts, sys.executable))


def path_of(root: str) -> str:
    return os.path.join(root, *tools.NAME.format(sys.implementation.cache_tag).split("/"))


def shown(root: str) -> list[object]:
    command = [sys.executable, "-I", "-S", "-B", "-c", SHOWN, root]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def is_bundled(root: str) -> bool:
    """Whether all modules but the one that reads the bundle came from it; they are what they are in any case."""
    rows, ways, *rest = shown(root)
    assert [row[0] for row in rows] == ["hooks", "hooks.stop", "tools", *(f"tools.lib{end}" for end in ENDS)]
    assert rest == ["two", os.path.join(root, "tools", "lib", "one.py")]
    return [way for way in ways if way != "Bundle"] == ["SourceFileLoader"]


ENDS = ("", ".deep", ".deep.two", ".one")


def test_modules_come_from_the_bundle_and_are_what_they_are_without(pinned: str) -> None:
    with_it, found = shown(pinned), is_bundled(pinned)
    os.remove(path_of(pinned))
    assert (found, is_bundled(pinned)) == (True, False)
    assert shown(pinned)[0] == with_it[0]


def test_nothing_else_is_opened(pinned: str) -> None:
    for folder, _, names in os.walk(pinned):
        for name in names:
            if not name.startswith("bundle.") and os.path.join(folder, name) != os.path.join(pinned, "tools", "__init__.py"):
                os.remove(os.path.join(folder, name))
    assert is_bundled(pinned)


def other_interpreter(content: bytes) -> bytes:
    return b"\0\0\r\n" + content[4:]


def cut(content: bytes) -> bytes:
    return content[:-1]


def longer(content: bytes) -> bytes:
    return content + b"\0"


def emptied(content: bytes) -> bytes:
    return b""


def table_cut(content: bytes) -> bytes:
    return content[:20]


@pytest.mark.parametrize("damage", (other_interpreter, cut, longer, emptied, table_cut))
def test_a_bundle_that_is_none_is_passed_over(pinned: str, damage: object) -> None:
    with open(path_of(pinned), "rb") as file:
        content = file.read()
    with open(path_of(pinned), "wb") as file:
        file.write(damage(content))
    assert not is_bundled(pinned)


def test_a_module_that_is_not_in_it_is_found_where_it_lies(pinned: str) -> None:
    with open(os.path.join(pinned, "tools", "lib", "late.py"), "w", encoding="ascii") as file:
        file.write("print('late')\n")
    code = "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib import late, one"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, pinned], capture_output=True, text=True, check=True)
    assert done.stdout == "late\n"


def test_what_does_not_compile_is_left_to_the_interpreter(tmp_path: object) -> None:
    with open(tools.__file__, "rb") as file:
        parts = {"tools/__init__.py": file.read(), "hooks/stop.py": b"x =\n", "hooks/good.py": b"x = 1\n"}
    folder = os.path.join(str(tmp_path), "pins", pin.put(str(tmp_path), parts, sys.executable))
    code = "import sys; sys.path.insert(0, sys.argv[1]); import tools\nfrom hooks import {}"
    for name, end in (("good", 0), ("stop", 1)):
        done = subprocess.run([sys.executable, "-I", "-S", "-c", code.format(name), folder], capture_output=True, text=True)
        assert (done.returncode, "SyntaxError" in done.stderr) == (end, bool(end))


def test_a_bundle_in_bytes() -> None:
    pyc = b"MMMM" + b"-" * 12
    found = [("hooks.stop", "x", pyc + b"one"), ("tools.lib.__init__", "x", pyc + b"three")]
    table = b"\nhooks.stop 0 3\ntools.lib 3 5 package\n"
    lengths = (12 + len(table) + 8).to_bytes(4, "little") + len(table).to_bytes(4, "little")
    assert bundle.render(found) == b"MMMM" + lengths + table + b"onethree"


def test_a_checkout_has_none() -> None:
    assert not os.path.exists(path_of(os.path.dirname(os.path.dirname(tools.__file__))))
