"""The worker on Windows: started by a hook, it outlives hook and client, and without git it says one sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from tools.lib import files, lock, notices, paths, settings, spool
from tools.lib.intake import missed
from tools.lib.setup import registration

pytestmark = pytest.mark.skipif(sys.platform != "win32", reason="needs Windows; test_windows.py runs it under Wine")

# a client: it starts the hook, says that the hook has ended, and stays
CLIENT = (
    "import subprocess, sys, time\n"
    "done = subprocess.run(sys.argv[2:], input=sys.argv[1].encode())\n"
    "print(done.returncode, flush=True)\ntime.sleep(300)\n"
)


def until(found: Callable[[], object], seconds: float = 60.0) -> object:
    """Wait for something to be true; give what it was at last."""
    end = time.monotonic() + seconds
    while True:
        got = found()
        if got or time.monotonic() >= end:
            return got
        time.sleep(0.2)


def is_working(local: str) -> bool:
    """Whether a worker holds its lock. One that starts at this very moment would find it taken, and end."""
    with lock.held(os.path.join(local, "locks", "worker")) as free:
        return not free


@pytest.fixture
def local(tmp_path: object) -> str:
    folder = os.path.join(str(tmp_path), "a b & $(é)", "local")
    settings.write(folder, {"device": "desk-4f1c", "checkout": str(tmp_path), "remote": "none", "branch": "main"})
    files.replace(os.path.join(folder, "current"), os.path.relpath(paths.ROOT, folder) + "\n")
    missed.reserve(folder)
    files.folder(os.path.join(folder, "locks"))
    return folder


def test_a_hook_starts_a_worker_that_outlives_the_clients_whole_tree(local: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.path.join(os.environ["SYSTEMROOT"], "system32"))  # no git
    event = {"session_id": "s", "cwd": local, "hook_event_name": "SessionEnd", "reason": "other"}
    hook = [sys.executable, *registration.arguments(local, "claude", "session_end", "")]
    command = [sys.executable, "-I", "-S", "-c", CLIENT, json.dumps(event), *hook]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE) as client:
        assert client.stdout and client.stdout.readline().strip() == b"0"
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(client.pid)], capture_output=True, check=False)
        client.kill()  # where taskkill is Wine's, it knows no trees
    told = "git was not found on the PATH"
    assert until(lambda: told in (files.text(os.path.join(local, "notices.json")) or ""))
    assert "\n".join(notices.untold(local, "s")).count(told) == 1
    assert is_working(local)
    assert not os.path.exists(os.path.join(local, "errors.log"))
    assert [line["e"] for _, line in spool.lines(os.path.join(local, "spool", *spool.listing(local))) if isinstance(line, dict)]
    assert until(lambda: not is_working(local))  # all sessions have ended, and nobody works any more
