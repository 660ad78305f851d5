"""Allowances: a grammar of lines, a salt that tells nothing, and no word for what could be guessed."""
from __future__ import annotations

import os

import pytest

from tests.tools.lib.scrub import made
from tools.lib import files
from tools.lib.voices import allowed

SALT = allowed.salt_of(b"k" * 32)
ITEM = allowed.Allowance("2026-11-30T10:02:07+08:00", "github-token", "02997e8a399e", "of the manual", "a3k9m2x7")
LINE = "- 2026-11-30T10:02:07+08:00 allow: github-token 02997e8a399e of the manual ^a3k9m2x7"
TEXT = f"---\nseries: {SALT}\n---\n{LINE}\n"


OTHER = "---\nseries: x\nmore: y\n---\n- allow: nothing\n"


@pytest.mark.parametrize("text", ("", TEXT, f"{TEXT}- a person's own line\n\n", LINE, OTHER))
def test_any_text_comes_back_as_it_was(text):
    assert allowed.render(*allowed.parse(text)) == text


def test_a_line_is_read_and_written():
    assert allowed.line(ITEM) == LINE and allowed.parse(TEXT)[1] == [ITEM, ""]
    assert allowed.added(None, SALT, ITEM) == TEXT == allowed.added(TEXT, SALT, ITEM)


def test_a_spooled_event_makes_an_allowance():
    line = {"kind": "github-token", "mark": "02997e8a399e", "n": 7, "t": 1796004127.0, "z": 28800}
    item = allowed.of(line, "s1", "because\nit is")
    assert item._replace(id="") == ITEM._replace(reason="because it is", id="")


def test_the_salt_is_one_for_a_key_and_no_other():
    assert SALT == allowed.salt_of(b"k" * 32) != allowed.salt_of(b"j" * 32)
    assert made.scrubber().text(TEXT) == TEXT


@pytest.mark.parametrize(
    ("kind", "value", "guessable"),
    (
        ("github-token", made.github(), False),
        ("private-key", "\n".join(made.pem()), False),
        ("unreadable", "PK", False),
        ("password", made.text(30), True),
        ("known-value", made.text(30), True),
        ("secret", "correct-horse-battery-staple", True),
        ("secret", made.text(15), True),
    ),
)
def test_what_could_be_tried_is_never_allowed(tmp_path, kind, value, guessable):
    assert allowed.guessable(kind, value) is guessable
    item = ITEM._replace(kind=kind, mark=allowed.fingerprint(SALT, value))
    files.replace(str(tmp_path / "memory" / "allowed" / "desk-1.md"), allowed.added(None, SALT, item))
    assert allowed.Allowed(str(tmp_path), allowed.salt_of(b"other"))(kind, value) is not guessable


def test_the_files_are_read_anew_when_they_change(tmp_path):
    asked, token = allowed.Allowed(str(tmp_path), SALT), made.github()
    states = [asked.state()]
    path = str(tmp_path / "memory" / "allowed" / "desk-1.md")
    files.replace(path, allowed.added(None, SALT, ITEM._replace(mark=asked.fingerprint(token))))
    states.append(asked.state())
    assert asked("github-token", token) and not asked("github-token", made.github())
    os.unlink(path)
    assert not asked("github-token", token) and asked.state() == states[0] != states[1]
