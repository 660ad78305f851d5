"""Lock files in lane and checkout: left by a git that was killed, or held by one that lives."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests import repository
from tests.faults import site as sites
from tools.lib import files

LANE = ("index.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "refs/heads/main.lock")
HOLD = "import sys, time; f = open(sys.argv[1], 'r+b'); print('held', flush=True); time.sleep(600)"


def leave(path: str, age: float) -> None:
    files.replace(path, b"")
    os.utime(path, (time.time() - age,) * 2)


@contextlib.contextmanager
def holder(path: str) -> Iterator[None]:
    """A process that has the file open."""
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"held\n"
        yield
        process.kill()


@pytest.mark.parametrize("name", LANE)
def test_stale_in_the_lane(site: sites.Site, name: str) -> None:
    """a killed git's lock file is in the lane"""
    expected = sites.spooled(site.desk)
    path = os.path.join(site.desk.local, "lane", ".git", *name.split("/"))
    leave(path, 60)
    site.desk.now()
    sites.once(site, expected)
    assert sites.told(site.desk) == {} and not os.path.exists(path)


@pytest.mark.parametrize("name", ("refs/heads/main.lock", "packed-refs.lock"))
def test_held_in_the_lane(site: sites.Site, name: str) -> None:
    """a living process holds a lock file in the lane"""
    expected = sites.spooled(site.desk)
    path = os.path.join(site.desk.local, "lane", ".git", *name.split("/"))
    leave(path, 60)
    with holder(path):
        assert sites.child(site.desk, "worker", site.desk.local).returncode == 0
        assert os.path.exists(path)
    site.desk.now()
    sites.once(site, expected)
    assert sites.told(site.desk) == {} and not os.path.exists(path)


@pytest.mark.parametrize("age", (5, 3600), ids=("young", "old"))
def test_in_the_checkout(site: sites.Site, age: float) -> None:
    """a killed git's index.lock is in the checkout"""
    expected = sites.spooled(site.desk)
    site.push(**{sites.OTHER: "The wind has turned.\n"})
    path, head = os.path.join(site.desk.checkout, ".git", "index.lock"), repository.git(site.desk.checkout, "rev-parse", "HEAD")
    leave(path, age)
    site.desk.now()
    sites.once(site, expected)
    followed = repository.git(site.desk.checkout, "rev-parse", "HEAD") != head
    assert (os.path.exists(path), followed) == (age < 600, age > 600)
    if age < 600:  # a minute later it is said
        assert sites.child(site.desk, "worker", site.desk.local, offset=70).returncode == 0
        assert path in sites.told(site.desk)["lock"]
        os.remove(path)
        site.desk.now()
    assert repository.git(site.desk.checkout, "status", "--porcelain", "--branch") == "## main...origin/main"
    assert sites.told(site.desk) == {}
