"""Where Codex's stub is put on Windows, and what it says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tools.lib.setup import registration, stub


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


HOSTILE = ("plain", "A b's & Co (x)", "Jürgen", "日本", "50% off", "%TEMP%", "^!", "$HOME `q`")
GONE = registration.GONE.encode() + b"\r\n"


@pytest.mark.skipif(sys.platform != "win32", reason="it is about cmd.exe")
@pytest.mark.parametrize("name", HOSTILE)
def test_the_registered_line_runs_in_cmd_and_ends_well_whatever_is_gone(name: str, tmp_path: object) -> None:
    local = os.path.join(str(tmp_path), name, "alter-ego", "0123456789abcdef")
    library = os.path.join(local, "pins", "01", "tools", "lib")
    os.makedirs(library)
    with open(os.path.join(local, "current"), "w", encoding="utf-8") as file:
        file.write("pins/01\n")
    with open(os.path.join(library, "event.py"), "w", encoding="utf-8") as file:
        file.write("import sys\ndef main(a): sys.stdout.buffer.write(ascii((a, len(sys.stdin.read()))).encode())\n")
    environ = {**os.environ, "LOCALAPPDATA": os.path.join(str(tmp_path), name), "PROGRAMDATA": str(tmp_path)}
    place = stub.place(local, environ)
    stub.write(place, sys.executable, local, environ)
    lines = [hook["commandWindows"] for hook in registration.codex(sys.executable, local, place)["SessionStart"]["hooks"]]

    def run(line: str) -> tuple[int, bytes]:
        done = subprocess.run(f"cmd.exe /C {line}", input=b"{}", capture_output=True, env=environ, check=False)
        return done.returncode, done.stdout

    for number, part in enumerate(("rules-1", "rules-2", "context", "digest")):
        assert run(lines[number]) == (0, ascii(([local, "codex", "session_start", part], 2)).encode())
        assert run(f'"{lines[number]}"') == run(lines[number])  # as a program that quotes the whole hands it on
    os.remove(os.path.join(local, "current"))
    assert [run(line) for line in lines] == [(0, b""), (0, b""), (0, GONE), (0, b"")]
    stub.write(place, os.path.join(str(tmp_path), "gone", "python.exe"), local, environ)
    assert [run(line) for line in lines] == [(0, b""), (0, b""), (0, GONE), (0, b"")]
    os.remove(place)
    assert run(lines[0])[0] not in (0, 2)  # 2 would block the client
