"""Capture: each event once, with its own id and context, whatever happened to the hook before."""

import os

import pytest

from tools.lib import contexts, notices, sessions, spool
from tools.lib.event import Event
from tools.lib.intake import capture, missed, resolution

S = "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20"
T = 1796004127.0


@pytest.fixture
def local(tmp_path):
    folder = str(tmp_path / "local")
    resolution.keep_table(
        folder,
        [
            contexts.Context("clients/acme", [str(tmp_path / "acme")], [], "rendered", "on", [], "no"),
            contexts.Context("clients/off", [str(tmp_path / "off")], [], "rendered", "off", [], "no"),
        ],
    )
    missed.reserve(folder)
    return folder


def event(local, now=T, environ=None, **payload):
    project = os.path.join(os.path.dirname(local), payload.pop("project", "acme"))
    os.makedirs(project, exist_ok=True)
    return Event(local, "claude", "hook", "", {"session_id": S, "cwd": project, **payload}, now, environ or {})


def lines(local):
    found = []
    for name in spool.listing(local):
        found += [line for _, line in spool.lines(os.path.join(local, "spool", name))]
    return found


def test_an_event_gets_a_counter_a_time_and_the_context_of_its_session(local):
    first = capture.take(event(local), {"e": "prompt", "kind": "person", "text": "one"})
    second = capture.take(event(local, T + 5), {"e": "answer", "text": "two"})
    one, two = lines(local)
    assert (one["c"], one["how"], one["title"]) == ("clients/acme", "path", True)
    assert (two["n"], two["t"], two["c"]) == (one["n"] + 1, T + 5, "clients/acme")
    assert (first["open"], second["open"]) == (one["n"], 0)


def test_the_context_stays_when_the_folder_changes(local):
    capture.take(event(local), {"e": "start", "source": "startup"})
    capture.take(event(local, T + 1, project="elsewhere"), {"e": "prompt", "text": "x"})
    assert [line["c"] for line in lines(local)] == ["clients/acme"] * 2


def test_a_hook_that_is_registered_twice_is_taken_once(local):
    for moment in (T, T + 0.2):
        capture.take(event(local, moment, prompt_id="p1"), {"e": "prompt", "kind": "person", "text": "same"})
    capture.take(event(local, T + 0.5, prompt_id="p2"), {"e": "prompt", "kind": "person", "text": "same"})
    capture.take(event(local, T + 60), {"e": "answer", "text": "ok"})
    capture.take(event(local, T + 70), {"e": "answer", "text": "ok"})
    assert [line["e"] for line in lines(local)] == ["prompt", "prompt", "answer", "answer"]


def test_prompts_without_a_stop_are_closed_by_the_next_one_but_not_by_compaction(local):
    for moment, line in enumerate(
        (
            {"e": "prompt", "kind": "person", "text": "left"},
            {"e": "start", "source": "compact"},
            {"e": "prompt", "kind": "person", "text": "next"},
            {"e": "start", "source": "resume"},
        )
    ):
        capture.take(event(local, T + 10 * moment), line)
    found = lines(local)
    assert [line.get("closes") for line in found] == [None, None, found[0]["n"], found[2]["n"]]


def test_a_prompt_queued_while_the_agent_works_interrupts_nothing(local):
    for moment, (text, turn) in enumerate((("first", "p1"), ("queued", "p1"), ("next", "p2"))):
        capture.take(event(local, T + 10 * moment), {"e": "prompt", "kind": "person", "text": text, "id": turn})
    found = lines(local)
    assert [line.get("closes") for line in found] == [None, None, found[1]["n"]]


def test_tools_are_counted_between_answers(local):
    for moment, tool in enumerate(("Edit", "Bash", "Edit")):
        capture.take(event(local, T + moment, tool_use_id=str(moment)), {"e": "tool", "tool": tool})
    capture.take(event(local, T + 9), {"e": "answer", "text": "ok"})
    assert lines(local)[-1]["tools"] == {"Edit": 2, "Bash": 1}


