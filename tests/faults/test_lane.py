"""The lane or what we remember of it is lost, at the worst moments; a session's entries are moved."""

from __future__ import annotations

import os
import shutil
import time

import pytest

from tests.faults import site as sites
from tools.lib import files, sessions, settings

STATE = ("ledger.json", "sync.json", "saved.json", "worker.json", "lane/.git", "lane")


def lose(site: sites.Site, name: str) -> None:
    path = os.path.join(site.desk.local, *name.split("/"))
    shutil.rmtree(path) if os.path.isdir(path) else files.remove(path)


@pytest.mark.parametrize("moment", ("before", "after"))
@pytest.mark.parametrize("name", STATE)
def test_lost(site: sites.Site, name: str, moment: str) -> None:
    """the worker is killed at the push, and then this is lost"""
    expected = sites.spooled(site.desk)
    done = sites.child(site.desk, "worker", site.desk.local, step="sync.pushing.run", moment=moment)
    assert done.returncode == -9, done.stderr
    lose(site, name)
    site.desk.now()
    sites.once(site, expected)
    sites.said(site, ["sow", "reap", "mow"])
    assert sites.told(site.desk) == {}


@pytest.mark.parametrize("moment", ("before", "after"))
@pytest.mark.parametrize(
    "step", ("journals.ledger.Ledger.again", "archive.saving.again", "sync.lane.ensure", "sync.making.exchange")
)
def test_killed_while_it_is_made_anew(site: sites.Site, step: str, moment: str) -> None:
    """the lane is lost with what was not pushed, and the worker is killed while it makes a new one"""
    expected = sites.spooled(site.desk)
    done = sites.child(site.desk, "worker", site.desk.local, step="sync.pushing.run")
    assert done.returncode == -9, done.stderr
    lose(site, "lane")
    done = sites.child(site.desk, "worker", site.desk.local, step=step, moment=moment)
    assert done.returncode == -9, done.stderr
    site.desk.now()
    sites.once(site, expected)
    sites.said(site, ["sow", "reap", "mow"])
    assert sites.told(site.desk) == {} and not [name for name in sites.listing(site.desk) if "lane." in name]


def test_without_a_remote(site: sites.Site) -> None:
    """there is no remote, and the lane is lost"""
    expected = sites.spooled(site.desk)
    settings.write(site.desk.local, {"remote": "none"})
    for _ in range(2):
        site.desk.now()
    lose(site, "lane")
    site.desk.now()
    found = sites.journaled(sites.shared(os.path.join(site.desk.local, "lane")))
    assert ({*expected} - {*found}, [id for id, count in found.items() if count > 1]) == (set(), [])


@pytest.mark.parametrize("moment", ("before", "after"))
@pytest.mark.parametrize(
    "step",
    (
        "journals.drain.read",
        "journals.drain.add",
        "journals.context_changes.apply",
        "journals.relocation._remove",
        "journals.ledger.Ledger.journaled",
        "archive.saved.advance",
        "sync.lane.commit",
        "journals.ledger.Ledger.reached",
    ),
)
def test_moved(site: sites.Site, step: str, moment: str) -> None:
    """a session is bound, its shared entries move along, and the worker is killed"""
    site.desk.now()
    session = site.sessions[0]
    with sites.still(site.desk):
        bind = {"e": "bind", "c": "clients/river", "from": "_unsorted", "move": True, "how": "set"}
        sessions.put(site.desk.local, session.id, time.time(), lambda _: bind)
        session.ask("Please move")
        session.answer("Done: move")
    before = {entry for entry, _ in sites.journaled(sites.shared(site.remote)).items()}
    expected = sorted({*before, *sites.spooled(site.desk)})
    done = sites.child(site.desk, "worker", site.desk.local, step=step, moment=moment)
    assert done.returncode == -9, done.stderr
    site.desk.now()
    site.desk.now()
    sites.once(site, expected)
    where = {
        path.partition("/journal/")[0].partition("/sessions/")[0] for path in sites.shared(site.remote) if session.id in path
    }
    assert where == {"contexts/clients/river"}
    sites.said(site, ["sow", "reap", "mow", "move"])
    assert sites.told(site.desk) == {}


@pytest.mark.parametrize("moment", ("before", "after"))
@pytest.mark.parametrize("step", ("journals.context_changes.carry_out", "journals.relocation._remove", "work.Work._tell"))
def test_moved_from_elsewhere(site: sites.Site, step: str, moment: str) -> None:
    """another machine has a session's entries moved, and the worker of the machine that owns them is killed"""
    expected = sites.spooled(site.desk)
    site.desk.now()
    session = site.sessions[0]
    move = {"e": "context", "op": "move", "name": "_unsorted", "to": "clients/river", "moved": session.id}
    with sites.still(site.laptop):
        sessions.put(site.laptop.local, "by-hand", time.time(), lambda _: move)
    site.laptop.now()
    done = sites.child(site.desk, "worker", site.desk.local, step=step, moment=moment)
    assert done.returncode == -9, done.stderr
    for _ in range(2):
        site.desk.now()
    sites.once(site, expected)
    where = {path.partition("/journal/")[0] for path in sites.shared(site.remote) if session.id in path and "/journal/" in path}
    assert where == {"contexts/clients/river"}
