"""What no session writes, whatever tool it takes; and what a call wrote all the same is known to be its own."""

import json
import os
import time

import pytest

from tests.conftest import NOW
from tools.lib import files, settings
from tools.lib.event import Event
from tools.lib.guard import places
from tools.lib.voices import approvals, bysession, inquiry, protected, witness

NOTEBOOK = {"NotebookEdit": "notebook_path"}


@pytest.fixture
def house(tmp_path):
    local, checkout = str(tmp_path / "state" / "local"), str(tmp_path / "memory")
    for path in (
        "preferences.md",
        "memory/lessons/a.md",
        "memory/facts/f.md",
        "memory/working/w.md",
        "tools/note.py",
        "skills/ego-note/SKILL.md",
    ):
        files.replace(os.path.join(checkout, path), "old\n")
    files.replace(os.path.join(local, "lane", "preferences.md"), "old\n")
    files.replace(os.path.join(local, "pins", "0123456789abcdef", "tools", "note.py"), "old\n")
    settings.write(local, {"checkout": checkout})
    os.symlink(os.path.join(checkout, "preferences.md"), str(tmp_path / "link.md"))
    for folder, _, names in os.walk(str(tmp_path)):
        for name in names:
            os.utime(os.path.join(folder, name), (NOW - 3600, NOW - 3600), follow_symlinks=False)
    return local, checkout


def call(house, tool, given, cwd="", now=NOW, **more):
    local, checkout = house
    payload = {"session_id": "s1", "tool_name": tool, "tool_input": given, "cwd": cwd or checkout, "tool_use_id": "t", **more}
    return Event(local, "claude", "pre_tool_use", "", payload, now, {"HOME": os.path.dirname(checkout)})


def write(house, path, tool="Write"):
    return protected.refusal(call(house, tool, {NOTEBOOK.get(tool, "file_path"): path}))


@pytest.mark.parametrize(
    "path",
    (
        "preferences.md",
        "./memory/../preferences.md",
        "../memory/preferences.md",
        "../link.md",
        "memory/lessons/new.md",
        "memory/facts/f.md",
        "contexts/clients/acme/facts/port.md",
        "contexts/_unsorted/facts/x.md",
        "skills/ego-note/SKILL.md",
        "skills/new/SKILL.md",
        "hooks/stop.py",
        "tools/lib/x.py",
        "install.py",
        "memory/approvals/desk.md",
        "memory/tombstones/desk.md",
        "../state/local/lane/preferences.md",
        "../state/local/lane/contexts/clients/a/README.md",
        "../state/local/pins/0123456789abcdef/tools/note.py",
        "../state/local/approvals.md",
        "../state/local/voice/preferences.md",
        "../state/local/by-session",
        "../state/local/settings",
        "../state/local/current",
        "../state/local/board.md",
    ),
)
@pytest.mark.parametrize("tool", ("Write", "Edit", "NotebookEdit"))
def test_a_tools_write_is_refused_with_the_way_to_propose(house, path, tool):
    reason = write(house, path, tool)
    assert reason and "is not written by a session: " in reason
    assert write(house, os.path.join(house[1], path), tool) == reason


@pytest.mark.parametrize(
    "path",
    (
        "memory/working/w.md",
        "contexts/clients/acme/README.md",
        "README.md",
        "contexts/clients/facts/README.md",
        "../elsewhere/preferences.md",
        "preferences.md.bak",
        "toolsmith/x.py",
        "tests/x.py",
    ),
)
def test_everything_else_may_be_written(house, path):
    assert write(house, path) is None


