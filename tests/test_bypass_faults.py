"""Nothing bypasses the scrubber when things go wrong: workers killed anywhere, a full disk, a scrubber that gives up."""
from __future__ import annotations

import json
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import time

import pytest

from tests import machines, repository
from tests.bypass import house as houses
from tests.bypass import planting
from tests.bypass.plants import Garden
from tests.bypass.sweep import swept, told
from tools.lib import files, notices, paths, quarantine

SEED = int(os.environ.get("ALTER_EGO_TEST_SEED", "1"))
KILLS = 5
HOSTILE = "key key " * 60_000  # more work than its length allows

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the log of command lines is a shell script")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """The installations' folders lie on a small disk, where one may be mounted."""
    place = str(tmp_path_factory.mktemp("disk"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", place]
    mounted = shutil.which("mount") and subprocess.run(mount, capture_output=True)
    made = houses.House(str(tmp_path_factory.mktemp("house")), Garden(SEED), place)
    made.small = bool(mounted) and mounted.returncode == 0
    yield made
    made.end()
    if made.small:
        subprocess.run(["umount", "-l", place], check=True)


def talk(house, number):
    """A session that says a secret, with a transcript full of them."""
    new = house.garden.new
    text = planting.record("assistant", [{"type": "text", "text": f"the answer {new(f'transcript {number}')} is there"}])
    return house.session(text, "claude", "full" if number % 2 else "work", prompt=f"asked {new(f'prompt {number}')} now")


def entries(house):
    return [entry.text for entry in machines.journaled(house.remote) if entry.kind == "Q"]


def test_a_worker_killed_anywhere_leaves_nothing_unscrubbed(house):
    draw = random.Random(SEED)
    for number in range(KILLS):
        talk(house, number)
        house.end()
        code = machines.WORKER.format("worker.now(sys.argv[2])")
        process = subprocess.Popen([*machines.PY, code, paths.ROOT, house.desk.local], env=house.desk.environ,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(draw.uniform(0.05, 0.8))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    look = swept(house)
    assert not look.found, told(look.found)
    house.share()
    look = swept(house)
    assert not look.found, told(look.found)
    assert len([text for text in entries(house) if text.startswith("asked [secret:")]) == KILLS


def test_a_full_disk_leaves_nothing_unscrubbed(house):
    if not house.small:
        pytest.skip("a small file system cannot be mounted here (needs root on Linux)")
    talk(house, 100)
    house.end()
    ballast = os.path.join(house.state, "ballast")
    with open(ballast, "wb", buffering=0) as handle:
        try:
            while True:
                handle.write(b"\0" * 4096)
        except OSError:
            pass
    try:
        talk(house, 101)
        house.end()
        code = machines.WORKER.format("worker.now(sys.argv[2])")
        subprocess.run([*machines.PY, code, paths.ROOT, house.desk.local], env=house.desk.environ, stderr=subprocess.DEVNULL)
        look = swept(house)
        assert not look.found, told(look.found)
    finally:
        os.unlink(ballast)
    house.share()
    look = swept(house)
    assert not look.found, told(look.found)


def test_what_cannot_be_scrubbed_is_kept_private_noted_and_told(house):
    new, desk = house.garden.new, house.desk
    before = {piece.name for piece in quarantine.listing(desk.local)}
    answers = ("the first answer", f"{new('an answer without end')} {HOSTILE}")
    text = b"".join(planting.record("assistant", [{"type": "text", "text": answer}]) for answer in answers)
    id = house.session(text, "claude", "work", prompt=f"{new('a prompt without end')} {HOSTILE}")
    house.feed("user_prompt_submit", b"\xff\xfe" + new("no text").encode("utf-16-le"))
    house.share()
    look = swept(house)
    assert not look.found, told(look.found)
    fresh = [piece for piece in quarantine.listing(desk.local) if piece.name not in before]
    assert sorted(piece.reason for piece in fresh) == [
        "not an event", "not scrubbed: Unscrubbable", "the text asks for more work than its length allows",
    ]
    folder = os.path.join(desk.local, "quarantine")
    assert {stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) for name in os.listdir(folder)} == {0o600}
    journal = "\n".join(text for path, text in repository.tree(house.remote, "main").items() if id in path)
    assert "Q: what was said here could not be scrubbed and stays on this device" in journal
    assert "could not be scrubbed" in journal.partition("the first answer")[2]
    start = {"session_id": "later", "source": "startup", "transcript_path": "/x"}
    told_now = house.call("claude", "session_start", "context", start)
    assert f"{len(fresh) + len(before)} pieces were not saved because they could not be scrubbed" in told_now
    left = [name for _, _, names in os.walk(desk.local) for name in names if name.endswith((".bak", ".new", ".tmp", ".orig"))]
    assert left == []


def test_what_passes_later_goes_where_it_was_to_go(house):
    """A rule that was too slow is mended by an upgrade; here the pieces are made lighter, as if it had been."""
    desk, new = house.desk, house.garden.new
    for piece in quarantine.listing(desk.local):
        if piece.reason != "not an event":
            quarantine.remove(desk.local, piece.name, 1796004127.0)
    session = "7d1f0a52-8d0e-4d0c-9c55-0d9a3e1b7f20"
    line = {"e": "prompt", "n": 7, "t": 1796004127.0, "z": 28800, "c": "_unsorted", "kind": "person", "agent": "claude",
            "text": f"said late {new('a line that passes now')}"}
    quarantine.keep(desk.local, "too much", session, json.dumps(line).encode(), 1796004127.0)
    path = "contexts/_unsorted/journal/2026-11/30/desk-0000-late.md"
    head = "---\nsession: late\nagent: claude\ndevice: desk-0000\n---\n"
    lost = f"{head}- 2026-11-30T10:02:07+08:00 note: {new('a file')} of the lane ^a3k9m2x7\n"
    quarantine.keep(desk.local, "too much", path, lost.encode(), 1796004127.0)
    done = desk.tool("scrub", "--quarantine")
    assert done.stdout.count("passes now") == 2 and done.returncode == 1  # what could never pass is still there
    house.share()
    tree = repository.tree(house.remote, "main")
    assert any("10:02:07+08:00 Q: said late [secret:" in text for name, text in tree.items() if session in name)
    assert "of the lane ^a3k9m2x7" in tree[path]
    shown = desk.tool("scrub", "--quarantine")
    assert "passes now" not in shown.stdout and "stays:" in shown.stdout
    look = swept(house)
    assert not look.found, told(look.found)
    assert not any(plant.text in done.stdout + shown.stdout for plant in house.garden.plants)
    assert files.read(os.path.join(desk.local, "notices.json")) and "quarantine" in notices.standing(desk.local)
