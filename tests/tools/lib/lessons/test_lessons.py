"""Lessons: their files, whether they are in force, and what they are looked up by."""

import pytest

from tools.lib.lessons import lessons

PAGE = """---
topics: alert router, alerts.yaml
paths: src/alerts/**, *.tf
commands: terraform apply, git push --force
owner: me
---

Keep the key order of alerts.yaml; the pager reads it by position.

More for people.
"""


def test_a_page_is_read():
    found = lessons.read("keys-a3k9", PAGE)
    assert found[:7] == (
        "keys-a3k9",
        ["alert router", "alerts.yaml"],
        ["src/alerts/**", "*.tf"],
        ["terraform apply", "git push --force"],
        "",
        "",
        "Keep the key order of alerts.yaml; the pager reads it by position.",
    )
    assert len(found.sum) == 64 and found.sum != lessons.read("keys-a3k9", PAGE + " ").sum


@pytest.mark.parametrize(
    ("page", "text"),
    (
        ("just a line", "just a line"),
        ("# A heading\n", "A heading"),
        ("- a bullet", "a bullet"),
        ("---\ntopics: x\n---\n\n \n## y \n", "y"),
        ("---\ntopics: x\n---\n", ""),
        ("", ""),
        ("---\ntopics: x\nnever closed", "---"),
    ),
)
def test_the_first_line_is_the_lesson(page, text):
    assert lessons.read("s", page).text == text


@pytest.mark.parametrize(
    ("status", "context", "lists"),
    (
        ("", "", {}),
        ("pending", "clients/a", {"topics": ["a b", "c"]}),
        ("", "", {"paths": ["~/x/**"], "commands": ["git push"]}),
    ),
)
def test_what_is_written_is_read(status, context, lists):
    found = lessons.read("s", lessons.page("the  lesson\nis this", status, context, **lists))
    expected = [lists.get(key, []) for key in ("topics", "paths", "commands")]
    assert found[:7] == ("s", *expected, context, status, "the lesson is this")


@pytest.mark.parametrize(
    ("head", "approved", "in_force"),
    (
        ("", False, False),
        ("", True, True),
        ("status: pending", False, False),
        ("status: pending", True, True),
        ("status: Pending", True, True),
        ("status: off", True, False),
        ("status: rejected", False, False),
        ("status:", True, True),
    ),
)
def test_only_what_a_person_said_speaks_as_the_person(head, approved, in_force):
    found = lessons.read("s", f"---\ntopics: x\n{head}\n---\nlesson\n")
    assert lessons.in_force(found, {found.sum} if approved else {"another"}) is in_force
    assert not lessons.in_force(found._replace(text=""), {found.sum})


def test_what_it_is_looked_up_by():
    found = lessons.read("s", PAGE)
    assert lessons.by_word(found) == [("router", ["alert", "router"]), ("alert", ["alert", "yaml"])]
    assert lessons.by_path(found) == [("alerts", "src/alerts/**"), (".tf", "*.tf")]
    assert lessons.by_command(found) == [("terraform", ["apply"]), ("git", ["push", "--force"])]
    assert lessons.by_word(found._replace(topics=["c++", "a", "the", "路", "x1", "..."])) == [
        ("the", ["the"]),
        ("路", ["路"]),
        ("x1", ["x1"]),
    ]


@pytest.mark.parametrize(
    ("wanted", "words", "called"),
    (
        ([], [], True),
        (["apply"], ["-chdir=x", "apply", "-auto-approve"], True),
        (["push", "--force"], ["-C", "x", "push", "o", "--FORCE"], True),
        (["push", "--force"], ["--force", "push"], False),
        (["apply"], ["plan"], False),
        (["apply"], [], False),
    ),
)
def test_called(wanted, words, called):
    assert lessons.called(wanted, words) is called


@pytest.mark.parametrize(
    ("word", "name"),
    (
        ("git", "git"),
        ("/usr/bin/Git", "git"),
        ("C:\\x\\terraform.EXE", "terraform"),
        ("", ""),
    ),
)
def test_program(word, name):
    assert lessons.program(word) == name
