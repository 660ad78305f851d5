"""Codex at both ends, and at either: what was done on one machine is in the request that the other's model receives."""
import os
import shutil
import tempfile
import time

import pytest

from tests import machines
from tests.clients.client import received
from tests.clients.codex import BYPASS_SANDBOX, READY
from tests.end_to_end import test_claude
from tests.end_to_end.conftest import shared, until
from tests.end_to_end.test_claude import ANSWER, PROMPT, checks_out, rule
from tools.lib import journal, sessions
from tools.lib.intake import sandboxed
from tools.lib.setup import codexfiles, pin
from tools.lib.setup.clientfiles import Config

WORK = {
    "turns": [
        {"tools": [{"name": "exec_command", "input": {"cmd": "printf 'pager: night\\n' > alerts.yaml"}}]},
        {"tools": [{"name": "exec_command", "input": {"cmd": "cat alerts.yaml; exit 3"}}]},
        ANSWER,
    ]
}


def trusted(codex, machine, scenario):
    """Codex on that machine, its hooks trusted."""
    client = codex(scenario, home=machine.home)
    client.trust_hooks()
    return client


def mains(client):
    return [request for request in client.requests() if request["lane"] == "main"]


def test_exec_from_the_desk_to_the_laptop(person, codex):
    desk = person("desk", "--no-claude")
    run = trusted(codex, desk, WORK).exec(PROMPT, BYPASS_SANDBOX)
    assert (run.status, run.out) == (0, ANSWER + "\n")
    assert all(line in received(run.requests[0]) for line in rule(desk))

    tree = until(lambda: shared(desk.remote, f"Q: {PROMPT}", f"A: {ANSWER} [Bash 2]", "## "), "the saved session")
    (journal,) = [path for path in tree if "/journal/" in path]
    (saved,) = [path for path in tree if "/sessions/" in path]
    assert journal.startswith("contexts/_unsorted/journal/") and saved.startswith("contexts/_unsorted/sessions/")
    assert "pager: night" in tree[saved] and f"> {PROMPT}" in tree[saved] and ANSWER in tree[saved]
    assert "pager: night" not in tree[journal] and "agent: codex" in tree[journal]
    until(lambda: checks_out(desk, f"Q: {PROMPT}"), "the journal in the desk's clone")

    laptop = person("laptop", "--no-claude")
    request = received(trusted(codex, laptop, {"turns": ["I know."]}).exec("What was done about alerts?").requests[0])
    assert all(line in request for line in rule(laptop))
    assert PROMPT in request and ANSWER in request and "desk-" in request
    until(lambda: checks_out(laptop, f"Q: {PROMPT}", "Q: What was done about alerts?"), "both journals in the laptop's clone")
    ids = [entry.id for entry in machines.journaled(desk.remote)]
    assert len(ids) == len(set(ids))


def test_what_claude_did_is_in_codexs_request_and_back(person, claude, codex):
    desk, laptop = person("desk", "--no-codex"), person("laptop", "--no-claude")
    claude(test_claude.WORK, home=desk.home).print(PROMPT)
    until(lambda: shared(desk.remote, f"A: {ANSWER} [Write 1, Bash 1]"), "the desk's journal")

    request = received(trusted(codex, laptop, {"turns": ["They are at night only."]}).exec("When do alerts page?").requests[0])
    assert all(line in request for line in rule(laptop)) and PROMPT in request and ANSWER in request
    until(lambda: shared(desk.remote, "A: They are at night only."), "the laptop's journal")

    desk.now()  # within five minutes of a fetch a start does not wait for another
    request = received(claude({"turns": ["I know."]}, home=desk.home).print("And now?").requests[0])
    assert "When do alerts page?" in request and "They are at night only." in request and "laptop-" in request


def test_a_terminal_session_through_both_compactions(person, codex):
    desk, laptop = person("desk", "--no-claude"), person("laptop", "--no-claude")
    trusted(codex, desk, WORK).exec(PROMPT, BYPASS_SANDBOX)
    until(lambda: shared(desk.remote, f"A: {ANSWER}"), "the desk's journal")

    full = {"text": "Full now.", "usage": {"input_tokens": 990_000, "total_tokens": 990_020}}
    turns = ["Hello.", "After the manual one.", full, "After the automatic one."]
    client = trusted(codex, laptop, {"turns": turns, "aux": "Spoke of tea."})
    with client.tui() as terminal:
        for prompt, answer in (("say hello", "Hello."), ("/compact", "Context compacted"), ("and now", "After the manual one."),
                               ("fill it up", "Full now."), ("once more", "After the automatic one.")):  # fmt: skip
            terminal.say(prompt)
            terminal.wait(answer, 60)
        terminal.say("/quit")
        terminal.wait_end()
    answers = [request["reply"]["text"] for request in mains(client)]
    assert answers == ["Hello.", "After the manual one.", "Full now.", "After the automatic one."]
    for request in mains(client):
        text = received(request)
        assert all(line in text for line in rule(laptop)) and PROMPT in text and ANSWER in text
        assert text.count(rule(laptop)[0]) == 1
    tree = until(lambda: shared(laptop.remote, "Q: once more", "A: After the automatic one."), "its journal")
    (journal,) = [text for path, text in tree.items() if "/journal/" in path and "laptop-" in path]
    assert journal.count("compaction ") == 2 and "summary" not in journal


