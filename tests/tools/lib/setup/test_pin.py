"""The pin: whole versions only, switched in one step, the last three kept."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tools.lib.errors import Refusal
from tools.lib.setup import pin

FIRST = {"hooks/stop.py": b"x = 1\n", "tools/lib/event.py": b"y = 1\n", "skills/ego-note/SKILL.md": b"# Note\n"}
SECOND = {"hooks/stop.py": b"x = 2\n", "tools/lib/event.py": b"y = 1\n", "tools/new.py": b"z = 1\n"}


def lay(root: str, parts: dict[str, bytes]) -> str:
    for path, content in parts.items():
        whole = os.path.join(root, *path.split("/"))
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "wb") as file:
            file.write(content)
    return root


def version(number: int) -> dict[str, bytes]:
    return {"hooks/stop.py": b"x = %d\n" % number}


def age(local: str, seconds: float) -> None:
    for name in os.listdir(os.path.join(local, "pins")):
        os.utime(os.path.join(local, "pins", name), (time.time() - seconds,) * 2)


def pins(local: str) -> list[str]:
    return sorted(name for name in os.listdir(os.path.join(local, "pins")) if name != "order")


def test_what_is_pinned_is_code_and_skills_without_caches(tmp_path: object) -> None:
    root = lay(str(tmp_path), FIRST)
    rest = ("hooks/__pycache__/stop.cpython-311.pyc", "tools/.hidden", "tools/.git/x", "memory/x.md", "tools/x.py.12.34.new")
    lay(root, dict.fromkeys(rest, b""))
    assert pin.content(root) == FIRST


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_are_followed_but_not_in_circles(tmp_path: object) -> None:
    root = lay(os.path.join(str(tmp_path), "mem"), FIRST)
    own = lay(os.path.join(str(tmp_path), "own"), {"SKILL.md": b"# Own\n"})
    os.symlink(own, os.path.join(root, "skills", "ego-own"))
    os.symlink("..", os.path.join(root, "skills", "round"))
    os.symlink("nowhere", os.path.join(root, "tools", "gone.py"))
    os.mkfifo(os.path.join(root, "tools", "pipe"))
    found = pin.content(root)
    assert found["skills/ego-own/SKILL.md"] == b"# Own\n"
    assert [path for path in found if "gone" in path or "pipe" in path or path.startswith("skills/round/skills")] == []


def test_a_name_stands_for_names_and_bytes() -> None:
    names = {
        pin.name_of(parts)
        for parts in (FIRST, SECOND, {}, {"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "c": b""}, {"a": b"", "c": b"b"})
    }
    assert len(names) == 7
    assert pin.name_of(dict(reversed(FIRST.items()))) == pin.name_of(FIRST)


def test_a_version_is_put_in_force_whole_and_compiled(tmp_path: object) -> None:
    local = str(tmp_path)
    assert pin.current(local) is None
    name = pin.put(local, FIRST, sys.executable)
    folder = os.path.join(local, "pins", name)
    assert pin.current(local) == folder
    assert pin.content(folder) == FIRST
    assert name == pin.name_of(FIRST)
    with open(os.path.join(local, "current"), encoding="utf-8") as file:
        assert file.read() == f"pins/{name}\n"
    compiled = [file for _, _, files in os.walk(folder) for file in files if file.endswith(".pyc")]
    assert len(compiled) == 2


def test_compiled_code_names_the_place_it_is_in(tmp_path: object) -> None:
    local = str(tmp_path)
    name = pin.put(local, {"hooks/stop.py": b"def f():\n    return f.__code__.co_filename\n"}, sys.executable)
    folder = os.path.join(local, "pins", name)
    code = "import sys; sys.path.insert(0, sys.argv[1]); from hooks import stop; print(stop.f())"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, folder], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == os.path.join(folder, "hooks", "stop.py")


def test_the_same_again_changes_nothing(tmp_path: object) -> None:
    local = str(tmp_path)
    pin.put(local, FIRST, sys.executable)
    before = os.stat(pin.current(local)).st_ino
    pin.put(local, FIRST, sys.executable)
    assert os.stat(pin.current(local)).st_ino == before
    assert pin.order(local) == [pin.name_of(FIRST)]


def test_a_damaged_pin_is_made_anew(tmp_path: object) -> None:
    local = str(tmp_path)
    name = pin.put(local, FIRST, sys.executable)
    os.remove(os.path.join(local, "pins", name, "hooks", "stop.py"))
    pin.put(local, FIRST, sys.executable)
    assert pin.content(pin.current(local)) == FIRST
    assert pins(local) == [name]


def test_what_an_upgrade_changes_is_named() -> None:
    assert pin.differences(FIRST, SECOND) == ["~ hooks/stop.py", "- skills/ego-note/SKILL.md", "+ tools/new.py"]
    assert pin.differences(FIRST, FIRST) == []


def test_back_is_the_version_before_and_again_the_one_before_that(tmp_path: object) -> None:
    local = str(tmp_path)
    for number in range(3):
        pin.put(local, version(number), sys.executable)
    for number in (1, 0):
        assert pin.back(local) == pin.name_of(version(number)) == os.path.basename(pin.current(local))
    with pytest.raises(Refusal, match="no version before this one"):
        pin.back(local)
    assert pin.current(local) is not None


def test_the_newest_three_are_kept_and_what_was_in_use_within_the_hour(tmp_path: object) -> None:
    local = str(tmp_path)
    for number in range(5):
        pin.put(local, version(number), sys.executable)
    assert len(pins(local)) == 5  # all of them were in force a moment ago
    age(local, 3700)
    pin.put(local, version(5), sys.executable)
    assert pins(local) == sorted(pin.name_of(version(number)) for number in (3, 4, 5))
    age(local, 3700)
    pin.put(local, version(6), sys.executable)
    pin.put(local, version(7), sys.executable)
    pin.put(local, version(8), sys.executable)
    assert pin.name_of(version(5)) in pins(local)  # it was in force until just now


def test_a_pin_that_is_gone_counts_as_none(tmp_path: object) -> None:
    local = str(tmp_path)
    lay(local, {"current": b"pins/gone\n"})
    assert pin.current(local) is None


def test_retired_there_is_no_code_in_force_but_it_is_kept(tmp_path: object) -> None:
    local = str(tmp_path)
    name = pin.put(local, FIRST, sys.executable)
    pin.retire(local)
    pin.retire(local)
    assert pin.current(local) is None
    assert pins(local) == [name]
