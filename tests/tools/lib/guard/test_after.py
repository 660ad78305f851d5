"""What the guard tells of after a call: silent changes, to those whom they concern."""
import os
import time

from hooks import post_tool_use_failure
from tests.tools.lib.guard.sessions_at_work import ONE, THREE, B
from tools.lib.beside import board, messages
from tools.lib.event import Event
from tools.lib.guard import after, memory, store
from tools.lib.intake import capture

SILENT = "Changed on disk since you read or wrote it, by another session or while a shell command of its ran"
SLIPPED = "The last command changed what other sessions are working on"


def silently(place, session, name, worked=True):
    """A command of which nobody can say what it writes changes a file."""
    place.now = time.time()
    assert session.before("Bash", command="python3 change.py") == ""
    place.write(name, f"silent {time.time()}")
    place.now = time.time()
    return session.after(worked)


def test_who_wrote_a_file_and_who_changed_it_silently_both_hear_of_it_once(place, one, two):
    one.writes("a.txt")
    assert SLIPPED in silently(place, two, "a.txt")
    one.before("Bash", command="ls", agent_id="sub")
    assert one.after() == ""
    one.before("Bash", command="ls")
    told = one.after()
    assert told.startswith(SILENT) and place.path("a.txt") in told and "session 2222bbbb (claude)" in told
    assert one.runs("ls") == "" and one.after() == ""
    assert "was changed since this session last read it" in one.writes("a.txt")


def test_a_command_that_failed_is_told_what_it_changed_before_and_what_waits_for_it(place, one, two):
    one.writes("a.txt")
    assert silently(place, two, "a.txt", worked=False).startswith(SLIPPED)
    one.before("Bash", command="ls nothing")
    messages.leave(place.local, ONE, messages.Message(place.now, "", "", "", "look up"))
    told = one.after(worked=False)
    assert told.startswith(SILENT) and told.endswith("the person, at a terminal: look up")


def test_what_waits_is_not_told_to_a_call_that_the_person_broke_off(place, one):
    one.before("Bash", command="sleep 60")
    messages.leave(place.local, ONE, messages.Message(place.now, "", "", "", "look up"))
    broken = one.event("post_tool_use_failure", tool_name="Bash", tool_input={"command": "sleep 60"}, is_interrupt=True)
    assert post_tool_use_failure.handle(broken) is None
    assert one.before("Bash", command="ls").endswith("the person, at a terminal: look up")


def test_who_read_a_file_hears_of_it_at_the_next_prompt_another_client_no_more_than_that(place, one):
    one.reads("a.txt")
    other = place.session(THREE, B, "codex")
    assert silently(place, other, "a.txt") == ""
    event = one.event("user_prompt_submit")
    told = after.heard(event, capture.known(event))
    assert told.startswith(SILENT) and "(codex; another session, other work)" in told
    assert after.heard(event, capture.known(event)) == ""


def test_one_s_own_command_and_a_hand_edit_are_not_announced(place, one, two):
    one.reads("a.txt")
    assert silently(place, one, "a.txt") == ""
    two.runs("make")
    place.now += 10
    place.write("a.txt", "by hand")
    one.before("Bash", command="ls")
    assert one.after() == ""


def test_what_cannot_change_a_file_is_no_culprit(place, one, two):
    one.reads("a.txt")
    place.now = time.time()
    two.before("Bash", command="cat b.txt")
    place.write("a.txt", "by hand, meanwhile")
    place.now = time.time()
    two.after()
    one.before("Bash", command="ls")
    assert one.after() == ""


def test_risky_commands_are_on_the_board_and_only_those(place, one):
    place.lane.write("memory/risky.md", "| command | sentence |\n|---|---|\n| `deploy <place>` | deploys to {place} |\n")
    for command in ("deploy prod", "systemctl restart nginx", 'echo "systemctl stop db"', "cat a.txt"):
        one.runs(command)
    work = [line.text for line in board.boardpage.rows_of(board.read(place.local), board.WORK) if not isinstance(line, str)]
    assert sorted(work) == ["deploys to prod", "stops or restarts the service nginx"]


def test_the_memory_of_a_session_stays_short_and_keeps_what_matters(place, one):
    one.reads("a.txt")
    for number in range(900):
        row = memory.mark(f"/x/{number}", [1, 2, "3" * 24], 1.0)
        memory.add(place.local, ONE, row, ["e", str(number), float(number), number + 0.5])
    one.writes("b.txt")
    known = memory.load(place.local, ONE)
    assert known.size < memory.LONG and len(known.marks) <= memory.MARKS + 1 and place.path("b.txt") in known.marks


def test_a_cut_off_line_costs_nothing_else(place, one):
    one.reads("a.txt")
    with open(memory.path_of(place.local, ONE), "ab") as file:
        file.write(b'["m", "/cut')
    one.reads("b.txt")
    assert {place.path("a.txt"), place.path("b.txt")} <= memory.load(place.local, ONE).marks.keys()


def test_what_is_over_is_put_away(place, one):
    one.writes("a.txt")
    store.tidy(place.local, place.now)
    assert len(os.listdir(store.folder(place.local))) == 1
    (name,) = os.listdir(store.folder(place.local))
    os.utime(os.path.join(store.folder(place.local), name), (1, 1))
    store.tidy(place.local, place.now + 3600)
    assert os.listdir(store.folder(place.local)) == []
    memory.tidy(place.local, place.now)
    memory.tidy(place.local, time.time() + memory.AGO + 1)
    assert os.listdir(os.path.join(place.local, "guard")) == []


def test_an_event_without_an_input_is_no_trouble(place, one):
    number: dict[str, object] = {"tool_name": "Write", "tool_input": {"file_path": 7}}
    odd = ({}, {"tool_name": "Bash"}, number, {"tool_name": "Read", "tool_input": []})
    for payload in odd:
        event: Event = one.event("post_tool_use", **payload)
        assert after.settle(event, capture.known(event)) == ""
