"""What a session's command wrote to what only tools write, by whatever program, goes nowhere, and the person is told."""
import os
import subprocess
import sys
import time

import pytest

from tests import repository
from tests.tools.lib.sync.world import World
from tools.lib.voices import inquiry
from tools.lib.voices.inquiry import Asked

ALLOWED = "memory/allowed/desk.md"
KEPT = (ALLOWED, "memory/approvals/laptop.md", "memory/moves/desk.md", "memory/tombstones/desk.md")


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


@pytest.fixture
def desk(world):
    made = world.machine("desk")
    made.sync(time.time())
    return made


def by_python(desk, path, text="forged\n"):
    """What a session's `python -c` does, and what the hook after it asks."""
    begin = time.time()
    place = os.path.join(desk.checkout, *path.split("/"))
    code = "import os,sys;os.makedirs(os.path.dirname(sys.argv[1]),exist_ok=True);open(sys.argv[1],'w').write(sys.argv[2])"
    subprocess.run([sys.executable, "-I", "-c", code, place, text], check=True)
    inquiry.ask(desk.local, Asked("s1", begin, time.time()))


@pytest.mark.parametrize("path", KEPT)
def test_it_is_held_alone_and_told(world, desk, path):
    by_python(desk, path)
    desk.edit("memory/working/x.md", "mine\n")
    for second in (1, 62, 123):
        desk.sync(time.time() + second)
    assert path not in world.tree() and world.tree()["memory/working/x.md"] == "mine"
    assert desk.text(path) == "forged\n"
    said = desk.told()["secret"]
    assert f"or a session wrote what only the person says: {path} line 1 (written by a session's command)" in said
    assert "save it once more yourself" in said


@pytest.mark.parametrize("path", KEPT)
def test_a_commit_of_it_is_held_too(world, desk, path):
    by_python(desk, path)
    desk.edit("memory/working/x.md", "mine\n")
    desk.git("add", ".")
    desk.git("commit", "-qm", "both")
    desk.sync(time.time() + 62)
    assert path not in world.tree() and world.tree()["memory/working/x.md"] == "mine"
    assert "(written by a session's command)" in desk.told()["secret"]


@pytest.mark.parametrize("path", KEPT)
def test_the_person_s_own_edit_goes(world, desk, path):
    desk.edit(path, "mine\n")
    desk.sync(time.time() + 1)
    assert world.tree()[path] == "mine" and desk.told() == {}
    by_python(desk, path)
    desk.sync(time.time() + 2)
    desk.edit(path, "mine again\n")
    desk.sync(time.time() + 3)
    assert world.tree()[path] == "mine again" and desk.told() == {}


def test_what_a_pull_of_the_session_brought_is_not_held(world, desk):
    world.push(**{ALLOWED: "- theirs\n"})
    begin = time.time()
    desk.git("pull", "-q")
    inquiry.ask(desk.local, Asked("s1", begin, time.time()))
    desk.sync(time.time() + 1)
    assert desk.told() == {} and world.tree()[ALLOWED] == "- theirs"


def test_while_nothing_of_the_kind_is_taken_nothing_is_answered(desk):
    by_python(desk, "memory/working/x.md")
    desk.sync(time.time() + 1)
    assert os.path.exists(inquiry.path_of(desk.local))
    assert repository.git(desk.checkout, "status", "--porcelain") == ""
