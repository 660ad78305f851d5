"""Sessions of both clients on one file: the second is held back once, its model reads why, and its retry lands."""
import json
import os
import time

import pytest

from tests.clients.client import received
from tests.clients.codex import BYPASS_SANDBOX
from tests.end_to_end.conftest import until
from tools.lib import files, sessions
from tools.lib.guard import log, store

FILE = "alerts.yaml"
PATCH = f"*** Begin Patch\n*** Update File: {FILE}\n@@\n-pager: two\n+pager: three\n*** End Patch"
HELD = "is being changed by session"


def write(text):
    return {"tools": [{"name": "Write", "input": {"file_path": FILE, "content": f"pager: {text}\n"}}]}


READ = {"tools": [{"name": "Read", "input": {"file_path": FILE}}]}


def bash(command):
    return {"tools": [{"name": "Bash", "input": {"command": command, "description": "x"}}]}


@pytest.fixture
def desk(person):
    return person("desk", "--device", "both")  # both clients are found


def path(desk):
    return os.path.join(desk.home, "work", FILE)


def text(desk):
    return files.text(path(desk))


def looks(desk, verdict):
    return [look for look in log.read(desk.local) if look.verdict == verdict]


def holder(desk, claude, *more):
    """A session in a terminal that has written the file and waits for its next prompt; to be used with `with`."""
    client = claude({"turns": [write("one"), "Written.", *more]}, home=desk.home)
    terminal = client.tui()
    return client, terminal


def last(run):
    return received(run.requests[-1])


def test_two_of_claude_and_one_of_codex_on_one_file(desk, claude, codex):
    first, terminal = holder(desk, claude, "Heard.")
    with terminal:
        terminal.say("write the pager's file")
        terminal.wait("Written.", 60)

        second = claude({"turns": [READ, write("two"), write("two"), "Two."]}, home=desk.home).print("write two")
        assert second.status == 0 and text(desk) == "pager: two\n"
        reasons = [received(request).count(HELD) for request in second.requests if request["lane"] == "main"]
        assert reasons == [0, 0, 1, 1] and "tell.py" in last(second) and "write the pager's file" not in second.out

        third = codex({"turns": [_patch(), _patch(), "Three."]}, home=desk.home, model="gpt-5.5")  # it has apply_patch
        third.trust_hooks()
        run = third.exec("write three", BYPASS_SANDBOX)
        assert run.status == 0 and text(desk) == "pager: three\n", last(run)[-1500:]
        assert "Command blocked by PreToolUse hook" in last(run) and last(run).count(HELD) == 1

        terminal.say("anything new?")
        terminal.wait("Heard.", 60)
        told = received(first.requests()[-1])
        assert told.count(f"went on to change {path(desk)}") == 2
    assert [look.why.split()[0] for look in looks(desk, "deny")] == ["held", "held"]


def _patch():
    return {"tools": [{"name": "apply_patch", "input": PATCH}]}


def test_a_killed_holder_frees_the_file_when_it_was_silent_for_long(desk, claude):
    _, terminal = holder(desk, claude)
    with terminal:
        terminal.say("write the pager's file")
        terminal.wait("Written.", 60)
        (claim,) = store.standing(desk.local, time.time())
    desk.idle()  # a terminal that is closed tells its end; one that is killed does not
    record = sessions.load(desk.local, claim.session)
    sessions.save(desk.local, {**record, "ended": False, "last": time.time()})
    assert store.standing(desk.local, time.time()) == [claim]
    sessions.save(desk.local, {**record, "ended": False, "last": time.time() - 21 * 60})
    run = claude({"turns": [READ, write("two"), "Two."]}, home=desk.home).print("write two")
    assert run.status == 0 and text(desk) == "pager: two\n" and HELD not in last(run)


