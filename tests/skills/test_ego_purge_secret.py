"""The runbook's own commands, run as they stand, on a remote, two clones and two lanes that hold a secret."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests import machines, repository
from tests.bypass.sweep import objects
from tests.tools.lib.scrub import made
from tools.lib import files, paths

PAGE = os.path.join(paths.ROOT, "skills", "ego-purge-secret", "SKILL.md")
STEPS = dict(re.findall(r"(?ms)^```sh ([a-z-]+)\n(.*?)^```$", files.text(PAGE) or ""))
WAYS = ("plain", "filter-repo")
PATH = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the runbook's commands are a shell's")


class Scene:
    """A secret that was pushed past the gate, in a file, a message and on a second branch, and is on both machines."""

    def __init__(self, folder):
        self.secret, self.folder = made.github(), folder
        self.remote = machines.remote(folder)
        self.machines = [machines.Machine(folder, name, self.remote) for name in ("desk", "laptop")]
        desk, laptop = self.machines
        repository.git(desk.checkout, "config", "user.name", "D")
        repository.git(desk.checkout, "config", "user.email", "d@example.invalid")
        repository.commit(desk.checkout, f"Note the key {self.secret}", **{"memory/lessons/key.md": f"KEY={self.secret}\n"})
        repository.commit(desk.checkout, "Take it out", **{"memory/lessons/key.md": "See the safe\n"})
        repository.git(desk.checkout, "push", "--quiet", "origin", "main", "HEAD~1:refs/heads/aside")
        repository.git(laptop.checkout, "pull", "--quiet")
        for machine in self.machines:
            done = machine.install()
            assert done.returncode == 0, done.stderr
            machine.now()
        self.work = ""

    def protect(self):
        """The host's protection of the branch: nobody pushes but who lifts it for themselves."""
        hook = os.path.join(self.remote, "hooks", "pre-receive")
        files.replace(hook, '#!/bin/sh\n[ -n "$LIFTED" ] || { echo "the branch is protected" >&2; exit 1; }\n')
        os.chmod(hook, 0o755)

    def step(self, name, machine, cwd=None, **more):
        """Run a step's commands on a machine; gives what they say."""
        text = STEPS[name]
        for tool in ("scrub", "sync"):
            text = text.replace(f"<<{tool}>>", f"{sys.executable} '{machine.checkout}/tools/{tool}.py'")
        environ = {**machine.environ, "REMOTE": self.remote, "CLONE": machine.checkout, "WORK": self.work, **more}
        environ["PATH"] = PATH
        done = subprocess.run(["bash", "-c", text], env=environ, cwd=cwd or machine.home, capture_output=True, encoding="utf-8")
        assert self.secret not in done.stdout + done.stderr
        return done

    def holding(self):
        """The repositories in which any object, reachable or not, holds the secret."""
        places = [self.remote, *(m.checkout for m in self.machines), *(os.path.join(m.local, "lane") for m in self.machines)]
        return [place for place in places if any(self.secret.encode() in content for _, content in objects(place))]


def test_every_step_is_run_here():
    assert sorted(STEPS) == sorted(
        ["look", "private", *WAYS, "clean", "push", "server", "machine", "quarantine", "forbid", "verify", "end"]
    )


@pytest.mark.parametrize("way", WAYS)
def test_the_steps_take_a_secret_out_of_everything(tmp_path, way):
    if way == "filter-repo" and not shutil.which("git-filter-repo", path=PATH):
        pytest.skip("git-filter-repo is not installed")
    scene = Scene(str(tmp_path))
    desk, laptop = scene.machines
    assert len(scene.holding()) == 5
    look = scene.step("look", desk)
    assert look.returncode == 1 and "memory/lessons/key.md line 1 (github-token" in look.stdout
    assert "the message line" in look.stdout
    assert "ego-purge-secret" in look.stdout
    session = desk.session()
    session.ask("said before the purge")
    session.end()
    scene.protect()  # a worker still runs: what was said is pushed now, or after the purge

    place = scene.step("private", desk).stdout.strip()
    scene.work = os.path.dirname(place)
    assert os.stat(place).st_mode & 0o777 == 0o600
    with open(place, "w", encoding="utf-8") as handle:
        handle.write(scene.secret + "\n")
    done = scene.step(way, desk)
    assert done.returncode == 0, done.stderr
    assert scene.step("clean", desk).stdout.strip() == "0"
    assert scene.step("push", desk).returncode == 1
    done = scene.step("push", desk, LIFTED="yes")
    os.remove(os.path.join(scene.remote, "hooks", "pre-receive"))
    assert done.returncode == 0, done.stderr
    scene.step("server", desk, scene.remote)
    files.replace(os.path.join(laptop.checkout, "memory", "lessons", "kept.md"), "An edit that was not shared\n")
    for machine in scene.machines:
        machine.idle()
        machine.now()  # a worker that had not heard of it pushes nothing
        done = scene.step("machine", machine)
        assert done.returncode == 0, done.stderr
        scene.step("quarantine", machine)
        assert "1 line more" in scene.step("forbid", machine).stdout
        done = scene.step("verify", machine)
        assert done.returncode == 0 and done.stdout.endswith("0\n"), done.stdout
    for machine in scene.machines * 2:
        machine.now()
    assert scene.holding() == []
    tree = repository.tree(scene.remote, "main")
    assert tree["memory/lessons/key.md"] == "See the safe" and tree["memory/lessons/kept.md"] == "An edit that was not shared"
    assert any("said before the purge" in text for text in tree.values())

    session = desk.session()
    session.ask(f"it was {scene.secret}")
    session.end()
    desk.now()
    assert "it was [secret:" in "".join(repository.tree(scene.remote, "main").values()) and scene.holding() == []
    scene.step("end", desk)
    assert not os.path.exists(scene.work)
