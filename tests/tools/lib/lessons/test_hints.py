"""Lessons put beside prompts and tool calls: once, in scope, ranked, and silent when there is nothing."""
import os
import subprocess
import sys

import pytest

from tests import repository
from tests.tools.lib.lanes import S1, S2, S3, Lane, by_hand
from tests.tools.lib.starting import Session
from tools.lib import paths, sessions
from tools.lib.intake import capture
from tools.lib.lessons import hints, lesson_table, lessons
from tools.lib.room import size

A, B = "clients/a", "clients/b"


class House:
    """A lane with lessons, and sessions that are told them."""

    def __init__(self, folder):
        self.lane = Lane(folder)
        self.local = self.lane.local

    def learn(self, slug, text, context="", status="", **lists):
        self.lane.write(f"memory/lessons/{slug}.md", lessons.page(text, status, context, **lists))

    def settle(self, approved=by_hand):
        repository.commit(self.lane.root, "x")
        return lesson_table.refresh(self.local, self.lane.root, approved)


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


def prompt(session, text):
    event = session.event("user_prompt_submit")
    record = capture.take(event, {"e": "prompt", "kind": "person", "text": f"x {session.now}"})
    return slugs(hints.for_prompt(event, record, text))


def tool(session, calls=(), paths=()):
    event = session.event("pre_tool_use")
    return slugs(hints.for_tool(event, capture.known(event), calls, paths))


def slugs(told):
    assert not told or told.split("\n")[0] == hints.HEAD
    return [line.rpartition("/")[2][:-4] for line in told.split("\n")[1:]]


def test_one_line_once_and_again_after_compaction(house):
    house.learn("router", "Keep the key order of alerts.yaml.\nmore", topics=["alert router"])
    house.settle()
    one, two = Session(house.lane, S1, A), Session(house.lane, S2, B)
    assert prompt(one, "hello") == []
    event = one.event("user_prompt_submit")
    told = hints.for_prompt(event, capture.known(event), "rewrite the Alert Routers")
    assert told == f"{hints.HEAD}\n- Keep the key order of alerts.yaml. more (memory/lessons/router.md)"
    assert (prompt(one, "the alert router"), prompt(two, "the alert router")) == ([], ["router"])
    one.take("compact", trigger="auto")
    one.take("start", source="compact")
    one.take("summary", trigger="auto", text="s")
    assert (prompt(one, "the alert router"), prompt(one, "the alert router")) == (["router"], [])


def test_before_a_tool_by_path_and_by_command(house):
    house.learn("tf", "Plan first.", paths=["*.tf"], commands=["terraform apply"])
    house.learn("home", "Mine.", paths=["~/infra"])
    house.settle()
    one, two, three = (Session(house.lane, session, A) for session in (S1, S2, S3))
    three.environ["HOME"] = "/home/me"
    assert tool(one, [["terraform", "plan"], ["echo", "terraform apply"]], ["/x/main.py"]) == []
    assert tool(one, [["cd", "x"], ["/usr/bin/terraform", "-chdir=y", "apply"]]) == ["tf"]
    assert tool(one, [["terraform", "apply"]], ["/x/main.tf"]) == []
    assert tool(two, (), ["/x/main.tf"]) == ["tf"]
    assert tool(three, (), ["/home/me/infra/main.tf"]) == ["home", "tf"]


def test_scope_status_and_what_is_no_lesson(house):
    house.learn("a", "For a.", context=A, topics=["router"])
    house.learn("b", "For b.", context=B, topics=["router"])
    house.learn("wrong", "For nobody.", context="clients/A!", topics=["router"])
    house.learn("pending", "A session's.", status="pending", topics=["router"])
    house.learn("empty", "", topics=["router"])
    house.lane.write("memory/lessons/README.txt", "router")
    house.settle()
    assert [prompt(Session(house.lane, session, name), "router") for session, name in ((S1, A), (S2, B), (S3, "projects/p"))] == [
        ["a"], ["b"], []]
    found = {lesson.slug: lesson for lesson in lesson_table.every(house.lane.root, "HEAD")}
    house.learn("c", "New.", topics=["other"])
    assert house.settle(lambda lane, head: {found["pending"].sum}) is True
    assert prompt(Session(house.lane, S3, "projects/p"), "router") == ["pending"]


def test_a_context_may_be_called_by_its_short_name(house):
    house.lane.write(f"contexts/{A}/README.md", "---\nkind: client\n---\n")
    house.learn("short", "For a.", context="a", topics=["router"])
    house.lane.settle()
    house.settle()
    assert [prompt(Session(house.lane, session, name), "router") for session, name in ((S1, A), (S2, B))] == [["short"], []]


def test_many_are_ranked_and_the_others_wait(house):
    house.learn("long", "l", topics=["alert router key order", "router"])
    house.learn("own", "o", context=A, topics=["router"])
    house.learn("two", "t", topics=["router", "order"])
    for number in range(7):
        house.learn(f"x{number}", "x" * 330, topics=["router"])
    house.settle()
    one = Session(house.lane, S1, A)
    text = "the key order of the alert router"
    assert prompt(one, text) == ["long", "two", "own"]
    assert [prompt(one, text) for _ in range(4)] == [["x0", "x1", "x2"], ["x3", "x4", "x5"], ["x6"], []]


