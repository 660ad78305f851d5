"""A finding that is none: held back alone, told with file, line, kind and fingerprint, allowed once, and on every device."""
from __future__ import annotations

import os
import re

import pytest

from tests import machines, repository
from tests.tools.lib.scrub import made
from tools.lib import files, notices

HELD = "memory/lessons/keys.md"
HARMLESS = made.github()


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("pair"))
    remote = machines.remote(folder)
    found = [machines.Machine(folder, name, remote) for name in ("desk", "laptop")]
    for machine in found:
        done = machine.install()
        assert done.returncode == 0, done.stderr
    return found


def write(machine, path, text):
    files.replace(os.path.join(machine.checkout, *path.split("/")), text)


def shared(machine):
    machine.now()
    return repository.tree(machine.remote, "main")


def told(machine):
    return str(notices.standing(machine.local).get("secret", {}).get("text", ""))


def test_a_finding_is_allowed_once_and_everywhere(pair):
    desk, laptop = pair
    write(desk, HELD, f"The manual's own key\n\nKEY={HARMLESS}\n")
    write(desk, "memory/lessons/other.md", "The tide turns twice a day\n")
    tree = shared(desk)
    assert HELD not in tree and "memory/lessons/other.md" in tree
    found = re.search(rf"{HELD} line 3 \(github-token ([0-9a-f]{{12}})\)", told(desk))
    assert found and HARMLESS not in told(desk)

    refused = desk.tool("scrub", "--allow", found[1])
    assert (refused.returncode, refused.stdout) == (2, "")
    by_agent = desk.tool("scrub", "--allow", found[1], "it is mine", environ={"CLAUDE_CODE_SESSION_ID": "s1", "CLAUDECODE": "1"})
    assert by_agent.returncode == 1 and "the person's to do" in by_agent.stderr
    unknown = desk.tool("scrub", "--allow", "0" * 12, "why not")
    assert unknown.returncode == 1 and "nothing that is held back" in unknown.stderr
    done = desk.tool("scrub", "--allow", found[1], "the key of the example in the manual")
    assert done.returncode == 0, done.stderr

    shared(desk)
    tree = shared(desk)
    assert tree[HELD].endswith(f"KEY={HARMLESS}") and told(desk) == ""
    device = desk.setting("device")
    line = rf"- \S+ allow: github-token {found[1]} the key of the example in the manual \^[0-9a-z]{{8}}"
    assert re.search(line, tree[f"memory/allowed/{device}.md"])
    month = next(path for path in tree if path.startswith("memory/audit/") and path.endswith(f"/{device}.md"))
    assert len(re.findall(rf"^- \S+ person: allowed github-token {found[1]} \^[0-9a-z]{{8}}$", tree[month], re.M)) == 1
    assert not [path for path, text in tree.items() if HARMLESS in text and path != HELD]

    shared(laptop)
    write(laptop, "contexts/clients/acme/README.md", f"# Acme\n\nKEY={HARMLESS}\n")
    tree = shared(laptop)
    assert HARMLESS in tree["contexts/clients/acme/README.md"] and told(laptop) == ""


def test_the_salt_and_the_fingerprints_pass_the_gate_themselves(pair):
    desk = pair[0]
    for path, text in repository.tree(desk.remote, "main").items():
        if path.startswith(("memory/allowed/", "memory/audit/")):
            assert "[secret:" not in text, text


def test_a_line_that_is_taken_out_holds_no_longer(pair):
    desk, laptop = pair
    shared(laptop)
    path = f"memory/allowed/{desk.setting('device')}.md"
    shared(desk)
    text = files.text(os.path.join(desk.checkout, *path.split("/"))) or ""
    write(desk, path, "\n".join(row for row in text.split("\n") if "allow:" not in row))
    shared(desk)
    write(desk, "memory/lessons/again.md", f"KEY={HARMLESS}\n")
    assert "memory/lessons/again.md" not in shared(desk)
    assert "memory/lessons/again.md line 1 (github-token" in told(desk)


def test_what_is_easy_to_guess_has_no_fingerprint(pair):
    laptop = pair[1]
    write(laptop, "memory/lessons/door.md", f"password: {made.password()}\n")
    assert "memory/lessons/door.md" not in shared(laptop)
    assert re.search(r"memory/lessons/door.md line 1 \([a-z-]+\)", told(laptop))


def test_a_commit_that_is_held_back_can_be_allowed_too(pair):
    laptop, token = pair[1], made.github()
    path = "memory/lessons/committed.md"
    write(laptop, path, f"KEY={token}\n")
    for words in (("add", path), ("-c", "user.name=L", "-c", "user.email=l@example.invalid", "commit", "-qm", "Add")):
        repository.git(laptop.checkout, *words)
    assert path not in shared(laptop)
    found = re.search(rf"{path} line 1 \(github-token ([0-9a-f]{{12}})\)", told(laptop))
    assert found, told(laptop)
    done = laptop.tool("scrub", "--allow", found[1], "harmless")
    assert done.returncode == 0, done.stderr
    shared(laptop)
    assert shared(laptop)[path] == f"KEY={token}"
