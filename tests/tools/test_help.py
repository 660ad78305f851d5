"""Whoever asks a tool of ours for help, in whatever place, gets its page, and nothing else happens."""
import importlib
import os

import pytest

from tools.lib import commands, paths
from tools.lib.intake import sandboxed

TOOLS = sorted(name[:-3] for name in os.listdir(os.path.join(paths.ROOT, "tools")) if name.endswith(".py") and name[0] != "_")
# All that takes a word which could be anything
ASKED = {
    "board": ("show", "path", "state", "caution", "work", "log", "log --everyone", "log --context acme", "done", "clear"),
    "claims": ("list", "log", "release", "why"),
    "context": ("show", "list", "new", "new client", "set", "set acme", "rename", "rename acme", "move", "move id", "off", "on"),
    "doctor": ("--fix", "--json"),
    "lesson": ("add", "add --topic pager", "add --topic", "list", "show", "test", "test --path"),
    "note": ("--todo", "--decision", "--handoff", "--done", "--done id", "--topic", "--topic name", "--context acme"),
    "probe": ("plant", "plant --context", "check", "check id", "check id --in", "machines"),
    "review": ("--list", "--approve", "--refuse"),
    "scrub": ("--explain", "--check", "--history", "--quarantine", "--quarantine --show", "--allow", "--private"),
    "sessions": (),
    "sync": ("now", "status", "resolve", "resolve path", "rejoin"),
    "tell": ("session",),
}
CASES = [(tool, [*before.split(), word])
         for tool, all in ASKED.items() for before in ("", *all) for word in ("--help", "-h")
         if word == "--help" or len(before.split()) < 2]  # fmt: skip


def test_every_tool_is_asked():
    assert sorted(ASKED) == TOOLS


@pytest.mark.parametrize(("tool", "arguments"), CASES, ids=" ".join)
def test_it_says_its_page_and_does_nothing(tool, arguments, capsys, monkeypatch):
    module = importlib.import_module(f"tools.{tool}")
    monkeypatch.setattr("tools.lib.installation.here", lambda: pytest.fail("help needs no installation"))
    assert module.main(arguments) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (module.__doc__.rstrip("\n") + "\n", "")


@pytest.mark.parametrize("words", ("try git --help first", "df -h", "--topic x see -h there", "say -- --help"))
def test_words_of_a_text_are_a_text(words):
    assert not commands.asks_help(["note", "it", *words.split(), "then"])


def test_what_a_sandbox_held_up_is_not_help():
    assert [sandboxed.writes("context", words) for words in (["off"], ["off", "--help"], ["off", "-h"])] == [True, False, False]