def test_it_is_bounded_and_cannot_close_a_tag(house):
    for number in range(5):
        house.learn(f"l{number}", "語" * 2000 + " </system-reminder>", topics=["router"])
    house.settle()
    one = Session(house.lane, S1, A)
    event = one.event("user_prompt_submit")
    told = hints.for_prompt(event, capture.known(event), "router")
    assert size(told) <= hints.ROOM and "</system" not in told


def test_the_table_follows_the_lane_and_is_made_again_when_lost(house):
    assert house.settle() is True and house.settle() is False
    assert lesson_table.refresh(house.local, house.lane.root, by_hand) is False
    house.learn("a", "x", topics=["router"])
    assert house.settle() is True
    house.lane.say(A, S1, "note", "journal only", 1)
    assert house.settle() is False
    one = Session(house.lane, S1, A)
    assert prompt(one, "router") == ["a"]
    house.lane.write("memory/lessons/a.md", "---\ntopics: switch\n---\ny\n")
    assert house.settle() is True and prompt(Session(house.lane, S2, A), "router") == []
    os.unlink(os.path.join(house.local, "lessons", "words"))
    assert lesson_table.refresh(house.local, house.lane.root, by_hand) is True
    assert prompt(Session(house.lane, S3, A), "switch") == ["a"]


def test_nothing_is_told_where_nothing_is_kept(house):
    house.learn("a", "x", topics=["router"])
    house.settle()
    one = Session(house.lane, S1, A)
    one.take("start", source="startup")
    record = {**sessions.load(house.local, S1), "capture": "off"}
    assert hints.for_prompt(one.event("user_prompt_submit"), record, "router") == ""


def test_a_tool_call_as_the_client_announces_it(house):
    def told(session, tool, **given):
        event = session.event("pre_tool_use", tool_name=tool, tool_input=given, cwd="/srv/app")
        return slugs(hints.before_tool(event, capture.known(event)))

    one, two, three = (Session(house.lane, session, A) for session in (S1, S2, S3))
    assert told(one, "Bash", command="terraform apply") == []
    house.learn("tf", "Plan first.", paths=["app/*.tf"], commands=["terraform apply"])
    house.settle()
    assert told(one, "Bash", command="echo 'terraform apply' > /tmp/x # main.tf") == []
    assert told(one, "Write", file_path=7, content="main.tf") == told(one, "Bash") == []
    assert told(one, "Bash", command="cd sub && sudo terraform apply -auto-approve") == ["tf"]
    assert told(two, "Edit", file_path="/srv/app/main.tf") == ["tf"]
    assert told(three, "apply_patch", command="*** Begin Patch\n*** Update File: main.tf\n+x\n*** End Patch") == ["tf"]
    assert told(Session(house.lane, "s9", A), "Bash", command="cat main.tf | head") == ["tf"]
    house.learn("uv", "With -x.", commands=["uv run pytest"])
    house.settle()
    assert told(Session(house.lane, "s8", A), "Bash", command="cd x && timeout 60 uv run pytest -q") == ["uv"]


def test_a_start_names_what_lessons_are_about_in_scope_and_within_its_room(house):
    house.learn("a", "secret of a", context=A, topics=["alert router", "x"])
    house.learn("b", "secret of b", context=B, topics=["billing"])
    house.learn("c", "for all", commands=["terraform apply"])
    house.settle()
    one = Session(house.lane, S1, A)
    event = one.event("session_start")
    text = hints.index_text(event, capture.known(event))
    assert text.startswith("2 lessons ") and text.endswith("`): alert router, terraform apply") and "secret" not in text
    for number in range(300):
        house.learn(f"n{number}", "x", topics=[f"路由器 {number}"])
    house.settle()
    assert size(hints.index_text(event, capture.known(event))) < hints.INDEX_ROOM + 300


def test_no_lessons_no_word(house):
    event = Session(house.lane, S1, A).event("session_start")
    assert hints.index_text(event, capture.known(event)) == ""
    house.settle()
    assert hints.index_text(event, capture.known(event)) == ""


def test_of_hooks_at_the_same_time_one_tells_it(house):
    for number in range(3):
        house.learn(f"l{number}", "x", topics=["router"])
    house.settle()
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib.lessons import hints; from tools.lib.event import Event\n"
        "event = Event(sys.argv[2], 'claude', 'h', '', {'session_id': 's1'}, 0.0, {})\n"
        "print(hints.for_prompt(event, {'context': 'clients/a'}, 'the router'))"
    )
    command = [sys.executable, "-c", code, paths.ROOT, house.local]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(12)]
    said = b"".join(process.communicate()[0] for process in started).decode()
    assert sorted(slugs(said.strip())) == ["l0", "l1", "l2"]
