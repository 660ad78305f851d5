"""Claude Code as we build for it: without hooks, and with a context that a hook gives to the model."""

import json
import os

from tests.clients.client import received

TOOLS = {"turns": [{"tools": [{"name": "Bash", "input": {"command": "echo from-the-shell"}}]}, "the answer"]}


def register(client, event, text):
    output = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
    hook = {"type": "command", "command": f"echo '{json.dumps(output)}'", "timeout": 10}
    os.makedirs(client.config, exist_ok=True)
    with open(os.path.join(client.config, "settings.json"), "w", encoding="utf-8") as file:
        json.dump({"hooks": {event: [{"hooks": [hook]}]}}, file)


def test_prints_an_answer(claude):
    run = claude(TOOLS).print("a question")
    assert (run.status, run.out, run.err) == (0, "the answer\n", "")
    assert [request["lane"] for request in run.requests] == ["main", "main"]
    assert "a question" in received(run.requests[0])
    assert "from-the-shell" in received(run.requests[1])


def test_talks_in_a_terminal(claude):
    client = claude({"turns": ["the first answer", "the second answer"]})
    with client.tui() as terminal:
        terminal.say("a first question")
        terminal.wait("the first answer")
        terminal.say("a second question")
        terminal.wait("the second answer")
        terminal.say("/exit")
        terminal.wait_end()
    assert [request["reply"]["text"] for request in client.requests()] == ["the first answer", "the second answer"]
    assert len(client.transcripts()) == 1


def test_a_hooks_context_reaches_the_model(claude):
    client = claude({"turns": ["the answer"]})
    register(client, "SessionStart", "what was decided yesterday")
    run = client.print("a question")
    assert "SessionStart hook additional context: what was decided yesterday" in received(run.requests[0])


def test_a_hooks_context_reaches_the_model_in_a_terminal(claude):
    client = claude({"turns": ["the answer"]})
    register(client, "UserPromptSubmit", "what was decided yesterday")
    with client.tui() as terminal:
        terminal.say("a question")
        terminal.wait("the answer")
    assert "UserPromptSubmit hook additional context: what was decided yesterday" in received(client.requests()[0])


def test_a_session_goes_on_in_another_run_with_another_script(claude):
    client = claude({"turns": ["the first answer"]})
    session = json.loads(client.print("a first question", "--output-format", "json").out)["session_id"]
    client.play({"turns": ["the second answer"]})
    run = client.print("a second question", "--resume", session)
    assert (run.out, len(run.requests)) == ("the second answer\n", 1)
    assert "the first answer" in received(run.requests[0])


def test_two_machines_share_a_network(claude, machine):
    desk, laptop = machine("desk"), machine("laptop")
    first = claude({"turns": ["from the desk"]}, home=desk.home)
    second = claude({"turns": ["from the laptop"]}, home=laptop.home)
    with first.tui() as terminal:
        terminal.say("a question")
        assert second.print("a question").out == "from the laptop\n"
        terminal.wait("from the desk")
