"""A private network: a namespace with nothing but loopback, and the fake model in it.

Whatever runs in it can reach the fake model and nothing else, and everything that was started in it, however well it
detached itself, can be listed and ended.
"""

from __future__ import annotations

import functools
import os
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@functools.cache
def refusal() -> str | None:
    """Say why this machine cannot make a private network, or None."""
    if not sys.platform.startswith("linux"):
        return f"network namespaces are Linux's; this is {sys.platform}"
    for program in ("unshare", "nsenter", "tmux"):
        if not shutil.which(program):
            return f"{program} is not installed"
    tried = subprocess.run([*_unshare(), "true"], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"no network namespace here: {tried.stderr.strip()}"


class Namespace:
    """The network, from `with` to its end; `folder` holds a sub-folder for each client's script and requests."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def __enter__(self) -> Namespace:
        server = [sys.executable, "-m", "tests.clients.server", self.folder]
        self._server = subprocess.Popen(
            [*_unshare(), *server], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._server.stdout is not None
        if self._server.stdout.readline() != "ready\n":
            raise RuntimeError("the fake model did not start; its words are above")
        return self

    def __exit__(self, *exception: object) -> None:
        self.end_all()
        self._server.communicate()

    def inside(self, *command: str) -> list[str]:
        """Give the command line that runs `command` in this network."""
        user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return ["nsenter", f"--target={self._server.pid}", *user, "--net", "--", *command]

    def processes(self) -> dict[int, str]:
        """Give the processes that live in this network, the model apart: their ids and command lines."""
        ours = os.readlink(f"/proc/{self._server.pid}/ns/net")
        numbers = (int(name) for name in os.listdir("/proc") if name.isdigit())
        return {number: _line(number) for number in numbers if number != self._server.pid and _network(number) == ours}

    def end_all(self) -> None:
        """End everything that was started in this network."""
        while alive := self.processes():
            for number in alive:
                _kill(number)
            time.sleep(0.01)


def _unshare() -> list[str]:
    return ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--net"]


def _network(number: int) -> str:
    try:
        return os.readlink(f"/proc/{number}/ns/net")
    except OSError:  # ended meanwhile, or another user's
        return ""


def _line(number: int) -> str:
    try:
        with open(f"/proc/{number}/cmdline", encoding="utf-8", errors="replace") as file:
            return file.read().replace("\0", " ").strip()
    except OSError:
        return ""


def _kill(number: int) -> None:
    try:
        os.kill(number, signal.SIGKILL)
    except ProcessLookupError:
        pass
