"""Codex as we build for it: without hooks, and with a context that a trusted hook gives to the model."""

import json
import os

import pytest

from tests.clients.client import received
from tests.clients.codex import BYPASS_TRUST

TOOLS = {"turns": [{"tools": [{"name": "exec_command", "input": {"cmd": "echo from-the-shell"}}]}, "the answer"]}
EVENTS = ("SessionStart", "UserPromptSubmit")


def register(client, **more):
    """Register a hook for each of EVENTS; more fields of the hook change what is trusted."""
    groups = {}
    for event in EVENTS:
        output = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": f"said at {event}"}}
        groups[event] = [{"hooks": [{"type": "command", "command": f"echo '{json.dumps(output)}'", **more}]}]
    with open(os.path.join(client.config, "hooks.json"), "w", encoding="utf-8") as file:
        json.dump({"hooks": groups}, file)


def said(request):
    return [event for event in EVENTS if f"said at {event}" in received(request)]


def test_executes_a_prompt(codex):
    run = codex(TOOLS).exec("a question")
    assert (run.status, run.out) == (0, "the answer\n")
    assert [request["lane"] for request in run.requests] == ["main", "main"]
    assert "a question" in received(run.requests[0])
    assert "from-the-shell" in received(run.requests[1])


def test_talks_in_a_terminal(codex):
    client = codex({"turns": ["the first answer", "the second answer"]})
    with client.tui() as terminal:
        terminal.say("a first question")
        terminal.wait("the first answer")
        terminal.say("a second question")
        terminal.wait("the second answer")
        terminal.say("/quit")
        terminal.wait_end()
    main = [request for request in client.requests() if request["lane"] == "main"]  # it asks for a title too
    assert [request["reply"]["text"] for request in main] == ["the first answer", "the second answer"]
    assert len(client.rollouts()) == 1


@pytest.mark.parametrize("more", ({}, {"timeout": 10}))
def test_a_trusted_hooks_context_reaches_the_model(codex, more):
    client = codex({"turns": ["the answer"]})
    register(client, **more)
    client.trust_hooks()
    assert said(client.exec("a question").requests[0]) == list(EVENTS)


def test_a_hook_nobody_trusted_is_skipped_unless_told_otherwise(codex):
    client = codex({"turns": ["the answer", "the answer"]})
    register(client)
    assert said(client.exec("a question").requests[0]) == []
    assert said(client.exec("a question", BYPASS_TRUST).requests[0]) == list(EVENTS)


def test_a_trusted_hooks_context_reaches_the_model_in_a_terminal(codex):
    client = codex({"turns": ["the answer"]})
    register(client)
    client.trust_hooks()
    with client.tui() as terminal:
        terminal.say("a question")
        terminal.wait("the answer")
    assert said(client.requests()[0]) == list(EVENTS)


def test_a_session_goes_on_in_another_run(codex):
    client = codex({"turns": ["the first answer", "the second answer"]})
    client.exec("a first question")
    run = client.resume(client.session(), "a second question")
    assert run.out == "the second answer\n"
    assert "the first answer" in received(run.requests[0])
