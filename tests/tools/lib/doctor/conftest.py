"""A machine with both clients' folders, installed once, and looked at by the doctor."""

from __future__ import annotations

import os
import shutil

import pytest

from tests import machines
from tools.lib import files
from tools.lib.doctor import screen


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("doctor"))
    made = machines.Machine(folder, "desk", machines.remote(folder))
    for client in (".claude", ".codex"):
        files.folder(os.path.join(made.home, client))
    done = made.install("--device", "desk")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    made.now()
    return made


@pytest.fixture
def machine(installed):
    """The installed machine; what a test changes of its state is put back."""
    kept = installed.home + ".kept"
    shutil.copytree(installed.home, kept, symlinks=True)
    yield installed
    shutil.rmtree(installed.home)
    os.rename(kept, installed.home)


@pytest.fixture
def patient(machine):
    import time

    def made(**environ):
        return screen.patient(machine.local, {**machine.environ, **environ}, machine.checkout, time.time())

    return made
