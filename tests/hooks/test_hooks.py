"""Every hook, run as the client runs it: the registered command line, an event on its standard input."""

import glob
import json
import os
import subprocess
import sys
import time

import pytest

from tools.lib import paths, spool
from tools.lib.intake import missed
from tools.lib.setup import registration

PAYLOADS = os.path.join(paths.ROOT, "tests", "data", "payloads")
HOOKS = {row.event: row for row in registration.TABLE}
SPEAK = ("SessionStart", "UserPromptSubmit")


def samples():
    for path in sorted(glob.glob(os.path.join(PAYLOADS, "*", "*.json"))):
        agent, event = os.path.basename(os.path.dirname(path)), os.path.basename(path).partition("-")[0].partition(".")[0]
        if event in HOOKS and HOOKS[event][3 + registration.AGENTS.index(agent)] is not None:
            for part in HOOKS[event].parts or ("",):
                yield pytest.param(path, agent, HOOKS[event].hook, part, id=f"{agent}-{os.path.basename(path)[:-5]}-{part}")


@pytest.fixture
def local(tmp_path):
    """An installation whose worker's lock is held, so that no hook starts one."""
    from tools.lib import files, lock, settings

    folder = str(tmp_path / "a b's & $(x) é" / "local")
    settings.write(folder, {"device": "desk-4f1c", "checkout": str(tmp_path)})
    files.replace(os.path.join(folder, "current"), os.path.relpath(paths.ROOT, folder) + "\n")
    missed.reserve(folder)
    files.folder(os.path.join(folder, "locks"))
    with lock.held(os.path.join(folder, "locks", "worker")):
        yield folder


def run(local, agent, hook, part, content, environ=None, **more):
    command = [sys.executable, *registration.arguments(local, agent, hook, part)]
    more = {"input": content, "capture_output": True, "env": {**os.environ, **(environ or {})}, "timeout": 60, **more}
    try:
        done = subprocess.run(command, **more)
    except OSError:  # it was not started: Wine on a busy machine does that; what has run is never run again
        if sys.platform != "win32":
            raise
        done = subprocess.run(command, **more)
    return done.returncode, done.stdout, done.stderr


def spooled(local):
    return [
        line
        for name in spool.listing(local)
        for _, line in spool.lines(os.path.join(local, "spool", name))
        if isinstance(line, dict)
    ]


@pytest.mark.parametrize(("path", "agent", "hook", "part"), list(samples()))
def test_a_real_payload(local, path, agent, hook, part):
    with open(path, "rb") as handle:
        content = handle.read()
    status, out, err = run(local, agent, hook, part, content)
    assert (status, err) == (0, b"") and not os.path.exists(os.path.join(local, "errors.log"))
    assert not out or json.loads(content)["hook_event_name"] in SPEAK
    assert len(out) <= 9500


@pytest.mark.parametrize(
    "content",
    (
        b"",
        b"  \n",
        b"garbage",
        b"[1, 2]",
        b"{}",
        b'{"session_id": 7}',
        b"\xff\xfe\x00",
        b"{" * 100000,
        b'{"session_id": "s", "prompt": "cut',
    ),
)
@pytest.mark.parametrize("hook", ("user_prompt_submit", "stop", "pre_tool_use", "session_start"))
def test_what_is_no_event_stops_nobody_and_is_kept(local, hook, content):
    assert run(local, "claude", hook, "context", content) == (0, b"", b"")
    assert spooled(local) == []
    kept = os.path.join(local, "quarantine")
    assert bool(content.strip()) == (os.path.isdir(kept) and bool(os.listdir(kept)))
    assert os.path.exists(os.path.join(local, "notices.json"))


