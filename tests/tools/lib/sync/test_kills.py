"""SIGKILL before and after each step: the next pass finishes it, and nothing is lost, doubled, locked or left."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import repository
from tests.tools.lib.sync import dying
from tests.tools.lib.sync.world import NOW

STEPS = (
    "lane._puts", "lane._write", "lane._advance", "settle._take_edits", "settle._join", "settle._commit", "edits.finished",
    "settle._take_commits", "making.fetch", "exchange._fetch", "pushing.see", "integrate.run", "integrate._rebased",
    "integrate._merged", "pushing.checked", "pushing.run", "kept.keep", "worktree.begin", "worktree.put", "worktree.finish",
    "writing.write", "objects.moved", "state.write", "follow._bring", "deskindex.take", "deskindex.private", "crossing.begin",
    "arrival.plan", "arrival.write", "deskindex.swap", "follow._swap_head", "deskindex.drop", "follow._arrived",
    "making.make", "making.build", "making.exchange",
)


def rebase(world, desk):
    desk.sync()
    world.push(**{"memory/lessons/other.md": "Other.\n", "contexts/_unsorted/README.md": "# Changed\n"})


def edit(world, desk):
    rebase(world, desk)
    desk.edit("memory/lessons/tides.md", "Twice.\n")
    desk.edit("memory/lessons/mine.md", "Mine.\n")


def commits(world, desk):
    rebase(world, desk)
    repository.commit(desk.checkout, "Mine", **{"memory/lessons/tides.md": "Twice.\n", "memory/lessons/mine.md": "Mine.\n"})


def conflict(world, desk):
    desk.sync()
    world.push(**{"memory/lessons/tides.md": "Thrice.\n"})
    from tools.lib.sync import exchange

    exchange.run(desk.local, desk.gate, NOW)
    desk.edit("memory/lessons/tides.md", "Twice.\n")


def first(world, desk):
    desk.edit("memory/lessons/mine.md", "Mine.\n")


SCENARIOS = {"rebase": rebase, "edit": edit, "commits": commits, "conflict": conflict, "first": first}
MEANT = {  # which scenario makes a step happen
    "settle._take_commits": "commits", "integrate._rebased": "rebase", "kept.keep": "conflict",
    "making.make": "first", "making.build": "first", "making.exchange": "first", "making.fetch": "commits",
}


def die(desk, step, moment, number=1):
    return subprocess.run([sys.executable, dying.__file__, desk.local, step, moment, str(number)], capture_output=True, text=True)


def check(world, desk, scenario):
    """After recovery."""
    for second in (5, 6):
        dying.work(desk.local, NOW + second)
    journal = [line for line in world.tree()[desk.journal()].split("\n") if line.startswith("- ")]
    assert [line[-9:] for line in journal] == ["^00000000", "^00000001"]
    tree = world.tree()
    expected = {"edit": ("Twice.", "Mine."), "commits": ("Twice.", "Mine."), "conflict": ("Thrice.", None),
                "rebase": ("The tide turns twice a day.", None), "first": ("The tide turns twice a day.", "Mine.")}[scenario]
    assert (tree["memory/lessons/tides.md"], tree.get("memory/lessons/mine.md")) == expected
    if scenario == "conflict":
        assert desk.text("memory/lessons/tides.md") == "Twice.\n"
        kept = [branch for branch in world.branches() if branch != "main"]
        assert [repository.git(world.remote, "show", f"{branch}:memory/lessons/tides.md") for branch in kept[:1]] == ["Twice."]
        assert list(desk.told()) == ["conflict"]
    else:
        assert desk.git("status", "--porcelain", "--branch") == "## main...origin/main"
        assert desk.git("rev-parse", "HEAD") == repository.git(world.remote, "rev-parse", "main")
        assert desk.told() == {}
    assert desk.left() == []
    assert not os.path.exists(os.path.join(desk.local, "follow"))
    assert not [line for line in repository.git(desk.lane, "fsck", "--full", "--no-dangling").split("\n") if line]
    desk.git("commit", "-q", "--allow-empty", "-m", "The person goes on")


@pytest.mark.parametrize("moment", ("before", "after"))
@pytest.mark.parametrize("step", STEPS)
def test_a_pass_killed_there_is_finished_by_the_next(world, desk, step, moment):
    scenario = MEANT.get(step, "edit")
    SCENARIOS[scenario](world, desk)
    done = die(desk, f"tools.lib.sync.{step}", moment)
    assert done.returncode == -9, done.stderr
    check(world, desk, scenario)
