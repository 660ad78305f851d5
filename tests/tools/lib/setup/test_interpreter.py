"""The interpreter that stays: no stand-in, no shim, new enough, and seen to run."""

from __future__ import annotations

import os
import sys

import pytest

from tools.lib.errors import Refusal
from tools.lib.setup import interpreter

posix = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are POSIX scripts")


def program(path: str, content: str) -> str:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)
    os.chmod(path, 0o755)
    return path


def compiled(path: str) -> str:
    """The running interpreter under another name, without its environment."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.symlink(os.path.realpath(sys.executable), path)
    return path


STORE = "#!/bin/sh\necho 'Python was not found; run without arguments to install from the Microsoft Store'\nexit 49\n"


@posix
def test_the_stores_stand_in_and_shims_are_passed_over(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:  # K2
    root = str(tmp_path)
    program(f"{root}/store/python3", STORE)
    program(f"{root}/empty/python3", "")
    program(f"{root}/manager/shims/python3", "#!/bin/sh\nexec python3 \"$@\"\n")
    compiled(f"{root}/asdf/shims/python3")
    good = compiled(f"{root}/good/bin/python3")
    path = os.pathsep.join(f"{root}/{name}" for name in ("none", "store", "empty", "manager/shims", "asdf/shims", "good/bin"))
    monkeypatch.setattr(interpreter, "STABLE", ())
    assert interpreter.candidates({"PATH": path})[0] == good
    assert interpreter.choose({"PATH": path}) == good


@posix
def test_a_name_that_stays_comes_before_the_one_that_runs(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    stays = compiled(f"{tmp_path}/usr/bin/python3")
    monkeypatch.setattr(interpreter, "STABLE", (f"{tmp_path}/none", stays))
    monkeypatch.setattr(sys, "platform", "linux")
    assert interpreter.choose({"PATH": ""}) == stays


@posix
def test_a_virtual_environments_python_is_not_taken(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    venv = compiled(f"{tmp_path}/venv/bin/python3")
    program(f"{tmp_path}/venv/pyvenv.cfg", "home = /usr/bin\n")
    monkeypatch.setattr(interpreter, "STABLE", ())
    assert venv not in interpreter.candidates({"PATH": os.path.dirname(venv)})


@posix
@pytest.mark.parametrize(
    ("content", "answers"),
    (
        ("#!/bin/sh\necho 309\n", True),
        ("#!/bin/sh\necho 314\n", True),
        ("#!/bin/sh\necho 308\n", False),
        ("#!/bin/sh\necho 207\n", False),
        ("#!/bin/sh\necho 312\nexit 1\n", False),
        ("#!/bin/sh\necho soon\n", False),
        ("#!/no/such/shell\n", False),
        (STORE, False),
    ),
)
def test_a_candidate_is_believed_when_it_answers(content: str, answers: bool, tmp_path: object) -> None:
    assert interpreter.answers(program(f"{tmp_path}/python3", content)) is answers


def test_the_running_one_answers() -> None:
    assert interpreter.answers(sys.executable)
    assert not interpreter.answers(os.path.join(os.path.dirname(sys.executable), "no-such-python"))


def test_without_any_the_person_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "OLDEST", (99, 0))
    with pytest.raises(Refusal, match=r"no Python of 3\.9 or newer"):
        interpreter.choose({"PATH": ""})
