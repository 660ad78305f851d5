"""What install writes into Codex's config.toml and AGENTS.md, and takes out again."""
import os

import pytest

from tools.lib import files
from tools.lib.errors import Refusal
from tools.lib.setup import clientfiles, codexfiles, registration
from tools.lib.setup.clientfiles import Config


@pytest.fixture
def house(tmp_path):
    folder = str(tmp_path / "codex")
    local = str(tmp_path / "0123abcd")
    config = Config("codex", folder)
    clientfiles.put(local, config, clientfiles.Wish(registration.codex("/usr/bin/python3", local), {}), 0.0)
    return local, config


def content(config, name):
    return files.read(os.path.join(config.folder, name))


def test_until_the_hooks_are_trusted_agents_md_says_so(house):
    local, config = house
    assert not codexfiles.is_trusted(config) and codexfiles.say(local, config)
    said = content(config, "AGENTS.md").decode()
    assert said.startswith(codexfiles.BEGIN) and "/hooks" in said and "preferences.md" in said and said.count("\n") == 3
    assert not codexfiles.say(local, config)
    assert codexfiles.give_trust(local, config) and codexfiles.is_trusted(config) and not codexfiles.give_trust(local, config)
    assert codexfiles.say(local, config) and content(config, "AGENTS.md") is None


@pytest.mark.parametrize("own", (b"", b"Be brief.", b"Be brief.\n", b"Be brief.\r\n\r\n\r\n", "é\n# x\n".encode()))
def test_both_files_are_given_back_byte_for_byte(house, own):
    local, config = house
    for name in ("AGENTS.md", "config.toml"):
        files.replace(os.path.join(config.folder, name), own if name == "AGENTS.md" else b"# " + own)
    codexfiles.say(local, config)
    codexfiles.give_trust(local, config)
    codexfiles.leave(local, config)
    assert (content(config, "AGENTS.md"), content(config, "config.toml")) == (own, b"# " + own)


def test_what_others_wrote_meanwhile_stays(house):
    local, config = house
    path = os.path.join(config.folder, "config.toml")
    files.replace(path, "model = 'x'\n")
    codexfiles.give_trust(local, config)
    codexfiles.say(local, config)
    files.replace(path, (files.text(path) or "") + "\n[tui]\na = 1\n")
    codexfiles.leave(local, config)
    assert files.text(path) == "model = 'x'\n\n[tui]\na = 1\n"


def test_trust_that_the_person_gave_stays(house):
    local, config = house
    other = os.path.join(os.path.dirname(local), "other")
    codexfiles.give_trust(other, config)
    before = content(config, "config.toml")
    codexfiles.leave(local, config)
    assert content(config, "config.toml") == before


def test_a_config_in_another_form_is_refused_and_left(house):
    local, config = house
    files.replace(os.path.join(config.folder, "config.toml"), "hooks.state.x.trusted_hash = 'y'\n")
    with pytest.raises(Refusal, match="left alone"):
        codexfiles.give_trust(local, config)
    assert content(config, "config.toml") == b"hooks.state.x.trusted_hash = 'y'\n"
