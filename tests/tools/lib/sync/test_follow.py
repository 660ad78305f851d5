from __future__ import annotations

import os
import subprocess
import time

import pytest

from tests import repository
from tests.tools.lib.sync.world import NOW, PREFERENCES, secret
from tools.lib import settings
from tools.lib.sync import arrival, follow

ARRIVING = {"preferences.md": PREFERENCES + "- theirs\n", "memory/lessons/arrives.md": "Arrives.\n"}


def snapshot(desk):
    """All that is the person's: files, index, HEAD, branches, stash."""
    files = {}
    for folder, folders, names in os.walk(desk.checkout):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                files[os.path.relpath(os.path.join(folder, name), desk.checkout)] = file.read()
    return (
        files, desk.git("ls-files", "--stage"), desk.git("rev-parse", "HEAD", check=False),
        desk.git("symbolic-ref", "-q", "HEAD", check=False), desk.git("for-each-ref", "refs/heads", "refs/stash"),
        desk.git("stash", "list"),
    )


def dirty(desk):
    desk.edit("preferences.md", "- half a senten")


def staged(desk):
    desk.edit("memory/lessons/tides.md", "Staged.\n")
    desk.git("add", "memory/lessons/tides.md")
    desk.edit("memory/lessons/tides.md", "Staged and edited.\n")


def _other_branch(desk):
    desk.git("checkout", "-q", "-b", "other")
    repository.commit(desk.checkout, "Other", **{"preferences.md": "- other\n"})
    desk.git("checkout", "-q", "main")
    repository.commit(desk.checkout, "Mine", **{"preferences.md": "- main\n"})


def mid_rebase(desk):
    _other_branch(desk)
    desk.git("rebase", "-q", "other", check=False)
    assert os.path.exists(os.path.join(desk.checkout, ".git", "rebase-merge"))


def mid_merge(desk):
    _other_branch(desk)
    desk.git("merge", "-q", "other", check=False)
    assert os.path.exists(os.path.join(desk.checkout, ".git", "MERGE_HEAD"))


def mid_bisect(desk):
    desk.git("bisect", "start")


def detached(desk):
    desk.git("checkout", "-q", "--detach")


def other_branch(desk):
    desk.git("checkout", "-q", "-b", "other")


def foreign_lock(desk):
    repository.write(desk.checkout, ".git/index.lock", "")


def in_the_way(desk):
    desk.edit("memory/lessons/arrives.md", "Mine, still growing")


def ignored_in_the_way(desk):
    desk.edit(".git/info/exclude", "arrives.md\n")
    desk.edit("memory/lessons/arrives.md", "Mine, and ignored.\n")


def folder_in_the_way(desk):
    desk.edit("memory/lessons/arrives.md/x.ignored", "x")


def deleted_file(desk):
    os.unlink(os.path.join(desk.checkout, "preferences.md"))


def editor_open(desk):
    time.sleep(0.02)
    desk.edit(".git/COMMIT_EDITMSG", "half a mess")


# state, what is told (topic, words) once it lasts
STATES = (
    (dirty, "follow", "preferences.md in"),
    (staged, "checkout", "something is staged"),
    (mid_rebase, "checkout", "a rebase is under way"),
    (mid_merge, "checkout", "a merge is under way"),
    (mid_bisect, "checkout", "a bisect is under way"),
    (detached, "checkout", "is on no branch"),
    (other_branch, "checkout", "is on other: `git -C"),
    (foreign_lock, "lock", "index.lock"),
    (in_the_way, "follow", "memory/lessons/arrives.md"),
    (ignored_in_the_way, "follow", "memory/lessons/arrives.md"),
    (folder_in_the_way, "follow", "memory/lessons/arrives.md"),
    (deleted_file, "follow", "preferences.md"),
    (editor_open, "follow", "commit message is open"),
)


@pytest.mark.parametrize(("state", "topic", "words"), STATES, ids=[row[0].__name__ for row in STATES])
def test_what_is_the_persons_stays_and_journals_go_on(world, desk, state, topic, words):
    desk.sync()
    world.push(**ARRIVING)
    state(desk)
    before = snapshot(desk)
    desk.say("hello")
    for second in range(0, 50, 10):
        desk.sync(NOW + second, at_once=False)
    assert snapshot(desk) == before
    assert desk.journal() in world.tree()
    assert desk.told() == {}, "what passes by itself is nobody's business"
    if topic != "follow" or state is editor_open:
        desk.sync(NOW + 200, at_once=False)
        desk.say("again")
        desk.sync(NOW + 300, at_once=False)
        assert snapshot(desk) == before
        assert words in desk.told()[topic]
        assert len(desk.told()) == 1
    else:
        follow.run(desk.local, NOW + 200)
        assert snapshot(desk) == before
        assert words in desk.told()[topic]
    assert [path for path in desk.left() if "index.lock" not in path] == []


