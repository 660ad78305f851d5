"""Every test's surroundings: a sealed home, real git, a fixed clock, and the real clients where they can run."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import pytest

from tests import repository, sealing
from tests.clients import install, namespace
from tests.clients.claude import Claude
from tests.clients.codex import Codex
from tests.windows import install as windows

# 2026-11-30T10:02:07+08:00
NOW = 1796004127.0

# Before a test module is even imported: the caches are found in the real home, and from here on there is none.
os.environ["ALTER_EGO_TEST_CLIENTS"] = install.CACHE
os.environ["ALTER_EGO_TEST_WINDOWS"] = windows.CACHE
_base = tempfile.mkdtemp(prefix="alter-ego-tests-")
sealing.guard(sealing.enter(sealing.environment(sealing.build(os.path.join(_base, "run")), os.environ)))
atexit.register(shutil.rmtree, _base, ignore_errors=True)


@pytest.fixture(autouse=True)
def sealed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[sealing.Sealed]:
    """The test's own home, which the environment already names; give its places."""
    places = sealing.build(str(tmp_path_factory.mktemp("sealed")))
    monkeypatch.setattr(tempfile, "tempdir", None)  # tempfile asks the environment once and remembers
    before = sealing.enter(sealing.environment(places, os.environ))
    yield places
    sealing.enter(before)


@pytest.fixture
def machine(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], sealing.Sealed]:
    """`machine("laptop")`: make one more sealed home, for a second machine of the same person."""
    return lambda name: sealing.build(str(tmp_path_factory.mktemp(name)))


@pytest.fixture
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[namespace.Namespace]:
    """A network with nothing but the fake model; whatever was started in it is ended with the test."""
    if namespace.refusal():
        _without(namespace.refusal())
    with namespace.Namespace(str(tmp_path_factory.mktemp("network"))) as made:
        yield made


@pytest.fixture
def claude(network: namespace.Namespace, sealed: sealing.Sealed) -> Callable[..., Claude]:
    """`claude(scenario, home=..., cwd=..., env=...)`: Claude Code, by default in the sealed home and its folder `work`."""
    return functools.partial(_client, Claude, network, sealed)


@pytest.fixture
def codex(network: namespace.Namespace, sealed: sealing.Sealed) -> Callable[..., Codex]:
    """`codex(scenario, home=..., codex_home=..., cwd=..., env=..., model=...)`: Codex, likewise."""
    return functools.partial(_client, Codex, network, sealed)


def _client(kind: Any, network: namespace.Namespace, sealed: sealing.Sealed, scenario: Any, **more: Any) -> Any:
    more = {"home": sealed.home, "cwd": os.path.join(more.get("home", sealed.home), "work"), **more}
    try:
        return kind(network, scenario=scenario, **more)
    except install.Missing as missing:
        return _without(str(missing))


def _without(reason: str | None) -> NoReturn:
    if os.environ.get("ALTER_EGO_TEST_CLIENTS_REQUIRED"):
        pytest.fail(f"a real client is required here: {reason}")
    pytest.skip(reason or "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs a real client, so that `-m "not clients"` leaves it out."""
    for item in items:
        if "network" in getattr(item, "fixturenames", ()):
            item.add_marker("clients")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long text's name: pytest keeps a test's name in the environment, where Windows has no room for more."""
    return f"{argname}-{len(val)}" if isinstance(val, (str, bytes)) and len(val) > 1000 else None


@pytest.fixture
def git() -> Callable[..., str]:
    """`git(folder, *arguments)`: run git there and give what it prints; see repository.py for bare remotes and clones."""
    return repository.git


class Clock:
    """A clock that stands until it is moved: `clock.now`, seconds since 1970."""

    def __init__(self) -> None:
        self.now = NOW

    def forward(self, seconds: float) -> float:
        self.now += seconds
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def small_disk(tmp_path: object) -> Iterator[str]:
    """A folder on a file system of its own, 512 KB in all; skipped where none may be mounted."""
    place = os.path.join(str(tmp_path), "small")
    os.mkdir(place)
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", place], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("a small file system cannot be mounted here (needs root on Linux)")
    yield place
    subprocess.run(["umount", "-l", place], check=True)