def test_interrupt_shell_new_and_clear_in_a_terminal(person, codex):
    desk = person("desk", "--no-claude")
    turns = [{"text": "never", "delay": 30}, "Second.", "After the shell.", "In the new one.", "In the clear one."]
    client = trusted(codex, desk, {"turns": turns})
    with client.tui() as terminal:
        terminal.say("first")
        until(lambda: mains(client), "the first request")
        terminal.press("Escape")
        terminal.wait("interrupted")
        for prompt, shown in (("second", "Second."), ("!ls -a", "ls -a"), ("third", "After the shell."), ("/new", READY),
                              ("fourth", "In the new one."), ("/clear", READY), ("fifth", "In the clear one.")):  # fmt: skip
            terminal.say(prompt)
            terminal.wait(shown)
            time.sleep(1)
        terminal.say("/quit")
        terminal.wait_end()
    tree = until(lambda: shared(desk.remote, "Q: fifth", "In the clear one.", "*Shell:*", "> fourth"), "its journal")
    journals = sorted((text for path, text in tree.items() if "/journal/" in path), key=lambda text: text.partition("- ")[2])
    told = [[entry.kind + ": " + entry.text for entry in journal.parse(text)[1]] for text in journals]
    one, two, three = told
    assert one[0] == "Q: first" and one[2].startswith("event: interrupted ^")
    assert one[3:] == ["Q: second", "A: Second.", "Q: third", "A: After the shell.", "event: ended other"]
    assert two == ["Q: fourth", "event: title Fourth", "A: In the new one.", "event: ended other"]
    assert three == ["Q: fifth", "event: title Fifth", "A: In the clear one.", "event: ended other"]
    saved = [text for path, text in tree.items() if "/sessions/" in path]
    assert len(saved) == 3 and "*The person interrupted.*" in "".join(saved)
    assert all(rule(desk)[0] in received(request) for request in mains(client))


def test_a_session_of_the_daemon_has_no_end_and_is_kept_all_the_same(person, codex):
    desk = person("desk", "--no-claude")
    client = trusted(codex, desk, {"turns": ["One."]})
    with open(os.path.join(client.config, "config.toml"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(client.config, "config.toml"), "w", encoding="utf-8") as file:
        file.write(text.replace("daemon_auto_start = false", "daemon_auto_start = true"))
    with client.terminal(ready=READY) as terminal:
        terminal.say("first")
        terminal.wait("One.")
        terminal.say("/quit")
        terminal.wait_end()
    assert rule(desk)[0] in received(mains(client)[0])
    tree = until(lambda: shared(desk.remote, "Q: first", "A: One."), "its journal")
    assert "ended" not in "".join(text for path, text in tree.items() if "/journal/" in path)
    until(lambda: shared(desk.remote, "> first"), "the saved session", 90)


def test_a_subagents_words_are_told_as_its_own(person, codex):
    desk = person("desk", "--no-claude")
    spawn = {"tools": [{"name": "spawn_agent", "namespace": "multi_agent_v1", "input": {"message": "SUBTASK look around"}}]}
    look = {"tools": [{"name": "exec_command", "input": {"cmd": "echo seen > note.txt"}}]}
    lane = {"name": "sub", "in": "last", "contains": "SUBTASK", "turns": [look, "Looked around."]}
    client = trusted(codex, desk, {"lanes": [lane], "turns": [spawn, {"text": "Waiting.", "delay": 4}, "All done."]})
    assert client.exec("use an agent", BYPASS_SANDBOX).out == "All done.\n"
    tree = until(lambda: shared(desk.remote, "A: All done.", "> use an agent"), "its journal")
    (text,) = [text for path, text in tree.items() if "/journal/" in path]
    told = [entry.kind + ": " + entry.text for entry in journal.parse(text)[1]]
    asked = ["Q: use an agent", "event: title Use an agent", "event: subagent default: Looked around."]
    assert told == [*asked, "A: All done. [spawn_agent 1, Bash 1]", "event: ended other"]


@pytest.fixture
def elsewhere():
    """A folder that Codex's sandbox does not open for writing, as /tmp is."""
    if not os.access("/var/tmp", os.W_OK):
        pytest.skip("no folder outside of what the sandbox lets commands write")
    folder = tempfile.mkdtemp(dir="/var/tmp")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)  # a worker of ours may still be writing there


