from __future__ import annotations

import os
import subprocess
import time

import pytest

from tests import repository
from tests.tools.lib.sync.world import NOW, Rule, secret
from tools.lib import files, gate, git, paths
from tools.lib.scrub import Unscrubbable
from tools.lib.sync import lane, making, settle


def test_a_commit_takes_what_is_named_and_nothing_else(desk):
    first = desk.say("one")
    files.replace(os.path.join(desk.lane, "memory", "lessons", "unnamed.md"), "x\n")
    assert desk.say("two") not in (None, first)
    assert lane.commit(desk.local, desk.gate, "again", [desk.journal()], NOW) is None
    assert "memory/lessons/unnamed.md" not in repository.tree(desk.lane)
    made = lane.commit(desk.local, desk.gate, "all", None, NOW)
    assert made == lane.head(desk.local)
    assert repository.tree(desk.lane)["memory/lessons/unnamed.md"] == "x"


def test_a_named_file_that_is_gone_is_removed_and_an_unnamed_one_comes_back(desk):
    lane.ensure(desk.local)
    tides = os.path.join(desk.lane, "memory", "lessons", "tides.md")
    readme = os.path.join(desk.lane, "contexts", "_unsorted", "README.md")
    os.unlink(tides)
    os.unlink(readme)
    lane.commit(desk.local, desk.gate, "forget", ["memory/lessons/tides.md"], NOW)
    assert lane.commit(desk.local, desk.gate, "all", None, NOW) is None
    assert os.path.exists(readme) and not os.path.exists(tides)
    assert "memory/lessons/tides.md" not in repository.tree(desk.lane)


def test_a_secret_is_scrubbed_in_place_also_from_the_message(desk):
    hidden = secret()
    desk.say(f"key {hidden}")
    lane.commit(desk.local, desk.gate, f"about {hidden}", [desk.journal("s2")], NOW)
    desk.say("more", "s2")
    lane.commit(desk.local, desk.gate, f"about {hidden}", [desk.journal("s2")], NOW)
    assert hidden not in desk.text(desk.journal(), desk.lane)
    assert hidden not in repository.git(desk.lane, "log", "-p", "--format=%B")


def test_what_cannot_be_scrubbed_goes_to_the_quarantine_alone(desk):
    class Stuck(Rule):
        def text(self, text):
            if "stuck" in text:
                raise Unscrubbable("too much")
            return super().text(text)

    lane.ensure(desk.local)
    for name in ("stuck", "good"):
        files.replace(os.path.join(desk.lane, *desk.journal(name).split("/")), f"- {name}\n")
    lane.commit(desk.local, gate.Gate(Stuck()), "both", [desk.journal("stuck"), desk.journal("good")], NOW)
    tree = repository.tree(desk.lane)
    assert desk.journal("good") in tree and desk.journal("stuck") not in tree
    kept = [os.path.join(desk.local, "quarantine", name) for name in os.listdir(os.path.join(desk.local, "quarantine"))]
    assert [files.read(path) for path in kept if path.endswith(".raw")] == [b"- stuck\n"]
    assert [path for path in kept if os.stat(path).st_mode & 0o077] == []
    assert "could not be scrubbed" in desk.told()["quarantine"]
    assert not os.path.exists(os.path.join(desk.lane, *desk.journal("stuck").split("/")))


@pytest.mark.parametrize("held", (False, True))
def test_a_stale_index_lock_in_the_lane_delays_nothing(desk, held):
    lane.ensure(desk.local)
    lock = os.path.join(desk.lane, ".git", "index.lock")
    with open(lock, "w", encoding="utf-8") as handle:
        old = time.time() - 7200
        os.utime(lock, (old, old))
        if not held:
            handle.close()
        assert desk.say("hello")
        assert desk.sync().state == "ok"
        assert os.path.exists(lock) is held


