from __future__ import annotations

import os

import pytest

from tests.tools.lib.sync.world import NOW
from tools.lib.sync import desk as desks
from tools.lib.sync import lane, settle, status, transport


def test_the_lane_has_what_is_set_in_the_clone_alone(desk):
    for key, value in (
        ("user.name", "Somebody Else"), ("core.sshCommand", "ssh -i ~/key"), ("credential.https://host.helper", "!true"),
        ("http.https://host/.extraheader", "X-One: 1"), ("url.https://host/.insteadOf", "short:"), ("http.proxy", "http://p:1"),
    ):
        desk.git("config", key, value)
    desk.git("config", "--global", "http.https://host/.extraheader", "X-Global: 1")
    desk.git("config", "--global", "credential.helper", "!false")
    lane.ensure(desk.local)
    assert transport.differences(desk.checkout, desk.lane) == []
    own = transport.settings(desk.lane)
    assert own["user.name"] == ["Somebody Else"]
    assert own["http.https://host/.extraheader"] == ["X-Global: 1", "X-One: 1"]
    assert own["credential.helper"] == ["!false"]
    desk.git("config", "user.name", "A Third")
    assert transport.differences(desk.checkout, desk.lane) == ["user.name"]
    transport.copy(desk.checkout, desk.lane)
    assert transport.differences(desk.checkout, desk.lane) == []


@pytest.mark.parametrize(("command", "used"), (
    (None, "ssh -o BatchMode=yes -o ConnectTimeout=15"),
    ("ssh -i key", "ssh -i key -o BatchMode=yes -o ConnectTimeout=15"),
    ("C:/tools/plink.exe -batch", "C:/tools/plink.exe -batch"),
))
def test_how_ssh_is_called(desk, command, used):
    if command:
        desk.git("config", "core.sshCommand", command)
    assert transport.ssh(desk.checkout) == {"GIT_SSH_COMMAND": used}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_clone_that_another_user_owns_is_told_with_the_exact_command(world, desk):
    desk.sync()
    for folder, _, names in os.walk(desk.checkout):
        for name in ("", *names):
            os.chown(os.path.join(folder, name), 12345, 12345)
    desk.say("hello")
    for second in (0, 70, 140):
        desk.sync(NOW + second)
    assert desk.journal() in world.tree()
    assert f"run `git config --global --add safe.directory {desk.checkout}`" in desk.told()["checkout"]
    assert "safe.directory" not in open(os.path.expanduser("~/.gitconfig"), encoding="utf-8").read()
    desk.git("config", "--global", "--add", "safe.directory", desk.checkout)
    desk.sync(NOW + 200)
    assert desk.told() == {} and desk.text(desk.journal())


def test_the_status_is_one_screen(world, desk):
    desk.sync()
    desk.say("hello")
    world.push(**{"preferences.md": "- theirs\n"})
    from tools.lib.sync import exchange

    exchange.run(desk.local, desk.gate, NOW)
    desk.edit("preferences.md", "- mine\n")
    settle.run(desk.local, desk.gate, NOW, True)
    seen = status.read(desk.local)
    assert (seen.unpushed, seen.behind, seen.contested, seen.held, seen.checkout) == (0, 2, ["preferences.md"], [], "")
    lines = status.lines(desk.local, seen)
    assert lines[1] == "checkout  2 commits behind, until you decided what is contested"
    assert lines[2].startswith("contested preferences.md: python3 tools/sync.py resolve")


def test_looking_at_a_clone_leaves_no_trace(desk):
    before = os.stat(os.path.join(desk.checkout, ".git", "index"))
    os.utime(os.path.join(desk.checkout, "preferences.md"))
    assert desks.look(desk.checkout, "main").trouble == ""
    assert os.stat(os.path.join(desk.checkout, ".git", "index")).st_mtime_ns == before.st_mtime_ns


def test_before_the_first_exchange_nothing_waits_that_the_clone_had_from_the_remote(world):
    desk = world.machine()
    lane.ensure(desk.local)
    assert status.read(desk.local).unpushed == 0
    desk.say("hello")
    assert status.read(desk.local).unpushed == 1
