"""SIGKILL of the worker before and after each of its steps."""

from __future__ import annotations

import os

import pytest

from tests import repository
from tests.faults import site as sites
from tools.lib import files

STEPS = {
    "read spool": "journals.drain.read",
    "scrub": "gate.Gate.text",
    "note the intent": "journals.ledger.Ledger.intend",
    "write journal": "journals.drain.add",
    "write cursor": "journals.ledger.Ledger.journaled",
    "save sessions": "archive.saved.advance",
    "write a saved part": "archive.parts.extend",
    "remember what is saved": "archive.saving._keep_done",
    "stage": "sync.lane._puts",
    "write objects": "sync.writing.write",
    "commit": "sync.lane._advance",
    "cursor: committed": "journals.ledger.Ledger.reached",
    "settle": "sync.settle.run",
    "settle: commit": "sync.settle._commit",
    "settle: join": "sync.settle._join",
    "fetch": "sync.exchange._fetch",
    "rebase": "sync.integrate._rebased",
    "merge": "sync.integrate._merged",
    "move the lane": "sync.worktree.begin",
    "lane's files": "sync.worktree.put",
    "lane moved": "sync.worktree.finish",
    "scan before the push": "sync.pushing.checked",
    "push": "sync.pushing.run",
    "follow": "sync.follow.run",
    "follow: fetch": "sync.follow._bring",
    "follow: lock": "sync.deskindex.take",
    "follow: copy of the index": "sync.deskindex.private",
    "follow: plan": "sync.arrival.plan",
    "follow: record": "sync.crossing.begin",
    "follow: files": "sync.arrival.write",
    "follow: index": "sync.deskindex.swap",
    "follow: HEAD": "sync.follow._swap_head",
    "follow: unlock": "sync.deskindex.drop",
    "follow: end": "sync.crossing.end",
    "tables": "telling.tables.refresh",
    "clean up": "journals.drain.spent",
    "clean up: ledger": "journals.ledger.Ledger.keep",
    "clean up: scraps": "sync.leftovers.clear_unfinished",
    "clean up: pack": "sync.lane.pack",
    "tell": "work.Work._tell",
}
WORDS = ["sow", "reap", "mow"]
EDITED = "My own words.\n"


@pytest.fixture(scope="session")
def clean(made: sites.Site) -> dict[str, set[str]]:
    """What is on disk where nothing was killed."""
    found = {}
    for scenario in ("rebase", "merge"):
        made.restore()
        prepare(made, scenario)
        made.desk.now()
        found[scenario] = sites.listing(made.desk)
    return found


def prepare(site: sites.Site, scenario: str) -> None:
    """The remote is ahead, and in one of two scenarios the person has edited."""
    site.push(**{sites.OTHER: "The wind has turned.\n"})
    if scenario == "merge":
        repository.write(site.desk.checkout, sites.NOTE, EDITED)


def recovered(site: sites.Site, scenario: str, before: dict[str, str], expected: list[str]) -> None:
    site.desk.now()
    sites.once(site, expected)
    sites.said(site, WORDS)
    texts = sites.shared(site.remote)
    assert texts[sites.OTHER] == "The wind has turned.\n"
    assert texts[sites.NOTE] == (EDITED if scenario == "merge" else sites.SEED)
    assert sites.desk_of(site.desk) == before
    assert repository.git(site.desk.checkout, "status", "--porcelain", "--branch") == "## main...origin/main"
    assert repository.git(site.desk.checkout, "rev-parse", "HEAD") == repository.git(site.remote, "rev-parse", "main")
    assert files.text(os.path.join(site.desk.checkout, *sites.NOTE.split("/"))) == texts[sites.NOTE]
    assert sites.told(site.desk) == {}
    repository.git(site.desk.checkout, "commit", "--quiet", "--allow-empty", "-m", "The person goes on")


def kill(site: sites.Site, clean: dict[str, set[str]], scenario: str, step: str, moment: str, number: int = 1) -> None:
    prepare(site, scenario)
    before, expected = sites.desk_of(site.desk), sites.spooled(site.desk)
    done = sites.child(site.desk, "worker", site.desk.local, step=step, moment=moment, number=number)
    assert done.returncode == -9, (done.returncode, done.stderr)
    recovered(site, scenario, before, expected)
    left = sites.listing(site.desk) ^ clean[scenario]
    assert {name for name in left if not name.endswith(("/COMMIT_EDITMSG", "/errors.lock"))} == set()


@pytest.mark.parametrize("moment", ("before", "after"))
@pytest.mark.parametrize("step", STEPS)
def test_worker(site: sites.Site, clean: dict[str, set[str]], step: str, moment: str) -> None:
    """SIGKILL of the worker"""
    kill(site, clean, "rebase" if step == "rebase" else "merge", STEPS[step], moment)


@pytest.mark.parametrize("number", range(2, 62, 6))
@pytest.mark.parametrize("step", ("files.replace", "git.call"))
def test_anywhere(site: sites.Site, clean: dict[str, set[str]], step: str, number: int) -> None:
    """SIGKILL of the worker amid its n-th write, or after its n-th git; the steps above are only where it is likely to hurt"""
    prepare(site, "merge")
    before, expected = sites.desk_of(site.desk), sites.spooled(site.desk)
    moment = "amid" if step == "files.replace" else "after"
    done = sites.child(site.desk, "worker", site.desk.local, step=step, moment=moment, number=number)
    assert done.returncode in (-9, 0), done.stderr  # 0: there are not so many
    recovered(site, "merge", before, expected)
    left = sites.listing(site.desk) ^ clean["merge"]
    assert {name for name in left if not name.endswith(("/COMMIT_EDITMSG", "/errors.lock"))} == set()
