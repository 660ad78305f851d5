"""What spooled lessons and working notes write in the lane, told once or twice."""
import os

import pytest

from tests.conftest import NOW
from tests.tools.lib.lanes import DESK, S1
from tools.lib import files, working
from tools.lib.journals import memory_changes
from tools.lib.lessons import lessons
from tools.lib.scrub import Unscrubbable

BASE = {"session": S1, "n": 7, "t": NOW, "z": 28800, "c": "clients/a"}


def apply(lane, scrub=str, **line):
    return memory_changes.apply(str(lane), {**BASE, **line}, DESK, scrub)


def read(lane, path):
    return files.text(os.path.join(str(lane), path))


def test_a_lesson_is_a_file_of_its_own_whoever_writes_at_the_same_time(tmp_path):
    lists = {"topics": ["alert router"], "paths": ["*.yaml"], "commands": []}
    text = "Keep the key order of alerts.yaml, the pager needs it"
    line = {"e": "lesson", "text": text, **lists, "scope": "projects/p", "status": "pending"}
    (path,) = apply(tmp_path, **line)
    assert path[:-11] == "memory/lessons/keep-the-key-order-of-alerts-yaml-"
    found = lessons.read("s", read(tmp_path, path))
    assert found[1:7] == (["alert router"], ["*.yaml"], [], "projects/p", "pending", line["text"])
    assert apply(tmp_path, **line) == [], "told twice"
    assert apply(tmp_path, **{**line, "n": 8}) != [path]


def test_a_client_s_words_are_in_no_file_s_name(tmp_path):
    (path,) = apply(tmp_path, e="lesson", text="Acme merges", topics=["merger"], scope="clients/a", status="pending")
    assert path[:-11] == "memory/lessons/a-" and path.endswith(".md")


def test_a_person_s_lesson_is_in_force(tmp_path):
    (path,) = apply(tmp_path, e="lesson", text="x", topics=["a, b"], scope="", status="")
    assert read(tmp_path, path) == "---\ntopics: a b\n---\n\nx\n"


def test_a_working_note_is_at_the_top_signed_and_marked_where_it_is_a_client_s(tmp_path):
    assert apply(tmp_path, e="working", topic="Alert Router", text="first") == ["memory/working/alert-router.md"]
    apply(tmp_path, e="working", topic="alert-router", text="second\n\nrow", n=8, t=NOW + 60, c="projects/p")
    assert apply(tmp_path, e="working", topic="alert-router", text="second\n\nrow", n=8, t=NOW + 60, c="projects/p") == []
    items = [item for item in working.parse(read(tmp_path, "memory/working/alert-router.md")) if not isinstance(item, str)]
    assert [(item.device, item.session, item.context, item.text) for item in items] == [
        (DESK, S1, "", "second\nrow"), (DESK, S1, "clients/a", "first")]


@pytest.mark.parametrize("line", (
    {"e": "lesson", "text": "the WORD", "topics": ["WORD"], "paths": ["/WORD"], "commands": ["WORD x"]},
    {"e": "working", "topic": "WORD", "text": "a WORD"},
))
def test_everything_is_scrubbed(tmp_path, line):
    (path,) = apply(tmp_path, lambda text: text.replace("WORD", "[gone]"), **line)
    assert "word" not in path.lower() and "WORD" not in read(tmp_path, path) and "[gone]" in read(tmp_path, path)

    def refuse(text):
        raise Unscrubbable("no")

    with pytest.raises(Unscrubbable):
        apply(tmp_path, refuse, **{**line, "n": 9})


@pytest.mark.parametrize("line", (
    {"e": "lesson", "text": "x", "scope": "../../etc"}, {"e": "lesson", "text": None, "topics": "no list", "n": None},
    {"e": "working", "topic": None, "text": None}, {"e": "working", "topic": "../../x", "text": "x", "t": None, "z": None},
))
def test_a_line_that_is_odd_writes_nothing_outside_memory(tmp_path, line):
    for path in apply(tmp_path, **line):
        assert path.startswith("memory/") and ".." not in path
