"""What becomes of the clients' configurations after install is noticed and said."""
import json
import os

import pytest

from tests.conftest import NOW
from tools.lib import files, notices, sessions, settings
from tools.lib.setup import clientfiles, codexfiles, registration, watch
from tools.lib.setup.clientfiles import Config

PYTHON = "/usr/bin/python3"


@pytest.fixture
def house(tmp_path):
    """A home with a registered Claude Code and Codex."""
    local = str(tmp_path / "0123abcd")
    settings.write(local, {"device": "desk-4f1c", "python": PYTHON})
    home = str(tmp_path / "home")
    claude, codex = Config("claude", os.path.join(home, ".claude")), Config("codex", os.path.join(home, ".codex"))
    for config, make in ((claude, registration.claude), (codex, registration.codex)):
        files.folder(config.folder)
        clientfiles.put(local, config, clientfiles.Wish(make(PYTHON, local), {}), NOW)
    return local, home, claude, codex


def said(house, now=NOW):
    watch.look(house[0], {"HOME": house[1], "PATH": ""}, now)
    return [notice["text"] for notice in notices.standing(house[0]).values()]


def change(config, edit):
    path = clientfiles.path_of(config)
    files.replace(path, edit(files.text(path)))


def test_nothing_is_said_while_all_is_as_it_should_be_and_codex_has_its_word(house):
    assert said(house) == [] and files.text(os.path.join(house[3].folder, "AGENTS.md")).startswith(codexfiles.BEGIN)
    codexfiles.give_trust(house[0], house[3])
    assert said(house) == [] and not os.path.exists(os.path.join(house[3].folder, "AGENTS.md"))


def off(text):
    return json.dumps({**json.loads(text), "disableAllHooks": True})


def twice(text):
    whole = json.loads(text)
    whole["hooks"]["Stop"] *= 2
    return json.dumps(whole)


@pytest.mark.parametrize(("edit", "words"), (
    (off, "disableAllHooks is on"),
    (twice, "registered twice"),
    (lambda text: "{}", "no longer there"),
    (lambda text: "", "no longer there"),
    (lambda text: text + "// mine", "cannot read this file"),
))  # fmt: skip
@pytest.mark.parametrize("which", (2, 3))
def test_what_keeps_our_hooks_from_running_is_said_until_it_is_over(house, edit, words, which):
    before = files.text(clientfiles.path_of(house[which]))
    change(house[which], edit)
    (text,) = said(house)
    assert words in text and clientfiles.path_of(house[which]) in text
    change(house[which], lambda text: before)
    assert said(house) == []


def test_a_configuration_that_comes_later_is_named(house):
    files.replace(os.path.join(house[1], ".claude-work", "settings.json"), "{}\n")
    (text,) = said(house)
    assert ".claude-work is a configuration of Claude Code" in text and "install.py" in text
    assert files.text(os.path.join(house[1], ".claude-work", "settings.json")) == "{}\n"
    settings.write(house[0], {"claude": "off"})
    os.rename(os.path.join(house[1], ".claude-work"), os.path.join(house[1], "gone"))


def test_with_self_repair_it_is_registered_and_that_is_said_for_a_day(house):
    settings.write(house[0], {"self-repair": "on", "attribution": "off"})
    later = Config("claude", os.path.join(house[1], ".claude-work"))
    files.replace(os.path.join(later.folder, "settings.json"), '{"theme": "dark"}\n')
    (text,) = said(house)
    assert "is registered from now on" in text and said(house) == [text]
    found = json.loads(files.text(clientfiles.path_of(later)))
    assert found["theme"] == "dark" and len(found["hooks"]) == 12 and found["attribution"] == {"commit": "", "pr": ""}
    assert said(house, NOW + 2 * 86400) == []


def test_what_was_said_of_a_configuration_ends_when_it_is_registered_or_gone(house):
    path = os.path.join(house[1], ".claude-work", "settings.json")
    files.replace(path, "{}\n")
    assert len(said(house)) == 1
    config = Config("claude", os.path.dirname(path))
    clientfiles.put(house[0], config, clientfiles.Wish(registration.claude(PYTHON, house[0]), {}), NOW)
    assert said(house) == []
    files.replace(os.path.join(house[1], ".claude-play", "settings.json"), "{}\n")
    assert len(said(house)) == 1
    os.rename(os.path.join(house[1], ".claude-play"), os.path.join(house[1], "gone"))
    assert said(house) == []


def test_a_transcript_that_stands_while_its_session_goes_on(house, tmp_path):
    path = str(tmp_path / "t.jsonl")
    files.replace(path, "{}\n")
    sessions.save(house[0], {**sessions.blank("s1"), "context": "_unsorted", "last": NOW, "transcript": path})
    os.utime(path, (NOW - 100, NOW - 100))
    assert said(house) == []
    os.utime(path, (NOW - 3600, NOW - 3600))
    (text,) = said(house)
    assert "Session s1 goes on" in text
    os.utime(path, (NOW, NOW))
    assert said(house) == []
