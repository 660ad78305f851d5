"""Who calls a command."""
import pytest

from tools.lib.console import caller
from tools.lib.console.caller import Caller

PERSON = Caller("terminal", "person", True)


@pytest.mark.parametrize(("environ", "terminal", "who"), (
    ({}, True, PERSON),
    ({}, False, Caller("terminal", "person", False)),
    ({"CLAUDE_CODE_SESSION_ID": "s1", "CLAUDECODE": "1"}, False, Caller("s1", "claude", False)),
    ({"CLAUDE_CODE_SESSION_ID": "s1"}, True, Caller("s1", "claude", False)),
    ({"CODEX_SESSION_ID": "c1", "CODEX_THREAD_ID": "c2"}, False, Caller("c1", "codex", False)),
    ({"CODEX_SESSION_ID": "c1", "CLAUDE_CODE_SESSION_ID": "s1"}, False, Caller("c1", "codex", False)),
    ({"CLAUDECODE": "1"}, True, Caller("terminal", "person", False)),
    ({"CODEX_THREAD_ID": "c2"}, True, Caller("terminal", "person", False)),
))
def test_who_it_is(environ, terminal, who):
    assert caller.of(environ, terminal) == who
