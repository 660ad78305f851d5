"""The command that shows and releases claims."""
import pytest

from tests.tools.desks import AGENT, PERSON, desk
from tests.tools.lib.guard.sessions_at_work import ONE, THREE, TWO, A, B, Place
from tools import claims
from tools.lib.errors import Refusal


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path)
    made.one, made.two, made.other = made.session(ONE), made.session(TWO), made.session(THREE, B)
    made.one.writes("a.txt")
    made.one.runs("docker stop db")
    made.two.writes("a.txt")
    return made


def run(place, session, kind, *words):
    context = B if session == THREE else A
    return claims.run(desk(place.lane, session, kind, place.now, ALTER_EGO_CONTEXT=context), list(words))


def test_lists_what_is_claimed_and_of_another_client_that_it_is(place):
    text = run(place, TWO, AGENT, "list")
    assert place.path("a.txt") in text and "the container db" in text and "session 1111aaaa (claude)" in text
    other = run(place, THREE, AGENT, "list")
    assert "a.txt" not in other and "db" not in other and other.count("another session, other work") == 2
    assert place.path("a.txt") in run(place, "", PERSON, "list")


def test_says_why(place):
    text = run(place, TWO, AGENT, "why", place.path("a.txt"))
    assert "held: " in text and "this session has not read it" in text and "deny  path" in text
    place.write("a.txt", "by hand")
    assert "it is another since" in run(place, ONE, AGENT, "why", place.path("a.txt"))
    assert "held by nobody" in run(place, TWO, AGENT, "why", place.path("b.txt"))
    assert "held: the container db" in run(place, TWO, AGENT, "why", "container", "db")


def test_shows_the_log_to_a_session_its_own(place):
    assert run(place, TWO, AGENT, "log").count("\n") == 0 and "held by 1111aaaa" in run(place, TWO, AGENT, "log")
    assert len(run(place, "", PERSON, "log").split("\n")) == 4 and len(run(place, "", PERSON, "log", "1").split("\n")) == 1
    assert "nothing yet" in run(place, THREE, AGENT, "log")


def test_releases_one_s_own_and_a_person_anybody_s(place):
    with pytest.raises(Refusal, match="this session holds no such claim"):
        run(place, TWO, AGENT, "release", place.path("a.txt"))
    assert place.path("a.txt") in run(place, ONE, AGENT, "release", place.path("a.txt"))
    assert "the container db" in run(place, "", PERSON, "release", "--all")
    assert run(place, ONE, AGENT, "list") == claims.NOTHING


@pytest.mark.parametrize("words", ((), ("list", "x"), ("log", "x"), ("release",), ("why",), ("sing",)))
def test_wrong_use(place, words):
    assert run(place, ONE, AGENT, *words) == ""
