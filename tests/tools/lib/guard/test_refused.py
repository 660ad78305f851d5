"""Tool calls that are refused, by the registered hook of either client."""

import json
import os
import subprocess
import sys

import pytest

from tests.test_hot_imports import REFUSED, loaded
from tools.lib import files, lock, paths, settings
from tools.lib.setup import registration

TRAILER = "Co-Authored-By: Claude <noreply@anthropic.com>"
KEYS = ["hookEventName", "permissionDecision", "permissionDecisionReason"]


@pytest.fixture
def local(tmp_path):
    folder = str(tmp_path / "local")
    settings.write(folder, {"device": "desk-4f1c", "attribution": "off"})
    files.replace(os.path.join(folder, "current"), os.path.relpath(paths.ROOT, folder) + "\n")
    files.folder(os.path.join(folder, "locks"))
    with lock.held(os.path.join(folder, "locks", "worker")):
        yield folder


def event(local, command, tool="Bash"):
    given = {"tool_name": tool, "tool_use_id": "t", "tool_input": {"command": command}}
    return json.dumps({"session_id": "s", "cwd": os.path.dirname(local), **given}).encode()


def refused(local, command, agent="claude", tool="Bash"):
    """The reason, None where the tool may run."""
    hook = [sys.executable, *registration.arguments(local, agent, "pre_tool_use", None)]
    done = subprocess.run(hook, input=event(local, command, tool), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"") and not os.path.exists(os.path.join(local, "errors.log"))
    if not done.stdout:
        return None
    said = json.loads(done.stdout)
    assert [*said] == ["hookSpecificOutput"] and [*said["hookSpecificOutput"]] == KEYS
    assert said["hookSpecificOutput"]["permissionDecision"] == "deny"
    return said["hookSpecificOutput"]["permissionDecisionReason"]


@pytest.mark.parametrize("agent", registration.AGENTS)
def test_an_ai_as_author_where_the_person_wants_none(local, agent):
    files.replace(os.path.join(os.path.dirname(local), "message"), f"Mend it\n\n{TRAILER}\n")
    for command in (
        f"git commit -m 'Mend it\n\n{TRAILER}'",
        f"git commit -F - <<'EOF'\nMend it\n\n{TRAILER}\nEOF",
        "git add . && git commit -F message",
        "gh pr create --title x --body '🤖 Generated with [Claude Code](https://claude.com/claude-code)'",
    ):
        assert "attribution" in refused(local, command, agent), command


@pytest.mark.parametrize(
    "command",
    (
        "git commit -m 'Mend it'",
        "git log --format=%an",
        f"echo '{TRAILER}'",
        f"grep -r '{TRAILER}' .",
        "ls",
        "git commit -F /",
        "git commit -F missing",
        "git commit -m 'Mend it\n\nCo-Authored-By: Ann Lee <ann@example.org>'",
    ),
)
def test_what_names_no_ai_as_author_passes(local, command):
    assert refused(local, command) is None


def test_nobody_is_refused_where_it_was_not_asked_for(local):
    settings.write(local, {"attribution": "on"})
    assert refused(local, f"git commit -m '{TRAILER}'") is None
    assert refused(local, f"git commit -m '{TRAILER}'", tool="apply_patch") is None


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_pipe_as_message_stops_nobody(local):
    os.mkfifo(os.path.join(os.path.dirname(local), "pipe"))
    assert refused(local, "git commit -F pipe") is None


def test_a_commit_that_is_looked_at_loads_nothing_heavy(local):
    command = [sys.executable, *registration.arguments(local, "claude", "pre_tool_use", None)]
    modules, output = loaded(command, event(local, f"git commit -m '{TRAILER}'"))
    assert output and [name for name in modules if name.partition(".")[0] in REFUSED] == []
    modules, _ = loaded(command, event(local, "ls -l"))
    assert not any(name.startswith(("tools.lib.shell", "tools.lib.guard.attribution")) for name in modules)
