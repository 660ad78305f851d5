"""What the journal says of each spooled event."""

import pytest

from tools.lib import journal
from tools.lib.journals import entries

AT = {"n": 7, "t": 1764468127.5, "z": 3600}
WHEN = "2025-11-30T03:02:07+01:00"


def told(line, scrub=str):
    return [(e.kind, e.text) for e in entries.of({**AT, **line}, "s", scrub)]


@pytest.mark.parametrize(
    ("line", "made"),
    (
        ({"e": "prompt", "kind": "person", "text": "do\nit"}, [("Q", "do it")]),
        (
            {"e": "prompt", "kind": "person", "text": "do it. Then rest.", "title": True},
            [("Q", "do it. Then rest."), ("event", "title Do it")],
        ),
        ({"e": "prompt", "kind": "notification", "text": "<task-notification>"}, []),
        ({"e": "prompt", "kind": "command", "text": "/model x"}, [("event", "command /model x")]),
        ({"e": "answer", "text": "ok", "tools": {"Edit": 3, "Bash": 2}}, [("A", "ok [Edit 3, Bash 2]")]),
        ({"e": "answer", "text": ""}, []),
        ({"e": "answer", "text": "", "tools": {"Bash": 1}}, [("A", "(empty) [Bash 1]")]),
        ({"e": "failure", "text": "API Error: 400"}, [("event", "failed API Error: 400")]),
        ({"e": "interrupt", "id": "p1"}, [("event", "interrupted")]),
        ({"e": "subagent", "type": "Explore", "text": "found"}, [("event", "subagent Explore: found")]),
        ({"e": "compact", "trigger": "auto", "text": ""}, [("event", "compaction auto: no instructions")]),
        ({"e": "summary", "text": "<analysis>a</analysis><summary>b\nc</summary>"}, [("event", "summary b c")]),
        ({"e": "note", "kind": "todo", "text": "tell"}, [("todo", "tell")]),
        ({"e": "note", "kind": "done", "ref": "^d9r4t6v3", "text": "told"}, [("done", "^d9r4t6v3 told")]),
        ({"e": "note", "kind": "done", "ref": "d9r4t6v3", "text": ""}, [("done", "^d9r4t6v3")]),
        ({"e": "note", "kind": "odd", "text": "x"}, []),
        ({"e": "end", "reason": "other"}, [("event", "ended other")]),
        ({"e": "tool", "tool": "Bash"}, []),
        ({"e": "from the future"}, []),
    ),
)
def test_of(line, made):
    assert told(line) == made


def test_a_prompt_closes_the_one_that_was_left_open():
    made = entries.of({**AT, "e": "prompt", "kind": "person", "text": "again", "closes": 3}, "s", str)
    assert [(e.kind, e.text) for e in made] == [
        ("Q", "again"),
        ("event", f"interrupted ^{journal.identity('s', 3)} has no answer"),
    ]
    assert made[0].id == journal.identity("s", 7) and {e.when for e in made} == {WHEN} and made[0].id != made[1].id


def test_scrubbing_comes_before_cutting():
    secret = "k" * 40
    text = "x" * (entries.MOST["Q"] - 20) + secret
    found = told({"e": "prompt", "text": text, "title": True}, lambda t: t.replace(secret, "[gone]"))
    assert found[0][1].endswith("[gone]") and "kkk" not in str(found)


def test_every_line_made_is_a_line_of_the_journal():
    for kind in entries._TELLERS:
        for entry in entries.of(
            {**AT, "e": kind, "kind": "note", "text": "a\n b ^a3k9m2x7", "ref": "x y", "closes": 2}, "s", str
        ):
            assert journal.entry(journal.line(entry)) == entry