def test_the_person_goes_on_when_the_state_is_over(world, desk):
    desk.sync()
    world.push(**ARRIVING)
    detached(desk)
    for second in range(0, 300, 70):
        desk.sync(NOW + second)
    assert "checkout" in desk.told()
    desk.git("checkout", "-q", "main")
    desk.sync(NOW + 400)
    assert desk.told() == {}
    assert desk.text("memory/lessons/arrives.md") == "Arrives.\n"
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"


def test_an_edit_elsewhere_does_not_keep_the_clone_back(world, desk):
    desk.sync()
    world.push(**ARRIVING)
    desk.edit("memory/lessons/tides.md", "half a senten")
    desk.edit("tools/run.py", "print('mine')\n")
    desk.edit("notes.txt", "mine\n")
    desk.sync(at_once=False)
    assert desk.text("preferences.md") == ARRIVING["preferences.md"]
    assert desk.text("memory/lessons/tides.md") == "half a senten"
    assert desk.git("status", "--porcelain").split("\n") == [" M memory/lessons/tides.md", " M tools/run.py", "?? notes.txt"]


def test_what_is_the_same_already_is_not_in_the_way(world, desk):
    desk.sync()
    world.push(**ARRIVING)
    desk.edit("memory/lessons/arrives.md", "Arrives.\r\n")
    desk.edit("preferences.md", ARRIVING["preferences.md"])
    desk.sync(at_once=False)
    assert desk.git("rev-parse", "HEAD") == repository.git(world.remote, "rev-parse", "main")
    assert desk.git("status", "--porcelain") == ""


def test_a_same_size_edit_in_the_same_second_is_not_overwritten(world, desk):
    desk.sync()
    world.push(**ARRIVING)
    text = PREFERENCES.replace("rule 3", "rulE 3")
    path = os.path.join(desk.checkout, "preferences.md")
    times = os.stat(path)
    desk.edit("preferences.md", text)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    desk.sync(at_once=False)
    assert desk.text("preferences.md") == text


def test_a_clone_that_is_gone_or_moved_is_told_and_found_again(world, desk):
    desk.sync()
    elsewhere = desk.checkout + " moved"
    os.rename(desk.checkout, elsewhere)
    desk.say("hello")
    for second in (1, 70, 140):
        desk.sync(NOW + second)
    assert desk.journal() in world.tree()
    assert "run `python3 install.py` in its new place" in desk.told()["checkout"]
    desk.set(checkout=elsewhere)
    desk.checkout = elsewhere
    desk.sync(NOW + 200)
    assert desk.told() == {}
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"


def test_an_open_commit_succeeds(world, desk):
    """The person's editor is open over a staged change while journals arrive; then they save."""
    desk.sync()
    desk.edit("preferences.md", "- mine\n")
    editor = os.path.join(desk.local, "editor.sh")
    script = '#!/bin/sh\ntouch "$0.open"\nwhile [ ! -e "$0.go" ]; do sleep 0.05; done\necho Mine > "$1"\n'
    repository.write(desk.local, "editor.sh", script)
    os.chmod(editor, 0o700)
    commit = subprocess.Popen(["git", "commit", "-qa"], cwd=desk.checkout, env={**os.environ, "GIT_EDITOR": f'"{editor}"'})
    while not os.path.exists(editor + ".open"):
        time.sleep(0.01)
    world.push(**{"memory/lessons/arrives.md": "Arrives.\n"})
    desk.say("hello")
    for second in range(0, 1200, 300):
        desk.sync(NOW + second)
    repository.write(desk.local, "editor.sh.go", "")
    assert commit.wait(10) == 0
    assert desk.git("log", "-1", "--format=%s") == "Mine"
    desk.sync(NOW + 2000)
    desk.sync(NOW + 2001)
    assert world.tree()["preferences.md"] == "- mine" and desk.journal() in world.tree()
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
    assert desk.told() == {}


