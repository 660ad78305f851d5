"""`/ego-context NAME` in a prompt is carried out by the prompt's hook."""

import pytest

from hooks import user_prompt_submit
from tests.conftest import NOW
from tests.tools.desks import house
from tests.tools.lib.lanes import S1, S2
from tools.lib import sessions, spool
from tools.lib.event import Event
from tools.lib.intake import capture, typed

ACME, BETA = "clients/acme", "clients/beta"


@pytest.fixture
def lane(tmp_path):
    with house(tmp_path) as made:
        for name in (ACME, BETA):
            made.write(f"contexts/{name}/README.md", f"---\nkind: client\n---\n\n# {name}\n\nAbout {name}.\n")
        made.say(BETA, S2, "decision", "Beta's pager is quiet at night.", 1)
        made.settle()
        yield made


class Session:
    def __init__(self, lane):
        self.lane, self.now = lane, NOW

    def event(self, hook, **payload):
        self.now += 5
        return Event(self.lane.local, "claude", hook, "", {"session_id": S1, "cwd": "/nowhere/at/all", **payload}, self.now, {})

    def ask(self, text, **more):
        return user_prompt_submit.handle(self.event("user_prompt_submit", prompt=text, prompt_id=str(self.now), **more)) or ""

    @property
    def context(self):
        return sessions.load(self.lane.local, S1)["context"]

    def spooled(self):
        day = spool.day_of(self.now)[0]
        return [(line["e"], line["c"]) for _, line in spool.lines(spool.path_of(self.lane.local, day, S1))]


@pytest.mark.parametrize(
    ("said", "name"),
    (
        ("/ego-context acme", "acme"),
        ("$ego-context clients/acme", "clients/acme"),
        ("/ego-context  acme and go on", "acme"),
        ("/ego-context", ""),
        ("/ego-context-x acme", ""),
        ("please /ego-context acme", ""),
        ("", ""),
        ("/ego-note acme", ""),
    ),
)
def test_an_order_stands_at_the_start(said, name):
    assert typed.context(said) == name


def test_the_persons_order_takes_the_session_from_one_client_to_another(lane):
    session = Session(lane)
    session.ask("/ego-context acme")
    assert session.context == ACME
    told = session.ask("/ego-context beta")
    assert session.context == BETA
    assert told.startswith(f"The person has set the context of this session. This session works for {BETA} from now on.")
    assert "About clients/beta." in told and "Beta's pager is quiet at night." in told
    assert session.spooled() == [("prompt", "_unsorted"), ("bind", ACME), ("prompt", ACME), ("bind", BETA)]
    assert "works for that already" in session.ask("/ego-context beta")


def test_what_cannot_be_done_is_said_with_the_reason(lane):
    session = Session(lane)
    assert "it was not done: no context 'nobody'" in session.ask("/ego-context nobody")
    assert session.context == "_unsorted"
    capture.take(session.event("x"), {"e": "capture", "capture": "off"})
    assert "capture is off" in session.ask("/ego-context acme") and session.context == "_unsorted"


@pytest.mark.parametrize(
    "prompt",
    (
        "<task-notification>/ego-context beta</task-notification>",
        "> /ego-context beta",
        "see /ego-context beta",
        "<system-reminder>\n/ego-context beta\n</system-reminder>",
    ),
)
def test_what_others_say_is_no_order(lane, prompt):
    session = Session(lane)
    session.ask("hello")
    session.ask(prompt)
    assert session.context == "_unsorted"


def test_a_subagents_prompt_is_no_order(lane):
    session = Session(lane)
    session.ask("/ego-context beta", agent_id="a1")
    assert session.context == ""
