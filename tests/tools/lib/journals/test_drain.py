"""The drain: each event is in the journal once, wherever it was killed."""

import os

import pytest

from tools.lib import files, journal, spool
from tools.lib.journals import drain, ledger
from tools.lib.scrub import Unscrubbable

T, Z = 1796004127.0, 28800
S = "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20"


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "local"), str(tmp_path / "local" / "lane")


def put(local, *lines, day="2026-11-30", session=S):
    for line in lines:
        spool.add(spool.path_of(local, day, session), {"t": T, "z": Z, "c": "clients/acme", "agent": "claude", **line})


def run(local, lane, scrub=str):
    return drain.Drain(local, lane, "desk-4f1c", scrub, T).run()


def texts(lane, context="clients/acme", day="2026-11-30"):
    content = files.text(os.path.join(lane, journal.path_of(context, day, "desk-4f1c", S)))
    return [entry.text for entry in journal.entries(content or "")]


PROMPT, ANSWER = {"e": "prompt", "n": 1, "text": "do"}, {"e": "answer", "n": 2, "text": "done"}


def test_the_whole_file(place):
    local, lane = place
    put(local, PROMPT, ANSWER)
    found = run(local, lane)
    path = f"contexts/clients/acme/journal/2026-11/30/desk-4f1c-{S}.md"
    assert found == (["contexts/clients/acme/README.md", path], {"prompt", "answer"}, 2)
    with open(os.path.join(lane, path), encoding="utf-8") as handle:
        assert handle.read() == (
            f"---\nsession: {S}\nagent: claude\ndevice: desk-4f1c\n---\n"
            f"- 2026-11-30T10:02:07+08:00 Q: do ^{journal.identity(S, 1)}\n"
            f"- 2026-11-30T10:02:07+08:00 A: done ^{journal.identity(S, 2)}\n"
        )


def test_only_what_is_new_is_written_and_a_hand_deleted_line_stays_deleted(place):
    local, lane = place
    put(local, PROMPT)
    run(local, lane)
    path = os.path.join(lane, journal.path_of("clients/acme", "2026-11-30", "desk-4f1c", S))
    files.replace(path, "a hand was here\n")
    put(local, ANSWER)
    assert run(local, lane).count == 1 and run(local, lane).count == 0
    assert files.text(path).startswith("a hand was here\n- ") and texts(lane) == ["done"]


@pytest.mark.parametrize("crash", ("intent", "first journal", "all journals"))
def test_a_killed_drain_is_done_again_without_doubling(place, crash, monkeypatch):
    local, lane = place
    put(local, PROMPT, ANSWER)
    put(local, {"e": "prompt", "n": 1, "text": "other"}, session="other")
    steps = {"intent": (drain.Drain, "_flush"), "first journal": (drain, "add"), "all journals": (ledger.Ledger, "journaled")}
    owner, name = steps[crash]
    real, calls = getattr(owner, name), []

    def killed(*args):
        if crash == "first journal" and not calls:
            calls.append(1)
            return real(*args)
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, name, killed)
    with pytest.raises(KeyboardInterrupt):
        run(local, lane)
    monkeypatch.setattr(owner, name, real)
    run(local, lane)
    assert texts(lane) == ["do", "done"]
    other = journal.path_of("clients/acme", "2026-11-30", "desk-4f1c", "other")
    assert len(journal.entries(files.text(os.path.join(lane, other)))) == 1


def test_a_spoilt_ledger_doubles_nothing(place):
    local, lane = place
    put(local, PROMPT)
    run(local, lane)
    files.replace(os.path.join(local, "ledger.json"), "{")
    put(local, ANSWER)
    run(local, lane)
    assert texts(lane) == ["do", "done"]


def test_half_a_line_waits_and_garbage_goes_to_quarantine(place):
    local, lane = place
    put(local, PROMPT)
    path = spool.path_of(local, "2026-11-30", S)
    with open(path, "ab") as handle:
        handle.write(b"garbage\n" + b'{"e": "answer", "n": 2, "t": 17')
    run(local, lane)
    assert texts(lane) == ["do"]
    with open(path, "ab") as handle:
        handle.write(b'96004127, "z": 28800, "c": "clients/acme", "text": "late"}\n')
    run(local, lane)
    assert texts(lane) == ["do", "late"]
    assert len(os.listdir(os.path.join(local, "quarantine"))) >= 1


def test_what_cannot_be_scrubbed_leaves_a_line_without_content_and_blocks_nothing(place):
    local, lane = place

    def scrub(text):
        if "bad" in text:
            raise Unscrubbable("spent")
        return text

    put(local, {**PROMPT, "text": "bad thing"}, ANSWER)
    run(local, lane, scrub)
    assert texts(lane) == [drain.KEPT, "done"]


def test_an_event_is_journaled_on_its_own_local_day_and_in_its_own_context(place):
    local, lane = place
    put(local, {**PROMPT, "t": 1796055300.0}, {**ANSWER, "t": 1796055300.0, "z": -39600}, {**ANSWER, "n": 3, "c": "../../x"})
    run(local, lane)
    assert texts(lane, day="2026-12-01") == ["do"]
    assert texts(lane, day="2026-11-30") == ["done"]
    assert texts(lane, "_unsorted") == ["done"]


def test_what_happened_is_told(place):
    local, lane = place
    put(local, PROMPT, {"e": "end", "n": 2, "reason": "other"})
    assert run(local, lane).kinds == {"prompt", "end"}


def test_a_lost_ledger_doubles_nothing(place):
    local, lane = place
    put(local, PROMPT)
    run(local, lane)
    os.remove(os.path.join(local, "ledger.json"))
    put(local, ANSWER)
    run(local, lane)
    assert texts(lane) == ["do", "done"]


def test_a_journal_line_that_was_cut_off_is_written_again_whole(place):
    local, lane = place
    put(local, PROMPT, ANSWER)
    run(local, lane)
    path = os.path.join(lane, journal.path_of("clients/acme", "2026-11-30", "desk-4f1c", S))
    whole = files.read(path)
    for cut in range(whole.rindex(b"- "), len(whole)):
        files.replace(path, whole[:cut])
        ledger.Ledger(local).again()
        run(local, lane)
        assert (files.read(path) + b"\n").startswith(whole)  # a last line end is made up for by the next line


def test_a_lane_that_is_made_anew_gets_what_it_has_not(place):
    local, lane = place
    put(local, PROMPT)
    run(local, lane)
    ledger.Ledger(local).again()  # whether the remote has it nobody knows, and it has
    put(local, ANSWER)
    run(local, lane)
    assert texts(lane) == ["do", "done"]


def test_a_spool_file_of_a_name_that_was_spent_is_read_from_its_start(place):
    local, lane = place
    put(local, PROMPT, {**ANSWER, "text": "a long answer " * 99})
    run(local, lane)
    os.remove(spool.path_of(local, "2026-11-30", S))
    put(local, {**PROMPT, "n": 3, "text": "the clock was set back"})
    assert run(local, lane).count == 1 and texts(lane)[-1] == "the clock was set back"
