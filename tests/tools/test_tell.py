"""The commands by which sessions of one machine see and tell each other."""
import pytest

from tests.tools.desks import AGENT, PERSON, SCRIPT, desk, house, work
from tests.tools.lib.lanes import S1, S2, S3
from tests.tools.lib.starting import Session
from tools import sessions, tell
from tools.lib.beside import messages
from tools.lib.errors import Refusal
from tools.lib.intake import capture

A, B = "clients/a", "clients/b"


@pytest.fixture
def lane(tmp_path):
    with house(tmp_path) as made:
        made.write(f"contexts/{A}/README.md", "---\nkind: client\n---\n")
        made.settle()
        made.live = {id: Session(made, id, context) for id, context in ((S1, A), (S2, A), (S3, B))}
        for session in made.live.values():
            session.start()
            session.take("prompt", kind="person", text=f"rewrite router {session.session[:2]}")
        work(made)
        yield made


def hears(lane, id):
    session = lane.live[id]
    event = session.event("post_tool_use")
    return messages.text(event, capture.known(event))


def test_a_session_tells_another_of_its_context(lane):
    now = lane.live[S2].now
    said = tell.run(desk(lane, S1, AGENT, now), ["router 77", "wait", "for  me"])
    assert said == f"Session {S2[-8:]} hears it with its next prompt or tool call."
    assert hears(lane, S2).endswith(f"- session {S1[-8:]} (claude) says: wait for me") and hears(lane, S2) == ""


def test_a_client_s_words_do_not_reach_another_client_s_session(lane):
    now = lane.live[S2].now
    with pytest.raises(Refusal, match=r"sessions\.py"):
        tell.run(desk(lane, S1, AGENT, now), ["router aa", "x"])
    assert "not what" in tell.run(desk(lane, S1, AGENT, now), [S3, "acme's words"])
    text = hears(lane, S3)
    assert messages.WITHHELD in text and "acme" not in text


def test_a_person_tells_any_session_a_script_none(lane):
    now = lane.live[S2].now
    tell.run(desk(lane, "", PERSON, now), ["router aa", "stop now"])
    assert hears(lane, S3).endswith("- the person, at a terminal: stop now")
    with pytest.raises(Refusal, match="sender"):
        tell.run(desk(lane, "", SCRIPT, now), ["router aa", "stop now"])


@pytest.mark.parametrize(("arguments", "said"), (
    ([S1, "to itself"], "no live|0 live"), (["nobody", "x"], "sessions.py"), (["router", "x"], "sessions.py"),
    ([S2, "é" * 601], "1200"),
))
def test_refuses(lane, arguments, said):
    with pytest.raises(Refusal, match=said):
        tell.run(desk(lane, S1, PERSON if arguments[0] == "router" else AGENT, lane.live[S2].now), arguments)


@pytest.mark.parametrize("arguments", ([], [S2], [S2, " "]))
def test_wrong_use(lane, arguments):
    assert tell.run(desk(lane, S1), arguments) == ""


def test_who_is_at_work(lane):
    now = lane.live[S1].now
    mine = sessions.run(desk(lane, S1, AGENT, now), []).split("\n")
    assert len(mine) == 3
    assert any(line.startswith(f"{S1[-8:]} (this session)  claude  clients/a  since 20") for line in mine)
    (other,) = [line for line in mine if line.startswith(f"{S2[-8:]}  claude  clients/a")]
    assert other.endswith("just now  Rewrite router 77")
    assert f"{S3[-8:]}  claude  another session, other work; active just now" in mine
    assert "clients/b" in sessions.run(desk(lane, S1, PERSON, now), [])
    assert sessions.run(desk(lane, S1, PERSON, now + 90000), []) == sessions.NOBODY
    assert sessions.run(desk(lane, S1), ["x"]) == ""
