"""The skills, as both real clients list and load them, down to our tools."""

import os

from tests.clients.client import received
from tests.clients.codex import BYPASS_SANDBOX
from tests.end_to_end.conftest import shared, until
from tools.lib import files
from tools.lib.setup import pin

NAMES = ("ego-note", "ego-context", "ego-handoff", "ego-memory-doctor")


def tool(machine, name):
    return f"{machine.setting('python')} {os.path.join(pin.current(machine.local), 'tools', name + '.py')}"


def test_claude_lists_them_and_a_typed_note_reaches_the_journal(person, claude):
    desk = person("desk")
    line = tool(desk, "note")
    client = claude(
        {
            "turns": [
                {"tools": [{"name": "Bash", "input": {"command": f"{line} 'Tea is at four'", "description": "note"}}]},
                "Kept.",
            ]
        },
        home=desk.home,
    )
    run = client.print("/ego-note tea is at four")
    assert (run.status, run.out) == (0, "Kept.\n")
    first = received(run.requests[0])
    assert all(name in first for name in NAMES)
    assert f"{line} --decision 'TEXT'" in first and "What is to be noted: tea is at four" in first
    until(lambda: shared(desk.remote, "note: Tea is at four"), "the note")


def test_a_context_that_is_typed_is_set_before_the_model_hears_of_it(person, claude):
    desk = person("desk")
    assert desk.tool("context", "new", "client", "beta").returncode == 0
    assert desk.tool("note", "--context", "clients/beta", "The pager is quiet at night").returncode == 0
    desk.now()
    client = claude({"turns": ["It works for beta now.", "Still."]}, home=desk.home)
    with client.tui() as terminal:
        terminal.say("/ego-context beta")
        terminal.wait("It works for beta now.", 60)
        terminal.say("and now?")
        terminal.wait("Still.", 60)
        terminal.say("/exit")
        terminal.wait_end()
    first = next(received(request) for request in client.requests() if request["lane"] == "main")
    assert "The person has set the context of this session. This session works for clients/beta from now on." in first
    assert "The pager is quiet at night" in first
    tree = until(lambda: shared(desk.remote, "Q: and now?"), "its journal")
    assert any(path.startswith("contexts/clients/beta/journal/") and "Q: and now?" in text for path, text in tree.items())


def test_codex_lists_them_and_a_note_reaches_the_journal(person, codex):
    desk = person("desk", "--no-claude")
    line = tool(desk, "note")
    turns = [{"tools": [{"name": "exec_command", "input": {"cmd": f"{line} 'Tea is at four'"}}]}, "Kept."]
    client = codex({"turns": turns}, home=desk.home)
    client.trust_hooks()
    run = client.exec("$ego-note tea is at four", BYPASS_SANDBOX)
    assert (run.status, run.out) == (0, "Kept.\n")
    first = received(run.requests[0])
    assert all(name in first for name in NAMES)
    assert f"{line} --decision 'TEXT'" in first
    until(lambda: shared(desk.remote, "note: Tea is at four"), "the note")


def test_codexs_form_of_the_order_sets_the_context(person, codex):
    desk = person("desk", "--no-claude")
    assert desk.tool("context", "new", "client", "beta").returncode == 0
    desk.now()
    client = codex({"turns": ["It works for beta now."]}, home=desk.home)
    client.trust_hooks()
    first = received(client.exec("$ego-context beta").requests[0])
    assert "This session works for clients/beta from now on." in first


def test_uninstall_takes_them_out_again(person):
    desk = person("desk", "--device", "desk")
    places = [os.path.join(desk.home, client, "skills") for client in (".claude", ".codex")]
    assert all(set(NAMES) <= set(os.listdir(place)) for place in places)
    files.replace(os.path.join(places[0], "ego-note", "SKILL.md"), "mine")
    done = desk.install("--uninstall")
    assert "was changed since we wrote it, and stays" in done.stderr
    assert os.listdir(places[0]) == ["ego-note"] and not os.path.exists(places[1])