def test_a_stale_lock_on_the_lanes_branch_is_taken_away(desk):
    lane.ensure(desk.local)
    lock = os.path.join(desk.lane, ".git", "refs", "heads", "main.lock")
    repository.write(desk.lane, ".git/refs/heads/main.lock", "")
    holder = subprocess.Popen(["sleep", "30"], stdin=open(lock, encoding="utf-8"))
    try:
        os.utime(lock, (time.time() - 60, time.time() - 60))
        with pytest.raises(git.GitError):
            desk.say("one")
    finally:
        holder.kill()
        holder.wait()
    desk.say("two")
    said = [line.partition("note: ")[2] for line in desk.text(desk.journal(), desk.lane).split("\n") if "note" in line]
    assert said == ["one", "two"]
    assert repository.tree(desk.lane)[desk.journal()].endswith("two")


def on(world, disk):
    """A machine whose local folder is on this disk."""
    machine = world.machine("desk")
    machine.local, machine.lane = files.folder(os.path.join(disk, "local")), os.path.join(disk, "local", "lane")
    machine.set(device="desk-0001", checkout=machine.checkout, remote=world.remote, branch="main")
    return machine


def test_a_lane_that_cannot_be_written_fails_and_goes_on_later(world, small_disk):
    machine = on(world, small_disk)
    machine.say("one")
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises((git.GitError, OSError)):
        machine.say("two")
    with pytest.raises((git.GitError, OSError)):
        machine.sync()
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    machine.say("three")
    assert machine.sync().state == "ok"
    assert [row[-5:] for row in world.tree()[machine.journal()].split("\n")[5:]] == [": one", "three"]


def test_a_full_disk_loses_nothing_and_is_over_when_there_is_room(world, small_disk):
    machine = on(world, small_disk)
    machine.say("one")
    filler = os.path.join(small_disk, "filler")
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 1024)
        except OSError:
            pass
    before = lane.head(machine.local)
    with pytest.raises((git.GitError, OSError)):
        for _ in range(50):
            machine.say("two " + "x" * 500)
    os.unlink(filler)
    assert repository.git(machine.lane, "merge-base", "--is-ancestor", before, "main") == ""
    machine.say("three")
    assert machine.sync().state == "ok"
    assert "one" in world.tree()[machine.journal()] and "three" in world.tree()[machine.journal()]
    making.discard(machine.lane)


def test_a_machine_without_an_identity_commits_all_the_same(world, monkeypatch):
    desk = world.machine("desk")
    empty = os.path.join(desk.local, "none")
    files.replace(empty, "")
    monkeypatch.setenv("HOME", files.folder(os.path.join(desk.local, "home")))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    desk.say("hello")
    assert repository.git(desk.lane, "log", "-1", "--format=%an %ae") == "alter-ego desk-0001@alter-ego.invalid"


def test_the_lane_is_made_from_what_the_template_has_and_the_persons_commits_are_taken_through_the_gate(world, desk):
    """`remote: none`: origin is the template."""
    seed = desk.git("rev-parse", "HEAD")
    repository.commit(desk.checkout, "Mine", **{"preferences.md": "- mine\n"})
    desk.git("remote", "set-url", "origin", paths.TEMPLATE)
    desk.set(remote="none")
    lane.ensure(desk.local)
    assert lane.head(desk.local) == seed
    settle.run(desk.local, desk.gate, NOW, True)
    assert desk.text("preferences.md", desk.lane) == "- mine\n"


def test_a_half_made_lane_is_made_anew(desk):
    files.replace(os.path.join(desk.lane + ".making", ".git", "HEAD"), "nonsense")
    lane.ensure(desk.local)
    assert not os.path.exists(desk.lane + ".making") and desk.say("hello")


@pytest.mark.parametrize("how", ("LOOSE", "PACKS"))
def test_loose_objects_are_packed(desk, monkeypatch, how):
    desk.say("one")
    repository.write(desk.lane, ".git/objects/pack/tmp_pack_x", "x")
    for number in range(300):
        files.replace(os.path.join(desk.lane, *desk.journal(f"n{number}").split("/")), f"- {number}\n")
        if number % 20 == 19:
            lane.commit(desk.local, desk.gate, "many", [desk.journal(f"n{n}") for n in range(number - 19, number + 1)], NOW)
    monkeypatch.setattr(lane, how, -1)
    lane.pack(desk.local)
    assert repository.git(desk.lane, "count-objects", "-v").startswith("count: 0")
    assert desk.left() == []