def test_a_pipe_that_is_never_closed_delays_nothing(local):
    command = [sys.executable, *registration.arguments(local, "claude", "user_prompt_submit", "")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(json.dumps({"session_id": "s", "prompt": "hello", "cwd": local}).encode())
    process.stdin.flush()
    assert process.wait(timeout=30) == 0
    assert [line["text"] for line in spooled(local)] == ["hello"]
    process.stdin.close()


@pytest.mark.parametrize(
    ("prompt", "environ"),
    (
        ('ソ能 "quoted" \\ path', {"PYTHONIOENCODING": "cp932", "LC_ALL": "C"}),
        ("real 😀 and \ud83c alone", {"LC_ALL": "C", "PYTHONUTF8": "0"}),
        ("a\x00b\u2028c", {}),
        ("x" * 3_000_000, {}),
    ),
)
def test_any_text_is_captured_as_it_is(local, prompt, environ):
    content = json.dumps({"session_id": "s", "prompt": prompt, "cwd": local}).encode()
    assert run(local, "claude", "user_prompt_submit", "", content, environ)[0] == 0
    (line,) = spooled(local)
    assert line["text"] == prompt


def test_a_prompt_in_invalid_utf8_is_captured_with_replacement(local):
    content = b'{"session_id": "s", "cwd": "/", "prompt": "caf\xe9"}'
    assert run(local, "claude", "user_prompt_submit", "", content)[0] == 0
    assert spooled(local)[0]["text"] == "caf\ufffd"


def test_fifty_hooks_of_one_session_at_once_lose_no_line(local):
    command = [sys.executable, *registration.arguments(local, "claude", "post_tool_use", "")]
    running = []
    for number in range(50):
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        event = {"session_id": "s", "tool_name": "Bash", "tool_use_id": f"t{number}", "cwd": local}
        process.stdin.write(json.dumps(event).encode())
        process.stdin.close()
        running.append(process)
    assert [process.wait() for process in running] == [0] * 50
    found = spooled(local)
    assert len(found) == 50 and len({line["n"] for line in found}) == 50
    with open(os.path.join(local, "sessions", "s.json"), encoding="utf-8") as handle:
        assert json.load(handle)["tools"] == {"Bash": 50}


@pytest.mark.parametrize("gone", ("current", "pin", "all"))
def test_a_pin_that_is_gone_is_silence_and_one_sentence_at_the_start(local, gone, tmp_path):
    if gone == "current":
        os.remove(os.path.join(local, "current"))
    elif gone == "pin":
        with open(os.path.join(local, "current"), "w", encoding="utf-8") as handle:
            handle.write("pins/none\n")
    else:
        local = str(tmp_path / "nowhere")
    content = json.dumps({"session_id": "s", "prompt": "x"}).encode()
    for row in registration.TABLE:
        for part in row.parts or ("",):
            status, out, _ = run(local, "claude", row.hook, part, content)
            assert (status, out.decode()) == (0, registration.GONE + os.linesep if part == "context" else "")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_hook_killed_around_its_append_loses_nothing_that_it_said_it_kept(local):
    event = json.dumps({"session_id": "s", "prompt": "kept", "cwd": local}).encode()
    for delay in (0.0, 0.005, 0.01, 0.02, 0.03, 0.05):
        process = subprocess.Popen(
            [sys.executable, *registration.arguments(local, "claude", "user_prompt_submit", "")], stdin=subprocess.PIPE
        )
        process.stdin.write(event)
        process.stdin.close()
        time.sleep(delay)
        process.kill()
        process.wait()
    killed = len(spooled(local))
    assert run(local, "claude", "stop", "", json.dumps({"session_id": "s", "last_assistant_message": "a"}).encode())[0] == 0
    found = spooled(local)
    assert len(found) == killed + 1 and len({line["n"] for line in found}) == len(found)


def test_a_prompt_is_one_line_when_the_hook_is_registered_twice(local):
    content = json.dumps({"session_id": "s", "prompt": "x", "prompt_id": "p", "cwd": local}).encode()
    for _ in range(2):
        run(local, "claude", "user_prompt_submit", "", content)
    assert len(spooled(local)) == 1


def test_a_subagents_first_message_is_no_prompt(local):
    content = json.dumps({"session_id": "s", "prompt": "x", "agent_id": "a", "cwd": local}).encode()
    assert run(local, "codex", "user_prompt_submit", "", content) == (0, b"", b"")
    assert spooled(local) == []


def test_compactions_hidden_subagent_is_left_out(local):
    for agent_type in ("", "Explore"):
        content = json.dumps({"session_id": "s", "agent_type": agent_type, "last_assistant_message": "m", "cwd": local}).encode()
        run(local, "claude", "subagent_stop", "", content)
    assert [line["type"] for line in spooled(local)] == ["Explore"]
