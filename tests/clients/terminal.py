"""A terminal: a program in tmux, typed into and read like a person does."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time

SIZE = ("-x", "180", "-y", "50")


class Terminal:
    """`command` in a terminal of its own, from `with` (which waits until the screen shows `ready`) to its end.

    A program that still runs then gets SIGHUP.
    """

    def __init__(self, command: list[str], cwd: str, ready: str) -> None:
        self._command, self._cwd, self._ready = command, cwd, ready

    def __enter__(self) -> Terminal:
        # a socket's path is limited to 107 bytes, a test's folder is not
        self._folder = tempfile.mkdtemp(prefix="ego-", dir="/tmp")
        self._tmux("-f", "/dev/null", "new-session", "-d", *SIZE, "-c", self._cwd, *self._command)
        self.wait(self._ready)
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
        shutil.rmtree(self._folder)

    def screen(self) -> str:
        """Give what the screen shows now, or the last words once the program has ended."""
        return self._tmux("capture-pane", "-p", check=False)

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names: "Enter", "Escape", "C-c"."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", "--", text)

    def say(self, text: str, pause: float = 0.3) -> None:
        """Type a line and press Enter, `pause` seconds later: Enter at once counts as part of a pasted text."""
        self.type(text)
        time.sleep(pause)
        self.press("Enter")

    def wait(self, text: str, seconds: float = 30) -> str:
        """Give the screen as soon as it shows `text`; fail with the screen after `seconds`."""
        deadline = time.monotonic() + seconds
        while text not in (shown := self.screen()):
            assert time.monotonic() < deadline, f"{text!r} never came; the screen:\n{shown}"
            time.sleep(0.05)
        return shown

    def running(self) -> bool:
        return subprocess.run([*self._client(), "has-session"], capture_output=True).returncode == 0

    def wait_end(self, seconds: float = 30) -> None:
        """Wait until the program has ended by itself; fail with the screen after `seconds`."""
        deadline = time.monotonic() + seconds
        while self.running():
            assert time.monotonic() < deadline, f"still running; the screen:\n{self.screen()}"
            time.sleep(0.05)

    def close(self) -> None:
        self._tmux("kill-server", check=False)

    def _client(self) -> list[str]:
        return ["tmux", "-u", "-S", os.path.join(self._folder, "t")]

    def _tmux(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run([*self._client(), *arguments], capture_output=True, encoding="utf-8")
        assert done.returncode == 0 or not check, f"tmux {arguments[0]}: {done.stderr}"
        return done.stdout
