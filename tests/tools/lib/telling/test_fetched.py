"""Waiting for a fetch: when, for what, and not for long."""
import os

import pytest

from tests.conftest import NOW
from tools.lib import files, wire
from tools.lib.event import Event
from tools.lib.telling import fetched


@pytest.fixture
def waits(tmp_path, monkeypatch):
    """`waits(remote, fetched, then)`: how often a start slept; a fetch comes with the sleep numbered `then`."""

    def waits(remote="/r.git", before=None, then=3):
        path = str(tmp_path / "worker.json")
        files.replace(str(tmp_path / "settings"), f"device: d\nremote: {remote}\n")
        files.replace(path, wire.dumps({} if before is None else {"fetched": before}))
        slept = []

        def sleep(seconds):
            slept.append(seconds)
            if len(slept) == then:
                files.replace(path, wire.dumps({"fetched": NOW + 1, "pass": 1}))

        monkeypatch.setattr(fetched.time, "sleep", sleep)
        fetched.wait(Event(str(tmp_path), "claude", "session_start", "digest", {}, NOW, {}))
        assert set(slept) <= {0.02}
        return len(slept)

    return waits


@pytest.mark.parametrize(("remote", "before", "count"), (
    ("none", None, 0),
    ("/r.git", None, 3),
    ("/r.git", NOW - 301, 3),
    ("/r.git", NOW - 299, 0),
    ("/r.git", NOW, 0),
    ("/r.git", NOW + 86400, 3),  # a clock that was set back since
))
def test_it_waits_only_for_a_remote_it_has_not_heard_of_for_five_minutes(waits, remote, before, count):
    assert waits(remote, before) == count


def test_it_does_not_wait_for_ever(waits, monkeypatch):
    monkeypatch.setattr(fetched, "PATIENCE", 0.0)
    assert waits(then=9) == 0


@pytest.mark.parametrize(("agent", "mode", "environ", "watched"), (
    ("claude", "", {}, True),
    ("claude", "", {"CLAUDE_CODE_SESSION_ATTENDED": "1"}, True),
    ("claude", "bypassPermissions", {"CLAUDE_CODE_SESSION_ATTENDED": "0"}, False),
    ("codex", "default", {}, True),
    ("codex", "bypassPermissions", {}, False),
))
def test_who_is_watched(agent, mode, environ, watched):
    event = Event(os.curdir, agent, "session_start", "digest", {"permission_mode": mode}, NOW, environ)
    assert fetched.is_watched(event) is watched
