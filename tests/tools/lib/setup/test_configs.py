"""Which configuration folders are found."""

from __future__ import annotations

import os
import sys

import pytest

from tools.lib.setup import configs
from tools.lib.setup.clientfiles import Config


def lay(root: str, *paths: str) -> None:
    for path in paths:
        whole = os.path.join(root, *path.split("/"))
        if sys.platform == "win32" and path.startswith("bin/"):
            whole += ".exe"
        os.makedirs(whole if path.endswith("/") else os.path.dirname(whole), exist_ok=True)
        if not path.endswith("/"):
            with open(whole, "w", encoding="utf-8"):
                os.chmod(whole, 0o755)


CASES = {
    "nothing": ((), {}, []),
    "both": ((".claude/", ".codex/"), {}, ["claude .claude", "codex .codex"]),
    "further accounts": (
        (
            ".claude/",
            ".claude-work/settings.json",
            ".claude-b/projects/",
            ".claude-c/.claude.json",
            ".claude-backup/x",
            ".claude-file",
        ),
        {},
        ["claude .claude", "claude .claude-b", "claude .claude-c", "claude .claude-work"],
    ),
    "named by the environment": (
        (".claude/", "elsewhere/", "cx/", ".codex/"),
        {"CLAUDE_CONFIG_DIR": "elsewhere", "CODEX_HOME": "cx"},
        ["claude elsewhere", "claude .claude", "codex cx"],
    ),
    "a variable that names the standard one": ((".claude/",), {"CLAUDE_CONFIG_DIR": ".claude"}, ["claude .claude"]),
    "installed, never started": (("bin/claude", "bin/codex"), {}, ["claude .claude", "codex .codex"]),
    "installed, never started, elsewhere": (("bin/claude",), {"CLAUDE_CONFIG_DIR": "elsewhere"}, ["claude elsewhere"]),
    "one only": ((".claude/", "bin/codex"), {"CODEX_HOME": "cx"}, ["claude .claude", "codex cx"]),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_there_is_found(name: str, tmp_path: object) -> None:
    paths, variables, expected = CASES[name]
    home = str(tmp_path)
    lay(home, *paths)
    named = {key: os.path.join(home, value) for key, value in variables.items()}
    environ = {"HOME": home, "PATH": os.path.join(home, "bin"), **named}
    assert [f"{agent} {os.path.relpath(folder, home)}" for agent, folder in configs.found(environ)] == expected


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_folder_with_two_names_is_one(tmp_path: object) -> None:
    home = str(tmp_path)
    lay(home, "dotfiles/claude/settings.json")
    os.symlink("dotfiles/claude", f"{home}/.claude")
    os.symlink("dotfiles/claude", f"{home}/.claude-too")
    assert configs.found({"HOME": home, "PATH": ""}) == [Config("claude", f"{home}/.claude")]


def test_what_the_person_names_need_not_exist(tmp_path: object) -> None:
    new = os.path.join(str(tmp_path), "new")
    assert configs.given([new, os.path.join(new, "")], [new]) == [Config("claude", new), Config("codex", new)]
