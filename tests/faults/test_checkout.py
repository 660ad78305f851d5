"""The person's checkout in every state it may be in: journals go on, and it is found again as it was."""

from __future__ import annotations

import os
import random
import shutil
import string
import subprocess
import time
from collections.abc import Callable

import pytest

from tests import repository
from tests.faults import site as sites
from tools.lib import files

git, write = repository.git, repository.write
MINE = "My own words.\n"


def dirty(desk: sites.machines.Machine) -> None:
    write(desk.checkout, ".gitignore", "Half a thought")


def staged(desk: sites.machines.Machine) -> None:
    write(desk.checkout, sites.NOTE, MINE)
    git(desk.checkout, "add", sites.NOTE)


def stashed(desk: sites.machines.Machine) -> None:
    write(desk.checkout, sites.NOTE, MINE)
    git(desk.checkout, "stash")


def detached(desk: sites.machines.Machine) -> None:
    git(desk.checkout, "checkout", "-q", "--detach")


def branch(desk: sites.machines.Machine) -> None:
    git(desk.checkout, "checkout", "-q", "-b", "mine")
    repository.commit(desk.checkout, "Mine", **{sites.NOTE: MINE})


def parted(desk: sites.machines.Machine) -> None:
    """Two commits that contradict each other."""
    git(desk.checkout, "checkout", "-q", "-b", "mine")
    repository.commit(desk.checkout, "Mine", **{sites.NOTE: MINE})
    git(desk.checkout, "checkout", "-q", "main")
    repository.commit(desk.checkout, "Here", **{sites.NOTE: "Other words.\n"})


def merging(desk: sites.machines.Machine) -> None:
    parted(desk)
    git(desk.checkout, "merge", "mine", check=False)


def rebasing(desk: sites.machines.Machine) -> None:
    parted(desk)
    git(desk.checkout, "rebase", "mine", check=False)


def end(*commands: str) -> Callable[[sites.machines.Machine], None]:
    def undo(desk: sites.machines.Machine) -> None:
        for command in commands:
            git(desk.checkout, *command.split())

    return undo


# state: how it is made, what the person is told, how the person ends it
STATES = {
    "dirty": (dirty, None, end("checkout -- .gitignore")),
    "staged": (staged, "checkout", end(f"restore --staged {sites.NOTE}")),
    "stashed": (stashed, None, end()),
    "mid-rebase": (rebasing, "checkout", end("rebase --abort", "reset --hard origin/main")),
    "mid-merge": (merging, "checkout", end("merge --abort", "reset --hard origin/main")),
    "detached": (detached, "checkout", end("checkout -q main")),
    "another branch": (branch, "checkout", end("checkout -q main")),
}


def frozen(desk: sites.machines.Machine) -> dict[str, str]:
    """Everything of the checkout that the person could see."""
    return {
        **sites.desk_of(desk),
        "status": git(desk.checkout, "status", "--porcelain"),
        "diff": git(desk.checkout, "diff"),
        "unmerged": git(desk.checkout, "ls-files", "-u"),
    }


@pytest.mark.parametrize("state", STATES)
def test_checkout(site: sites.Site, state: str) -> None:
    """the checkout is in this state for two passes, then the person ends it"""
    make, topic, undo = STATES[state]
    desk, expected = site.desk, sites.spooled(site.desk)
    make(desk)
    site.push(**{sites.OTHER: "The wind has turned.\n"})
    before, head = frozen(desk), git(desk.checkout, "rev-parse", "HEAD")
    for offset in (0, 70):
        assert sites.child(desk, "worker", desk.local, offset=offset).returncode == 0
    sites.once(site, expected)
    assert frozen(desk) == before
    assert git(desk.checkout, "merge-base", "--is-ancestor", head, "HEAD") == ""
    if topic:
        assert git(desk.checkout, "rev-parse", "HEAD") == head and topic in sites.told(desk), sites.told(desk)
    undo(desk)
    desk.now()
    assert sites.told(desk) == {}
    git(desk.checkout, "commit", "-q", "--allow-empty", "-m", "The person goes on")
    desk.now()
    assert git(site.remote, "log", "-1", "--format=%s", "--grep=The person goes on", "main")
    assert git(desk.checkout, "rev-parse", "HEAD") == git(site.remote, "rev-parse", "main")


