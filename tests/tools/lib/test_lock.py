"""A lock has one holder, and none when its holder has died."""

import os
import subprocess
import sys

import pytest

from tools.lib import lock, paths

HOLD = (
    "import sys; sys.path.insert(0, sys.argv[1])\n"
    "from tools.lib import lock\n"
    "with lock.held(sys.argv[2]) as mine:\n"
    "    print(mine, flush=True); sys.stdin.read()\n"
)


def _holder(path):
    command = [sys.executable, "-I", "-S", "-c", HOLD, paths.ROOT, str(path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline().strip() == b"True"
    return process


def test_one_holder_at_a_time_and_none_after_a_kill(tmp_path):
    path = str(tmp_path / "lock")
    process = _holder(path)
    with lock.held(path) as mine:
        assert not mine
    process.kill()
    process.wait()
    with lock.held(path, 1.0) as mine:
        assert mine
        with lock.held(path) as twice:
            assert not twice
    with lock.held(path) as mine:
        assert mine


def test_whoever_waits_gets_it(tmp_path):
    path = str(tmp_path / "lock")
    process = _holder(path)
    process.stdin.close()
    with lock.held(path, 10.0) as mine:
        assert mine
    process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="no open file is removed there")
def test_whoever_opened_a_file_that_is_removed_then_locks_the_next_one(tmp_path, monkeypatch):
    path, take = str(tmp_path / "lock"), lock._take

    def late(handle):
        monkeypatch.setattr(lock, "_take", take)
        lock.discard(path)  # after it was opened, before it is locked
        assert not os.path.exists(path)
        take(handle)

    monkeypatch.setattr(lock, "_take", late)
    with lock.held(path) as mine:
        assert mine and os.path.exists(path)
        with lock.held(path) as twice:
            assert not twice


def test_a_file_whose_lock_is_held_is_not_discarded(tmp_path):
    path = str(tmp_path / "lock")
    with lock.held(path):
        lock.discard(path)
        assert os.path.exists(path)
    lock.discard(path)
    assert not os.path.exists(path)
