"""The board command."""
import os
import subprocess
import sys

import pytest

from tests.tools.desks import AGENT, PERSON, SCRIPT, desk, house
from tests.tools.lib.lanes import S1, S2
from tests.tools.lib.starting import Session
from tools import board as command
from tools.lib import files, paths
from tools.lib.beside import board
from tools.lib.errors import Refusal

A, B = "clients/a", "clients/b"


@pytest.fixture
def lane(tmp_path):
    with house(tmp_path) as made:
        for name in (A, B):
            made.write(f"contexts/{name}/README.md", "---\nkind: client\n---\n")
        made.settle()
        Session(made, S1, A).start()
        Session(made, S2, B).start()
        yield made


def lines(lane):
    """The board's lines, without titles, purposes and times."""
    text = command.show(desk(lane, S1, PERSON))
    return [line for line in text.split("\n") if line[:2] == "- "]


@pytest.mark.parametrize(("kind", "arguments", "line"), (
    (AGENT, ["caution", "do", "not", "deploy"], "- @clients/a do not deploy [session 3e1b7f20]"),
    (AGENT, ["work", "a\n## LOG\n- b"], "- @clients/a a ## LOG - b [session 3e1b7f20]"),
    (PERSON, ["state", "--everyone", "db is down"], "- db is down"),
    (PERSON, ["state", "--context", "a", "db is down"], "- @clients/a db is down"),
    (PERSON, ["caution", "x"], "- x"),
    (SCRIPT, ["state", "x"], "- x [session terminal]"),
))
def test_a_line_is_signed_and_scoped(lane, kind, arguments, line):
    assert command.run(desk(lane, S1, kind), arguments).startswith("On the board, ")
    assert lines(lane) == [line]


@pytest.mark.parametrize(("kind", "arguments", "said"), (
    (AGENT, ["caution", "--everyone", "x"], "only the person"),
    (AGENT, ["caution", "--context", "b", "x"], "own context"),
    (AGENT, ["done", "x"], "no line of yours holds 'x'"),
    (AGENT, ["done"], "no line of yours"),
    (PERSON, ["done"], "say which lines"),
    (PERSON, ["state", "--context", "nope", "x"], "no context 'nope'"),
))
def test_refuses(lane, kind, arguments, said):
    board.add(lane.local, "ACTIVE WORK", "x of another", A, "other", 0.0)
    with pytest.raises(Refusal, match=said):
        command.run(desk(lane, S1, kind), arguments)


@pytest.mark.parametrize("arguments", (
    [], ["state"], ["state", "--everyone"], ["clear"], ["show", "x"], ["nonsense"], ["state", " "],
))
def test_wrong_use(lane, arguments):
    assert command.run(desk(lane, S1, PERSON), arguments) == ""


def test_a_session_ends_its_own_lines_a_person_any(lane):
    for session, text in ((S1, "mine one"), (S1, "mine two"), (S2, "the other's")):
        command.run(desk(lane, session), ["work", text])
    command.run(desk(lane, S1), ["caution", "mine three"])
    assert command.run(desk(lane, S1), ["done", "ONE"]) == "1 line went to the log."
    assert command.run(desk(lane, S1), ["clear", "mine"]) == "2 lines went to the log."
    assert command.run(desk(lane, S1, PERSON), ["clear", "other"]) == "1 line went to the log."
    assert sorted(line.partition(": ")[2] for line in lines(lane)) == [
        "mine one [session 3e1b7f20]", "mine three [session 3e1b7f20]", "mine two [session 3e1b7f20]",
        "the other's [session 55556666]",
    ]


def test_a_session_sees_its_own_context_s_lines(lane):
    assert command.show(desk(lane, S1)) == "The board is empty."
    for session in (S1, S2):
        command.run(desk(lane, session), ["state", f"secret of {session[:2]}"])
    assert command.show(desk(lane, S1)).split("\n")[1:] == ["CURRENT STATE:", "- this session: secret of 5f"]
    assert "secret of 77" in command.show(desk(lane, S1, PERSON))


def test_its_path_is_that_of_a_board_that_is_there(lane):
    place = command.run(desk(lane, S1, PERSON), ["path"])
    assert files.text(place).startswith("# Board of this machine\n\n## CURRENT STATE\n")
    files.replace(place, "mine")
    assert command.run(desk(lane, S1, PERSON), ["path"]) == place and files.text(place) == "mine"


def test_the_command_itself(lane):
    def run(*arguments):
        words = [sys.executable, os.path.join(paths.ROOT, "tools", "board.py"), *arguments]
        return subprocess.run(words, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)

    done = run("path")
    assert (done.returncode, done.stdout) == (1, "") and "install.py" in done.stderr