@pytest.mark.parametrize("all_of_it", (False, True), ids=("commit", "commit -a"))
def test_open_editor(site: sites.Site, all_of_it: bool) -> None:
    """a commit's message is open in an editor"""
    desk, expected = site.desk, sites.spooled(site.desk)
    site.push(**{sites.OTHER: "The wind has turned.\n"})
    write(desk.checkout, sites.NOTE, MINE)
    if not all_of_it:
        git(desk.checkout, "add", sites.NOTE)
    go = os.path.join(site.place, "go")
    editor = f"sh -c 'while [ ! -e {go} ]; do sleep 0.05; done; echo Mine > \"$1\"' editor"
    command = ["git", "commit", "--quiet", *(["-a"] if all_of_it else [])]
    with subprocess.Popen(command, cwd=desk.checkout, env={**desk.environ, "GIT_EDITOR": editor}) as process:
        while not os.path.exists(os.path.join(desk.checkout, ".git", "COMMIT_EDITMSG")):
            time.sleep(0.02)
        desk.now()
        files.replace(go, b"")
        assert process.wait(30) == 0
    sites.once(site, expected)
    desk.now()
    assert sites.shared(site.remote)[sites.NOTE] == MINE
    assert git(desk.checkout, "status", "--porcelain", "--branch") == "## main...origin/main"
    assert sites.told(desk) == {}


def test_conflict(site: sites.Site) -> None:
    """a hand edit contradicts what arrives"""
    desk, expected = site.desk, sites.spooled(site.desk)
    site.push(**{sites.NOTE: "The remote's words.\n"})
    write(desk.checkout, sites.NOTE, MINE)
    desk.now()
    sites.once(site, expected)
    assert sites.shared(site.remote)[sites.NOTE] == "The remote's words.\n"
    assert files.text(os.path.join(desk.checkout, sites.NOTE)) == MINE
    assert f"resolve {sites.NOTE}" in sites.told(desk)["conflict"]
    (kept,) = git(site.remote, "for-each-ref", "--format=%(refname:short)", "refs/heads/alter-ego").split()
    assert git(site.remote, "show", f"{kept}:{sites.NOTE}") + "\n" == MINE


def test_secret(site: sites.Site) -> None:
    """a hand edit holds a secret"""
    desk, expected = site.desk, sites.spooled(site.desk)
    secret = "ghp_" + "".join(random.choices(string.ascii_letters + string.digits, k=36))
    write(desk.checkout, sites.NOTE, f"The key is {secret}.\n")
    write(desk.checkout, sites.OTHER, MINE)
    desk.now()
    sites.once(site, expected)
    assert sites.shared(site.remote)[sites.OTHER] == MINE and sites.shared(site.remote)[sites.NOTE] == sites.SEED
    assert secret in (files.text(os.path.join(desk.checkout, sites.NOTE)) or "")
    assert any(sites.NOTE in words and secret not in words for words in sites.told(desk).values())
    for repo in (site.remote, os.path.join(desk.local, "lane"), desk.checkout):
        objects = git(repo, "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)").split("\n")
        blobs = "\n".join(row.split()[0] for row in objects if row.endswith("blob"))
        found = subprocess.run(["git", "cat-file", "--batch"], cwd=repo, input=blobs.encode(), capture_output=True).stdout
        assert secret.encode() not in found


@pytest.mark.parametrize("same", (True, False), ids=("same content", "other content"))
@pytest.mark.parametrize("ignored", (False, True), ids=("untracked", "ignored"))
def test_untracked(site: sites.Site, ignored: bool, same: bool) -> None:
    """an untracked file is where one arrives"""
    desk, expected = site.desk, sites.spooled(site.desk)
    path = "contexts/clients/river/new/text.md"
    if ignored:
        files.append(os.path.join(desk.checkout, ".git", "info", "exclude"), b"contexts/clients/river/new/\n")
    site.push(**{path: "Arrives.\n"})
    write(desk.checkout, path, "Arrives.\n" if same else MINE)
    desk.now()
    sites.once(site, expected)
    assert files.text(os.path.join(desk.checkout, path)) == ("Arrives.\n" if same else MINE)
    behind = git(desk.checkout, "rev-list", "--count", "HEAD..origin/main") if same else "waits"
    assert behind in ("0", "waits")
    if not same:
        assert sites.child(desk, "worker", desk.local, offset=70).returncode == 0
        assert any(path in words for words in sites.told(desk).values()), sites.told(desk)


@pytest.mark.parametrize("way", ("deleted", "moved"))
def test_gone(site: sites.Site, way: str) -> None:
    """the checkout is deleted altogether, or moved and installed again"""
    desk, expected = site.desk, sites.spooled(site.desk)
    new = desk.checkout + "-elsewhere"
    shutil.rmtree(desk.checkout) if way == "deleted" else os.rename(desk.checkout, new)
    for offset in (0, 70):
        assert sites.child(desk, "worker", desk.local, offset=offset).returncode == 0
    sites.once(site, expected)
    assert "python3 install.py" in sites.told(desk)["checkout"]
    assert not os.path.exists(desk.checkout)
    if way == "moved":
        from tools.lib import settings

        settings.write(desk.local, {"checkout": new})  # as install does in the new place
        desk.now()
        assert git(new, "status", "--porcelain", "--branch") == "## main...origin/main" and sites.told(desk) == {}
