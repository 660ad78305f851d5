"""Several Windows processes at one file: nobody reads half of it, nothing is lost, an open handle only delays."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tools.lib import files, lock, paths, spool

pytestmark = pytest.mark.skipif(sys.platform != "win32", reason="needs Windows; test_windows.py runs it under Wine")

HEAD = (
    "import os, sys, time\nsys.path.insert(0, sys.argv[1])\npath, me = sys.argv[2:]\n"
    "from tools.lib import files, lock, spool\n"
)
BUSY = {  # what another program does with a file all the time: read it, or look through it slowly as a virus scanner does
    "read": "while not os.path.exists(path + '.stop'):\n    assert len(set(files.read(path))) == 1\n",
    "hold": (
        "while not os.path.exists(path + '.stop'):\n    try:\n        with open(path, 'rb'):\n            time.sleep(0.05)\n"
        "    except PermissionError:\n        pass\n    time.sleep(0.02)\n"
    ),
}
REPLACE = "for _ in range(40):\n    files.replace(path, me * 5000)\n"
COUNT = (
    "for _ in range(20):\n    while True:\n        seen = files.read(path)\n"
    "        with lock.held(path + '.lock', 20.0) as mine:\n"
    "            if mine and files.swap(path, seen, str(int(seen) + 1).encode()):\n                break\n"
)
APPEND = (
    "for number in range(50):\n    with spool.locked(path, 's') as mine:\n        assert mine\n"
    "        spool.add(spool.path_of(path, '2026-11-30', 's'), {'e': 'q', 'n': int(me) * 100 + number, 'text': 'x' * 300})\n"
)
CREATE = "sys.stdin.read(1)\nprint(sum(files.create(path + str(number), me) for number in range(50)), flush=True)\n"


def start(code: str, path: object, me: str = "0") -> subprocess.Popen[bytes]:
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", HEAD + code, paths.ROOT, str(path), me]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def end(processes: list[subprocess.Popen[bytes]]) -> list[bytes]:
    ends = [(process.communicate(timeout=120), process.returncode) for process in processes]
    assert [(said, status) for (_, said), status in ends] == [(b"", 0)] * len(ends)
    return [out for (out, _), _ in ends]


@pytest.mark.parametrize("other", BUSY)
def test_a_file_is_replaced_whole_by_several_while_it_is_open_elsewhere(other: str, tmp_path: object) -> None:
    path = os.path.join(str(tmp_path), "é file")
    files.replace(path, "0" * 5000)
    busy = start(BUSY[other], path)
    writers = [start(REPLACE, path, me) for me in "123"]
    try:
        end(writers)
    finally:
        open(path + ".stop", "w").close()
    end([busy])
    assert sorted(os.listdir(str(tmp_path))) == ["é file", "é file.stop"]


def test_a_change_that_another_made_first_is_never_lost(tmp_path: object) -> None:
    path = os.path.join(str(tmp_path), "count")
    files.replace(path, "0")
    end([start(COUNT, path) for _ in range(3)])
    assert files.read(path) == b"60"


def test_a_spool_takes_every_event_while_it_is_read(tmp_path: object) -> None:
    local = str(tmp_path)
    path = spool.path_of(local, "2026-11-30", "s")
    files.append(path, b"\n")
    writers = [start(APPEND, local, str(me)) for me in range(4)]
    with open(path, "rb"):
        end(writers)
    found = [line["n"] for _, line in spool.lines(path) if isinstance(line, dict)]
    assert sorted(found) == [me * 100 + number for me in range(4) for number in range(50)]


def test_of_several_that_make_one_file_exactly_one_does(tmp_path: object) -> None:
    makers = [start(CREATE, os.path.join(str(tmp_path), "claim"), str(me)) for me in range(3)]
    for maker in makers:
        assert maker.stdin
        maker.stdin.write(b"x")
        maker.stdin.flush()
    assert sum(int(out) for out in end(makers)) == 50


def test_a_file_that_is_open_elsewhere_for_a_moment_is_removed(tmp_path: object) -> None:
    path = os.path.join(str(tmp_path), "request")
    files.replace(path, "x")
    holder = start("with open(path, 'rb'):\n    print('open', flush=True); time.sleep(0.3)\n", path)
    assert holder.stdout and holder.stdout.readline().strip() == b"open"
    files.remove(path)
    assert not os.path.exists(path)
    end([holder])


def test_a_lock_is_free_when_its_holder_was_killed(tmp_path: object) -> None:
    path = os.path.join(str(tmp_path), "lock")
    holder = start("with lock.held(path) as mine:\n    print(mine, flush=True); time.sleep(60)\n", path)
    assert holder.stdout and holder.stdout.readline().strip() == b"True"
    with lock.held(path) as mine:
        assert not mine
    subprocess.run(["taskkill", "/F", "/PID", str(holder.pid)], capture_output=True, check=False)
    with lock.held(path, 10.0) as mine:
        assert mine
    holder.communicate()


@pytest.mark.parametrize("name", ("con", "NUL.md", "aux", "com1", "lpt9.txt", "prn"))
def test_a_name_that_windows_keeps_for_itself_is_no_name_of_ours(name: str) -> None:
    assert not paths.is_name(name.lower().partition(".")[0])
