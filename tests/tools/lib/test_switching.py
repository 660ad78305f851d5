"""Who may take a session where."""
import pytest

from tools.lib import contexts, sessions, switching
from tools.lib.errors import Refusal

A, B, P, U = "clients/a", "clients/b", "projects/p", "_unsorted"


def record(*events):
    """A session's record after `(context, how)` of its first event and of each bind."""
    made = sessions.blank("s")
    for number, (context, how) in enumerate(events):
        line = {"e": "start", "n": number, "t": float(number), "c": context, "how": how}
        if number:
            line = {**line, **switching.line(made, contexts.read(context, "")), "how": how}
        made = sessions.fold(made, line)
    return made


@pytest.mark.parametrize(("events", "new", "agent", "person"), (
    ([(U, "none")], A, True, True),
    ([("projects/p-1a2b", "auto")], A, True, True),
    ([(U, "none"), (A, "set")], A, True, True),
    ([(U, "none"), (A, "set")], B, False, True),
    ([(A, "path")], B, False, True),
    ([(A, "env")], P, False, True),  # what it knows of a client must not reach a project either
    ([(A, "path")], U, False, True),
    ([(P, "path")], "projects/q", True, True),
    ([(P, "path")], U, True, True),
    ([(P, "path")], A, False, True),
    ([(A, "path"), (P, "set")], "projects/q", False, True),  # it once worked for a client
    ([(A, "path"), (P, "set")], B, False, True),
))
def test_an_agent_binds_what_is_unbound_and_only_the_person_takes_a_session_from_a_client(events, new, agent, person):
    for by_agent, by_person, allowed in ((True, False, agent), (False, True, person)):
        try:
            switching.check(record(*events), new, by_agent, by_person, "COMMAND")
            assert allowed
        except Refusal as refusal:
            assert not allowed and "COMMAND" in str(refusal) and "person" in str(refusal)


@pytest.mark.parametrize(
    ("how", "move"), (("none", True), ("auto", True), ("path", False), ("set", False), ("env", False), ("chain", False))
)
def test_what_was_said_moves_along_only_where_nobody_had_decided(how, move):
    before = record((U, how))
    line = switching.line(before, contexts.read(P, "---\ncapture: off\n---\n"))
    assert line == {"e": "bind", "c": P, "from": U, "move": move, "how": "set", "capture": "off"}
    after = sessions.fold(before, {"n": 1, "t": 7.0, **line})
    assert (after["context"], after["how"], after["capture"]) == (P, "set", "off")
    assert after["bindings"] == ([[0, P]] if move else [[0, U], [7.0, P]])
