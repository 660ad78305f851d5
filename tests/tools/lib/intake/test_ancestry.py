"""A fork's parent is proven by its transcript, and by nothing else."""

import json
import os

import pytest

from tools.lib import files, sessions, spool
from tools.lib.intake import ancestry

T = 1796004127.0


def transcript(tmp_path, *rows):
    path = str(tmp_path / "t.jsonl")
    files.replace(path, "".join(json.dumps(row) + "\n" for row in rows) + '{"half')
    return path


OLD = {"type": "assistant", "sessionId": "fork", "requestSessionId": "grandparent"}
NEAR = {"type": "assistant", "sessionId": "fork", "requestSessionId": "parent"}
OWN = {"type": "assistant", "sessionId": "fork", "requestSessionId": "fork"}


@pytest.mark.parametrize(
    ("rows", "parent"),
    (
        ((), ""),
        (({"type": "user", "sessionId": "fork"},), ""),
        ((OLD, NEAR, OWN), "parent"),
        (({"sessionId": "other", "requestSessionId": "parent"},), ""),
        (({"sessionId": "fork", "session_id": "first of the process"},), ""),
    ),
)
def test_the_last_answer_that_is_repeated_names_the_parent(tmp_path, rows, parent):
    assert ancestry.parent_of(transcript(tmp_path, *rows), "fork") == parent


def test_no_transcript_proves_nothing(tmp_path):
    assert ancestry.parent_of("", "s") == ancestry.parent_of(str(tmp_path / "none"), "s") == ""


@pytest.mark.parametrize(("how", "joined"), (("path", ["fork"]), ("set", ["fork"]), ("auto", [])))
def test_a_fork_whose_parent_is_proven_later_is_bound_and_its_entries_move_along(tmp_path, how, joined):
    local = str(tmp_path / "local")
    sessions.save(local, {**sessions.blank("parent"), "context": "clients/acme", "how": how})
    fork = {**sessions.blank("fork"), "context": "projects/x-0000", "how": "auto", "origin": "fork", "n": 5}
    sessions.save(local, {**fork, "transcript": transcript(tmp_path, NEAR), "last": T})
    assert ancestry.join(local, 0.0, T + 9) == joined
    assert ancestry.join(local, 0.0, T + 10) == []
    (bind,) = [line for _, line in spool.lines(spool.path_of(local, spool.day_of(T)[0], "fork"))] or [None]
    assert not joined or (bind["c"], bind["from"], bind["move"]) == ("clients/acme", "projects/x-0000", True)
    assert sessions.load(local, "fork")["context"] == ("clients/acme" if joined else "projects/x-0000")


def test_a_context_somebody_set_is_left(tmp_path):
    local = str(tmp_path / "local")
    sessions.save(local, {**sessions.blank("parent"), "context": "clients/acme", "how": "set"})
    fork = {**sessions.blank("fork"), "context": "clients/beta", "how": "set", "origin": "fork"}
    sessions.save(local, {**fork, "transcript": transcript(tmp_path, NEAR)})
    assert ancestry.join(local, 0.0, T) == [] and not os.path.exists(os.path.join(local, "spool"))
