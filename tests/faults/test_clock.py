"""Clocks that are a day off, for hooks and worker, and put right again."""

from __future__ import annotations

import os
import time

import pytest

from tests.faults import site as sites
from tools.lib import lock, work

DAY = 86400.0


def turn(session: object, word: str, number: int, offset: float) -> None:
    for name, payload in (
        ("user_prompt_submit", {"prompt": f"Please {word}", "prompt_id": f"c{number}"}),
        ("stop", {"last_assistant_message": f"Done: {word}", "prompt_id": f"c{number}", "stop_hook_active": False}),
    ):
        done = sites.hook_at(session, offset, name, **payload)  # type: ignore[arg-type]
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "offsets", ((-DAY, 0), (DAY, 0), (0, DAY, 0), (0, -DAY, DAY, 0)), ids=("back", "ahead", "there and back", "all ways")
)
def test_clock(site: sites.Site, offsets: tuple[float, ...]) -> None:
    """hooks and worker go by a clock that is set, pass by pass, a day"""
    session, words, expected = site.sessions[0], ["bake", "brew", "boil", "beat"], sites.spooled(site.desk)
    for number, offset in enumerate(offsets):
        turn(session, words[number], number, offset)
        expected = sorted({*expected, *sites.spooled(site.desk)})
        assert sites.child(site.desk, "worker", site.desk.local, offset=offset).returncode == 0
    turn(session, "rest", 9, 0)
    expected = sorted({*expected, *sites.spooled(site.desk)})
    site.desk.now()
    sites.once(site, expected)
    text = "".join(sites.shared(site.remote).values())
    asked = [*words[: len(offsets)], "rest"]
    assert {word: text.count(f"Q: Please {word} ^") for word in asked} == dict.fromkeys(asked, 1)
    assert "has no answer" not in text and sites.told(site.desk) == {}


@pytest.mark.parametrize("jump", (-DAY, DAY), ids=("back", "ahead"))
def test_running_worker(site: sites.Site, jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """the clock jumps while a worker runs"""
    monkeypatch.setenv("HOME", site.desk.home)
    now, before = [time.time()], sites.spooled(site.desk)
    with sites.still(site.desk):
        made = work.Work(site.desk.local, lambda: now[0])
        made.turn(at_once=True)
        now[0] += jump
        for number in range(3):
            done = sites.hook_at_held(
                site.sessions[0], "user_prompt_submit", prompt=f"Please knit {number}", prompt_id=f"k{number}"
            )
            assert done.returncode == 0
            before = sorted({*before, *sites.spooled(site.desk)})
            for _ in range(3):
                now[0] += 30
                made.turn(at_once=False)
    sites.once(site, before)


def test_stale_due_times(site: sites.Site) -> None:
    """a worker's memory of the future is no reason to wait"""
    expected = sites.spooled(site.desk)
    assert sites.child(site.desk, "worker", site.desk.local, offset=400 * DAY).returncode == 0
    with sites.still(site.desk):
        site.sessions[0].ask("Please wait")
    expected = sorted({*expected, *sites.spooled(site.desk)})
    site.desk.now()
    sites.once(site, expected)
    with lock.held(os.path.join(site.desk.local, "locks", "worker")) as free:
        assert free