@pytest.mark.parametrize(
    "command",
    (
        "echo x > preferences.md",
        "echo x >> ./preferences.md",
        "tee -a preferences.md <<< x",
        "sed -i s/a/b/ preferences.md",
        "cp /tmp/x preferences.md",
        "mv /tmp/x memory/lessons/new.md",
        "rm preferences.md",
        "rm -rf memory",
        "rm -rf skills",
        "cd memory/facts && echo x > g.md",
        "bash -c 'echo x > preferences.md'",
        "f=preferences.md; echo x > $f",
        "cat > tools/note.py <<'E'\nx\nE",
        "git checkout HEAD~1 -- preferences.md",
        "truncate -s0 preferences.md",
        "ln -sf /tmp/x preferences.md",
        "true && echo x > ../link.md",
        "sudo tee preferences.md",
        "cp -r /tmp/evil skills/evil",
        "printf x | tee memory/approvals/other.md",
        "rm -rf contexts",
        "mv contexts/clients/acme/ /tmp/acme",
        "rm -rf contexts/_unsorted",
        "rm -rf ../state",
        "rm -rf ../state/local",
    ),
)
def test_a_shell_commands_write_is_refused(house, command):
    assert "is not written by a session" in (protected.refusal(call(house, "Bash", {"command": command})) or "")


@pytest.mark.parametrize(
    "command",
    (
        "cat preferences.md",
        "grep -r x memory",
        "cp preferences.md /tmp/x",
        "echo 'echo x > preferences.md'",
        "git -C . log -- preferences.md",
        "git commit -m 'change preferences.md'",
        "python3 tools/note.py x > /tmp/out",
        "diff preferences.md /tmp/x",
        "echo x > memory/working/w.md",
        "rm -rf contexts/clients/acme/notes",
        "tar xf /tmp/x.tar -C ..",
    ),
)
def test_reading_and_naming_is_not_writing(house, command):
    assert protected.refusal(call(house, "Bash", {"command": command})) is None


def test_the_copies_of_our_skills_are_code_too(house, tmp_path):
    folder = str(tmp_path / ".claude" / "skills" / "ego-note")
    files.replace(os.path.join(house[0], "skills.json"), json.dumps({folder: {"SKILL.md": "x"}}))
    reason = write(house, os.path.join(folder, "SKILL.md"))
    assert reason.startswith("skills/ego-note/SKILL.md of the memory is not written by a session")
    assert write(house, os.path.join(os.path.dirname(folder), "other", "SKILL.md")) is None
    assert "skills/ego-note" in protected.refusal(call(house, "Bash", {"command": f"rm -rf {folder}"}))


def test_a_name_in_another_case_is_the_same_file_where_the_system_says_so(house, monkeypatch):
    twins = ("PREFERENCES.md", "Memory/Lessons/x.md", "contexts/clients/acme/Facts/x.md", "../MEMORY/preferences.md")
    assert [write(house, path) for path in twins] == [None] * 4
    monkeypatch.setattr(places, "fold", str.casefold)
    assert all("is not written by a session" in (write(house, path) or "") for path in twins)


def test_a_patch_and_reading_tools(house):
    patch = "*** Begin Patch\n*** Update File: preferences.md\n@@\n+x\n*** End Patch\n"
    assert "preferences.md of the memory" in protected.refusal(call(house, "apply_patch", {"command": patch}))
    assert protected.refusal(call(house, "apply_patch", {"command": patch.replace("preferences.md", "other.md")})) is None
    assert protected.refusal(call(house, "Read", {"file_path": "preferences.md"})) is None
    assert protected.refusal(call(house, "Write", {"file_path": 7})) is None


def test_the_way_to_propose_is_a_command_that_can_be_pasted(house):
    assert "note.py --todo 'Proposed for preferences.md: ...'" in write(house, "preferences.md")
    assert "lesson.py add --topic WORDS TEXT" in write(house, "memory/lessons/x.md")
    assert "install.py --upgrade" in write(house, "hooks/stop.py")
    assert "board.py state|caution|work|log TEXT" in write(house, "../state/local/board.md")


def touched(house, text, path="preferences.md", root=None):
    files.replace(os.path.join(root or house[1], path), text)


def look(house, tool, given, ago=1.0):
    """The hook after a call of one and a half seconds, so many seconds after what it was about was written."""
    witness.look(call(house, tool, given, now=time.time() + ago, duration_ms=1500), "s1")


