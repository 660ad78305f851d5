"""Sessions of one machine side by side, with the real Claude Code: board, lessons, siblings and messages reach its model."""
import os
import sys

from tests.clients.client import received
from tests.end_to_end.conftest import until
from tools.lib import files, sessions
from tools.lib.beside import siblings
from tools.lib.lessons import lesson_book
from tools.lib.voices import inquiry


def tool(machine, name, *words):
    """A call of one of our commands from inside a session, as its start told it."""
    pin = os.path.normpath(os.path.join(machine.local, (files.text(os.path.join(machine.local, "current")) or "").strip()))
    line = " ".join([sys.executable, os.path.join(pin, "tools", f"{name}.py"), *(f"'{word}'" for word in words)])
    return {"tools": [{"name": "Bash", "input": {"command": line, "description": name}}]}


def tags(machine):
    """The sessions that the machine knows, by context."""
    names = os.listdir(os.path.join(machine.local, "sessions"))
    found = [sessions.load(machine.local, name[:-5]) for name in names]
    return {str(record["context"]): sessions.tag(str(record["session"])) for record in found}


def test_what_one_session_puts_up_is_before_the_other_s_model_in_its_context_only(person, claude):
    desk = person("desk")
    a, b = ({"ALTER_EGO_CONTEXT": f"clients/{name}"} for name in "ab")
    turns = [tool(desk, "board", "caution", "never restart nginx"), tool(desk, "board", "work", "rewriting the router"),
             tool(desk, "lesson", "add", "--topic", "alert router", "A session has learned this"), "Done."]
    first = claude({"turns": turns}, home=desk.home, env=a).print("Rewrite the alert router")
    assert first.status == 0 and "On the board" in received(first.requests[1])
    # what is written before the worker has looked at the session's commands would count as the session's
    until(lambda: not os.path.exists(inquiry.path_of(desk.local)), "the answer to what its commands wrote")
    lesson = os.path.join(desk.checkout, "memory", "lessons", "keys.md")
    files.replace(lesson, "---\ntopics: alert router\n---\nKeep the key order.\n")
    assert desk.tool("sync", "now").returncode == 0
    until(lambda: lesson_book.holds_any(desk.local, lesson_book.WORDS), "the lesson's book")
    until(lambda: siblings.load(desk.local, "clients/a")[1], "the sibling's prompt")

    tag = tags(desk)["clients/a"]
    again = received(claude({"turns": ["Yes."]}, home=desk.home, env=a).print("Are the alert routers fine?").requests[0])
    assert f"session {tag} says: never restart nginx" in again and "Keep the key order. (memory/lessons/keys.md)" in again
    assert "Rewrite the alert router" in again and "A session has learned this" not in again
    assert "rewriting the router" not in again, "its session has ended"
    other = received(claude({"turns": ["Yes."]}, home=desk.home, env=b).print("Are the alert routers fine?").requests[0])
    assert "Keep the key order." in other
    words = ("nginx", "rewriting the router", "Rewrite the alert router", "clients/a ", "clients/a:")
    assert [word for word in words if word in other] == []


def test_a_message_arrives_with_the_next_prompt_once(person, claude):
    desk = person("desk")
    client = claude({"turns": ["Hello.", "I wait.", "Still here."]}, home=desk.home)
    with client.tui() as terminal:
        terminal.say("say hello")
        terminal.wait("Hello.", 60)
        until(lambda: siblings.load(desk.local, "_unsorted")[1], "its title")
        turns = [tool(desk, "tell", "say hello", "please wait for me"), "Told."]
        sender = claude({"turns": turns}, home=desk.home).print("tell it")
        assert "hears it" in received(sender.requests[1])
        for prompt, answer in (("and now", "I wait."), ("more", "Still here.")):
            terminal.say(prompt)
            terminal.wait(answer, 60)
        terminal.say("/exit")
        terminal.wait_end()
    mains = [received(request) for request in client.requests() if request["lane"] == "main"]
    assert ["says: please wait for me" in text for text in mains] == [False, True, True]
    assert mains[2].count("says: please wait for me") == 1


def test_codex_is_told_what_holds_on_the_machine(person, codex):
    desk = person("desk", "--no-claude")
    assert desk.tool("board", "caution", "never restart nginx").returncode == 0
    client = codex({"turns": ["Hello."]}, home=desk.home)
    client.trust_hooks()
    text = received(client.exec("say hello").requests[0])
    assert "session terminal says: never restart nginx" in text
