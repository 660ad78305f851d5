"""The command that shows and releases claims."""
import pytest

from tests.tools.desks import AGENT, PERSON, SCRIPT, desk
from tests.tools.lib.guard.sessions_at_work import ONE, THREE, TWO, A, B, Place
from tools import claims
from tools.lib import commands
from tools.lib.errors import Refusal
from tools.lib.guard.claims import LIFE


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
    said = run(place, ONE, AGENT, "release", place.path("a.txt"))
    assert said == f"Released: {place.path('a.txt')}. The next session that changes it holds it."
    assert "the container db" in run(place, "", PERSON, "release", "--all")
    assert run(place, ONE, AGENT, "list") == claims.NOTHING


@pytest.mark.parametrize(("words", "kind"), (("the container db", AGENT), ("container db", AGENT), ("the container db", PERSON)))
def test_a_resource_is_meant_as_the_list_names_it_and_as_the_guard_does(place, words, kind):
    assert "Released: the container db." in run(place, ONE, kind, "release", *words.split())


def refused(place, session, kind, *words):
    with pytest.raises(Refusal) as caught:
        run(place, session, kind, "release", *words)
    return str(caught.value)


def test_whoever_may_not_release_hears_who_may_and_what_to_do_instead(place):
    path = place.path("a.txt")
    said = refused(place, TWO, AGENT, path)
    assert said.startswith(f"{path} is held by session 1111aaaa (claude")
    assert "only that session or the person, at a terminal" in said
    assert commands.line("tell", "1111aaaa", "TEXT") in said and "a second time" in said
    other = refused(place, THREE, AGENT, path)
    assert "session 1111aaaa (claude; another session, other work)" in other
    assert "the person, at a terminal" in refused(place, "", SCRIPT, path)


def test_what_nobody_holds_needs_no_release(place):
    free = f"{place.path('b.txt')}: nobody holds it, so there is nothing to release; `claims.py list` names what is held"
    assert refused(place, TWO, AGENT, place.path("b.txt")) == refused(place, "", PERSON, place.path("b.txt")) == free
    assert refused(place, TWO, AGENT, "--all").startswith("this session holds nothing, so there is nothing to release;")
    assert refused(place, "", SCRIPT, "--all") == "only the person, at a terminal, releases what sessions hold: run this there"
    run(place, "", PERSON, "release", "--all")
    assert refused(place, "", PERSON, "--all") == "nobody holds anything, so there is nothing to release"


@pytest.mark.parametrize("kind", (AGENT, PERSON))
def test_of_a_holder_that_is_gone_it_is_said(place, kind):
    place.now += LIFE + 1
    said = refused(place, TWO, kind, place.path("a.txt"))
    assert said.startswith(f"{place.path('a.txt')}: nobody holds it any more, session 1111aaaa (claude") and "go on" in said


def test_what_came_down_from_a_holder_that_is_gone_is_one_s_own(place):
    place.two.writes("a.txt")  # a second time: it holds, and the first one shares
    assert "is held by session 2222bbbb" in refused(place, ONE, AGENT, place.path("a.txt"))
    place.two.take("end")
    assert "Released: " in run(place, ONE, AGENT, "release", place.path("a.txt"))


@pytest.mark.parametrize("words", ((), ("list", "x"), ("log", "x"), ("release",), ("why",), ("sing",)))
def test_wrong_use(place, words):
    assert run(place, ONE, AGENT, *words) == ""