def test_sed_is_caught_and_a_formatter_run_is_not(desk, claude):
    _, terminal = holder(desk, claude)
    with terminal:
        terminal.say("write the pager's file")
        terminal.wait("Written.", 60)
        turns = [bash(f"sed -i s/one/two/ {FILE}"), bash(f"cat {FILE}"), "Held."]
        run = claude({"turns": turns}, home=desk.home).print("change it")
        assert HELD in last(run) and text(desk) == "pager: one\n"

    format = "printf 'formatted: yes\\n' > own.txt; python3 -c 'print(\"more: yes\")' >> own.txt"
    edit = {"tools": [{"name": "Edit", "input": {"file_path": "own.txt", "old_string": "yes\nmore", "new_string": "no\nmore"}}]}
    own = {"tools": [{"name": "Write", "input": {"file_path": "own.txt", "content": "x\n"}}]}
    look = {"tools": [{"name": "Read", "input": {"file_path": "own.txt"}}]}
    run = claude({"turns": [own, bash(format), look, edit, "Done."]}, home=desk.home).print("format it")
    assert files.text(os.path.join(desk.home, "work", "own.txt")) == "formatted: no\nmore: yes\n", last(run)
    assert [look.name for look in looks(desk, "deny")] == [path(desk)]


def test_a_client_s_text_stays_with_its_client(desk, claude):
    for name in ("acme", "beta"):
        assert desk.tool("context", "new", "client", name).returncode == 0
    desk.now()
    files.replace(os.path.join(desk.checkout, "contexts", "clients", "beta", "note.md"), "beta's secret plan\n")
    acme, beta = ({"ALTER_EGO_CONTEXT": f"clients/{name}"} for name in ("acme", "beta"))
    first = claude({"turns": [write("one"), "Written."]}, home=desk.home, env=beta)
    with first.tui() as terminal:
        terminal.say("beta's secret plan: the pager")
        terminal.wait("Written.", 60)
        secret = os.path.join(desk.checkout, "contexts", "clients", "beta", "note.md")
        reads = [
            {"tools": [{"name": "Read", "input": {"file_path": secret}}]},
            {"tools": [{"name": "Read", "input": {"file_path": secret}}]},
            bash(f"cat {secret}"),
            {"tools": [{"name": "Grep", "input": {"pattern": "secret", "path": desk.checkout, "output_mode": "content"}}]},
        ]
        second = claude({"turns": [*reads, READ, write("two"), "Done."]}, home=desk.home, env=acme)
        run = second.print("what is there?")
    everything = json.dumps([request["body"] for request in run.requests])
    assert "secret plan" not in everything and "another session, other work" in everything
    assert last(run).count("belongs to another client") >= 3


def test_a_silent_change_is_told_to_who_wrote_the_file(desk, claude):
    first, terminal = holder(desk, claude, "Heard.")
    with terminal:
        terminal.say("write the pager's file")
        terminal.wait("Written.", 60)
        time.sleep(2.5)  # two seconds after its own write a change is still its own doing
        command = f"python3 -c 'open(\"{FILE}\", \"w\").write(\"pager: silent\"); exit(3)'"
        run = claude({"turns": [bash(command), "Done."]}, home=desk.home).print("change it")  # it is told of failures too
        assert "changed what other sessions are working on" in last(run)
        terminal.say("anything new?")
        terminal.wait("Heard.", 60)
        told = until(lambda: received(first.requests()[-1]), "the request")
        assert "Changed on disk since you read or wrote it" in told and path(desk) in told


def test_a_patch_typed_in_codex_s_shell_is_held_though_nobody_tells_its_end(desk, codex):
    files.replace(path(desk), "pager: two\n")
    lines = (f"apply_patch <<'EOF'\n{PATCH}\nEOF", "sleep 6", "date > own.txt")
    client = codex({"turns": [*({"tools": [{"name": "exec_command", "input": {"cmd": line}}]} for line in lines), "Done."]},
                   home=desk.home)  # fmt: skip
    client.trust_hooks()
    run = client.exec("change it", BYPASS_SANDBOX)
    assert run.status == 0 and text(desk) == "pager: three\n", last(run)[-1500:]
    claims = [store.load(os.path.join(store.folder(desk.local), name)) for name in os.listdir(store.folder(desk.local))]
    assert {os.path.basename(claim.name): claim.sure for claim in claims} == {FILE: True, "own.txt": True}
