"""A full disk, under the local folder or the lane, and a lane that cannot be written."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from tests.faults import site as sites


@contextlib.contextmanager
def disk(place: str, room: int) -> Iterator[None]:
    """`place` lies on a file system of its own with `room` bytes left."""
    used = (
        sum(-(-os.lstat(os.path.join(f, n)).st_size // 4096) + 1 for f, d, names in os.walk(place) for n in [*names, *d]) * 4096
    )
    size = used + room
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place + ".disk"], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("a small file system cannot be mounted here (needs root on Linux)")
    try:
        subprocess.run(["cp", "-a", place + "/.", place + ".disk"], check=True)
        subprocess.run(["mount", "--bind", place + ".disk", place], check=True)
        yield
    finally:
        subprocess.run(["sh", "-c", f"cp -a '{place}.disk' '{place}.kept'; umount '{place}' ; umount '{place}.disk'"], check=True)
        shutil.rmtree(place)
        os.rename(place + ".kept", place)
        shutil.rmtree(place + ".disk")


def fill(place: str) -> str:
    """A file that takes all that is left."""
    path = os.path.join(place, "filler")
    with open(path, "wb", buffering=0) as handle, contextlib.suppress(OSError):
        while True:
            handle.write(b"x" * 4096)
    return path


@pytest.mark.parametrize("where", ("", "lane"))
def test_full_for_the_worker(site: sites.Site, where: str) -> None:
    """the disk is full when the worker comes"""
    expected = sites.spooled(site.desk)
    place = os.path.join(site.desk.local, where) if where else site.desk.local
    os.makedirs(place + ".disk")
    with disk(place, 1 << 20):
        filler = fill(place)
        for _ in range(2):
            done = sites.child(site.desk, "worker", site.desk.local)
        if where:
            assert done.returncode == 0 and "disk-full" in sites.told(site.desk), sites.told(site.desk)
        os.remove(filler)
        site.desk.now()
        sites.once(site, expected)
        assert sites.told(site.desk) == {}
        assert not [name for name in sites.listing(site.desk) if name.endswith(".new")]


@pytest.mark.parametrize("size", (10, 20000))
def test_full_for_the_hooks(site: sites.Site, size: int) -> None:
    """the disk is full for two turns; the worker tries meanwhile"""
    os.makedirs(site.desk.local + ".disk")
    with disk(site.desk.local, 1 << 20):
        filler = fill(site.desk.local)
        session = site.sessions[0]
        before = sites.spooled(site.desk)
        with sites.still(site.desk):
            for word in ("hum", "sing"):
                session.ask(f"Please {word} {'la ' * size}")
                session.answer(f"Done: {word}")
        sites.child(site.desk, "worker", site.desk.local)
        os.remove(filler)
        site.desk.now()
        sites.once(site, sorted({*before, *sites.spooled(site.desk)}))
        text = "".join(text for path, text in sites.shared(site.remote).items() if "/journal/" in path)
        counts = {word: text.count(word) for word in ("Q: Please hum", "Q: Please sing", "A: Done: hum", "A: Done: sing")}
        assert set(counts.values()) == {1}, counts
        assert sites.told(site.desk) == {}


def test_read_only_lane(site: sites.Site) -> None:
    """the lane cannot be written"""
    expected = sites.spooled(site.desk)
    lane = os.path.join(site.desk.local, "lane")
    if subprocess.run(["mount", "--bind", lane, lane], capture_output=True).returncode:
        pytest.skip("nothing can be mounted here (needs root on Linux)")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", lane], check=True)
        assert sites.child(site.desk, "worker", site.desk.local).returncode == 0
        assert sites.told(site.desk) != {}
    finally:
        subprocess.run(["umount", lane], check=True)
    site.desk.now()
    sites.once(site, expected)
    assert sites.told(site.desk) == {}
