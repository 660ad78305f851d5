"""Missed: marks that need no free block, each there until what it stands for was taken."""
from __future__ import annotations

import json
import os
import time

import pytest

from tools.lib import files, spool
from tools.lib.archive import saving
from tools.lib.intake import missed

S, T = "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20", 1796004127.0


@pytest.fixture
def local(tmp_path):
    folder = files.folder(str(tmp_path / "local"))
    files.folder(os.path.join(folder, "locks"))
    missed.reserve(folder)
    return folder


def transcript(local, *turns):
    """A transcript of turns a minute apart, each a prompt and its answer."""
    path = os.path.join(os.path.dirname(local), "t.jsonl")
    rows = []
    for number, (prompt, answer) in enumerate(turns):
        when = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(T + 60 * number))
        base = {"timestamp": when, "sessionId": S}
        said = {"role": "assistant", "content": [{"type": "text", "text": answer}]}
        rows += [{**base, "type": "user", "uuid": f"q{number}", "promptId": f"p{number}", "promptSource": "typed",
                  "message": {"role": "user", "content": prompt}},
                 {**base, "type": "assistant", "uuid": f"a{number}", "message": said}]
    files.replace(path, "".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_mark_that_comes_while_another_is_worked_off_stays(local):
    missed.mark(local, "one", "/t/one.jsonl", T)
    (first,) = missed.take(local)
    missed.mark(local, "two", "/t/two.jsonl", T)
    missed.clear(local, first)
    assert missed.take(local) == [("two", "/t/two.jsonl", T)]
    assert os.path.getsize(os.path.join(local, "missed")) == missed.SLOT * missed.SLOTS


def test_a_mark_stays_while_the_disk_is_still_full(local, monkeypatch):
    missed.mark(local, S, transcript(local, ("go on", "went on")), T)

    def full(path, line):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(spool, "add", full)
        with pytest.raises(OSError):
            saving.catch_up(local)
    assert len(missed.take(local)) == 1
    assert saving.catch_up(local) == 2 and missed.take(local) == [] and saving.catch_up(local) == 0


def test_of_two_prompts_of_the_same_words_the_one_that_was_missed_is_taken(local):
    path = spool.path_of(local, spool.day_of(T)[0], S)
    spool.add(path, {"e": "prompt", "n": 1, "t": T + 1, "z": 0, "c": "_unsorted", "text": "go on", "id": "p0"})
    spool.add(path, {"e": "answer", "n": 2, "t": T + 2, "z": 0, "c": "_unsorted", "text": "went on", "id": "p0"})
    missed.mark(local, S, transcript(local, ("go on", "went on"), ("go on", "went on")), T)
    assert saving.catch_up(local) == 2
    kept = [line for _, line in spool.lines(path)]
    assert [(line["e"], line["id"]) for line in kept] == [("prompt", "p0"), ("answer", "p0"), ("prompt", "p1"), ("answer", "p1")]