@pytest.mark.parametrize(
    "spoil", (lambda path: os.remove(path), lambda path: open(path, "w").close(), lambda path: open(path, "w").write("[1]"))
)
def test_a_lost_record_is_made_again_from_the_spool(local, spoil):
    capture.take(event(local), {"e": "prompt", "kind": "person", "text": "one"})
    before = sessions.load(local, S)
    spoil(sessions.path_of(local, S))
    after = capture.take(event(local, T + 5), {"e": "answer", "text": "two"})
    assert after["n"] == before["n"] + 1 and after["context"] == "clients/acme" and after["how"] == "path"


def test_a_hook_killed_between_its_two_writes_is_caught_up(local):
    capture.take(event(local), {"e": "prompt", "kind": "person", "text": "one"})
    stale = sessions.load(local, S)
    capture.take(event(local, T + 5), {"e": "answer", "text": "two"})
    sessions.save(local, stale)
    capture.take(event(local, T + 9), {"e": "prompt", "kind": "person", "text": "three"})
    found = lines(local)
    assert len({line["n"] for line in found}) == 3 and "closes" not in found[-1]


def test_a_lost_record_and_spool_never_give_an_id_twice(local):
    capture.take(event(local), {"e": "prompt", "text": "one"})
    first = lines(local)[0]["n"]
    os.remove(sessions.path_of(local, S))
    os.remove(spool.path_of(local, spool.day_of(T)[0], S))
    capture.take(event(local, T + 5), {"e": "prompt", "text": "two"})
    assert lines(local)[0]["n"] > first


@pytest.mark.parametrize("session", ("../../etc/x", "a/b", "", "x" * 500, "con:1", "ü"))
def test_an_odd_session_id_stays_in_our_folder(local, session):
    capture.take(Event(local, "claude", "hook", "", {"session_id": session, "cwd": local}, T, {}), {"e": "prompt", "text": "x"})
    (name,) = spool.listing(local)
    assert name.startswith(spool.day_of(T)[0] + "/x-") and name.count("/") == 1


def test_a_context_that_is_not_captured_leaves_nothing(local):
    capture.take(event(local, project="off"), {"e": "prompt", "text": "x"})
    assert lines(local) == [] and not os.path.exists(sessions.path_of(local, S))


def test_the_self_test_leaves_nothing(local):
    capture.take(event(local, environ={"ALTER_EGO_SELFTEST": "1"}), {"e": "prompt", "text": "x"})
    assert lines(local) == [] and not os.path.exists(sessions.path_of(local, S))


def test_a_full_disk_is_marked_for_the_next_start(local, small_disk):
    missed.reserve(small_disk)
    notices.say(small_disk, "room", "x", T)
    filler = os.open(os.path.join(small_disk, "filler"), os.O_WRONLY | os.O_CREAT)
    with pytest.raises(OSError):
        while True:
            os.write(filler, b"x" * 4096)
    os.close(filler)
    made = Event(
        small_disk, "claude", "user_prompt_submit", "", {"session_id": S, "cwd": local, "transcript_path": "/t/a b.jsonl"}, T, {}
    )
    capture.take(made, {"e": "prompt", "text": "x" * 9000})
    assert missed.take(small_disk) == [(S, "/t/a b.jsonl", T)]


@pytest.mark.parametrize(
    ("environ", "agent", "found"),
    (
        ({"ALTER_EGO_CONTEXT": "clients/new"}, "claude", ("clients/new", "env")),
        ({"ALTER_EGO_CONTEXT": "acme"}, "claude", ("clients/acme", "env")),
        ({"ALTER_EGO_CONTEXT": "../../x"}, "claude", ("_unsorted", "none")),
        ({"ALTER_EGO_CONTEXT": "acme"}, "codex", ("_unsorted", "none")),
        ({}, "claude", ("_unsorted", "none")),
    ),
)
def test_the_environment_names_a_context_for_claude_only(local, environ, agent, found):
    made = Event(local, agent, "hook", "", {"session_id": S, "cwd": os.path.dirname(local)}, T, environ)
    assert resolution.of(made)[:2] == found


