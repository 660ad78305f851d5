"""Running what is registered: what answers well, and what does not."""

from __future__ import annotations

import json
import os
import sys

import pytest

from tools.lib.setup import registration, selftest, stub
from tools.lib.setup.clientfiles import Config
from tools.lib.setup.selftest import Answer

GONE = registration.GONE.encode()


@pytest.mark.parametrize(
    ("event", "status", "output", "fault"),
    (
        ("SessionStart", 0, b"rules", None),
        ("SessionStart", 0, b"", None),
        ("Stop", 0, b"", None),
        ("Stop", None, b"", "did not answer"),
        ("Stop", 2, b"", "ended with 2, which must be 0"),
        ("Stop", 0, b"{}", "printed something, which must be nothing"),
        ("SessionEnd", 0, b"x", "printed something, which must be nothing"),
        ("SessionStart", 0, GONE, "found no code to run"),
    ),
)
def test_what_is_wrong_with_an_answer(event: str, status: int | None, output: bytes, fault: str | None) -> None:
    assert selftest.fault(Answer(event, "", status, output, 0.0)) == fault


def test_the_commands_of_the_file_are_run_as_the_client_would(tmp_path: object) -> None:
    local, folder = os.path.join(str(tmp_path), "it's (local)", "0123456789abcdef"), str(tmp_path)
    library = os.path.join(local, "pins", "01", "tools", "lib")
    os.makedirs(library)
    with open(os.path.join(local, "current"), "w", encoding="utf-8") as file:
        file.write("pins/01\n")
    with open(os.path.join(library, "event.py"), "w", encoding="utf-8") as file:
        file.write("import os, sys\n")
        file.write("def main(a):\n    print(a[1:], len(sys.stdin.read()) > 99, os.environ['ALTER_EGO_SELFTEST'])\n")
    start = None
    if sys.platform == "win32":
        start = stub.place(local, {"PROGRAMDATA": folder})
        stub.write(start, sys.executable, local, {})
    wanted = {"claude": registration.claude(sys.executable, local), "codex": registration.codex(sys.executable, local, start)}
    names = {"claude": "settings.json", "codex": "hooks.json"}
    for agent, groups in wanted.items():
        foreign = {"hooks": [{"type": "command", "command": "exit 2"}]}
        hooks = {event: [foreign, group] for event, group in groups.items()}
        with open(os.path.join(folder, names[agent]), "w", encoding="utf-8") as file:
            json.dump({"hooks": hooks}, file)
        answers = selftest.run(Config(agent, folder), folder, os.environ)
        said = [(answer.event, answer.part, answer.status, answer.output.decode().strip()) for answer in answers]
        assert said == [
            (row.event, part, 0, f"{[agent, row.hook, *([part] if part else [])]} True 1")
            for row in registration.TABLE
            if row.event in groups
            for part in row.parts or ("",)
        ]


@pytest.mark.parametrize(
    ("text", "off"), (('{"disableAllHooks": true}', True), ('{"disableAllHooks": false}', False), ("{}", False))
)
def test_a_file_that_switches_hooks_off_is_seen(text: str, off: bool, tmp_path: object) -> None:
    with open(os.path.join(str(tmp_path), "settings.json"), "w", encoding="utf-8") as file:
        file.write(text)
    assert selftest.is_off(Config("claude", str(tmp_path))) is off
