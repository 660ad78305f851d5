"""Two machines of one person, installed for the real clients, and waiting that ends."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests import machines, repository
from tools.lib import files


@pytest.fixture
def person(tmp_path: Any, network: Any) -> Iterator[Callable[..., machines.Machine]]:
    """`person("desk")`: a machine with the clients' folders, cloned and installed as the README says; all share one remote.

    Workers of ours are started by hooks inside the clients' network, which the test's end takes away.
    """
    shared = machines.remote(str(tmp_path))

    def machine(name: str, *options: str, folder: str = "") -> machines.Machine:
        made = machines.Machine(folder or str(tmp_path), name, shared)
        for client in (".claude", ".codex"):
            files.folder(os.path.join(made.home, client))
        done = made.install(*(options or ("--no-codex",)))
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
        return made

    yield machine


def until(look: Callable[[], Any], what: str, seconds: float = 60) -> Any:
    """What `look` gives as soon as it is something; fails, naming `what`, after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"{what} did not come within {seconds} s"
        time.sleep(0.2)
    return found


def shared(remote: str, *texts: str) -> dict[str, str]:
    """The remote's files, once all of these texts are in one of those below contexts/; else nothing."""
    tree = {path: text for path, text in repository.tree(remote, "main").items() if path.startswith("contexts/")}
    return tree if all(any(text in content for content in tree.values()) for text in texts) else {}
