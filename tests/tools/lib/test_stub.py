"""Where Codex's stub is put on Windows, and what it says."""

from __future__ import annotations

import os

import pytest

from tools.lib import registration, stub


@pytest.mark.skipif(os.sep == "\\", reason="the paths are made up")
@pytest.mark.parametrize(
    ("local", "expected"),
    (
        ("C:\\Users\\ann\\alter-ego\\1f", "C:\\Users\\ann\\alter-ego\\1f"),
        ("C:\\Users\\A b\\alter-ego\\1f", "C:\\ProgramData\\alter-ego\\1f"),
        ("C:\\Users\\Tom & Co (x)\\alter-ego\\1f", "C:\\ProgramData\\alter-ego\\1f"),
    ),
)
def test_the_stub_is_where_its_path_is_bare(local: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import ntpath

    monkeypatch.setattr(stub.os, "path", ntpath)
    assert stub.place(local, {"PROGRAMDATA": "C:\\ProgramData"}) == f"{expected}\\{registration.STUB}"


@pytest.mark.parametrize(
    ("local", "named"),
    (("C:\\L\\1f", "C:\\L\\1f"), ("C:\\Users\\Jürgen\\L\\1f", "%LOCALAPPDATA%\\1f")),
)
def test_a_path_outside_ascii_is_named_by_a_variable(local: str, named: str, tmp_path: object) -> None:
    path = f"{tmp_path}/{registration.STUB}"
    stub.write(path, "C:\\P\\python.exe", local, {"LOCALAPPDATA": "C:\\Users\\Jürgen\\L"})
    with open(path, "rb") as file:
        text = file.read().decode("ascii")
    assert text == registration.batch("C:\\P\\python.exe", "LOCAL").replace("LOCAL", named)
