"""The site of a cell: two machines with something to say, put back as it was before each cell."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator

import pytest

from tests.faults import site as sites

MEMORY = "/dev/shm"  # a file system in memory: hundreds of copies are made


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The cells take minutes together, and look for processes where Linux has them."""
    for item in items:
        if os.path.dirname(__file__) == os.path.dirname(str(item.path)):
            item.add_marker("slow")
            item.add_marker(pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc"))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sites.Site]:
    """A remote and two machines; `desk` holds two sessions of today, one of yesterday, and nothing of it is shared."""
    memory = MEMORY if os.access(MEMORY, os.W_OK) else str(tmp_path_factory.mktemp("faults"))
    folder = tempfile.mkdtemp(prefix="alter-ego-faults-", dir=memory)
    try:
        site = sites.Site(folder)
        early = site.desk.session()
        sites.hook_at(early, -86400, "session_start", source="startup")
        sites.hook_at(early, -86400, "user_prompt_submit", prompt="Please wake", prompt_id="p0")
        sites.hook_at(early, -86400, "session_end", reason="other")
        site.sessions = [sites.talk(site.desk, "sow", "reap"), sites.talk(site.desk, "mow", end=True)]
        site.keep()
        yield site
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def site(made: sites.Site) -> Iterator[sites.Site]:
    made.restore()
    yield made
    left = sites.processes(made)
    assert left == [], left