def test_a_cleared_session_goes_on_in_the_same_process_only(local):
    old = event(local, environ={"CLAUDE_PID": "77"})
    sessions.save(local, {**sessions.blank(S), "context": "clients/acme", "how": "set"})
    resolution.remember_clear(old)
    fresh = {"session_id": "new", "cwd": os.path.dirname(local), "source": "clear"}
    other = Event(local, "claude", "hook", "", fresh, T + 1, {"CLAUDE_PID": "78"})
    same = Event(local, "claude", "hook", "", fresh, T + 1, {"CLAUDE_PID": "77"})
    late = Event(local, "claude", "hook", "", fresh, T + 90, {"CLAUDE_PID": "77"})
    assert [resolution.of(e)[:2] for e in (other, same, late)] == [
        ("_unsorted", "none"),
        ("clients/acme", "chain"),
        ("_unsorted", "none"),
    ]


def test_a_hook_killed_between_its_two_writes_before_midnight_gives_no_id_twice(local):
    capture.take(event(local), {"e": "prompt", "kind": "person", "text": "one"})
    stale = sessions.load(local, S)
    capture.take(event(local, T + 5), {"e": "answer", "text": "two"})
    sessions.save(local, stale)
    after = capture.take(event(local, T + 86400), {"e": "prompt", "kind": "person", "text": "three"})
    found = lines(local)
    assert len({line["n"] for line in found}) == 3 and "closes" not in found[-1] and after["open"] == found[-1]["n"]


def test_a_clock_that_is_set_back_leaves_the_record_as_it_is(local):
    capture.take(event(local), {"e": "prompt", "kind": "person", "text": "one"})
    capture.take(event(local, T + 86400), {"e": "answer", "text": "two"})
    capture.take(event(local, T + 9), {"e": "prompt", "kind": "person", "text": "three"})
    found = lines(local)
    assert [line.get("closes") for line in found] == [None] * 3 and len({line["n"] for line in found}) == 3


def test_a_turn_taken_late_opens_and_closes_nothing(local):
    capture.take(event(local), {"e": "prompt", "kind": "person", "text": "now", "id": "p2"})
    capture.take(event(local, T - 60), {"e": "prompt", "kind": "person", "text": "earlier", "id": "p1", "late": True})
    after = capture.take(event(local, T + 9), {"e": "answer", "text": "ok"})
    assert [line.get("closes") for line in lines(local)] == [None] * 3 and after["open"] == 0


def test_a_start_after_another_event_is_another_start_however_soon(local):
    for number, name in enumerate(("start", "start", "compact", "summary", "start")):
        capture.take(event(local, T + number / 10), {"e": name, "source": "compact"} if name == "start" else {"e": name})
    assert [line["e"] for line in lines(local)] == ["start", "compact", "summary", "start"]


def test_an_interrupt_closes_the_prompt_that_it_stopped(local):
    capture.take(event(local), {"e": "prompt", "kind": "person", "text": "one"})
    opened = lines(local)[0]["n"]
    after = capture.take(event(local, T + 5), {"e": "interrupt"})
    assert [line.get("closes") for line in lines(local)] == [None, opened] and after["open"] == 0
    capture.take(event(local, T + 9), {"e": "interrupt"})
    assert "closes" not in lines(local)[-1]


def test_a_terminal_that_says_things_for_years_keeps_a_record_of_one_size(local):
    record = sessions.blank("terminal")
    for number in range(3000):
        record = sessions.fold(record, {"e": "note", "n": number, "t": T + number, "c": f"clients/c{number % 2}"})
        record = sessions.fold(record, {"e": "capture", "n": number, "t": T, "capture": ("on", "off")[number % 2]})
    assert len(record["bindings"]) == len(record["switched"]) == sessions.SWITCHES
    assert record["bindings"][-1] == [T + 2999, "clients/c1"]
