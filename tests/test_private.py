"""A private session leaves nothing: not in the local folder, not in the lane, not in the remote, not even its id."""
import os
import time

import pytest

from tests import machines, repository
from tools.lib import files, lock, sessions

SECRET = "the merger is called heron"
TOOLS = (
    ("note", "--todo", SECRET),
    ("board", "work", SECRET),
    ("tell", "other", SECRET),
    ("lesson", "add", "--topic", "heron", SECRET),
    ("context", "on"),
)


class Machine(machines.Machine):
    """A machine whose worker works when it is told to, and no other time."""

    def alone(self):
        self.lock = lock.held(os.path.join(self.local, "locks", "worker"))
        return self.lock

    def now(self):
        self.lock.__exit__(None, None, None)
        super().now()
        self.alone().__enter__()


@pytest.fixture
def machine(tmp_path):
    made = Machine(str(tmp_path), "desk", machines.remote(str(tmp_path)))
    done = made.install()
    assert done.returncode == 0, done.stderr
    with made.alone():
        made.now()  # a start waits for a first fetch
        yield made


def traces(machine, *texts):
    """Where one of these texts is: files by name or content, and the remote's whole history."""
    wanted = [text.encode() for text in texts]
    found = []
    for folder in (machine.local, machine.checkout, machine.remote):
        for place, folders, names in os.walk(folder):
            found += [os.path.join(place, name) for name in (*folders, *names) if any(text in name for text in texts)]
            paths = [os.path.join(place, name) for name in names]
            found += [path for path in paths if any(text in (files.read(path) or b"") for text in wanted)]
    for folder in (os.path.join(machine.local, "lane"), machine.remote):
        history = repository.git(folder, "log", "--all", "-p")
        found += [f"history of {folder}" for text in texts if text in history]
    return found


def whole_life(session, environ):
    """Every hook of a session that a person, an agent, a subagent and a compaction make run; gives its start's texts."""
    session.machine.environ.update(environ)
    told = session.start()
    session.ask(SECRET)
    tool = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": f"echo {SECRET}"}}
    session.hook("pre_tool_use", **tool)
    session.hook("post_tool_use", **tool, tool_response=SECRET)
    session.hook("post_tool_use_failure", **{**tool, "tool_use_id": "t2"}, error=SECRET)
    session.hook("subagent_start", agent_id="a1", agent_type="Explore")
    session.hook("subagent_stop", agent_id="a1", agent_type="Explore", last_assistant_message=SECRET)
    session.hook("pre_compact", trigger="manual", custom_instructions=SECRET)
    session.start("compact")
    session.hook("post_compact", trigger="manual", compact_summary=SECRET)
    session.answer(SECRET)
    session.hook("stop_failure", error="x", last_assistant_message=SECRET)
    session.hook("interrupt")
    marks = {"claude": "CLAUDE_CODE_SESSION_ID", "codex": "CODEX_SESSION_ID"}
    for tool, *words in TOOLS:
        done = session.machine.tool(tool, *words, environ={marks[session.agent]: session.id})
        assert done.returncode == 1 and "Traceback" not in done.stderr, (tool, done)
    session.end("clear")
    for name in environ:
        del session.machine.environ[name]
    return told


@pytest.mark.parametrize("agent", ("claude", "codex"))
@pytest.mark.parametrize("why", ("environment", "context"))
def test_a_private_session_leaves_nothing(machine, agent, why):
    environ = {"ALTER_EGO_PRIVATE": "1", "CLAUDE_PID": "4242"} if why == "environment" else {"CLAUDE_PID": "4242"}
    folder = files.folder(os.path.join(machine.home, "quiet"))
    if why == "context":
        readme = f"---\nkind: project\npaths: {folder}\ncapture: off\n---\n\nHush.\n"
        files.replace(os.path.join(machine.checkout, "contexts", "projects", "quiet", "README.md"), readme)
        repository.commit(machine.checkout, "A private project")
        repository.git(machine.checkout, "push", "--quiet", "origin", "HEAD:main")
        machine.now()
    open_one = machine.session()
    open_one.start()
    open_one.ask("what is kept")
    session = machine.session(folder, agent)
    session.transcript = os.path.join(folder, "transcript.jsonl")
    told = whole_life(session, environ)
    assert "Nothing of this session is kept" in told["context"] and "note.py" not in told["context"]
    assert told["rules-1"] and ("ALTER_EGO_PRIVATE" in told["context"]) == (why == "environment")
    open_one.answer("this is")
    machine.now()
    assert traces(machine, session.id, SECRET, "heron") == []
    assert traces(machine, "what is kept")


def test_a_session_that_is_switched_off_keeps_what_was_before_and_nothing_after(machine):
    session = machine.session()
    session.start()
    session.ask("before it")
    session.answer("fine")
    agent = {"CLAUDE_CODE_SESSION_ID": session.id}
    assert machine.tool("context", "off", environ=agent).returncode == 0
    time.sleep(1)  # the transcript's times are whole seconds here
    session.ask(SECRET)
    session.answer(SECRET)
    assert "Nothing of this session is kept" in session.start("resume")["context"]
    machine.now()
    assert traces(machine, SECRET) == [] and sessions.load(machine.local, session.id)["capture"] == "off"
    assert machine.tool("note", SECRET, environ=agent).returncode == 1
    assert machine.tool("context", "on", environ=agent).returncode == 0
    time.sleep(1)
    session.ask("after it")
    session.answer("again")
    session.end()
    machine.now()
    assert traces(machine, SECRET) == []
    saved = [text for path, text in repository.tree(machine.remote, "main").items() if "/sessions/" in path]
    assert len(saved) == 1 and "before it" in saved[0] and "after it" in saved[0]