def noted(house):
    """What is noted of the files that the test wrote; the house's own were made in the same seconds."""
    inquiry.answer(house[0], time.time())
    old = approvals.sum_of(b"old\n")
    return [(row.path, row.sum, row.session) for row in bysession.rows(house[0]) if row.sum != old]


@pytest.mark.parametrize(
    ("tool", "given"),
    (
        ("Write", {"file_path": "preferences.md"}),
        ("Bash", {"command": "echo x > preferences.md"}),
        ("Bash", {"command": "python3 /tmp/x.py"}),
        ("Bash", {"command": "make"}),
        ("Bash", {"command": "git stash pop"}),
        ("apply_patch", {"command": "*** Begin Patch\n*** Add File: preferences.md\n+x"}),
    ),
)
def test_what_a_call_wrote_is_noted_as_its_sessions(house, tool, given):
    touched(house, "new\n")
    for _ in range(2):
        look(house, tool, given)
    assert noted(house) == [("preferences.md", approvals.sum_of(b"new\n"), "s1")]


@pytest.mark.parametrize(
    ("tool", "given", "ago"),
    (
        ("Bash", {"command": "ls -l"}, 1),
        ("Bash", {"command": "cat x | grep y"}, 1),
        ("Bash", {"command": "sleep 5; echo done > other.md"}, 1),
        ("Bash", {"command": "for f in a b; do grep -c x $f; done 2>/dev/null | sort"}, 10),
        ("Read", {"file_path": "preferences.md"}, 1),
        ("Bash", {"command": "make"}, 10),
        ("Write", {"file_path": "other.md"}, 1),
    ),
)
def test_what_the_person_wrote_meanwhile_or_before_is_theirs(house, tool, given, ago):
    touched(house, "mine\n")
    look(house, tool, given, ago)
    assert noted(house) == []


@pytest.mark.parametrize(
    "command",
    (
        'f=$(cat name); echo new > "$f"',
        'read f < name; echo new > "$f"',
        "cat name | while read f; do echo new > $f; done",
        "for f in *.md; do echo new > $f; done",
        "echo new > pre*",
        'f=(preferences.md); echo new > "${f[0]}"',
        "cat name | xargs -I% sh -c 'echo new > %'",
        "find . -name preferences.md -exec sh -c 'echo new > $1' _ {} +",
        "sed -n 'w preferences.md' other",
        "awk '{print > \"preferences.md\"}' other",
        "uniq other preferences.md",
        "xxd -r other preferences.md",
        "rg --pre ./write.sh x other",
        ". ./write.sh",
        "true && source write.sh",
        "cat other; `cat name`",
        "$(cat name)",
    ),
)
def test_what_a_command_wrote_that_cannot_be_read_is_its_sessions(house, command):
    touched(house, "new\n")
    look(house, "Bash", {"command": command})
    assert len(noted(house)) == 1


def test_what_was_only_put_there_is_noted_too(house):
    touched(house, "new\n", "written-before")
    old = os.path.join(house[1], "written-before")
    os.utime(old, (NOW - 3600, NOW - 3600))
    os.replace(old, os.path.join(house[1], "preferences.md"))
    look(house, "Bash", {"command": "python3 put.py"})
    assert len(noted(house)) == 1


def test_lessons_facts_approvals_and_the_lane_are_seen_too(house):
    lane = os.path.join(house[0], "lane")
    touched(house, "n\n", "memory/lessons/new.md")
    touched(house, "a\n", "memory/approvals/other.md")
    touched(house, "l\n", root=lane)  # by the worker, as far as `make` goes
    look(house, "Bash", {"command": "make"})
    assert {path for path, *_ in noted(house)} == {"memory/lessons/new.md", "memory/approvals/other.md"}
    touched(house, "c\n", "contexts/clients/acme/facts/port.md")
    look(house, "Bash", {"command": f"echo > {lane}/preferences.md; echo > contexts/clients/acme/facts/port.md"})
    assert len(noted(house)) == 4
