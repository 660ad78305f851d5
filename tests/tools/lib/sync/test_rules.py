from __future__ import annotations

import pytest

from tools.lib.sync import entries, failing, kinds, leftovers


@pytest.mark.parametrize(("path", "kind"), (
    ("contexts/clients/acme/journal/2026-11/30/desk-4f1c-s1.md", kinds.JOURNAL),
    ("contexts/_unsorted/journal/2026-11/30/desk-4f1c-s1.md", kinds.JOURNAL),
    ("contexts/projects/app/sessions/2026-11/30-desk-4f1c-s1.md", kinds.SAVED),
    ("contexts/projects/app/README.md", kinds.HAND),
    ("contexts/projects/app/facts/x.md", kinds.HAND),
    ("contexts/projects/journal/README.md", kinds.HAND),
    ("memory/working/topic.md", kinds.WORKING),
    ("memory/tombstones/desk-4f1c.md", kinds.MACHINE),
    ("memory/audit/2026-11/desk-4f1c.md", kinds.MACHINE),
    ("memory/lessons/x.md", kinds.HAND),
    ("memory/README.md", kinds.HAND),
    ("preferences.md", kinds.HAND),
    ("skills/ego-x/SKILL.md", kinds.HAND),
    ("tools/sync.py", kinds.FOREIGN),
    ("README.md", kinds.FOREIGN),
))
def test_what_a_path_is(path, kind):
    assert kinds.of(path) == kind


@pytest.mark.parametrize(("path", "safe"), (
    ("a/b.md", True), ("a/../b", False), ("/a", False), ("a//b", False), (".git/config", False), ("a/.GIT/x", False),
    ("a/git~1/x", False),    ("a\\b", False), ("c:/x", False), ("a/.git. /x", False), (".gitignore", True), ("a/ü $(x).md", True),
))
def test_where_a_file_may_be_written(path, safe):
    assert kinds.is_safe(path) is safe


HEAD = "---\nsession: s\nagent: claude\n---\n"


def journal(*lines):
    return HEAD + "".join(f"- 2026-11-30T10:02:07+08:00 note: {line}\n" for line in lines)


ONE, TWO, THREE, NEW = "one ^aaaaaaaa", "two ^bbbbbbbb", "three ^cccccccc", "new ^dddddddd"
BASE = journal(ONE, TWO)


@pytest.mark.parametrize(("ours", "theirs", "merged"), (
    (BASE, BASE, BASE),
    (journal(ONE, TWO, THREE), BASE, journal(ONE, TWO, THREE)),
    (journal(ONE, TWO, THREE), journal(ONE, TWO, NEW), journal(ONE, TWO, NEW, THREE)),
    (journal(ONE, TWO, THREE), journal(ONE), journal(ONE, THREE)),  # the last line deleted while the session appends
    (journal(ONE), journal(ONE, TWO, THREE), journal(ONE, THREE)),
    (journal("first ^aaaaaaaa", TWO), journal(ONE, TWO, NEW), journal("first ^aaaaaaaa", TWO, NEW)),
    (journal("first ^aaaaaaaa", TWO), journal("1st ^aaaaaaaa", TWO), journal("first ^aaaaaaaa", "1st ^aaaaaaaa", TWO)),
    (journal(TWO), journal("1st ^aaaaaaaa", TWO), journal("1st ^aaaaaaaa", TWO)),
    (None, BASE, None),
    (None, journal(ONE, TWO, NEW), journal(NEW)),
    (journal(ONE, TWO, NEW), None, journal(NEW)),
    (BASE.replace("\n", "\r\n"), journal(ONE, TWO, NEW), journal(ONE, TWO, NEW)),
    (journal(ONE, "by hand", TWO), journal(ONE, TWO, "by hand too"), journal(ONE, "by hand", TWO, "by hand too")),
    (journal(ONE, TWO).rstrip("\n"), journal(ONE, TWO, NEW), journal(ONE, TWO, NEW)),
))
def test_two_versions_of_a_journal(ours, theirs, merged):
    assert entries.merged(BASE, ours, theirs) == merged


def test_two_new_files_of_one_name_hold_all_lines():
    assert entries.merged(None, journal(ONE), journal(TWO)) == journal(TWO, ONE)


NOTE = "# Router\n\n## 2026-11-30 desk s1\nuses yaml\n\nmore of it\n\n"


def test_working_notes_grow_at_the_top_on_both_sides():
    ours = NOTE.replace("# Router\n\n", "# Router\n\n## 2026-12-01 desk s2\nours\n\n")
    theirs = NOTE.replace("# Router\n\n", "# Router\n\n## 2026-12-01 laptop s3\ntheirs\n\n").replace("uses yaml", "uses toml")
    assert entries.merged(NOTE, ours, theirs) == (
        "# Router\n\n## 2026-12-01 laptop s3\ntheirs\n\n## 2026-12-01 desk s2\nours\n\n"
        "## 2026-11-30 desk s1\nuses toml\n\nmore of it\n\n"
    )


@pytest.mark.parametrize(("words", "kind"), (
    ("fatal: could not read Username for 'https://host': terminal prompts disabled", "sign-in"),
    ("git@host: Permission denied (publickey).", "sign-in"),
    ("Host key verification failed.", "sign-in"),
    ("[remote rejected] (pre-receive hook declined)", "refused"),
    ("fatal: Could not resolve host: host.invalid", "unreachable"),
    ("no answer within 30 seconds", "unreachable"),
))
def test_why_an_exchange_failed(words, kind):
    assert failing.kind(words) == kind


@pytest.mark.parametrize(("name", "scrap"), (
    ("a.md.123.456.new", True), ("a.md", False), ("brand.new", False), ("1.2.new", False),
))
def test_unfinished_files_are_known_by_their_names(name, scrap):
    assert leftovers.is_scrap(name) is scrap
