"""The private network: nothing outside can be reached, and nothing outlives it."""

import os
import subprocess
import sys
import time

from tests.clients.namespace import Namespace

DETACHED = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 3)
        time.sleep(60)
os._exit(0)
"""


def run(network, code):
    return subprocess.run(network.inside(sys.executable, "-c", code), capture_output=True, text=True, timeout=30)


def test_only_loopback_is_there(network):
    code = "import socket; print(socket.if_nameindex())"
    assert run(network, code).stdout == "[(1, 'lo')]\n"


def test_a_detached_process_is_listed_and_ended(network, tmp_path):
    with Namespace(str(tmp_path / "other")) as other:
        run(other, DETACHED)
        (found,) = other.processes()
        assert network.processes() == {}
    while os.path.exists(f"/proc/{found}"):  # reaped by the system's first process, in its own time
        assert "Z" in open(f"/proc/{found}/stat").read()
        time.sleep(0.01)