@pytest.mark.parametrize(("age", "held", "gone"), ((5, False, False), (7200, False, True), (7200, True, False)))
def test_a_lock_in_the_clone_goes_only_when_it_is_old_and_no_git_works_there(world, desk, age, held, gone):
    desk.sync()
    world.push(**ARRIVING)
    foreign_lock(desk)
    lock = os.path.join(desk.checkout, ".git", "index.lock")
    os.utime(lock, (time.time() - age, time.time() - age))
    holder = None
    if held:
        command = ["git", "cat-file", "--batch"]
        holder = subprocess.Popen(command, cwd=desk.checkout, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        time.sleep(0.1)
        desk.sync()
        desk.sync(NOW + 1)
        assert os.path.exists(lock) is not gone
        assert (desk.text("preferences.md") == ARRIVING["preferences.md"]) is gone
    finally:
        if holder:
            holder.communicate()


def test_line_ends_of_the_clone_are_no_edit(world, desk):
    """A clone with core.autocrlf=true, and an editor that writes CRLF."""
    desk.git("config", "core.autocrlf", "true")
    desk.sync()
    desk.edit("preferences.md", PREFERENCES.replace("\n", "\r\n") + "- mine\r\n")
    desk.sync()
    assert repository.git(world.remote, "show", "main:preferences.md") == PREFERENCES + "- mine"
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
    world.push(**ARRIVING)
    desk.sync(NOW + 1)
    desk.sync(NOW + 2)
    assert desk.told() == {} and desk.git("status", "--porcelain") == ""


def test_without_a_remote_the_clone_follows_the_lane(world, desk):
    desk.git("remote", "remove", "origin")
    desk.set(remote="none")
    desk.edit("preferences.md", "- mine\n")
    desk.say("hello")
    outcome = desk.sync()
    assert outcome.state == "alone"
    assert desk.text(desk.journal()) and desk.text("preferences.md") == "- mine\n"
    assert desk.git("status", "--porcelain") == "" and desk.told() == {}


def test_a_secret_in_a_file_that_also_arrives_keeps_the_clone_waiting(world, desk):
    desk.sync()
    desk.edit("preferences.md", f"- {secret()}\n")
    before = desk.text("preferences.md")
    desk.sync()
    world.push(**ARRIVING)
    for second in (1, 70, 140):
        desk.sync(NOW + second)
    assert desk.text("preferences.md") == before
    assert sorted(desk.told()) == ["follow", "secret"]


def test_a_pull_of_the_persons_own_is_an_ordinary_state(world, desk):
    desk.sync()
    world.push(**{"memory/lessons/arrives.md": "Arrives.\n"})
    repository.commit(desk.checkout, "Mine", **{"preferences.md": "- mine\n"})
    desk.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main")
    desk.git("push", "-q", "origin", "main")
    desk.say("hello")
    desk.sync()
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
    assert world.tree()["preferences.md"] == "- mine" and desk.told() == {}


def test_an_amended_commit_that_was_taken_is_joined_again(world, desk):
    desk.sync()
    repository.commit(desk.checkout, "Mine", **{"preferences.md": PREFERENCES + "- mine\n"})
    desk.sync()
    desk.git("commit", "-q", "--amend", "-m", "Mine, better said")
    desk.sync(NOW + 1)
    desk.sync(NOW + 2)
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
    assert world.tree()["preferences.md"] == (PREFERENCES + "- mine").rstrip()


def test_a_worktree_as_checkout(world, desk):
    desk.git("switch", "-q", "-c", "parked")
    linked = desk.checkout + "-linked"
    desk.git("worktree", "add", "-q", linked, "main")
    desk.set(checkout=linked)
    desk.checkout = linked
    desk.edit("preferences.md", "- mine\n")
    desk.sync()
    assert world.tree()["preferences.md"] == "- mine"
    assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"


@pytest.mark.parametrize("text", (PREFERENCES + "- saved just now\n", PREFERENCES.replace("rule 3", "rulE 3")))
@pytest.mark.parametrize("moment", ("before", "after"))
def test_a_save_between_the_look_and_the_writing_is_not_overwritten(world, desk, monkeypatch, text, moment):
    desk.sync()
    world.push(**ARRIVING)
    look, git_run = arrival.plan, arrival.git.run

    def saved_before(*given):
        found = look(*given)
        desk.edit("preferences.md", text)
        return found

    def saved_after(root, *words, **named):
        if words[0] == "read-tree" and root == desk.checkout:
            desk.edit("preferences.md", text)
        return git_run(root, *words, **named)

    if moment == "before":
        monkeypatch.setattr(arrival, "plan", saved_before)
    else:
        monkeypatch.setattr(arrival.git, "run", saved_after)
    desk.sync(at_once=False)
    assert desk.text("preferences.md") == text
    assert desk.git("status", "--porcelain") == " M preferences.md"
    assert desk.left() == []


def test_a_remote_that_is_new_to_the_clone_is_noted_though_nothing_moves(desk):
    remote = settings.read(desk.local)["remote"]
    desk.set(remote="none")
    desk.say("said before there was a remote")
    desk.sync()
    desk.git("update-ref", "-d", "refs/remotes/origin/main")
    desk.set(remote=remote)
    desk.sync()
    desk.sync()
    assert desk.git("rev-parse", "origin/main") == desk.git("rev-parse", "HEAD")
