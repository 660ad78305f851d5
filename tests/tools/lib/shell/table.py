"""The tables of shell commands in tests/data/shell; their format stands at the head of commands.txt."""
from __future__ import annotations

import pathlib
from collections import namedtuple

DATA = pathlib.Path(__file__).parents[3] / "data" / "shell"
HOME, CWD = "/home/u", "/home/u/app"

Record = namedtuple("Record", "line command cwd folders resources is_doubted")


def records(name):
    """The records of one table, with the line each begins on."""
    found, lines = [], []
    text = (DATA / name).read_text(encoding="utf-8")
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            lines.append((number, line))
        elif lines:
            found += _record(lines)
            lines = []
    return found


def _record(lines):
    shown = [(number, line) for number, line in lines if not (line.startswith("# ") or line == "#")]
    command = [line[2:] for _, line in shown if line.startswith("$ ") or line == "$"]
    if not command:
        return []
    rest = [line for _, line in shown if not (line.startswith("$ ") or line == "$")]
    cwd = next((line[5:] for line in rest if line.startswith("cwd: ")), CWD)
    folders = next((line.split()[1:] for line in rest if line.startswith("folders: ")), [])
    resources = {tuple(line.split(" ", 1)) for line in rest if line != "?" and not line.startswith(("cwd: ", "folders: "))}
    return [Record(shown[0][0], "\n".join(command), cwd, frozenset(folders), resources, "?" in rest)]
