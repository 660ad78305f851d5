"""What the person must know names no file of another context in a session's texts, whichever way it comes."""
import os

import pytest

from tests.conftest import NOW
from tests.tools.lib.lanes import S1, S2, S3, Lane
from tests.tools.lib.starting import Session
from tools.lib import notices, sessions
from tools.lib.console import shown
from tools.lib.telling import discreet

A, B, P = "clients/a", "clients/b", "projects/p"
HIDDEN = "something of another context waits for the person"
HELD = "not shared, because it seems to hold a secret: {} line 3 (password); take it out"


@pytest.fixture
def lane(tmp_path):
    made = Lane(tmp_path)
    made.write("preferences.md", "# Rules\n")
    made.write("contexts/clients/b/README.md", f"---\nkind: client\nopen-to: {P}\n---\n\n# b\n")
    made.say(A, S1, "note", "of a", 1)
    made.settle()
    return made


@pytest.mark.parametrize(("own", "path", "is_told"), (
    (A, "contexts/clients/a/merger.md", True),
    (A, "contexts/clients/b/their merger.md", False),
    (A, "contexts/clients/b", False),
    (A, "contexts/clients/a-b/x.md", False),
    (A, "contexts/clients/B/x.md", False),
    (A, "/home/u/memory/contexts/clients/b/x.md", False),
    (A, "contexts/clients/gone/x.md", False),
    (A, "contexts/projects/p/x.md", False),
    (A, "contexts/_unsorted/journal/x.md", False),
    (P, "contexts/clients/b/merger.md", True),
    (P, "contexts/clients/a/merger.md", False),
    ("_unsorted", "contexts/_unsorted/x.md", True),
    ("_unsorted", "contexts/clients/a/x.md", False),
    (A, "contexts/README.md", True),
    (A, "preferences.md", True),
    (A, "memory/lessons/a-3yspcxdx.md", True),
    (A, "memory/lessons/b-3yspcxdx.md", False),
    (A, "memory/lessons/a-b-3yspcxdx.md", False),
    (A, "memory/lessons/merger of b.md", False),
    (A, "memory/working/merger.md", False),
    (A, "skills/deploy/SKILL.md", True),
))
def test_a_sentence_is_told_where_the_session_may_see_what_it_names(lane, own, path, is_told):
    sentence = HELD.format(path)
    (told,) = discreet.sentences(lane.local, own, [sentence, sentence])
    assert told == sentence if is_told else told.startswith(HIDDEN)


def test_one_foreign_path_hides_a_sentence_and_all_hidden_ones_are_one(lane):
    two = HELD.format("contexts/clients/a/x.md, contexts/clients/b/y.md")
    told = discreet.sentences(lane.local, A, [two, "The push failed.", HELD.format("contexts/clients/b/z.md")])
    assert [HIDDEN in told[0], told[1:]] == [True, ["The push failed."]]


def test_no_way_into_a_session_tells_it(lane):
    notices.say(lane.local, "secret", HELD.format("contexts/clients/b/merger.md"), NOW)
    first, second, lost = (Session(lane, session, A) for session in (S1, S2, S3))
    texts = ["".join(first.start().values()), second.prompt()]
    lost.start()
    notices.say(lane.local, "conflict", "contexts/clients/b/merger.md was changed here and elsewhere", NOW)
    sessions.save(lane.local, {**sessions.load(lane.local, S3), "lost": True})
    texts.append(lost.prompt())
    assert [(HIDDEN in text, "merger" in text) for text in texts] == [(True, False)] * 3


def test_a_screen_hides_it_from_a_session_only(lane):
    Session(lane, S1, A).start()
    found = ["checkout  up to date", "contested contexts/clients/b/merger.md: python3 tools/sync.py resolve"]
    environ = {"HOME": os.path.expanduser("~")}
    assert shown.lines(lane.local, environ, found) == found
    told = shown.lines(lane.local, {**environ, "CLAUDE_CODE_SESSION_ID": S1}, found)
    assert told[0] == found[0] and told[1].startswith(HIDDEN)
