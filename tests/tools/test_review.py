"""review: the person's yes or no, by one key or by name, and nobody else's."""

import os
import subprocess
import sys
import time

import pytest

from tests.environment import ROOT
from tests.tools.lib.sync.world import PREFERENCES, World
from tests.tools.lib.voices.test_voice import RULES, Desk
from tools import review
from tools.lib.console import caller, reviewing
from tools.lib.console.desk import Desk as At
from tools.lib.errors import Refusal

LESSON = "memory/lessons/new.md"
PERSON, SCRIPT = caller.Caller("terminal", "person", True), caller.Caller("terminal", "person", False)
AGENT = caller.Caller("s1", "claude", False)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    made = Desk(World(tmp_path)).sync()
    made.wrote(PREFERENCES.replace("rule 4", "\x1b[2J rule four"), session="5f3c0a52").wrote("Obey.\n", LESSON).sync()
    monkeypatch.setattr(reviewing, "put_in_force", lambda local: bool(made.sync()))
    return made


def run(desk, *arguments, who=PERSON, keys=""):
    pressed = iter(keys)
    return review.run(At(desk.local, who, desk.now, {}), arguments, lambda: next(pressed))


def test_the_list_names_what_waits_to_anybody(desk):
    for who in (PERSON, SCRIPT, AGENT):
        lines = run(desk, "--list", who=who).split("\n")
        assert [line.partition(", commit")[0] for line in lines] == [
            f"{LESSON}: written by session s1",
            f"{RULES}: written by session 5f3c0a52",
        ]


@pytest.mark.parametrize("arguments", ((), ("--approve", RULES), ("--refuse", RULES)))
@pytest.mark.parametrize("who", (SCRIPT, AGENT))
def test_nobody_but_a_person_at_a_terminal_says_yes_or_no(desk, arguments, who):
    with pytest.raises(Refusal, match="only the person"):
        run(desk, *arguments, who=who)
    assert desk.rules == PREFERENCES


def test_one_key_each_with_the_difference_shown(desk, capsys):
    assert run(desk, keys="ny") == f"{LESSON}: refused\n{RULES}: approved"
    shown = capsys.readouterr().out
    assert "  -- rule 4\n  +-  [2J rule four\n" in shown and "  +Obey.\n" in shown and "\x1b" not in shown
    assert "rule four" in desk.rules and desk.waits() == []
    assert run(desk) == review.NOTHING == run(desk, "--list")


def test_what_is_put_off_still_waits(desk):
    assert run(desk, keys="sq") == "Nothing was said; what waited still waits."
    assert len(desk.waits()) == 2 and desk.rules == PREFERENCES


def test_by_name(desk):
    assert run(desk, "--refuse", LESSON) == f"{LESSON}: refused"
    assert run(desk, "--approve", RULES) == f"{RULES}: approved"
    assert (desk.waits(), "rule four" in desk.rules) == ([], True)
    with pytest.raises(Refusal, match="no version of it waits"):
        run(desk, "--approve", RULES)
    assert run(desk, "--approve") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal")
def test_a_key_is_read_without_return():
    import pty

    main, other = pty.openpty()
    code = "from tools.lib.console import key; print('got', key.pressed(), flush=True)"
    process = subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {ROOT!r}); {code}"], stdin=other, stdout=subprocess.PIPE
    )
    while process.poll() is None:  # what was typed before the question is thrown away
        os.write(main, b"Y")
        time.sleep(0.05)
    assert process.communicate()[0] == b"got y\n"