def test_commands_that_the_sandbox_holds_up_are_carried_out_after_them(person, codex, elsewhere):
    desk = person("desk", "--no-claude", folder=elsewhere)
    desk.tool("context", "new", "project", "pager")
    tools = os.path.join(pin.current(desk.local), "tools")
    lines = (f"{tools}/note.py --todo 'ask Ann; today'", f"{tools}/note.py lost | cat", f"{tools}/context.py set pager")
    turns = [{"tools": [{"name": "exec_command", "input": {"cmd": f"python3 {line}"}}]} for line in lines]
    client = trusted(codex, desk, {"turns": [*turns, "Noted."]})
    run = client.exec("note it")
    assert (run.status, run.out) == (0, "Noted.\n")
    assert sandboxed.SANDBOXED in received(run.requests[1])
    tree = until(lambda: shared(desk.remote, "Q: note it", "todo: ask Ann; today", "A: Noted. [Bash 3]"), "its journal")
    told = [received(request) for request in run.requests]
    assert sandboxed.NOT_RUN in told[2] and "This session works for projects/pager" in told[3]
    assert "lost" not in "".join(text for path, text in tree.items() if "/journal/" in path)


def test_what_a_sandboxed_session_says_to_others_reaches_them_and_it_sees_what_is_there(person, codex, elsewhere):
    desk = person("desk", "--no-claude", folder=elsewhere)
    other = desk.session()
    other.start()
    other.ask("hello")
    tools = os.path.join(pin.current(desk.local), "tools")
    lines = (
        "board.py caution --everyone 'never restart nginx'",
        f"tell.py {sessions.tag(other.id)} 'please wait'",
        "lesson.py add --topic 'alert router' 'Call its owner.'",
        "claims.py release alerts.yaml",
        "board.py show",
        "sessions.py",
        "claims.py list",
        "lesson.py list",
    )
    write = {"tools": [{"name": "exec_command", "input": {"cmd": "echo x > alerts.yaml"}}]}
    turns = [write, *({"tools": [{"name": "exec_command", "input": {"cmd": f"python3 {tools}/{line}"}}]} for line in lines)]
    client = trusted(codex, desk, {"turns": [*turns, "Said."]})
    run = client.exec("tell them")
    told = [received(request) for request in run.requests]
    words = (
        "On the board, STANDING CAUTIONS, for everyone: never restart nginx",
        "hears it",
        "once the person has approved it",
        "Released: ",
        "- this session: never restart nginx",
        "(this session)",
        "Nothing is claimed",
        "Call its owner.  [",
    )
    assert [word for word, text in zip(words, told[2:]) if word not in text] == []
    assert [text.count(sandboxed.SANDBOXED) for text in told[1:]] == [0, 1, 2, 3, 4, 4, 4, 4, 4]
    heard = other.ask("and now?")
    assert "says: please wait" in heard and "says: never restart nginx" in heard


def test_trust_that_install_wrote_is_codexs_own(person, codex):
    desk = person("desk", "--no-claude")
    client = codex({"turns": ["Untrusted.", "Trusted."]}, home=desk.home)
    request = received(client.exec("first").requests[0])
    assert "open /hooks in Codex and trust them" in request and rule(desk)[0] not in request
    done = desk.install("--no-claude", "--trust-codex")
    assert (done.returncode, done.stderr) == (0, ""), done
    with client.tui() as terminal:  # which would ask for a review
        terminal.say("second")
        terminal.wait("Trusted.")
    request = received(mains(client)[-1])
    assert rule(desk)[0] in request and "/hooks in Codex" not in request


@pytest.mark.parametrize("agent", ("claude", "codex"))
def test_a_commit_that_names_an_ai_is_refused_where_that_was_asked_for(person, claude, codex, agent):
    desk = person("desk", f"--no-{'codex' if agent == 'claude' else 'claude'}", "--no-attribution")
    command = "git init -q . && git commit --allow-empty -m 'Mend it\n\nCo-Authored-By: Claude <noreply@anthropic.com>'"
    tool = {"name": "Bash", "input": {"command": command}}
    if agent == "codex":
        tool = {"name": "exec_command", "input": {"cmd": command}}
    script = {"turns": [{"tools": [tool]}, "Refused."]}
    if agent == "claude":
        run = claude(script, home=desk.home).print("commit")
    else:
        run = trusted(codex, desk, script).exec("commit", BYPASS_SANDBOX)
    assert run.out == "Refused.\n" and "the text holds an AI attribution" in received(run.requests[1])
    assert not os.path.exists(os.path.join(desk.home, "work", ".git"))


def test_turns_are_told_by_notify_where_there_are_no_hooks(person, codex):
    desk = person("desk", "--no-claude")
    client = codex({"turns": ["Told."]}, home=desk.home)
    os.remove(os.path.join(client.config, "hooks.json"))
    codexfiles.have_turns_told(desk.local, Config("codex", client.config), desk.setting("python"))
    assert client.exec("an old one's question").out == "Told.\n"
    until(lambda: shared(desk.remote, "Q: an old one's question", "A: Told."), "its journal")
