"""Heartbeats: their form, how seldom they are written, and what two of them say of the clocks."""

import os

import pytest

from tests.conftest import NOW
from tools.lib import files
from tools.lib.journals import heartbeat
from tools.lib.journals.heartbeat import Beat

TEXT = """---
device: desk-4f1c
beat: 2026-11-30T10:02:07+08:00
pulled: 2026-11-30T10:01:07+08:00
pushed: never
seen:
  - laptop-09ab 2026-11-30T09:58:31+08:00 2026-11-30T09:59:02+08:00
---
"""
BEAT = Beat("desk-4f1c", NOW, NOW - 60, 0.0, {"laptop-09ab": (NOW - 216, NOW - 185)})


def test_what_is_written_is_read():
    assert heartbeat.render(BEAT) == TEXT and heartbeat.parse(TEXT) == BEAT
    assert heartbeat.parse(heartbeat.render(BEAT._replace(seen={}))) == BEAT._replace(seen={})


@pytest.mark.parametrize(
    "text", ("", "x", "---\ndevice: a\n---\n", "---\nbeat: 2026-11-30T10:02:07+08:00\n---\n", "---\ndevice: a\nbeat: soon\n---\n")
)
def test_what_is_none_counts_for_none(text):
    assert heartbeat.parse(text) is None


def test_once_an_hour_and_after_a_clock_was_set_back(tmp_path):
    lane, path = str(tmp_path), "memory/devices/desk-4f1c.md"
    done = {"fetched": NOW - 60, "pushed": NOW - 30}
    assert heartbeat.write(lane, "desk-4f1c", {}, NOW - 90) == [path]
    assert heartbeat.write(lane, "desk-4f1c", {}, NOW - 80) == []
    assert heartbeat.write(lane, "desk-4f1c", done, NOW) == [path]
    first = files.text(os.path.join(lane, path))
    assert heartbeat.write(lane, "desk-4f1c", done, NOW + 3599) == [] and files.text(os.path.join(lane, path)) == first
    assert heartbeat.write(lane, "desk-4f1c", done, NOW + 3600) == [path]
    assert heartbeat.write(lane, "desk-4f1c", done, NOW) == [path]
    assert heartbeat.all_of(lane) == {"desk-4f1c": Beat("desk-4f1c", NOW, NOW - 60, NOW - 30, {})}


def test_what_is_seen_of_another_is_seen_once(tmp_path):
    lane = str(tmp_path)
    place = os.path.join(lane, "memory", "devices", "laptop-09ab.md")
    files.replace(place, heartbeat.render(Beat("laptop-09ab", NOW - 50, NOW - 90, 0.0, {})))
    os.utime(place, (NOW - 20, NOW - 20))
    heartbeat.write(lane, "desk-4f1c", {}, NOW)
    os.utime(place, (NOW + 3000, NOW + 3000))
    heartbeat.write(lane, "desk-4f1c", {}, NOW + 4000)
    assert heartbeat.all_of(lane)["desk-4f1c"].seen == {"laptop-09ab": (NOW - 50, NOW - 20)}


@pytest.mark.parametrize(
    ("theirs", "ours", "bounds"),
    (
        ((0, 30), (100, 120), (-30, 20)),  # they wrote at 0, seen here at 30; we at 100, seen there at 120: between
        ((600, 30), (100, 720), (570, 620)),  # their clock is ten minutes ahead
        ((-600, 30), (100, -480), (-630, -580)),
    ),
)
def test_two_that_saw_each_other_bound_the_clocks_difference(theirs, ours, bounds):
    mine = Beat("a", 1.0, 0.0, 0.0, {"b": theirs})
    other = Beat("b", 1.0, 0.0, 0.0, {"a": ours})
    assert heartbeat.offset(mine, other) == bounds
    assert heartbeat.offset(mine, other._replace(seen={})) is None and heartbeat.offset(None, other) is None
