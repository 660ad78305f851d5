"""The gate: names, contents of every width, what is packed; and sentences that say where, never what."""
from __future__ import annotations

import gzip

import pytest

from tests.tools.lib.scrub import made
from tools.lib import gate
from tools.lib.gate import Finding
from tools.lib.voices import allowed

TOKEN = made.github()


@pytest.fixture
def looking(tmp_path):
    return gate.Gate(made.scrubber(), allowed.Allowed(str(tmp_path), allowed.salt_of(b"k" * 32)))


@pytest.mark.parametrize(
    ("path", "content", "places"),
    (
        ("a.md", b"The tide turns\n", []),
        ("a.md", f"one\nKEY={TOKEN}\n".encode(), [("a.md", 2)]),
        ("a.md", f"one\r\nKEY={TOKEN}\r\n".encode("utf-16"), [("a.md", 2)]),
        ("a.md", f"one\nKEY={TOKEN}\n".encode("utf-16-be"), [("a.md", 2)]),
        ("a.md", b"\xff\x00\x85" + f"KEY={TOKEN}".encode(), [("a.md", 1)]),
        ("a.gz", gzip.compress(b"nothing"), [("a.gz", 1)]),
        (f"{TOKEN}.md", b"x", [(f"{TOKEN}.md", 0)]),
        ("a.md", b"<private>mine</private>", [("a.md", 1)]),
    ),
)
def test_finds_what_must_not_enter(looking, path, content, places):
    assert [(found.path, found.line) for found in looking.findings(path, content)] == places


@pytest.mark.parametrize(
    ("found", "words"),
    (
        ([Finding("a.md", 3, "jwt", "0123456789ab")], "a.md line 3 (jwt 0123456789ab)"),
        ([Finding("a.md", 3, "password")], "a.md line 3 (password)"),
        ([Finding("x", 0, "jwt"), Finding("x", 2, "jwt")], "the name of a file (jwt), a file whose name holds one line 2 (jwt)"),
        ([Finding("a", n, "jwt") for n in range(1, 6)], "a line 1 (jwt), a line 2 (jwt), a line 3 (jwt) and 2 more"),
    ),
)
def test_says_where_and_never_what(found, words):
    assert gate.sentence(found) == words


def test_a_packed_file_may_be_vouched_for(looking, tmp_path):
    content = gzip.compress(b"nothing")
    (found,) = looking.findings("a.gz", content)
    item = allowed.Allowance("2026-11-30T10:02:07+08:00", found.kind, found.mark, "mine", "a3k9m2x7")
    place = tmp_path / "memory" / "allowed" / "desk-1.md"
    place.parent.mkdir(parents=True)
    place.write_text(allowed.added(None, looking.vouched.salt, item))
    assert looking.findings("a.gz", content) == []


class Suspicious:
    """A scrubber that takes everything for a secret."""

    def findings(self, text):
        from tools.lib.scrub import Finding

        return [Finding("token", "any", 1, "000000", 0, len(text))] if "-" in text else []


def test_the_ids_that_name_our_own_files_are_never_in_question():
    ours = "contexts/clients/acme/journal/2026/11/desk-4f1c-5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20.md"
    assert gate.Gate(Suspicious()).may_name(ours)
    assert gate.bare("a/30-desk-4f1c-5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20-2.md") == "a/30-desk-2.md"
    assert not gate.Gate(Suspicious()).may_name("contexts/a-b.md")
