"""The library, the hooks and install under a real Windows Python: what these tests run there must pass.

`python3 -m tests.windows 3.9 [--git] PATHS` runs any other test of the suite there, with its output as it comes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.windows import install, relay
from tests.windows.wine import Windows

pytestmark = [
    pytest.mark.windows,
    pytest.mark.skipif(bool(install.refusal()), reason=install.refusal() or ""),
]

ROOT = Path(__file__).resolve().parents[2]
OLDEST, NEWEST = install.VERSIONS
HERE = "tests/windows/test_side_by_side.py tests/windows/test_detached.py tests/tools/lib/test_lock.py".split()
SETTINGS = "clientfiles hookfile jsontext configs"
LINES = "registration stub selftest commands files bundle"
# what reads and writes text, of which Windows has other ideas: line ends, encodings, separators, time zones
TEXTS = "frontmatter journal entries globs prompts quarantine wire working stems risky telling/rules notify"


def library(names: str) -> list[str]:
    """The test files of modules, wherever below the library they lie; a folder before a name tells which is meant."""
    below = ROOT / "tests/tools/lib"
    found = {name: list(below.glob(re.sub(r"(\w+)$", r"test_\1.py", f"**/{name}"))) for name in names.split()}
    missing = [name for name, paths in found.items() if len(paths) != 1]
    assert not missing, f"not exactly one test file of: {missing}"
    return [paths[0].relative_to(ROOT).as_posix() for paths in found.values()]


@pytest.fixture
def windows(tmp_path: object) -> Callable[[str], Windows]:
    """`windows("3.9")`: that Windows Python, with the test's folder for a profile."""
    return lambda version: Windows(version, str(tmp_path))


def passes(windows: Windows, *arguments: str) -> None:
    done = windows.pytest(*arguments)
    assert done.status == 0 and " passed" in done.out, f"{done.out}\n{done.err}"


@pytest.mark.parametrize("version", install.VERSIONS)
def test_it_is_windows(version: str, windows: Callable[[str], Windows]) -> None:
    code = "import os, sys; print(sys.platform, os.name, sys.version.split('.')[1], sys.argv[1:], sys.stdin.read())"
    done = windows(version).run(code, "a b", "é & (%)", stdin=b"x")
    assert done == (0, f"win32 nt {version[2:]} ['a b', 'é & (%)'] x\n", "")


@pytest.mark.parametrize("version", install.VERSIONS)
def test_side_by_side_and_detached(version: str, windows: Callable[[str], Windows]) -> None:
    passes(windows(version), *HERE)


def test_settings_files_stay_the_persons(windows: Callable[[str], Windows]) -> None:
    passes(windows(OLDEST), *library(SETTINGS))


def test_the_registered_lines_and_the_files(windows: Callable[[str], Windows]) -> None:
    passes(windows(NEWEST), *library(LINES))


def test_texts(windows: Callable[[str], Windows]) -> None:
    passes(windows(OLDEST), *library(TEXTS))


def test_every_hook_with_every_payload(windows: Callable[[str], Windows]) -> None:
    passes(windows(OLDEST), "tests/hooks/test_hooks.py")


@pytest.mark.slow
def test_install_twice_and_uninstall_with_git_through_a_relay(windows: Callable[[str], Windows], tmp_path: object) -> None:
    with relay.serving(NEWEST, os.fspath(str(tmp_path))):
        passes(windows(NEWEST), "tests/test_install.py", "-k", "hostile_paths and Co")
