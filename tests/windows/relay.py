"""Native git for programs under Wine, over loopback: `with relay.serving(folder)` puts a `git.exe` into `folder`.

Paths of Wine's drive `Z:` in arguments, folder and environment become this machine's; where git prints a path of its
own, it is given back as Git for Windows prints it (`Z:/...`). What is proven so is our side of a call, not git's.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import socketserver
import subprocess
import threading
import zipfile
from collections.abc import Iterator

from tests.environment import ROOT
from tests.windows import install
from tests.windows.stand_in import HEADER, frames

DRIVE = re.compile(r"(^|=|file:///)[Zz]:([\\/].*)", re.DOTALL)
PASSED = re.compile(r"GIT_|HOME$|TZ$|LC_ALL$|XDG_")
PRINTS_PATHS = ("rev-parse", "worktree", "config", "remote", "init", "clone", "ls-remote", "fetch", "push")
TAKES_A_VALUE = ("-c", "-C", "--git-dir", "--work-tree")


def native(text: str) -> str:
    """A word with the `Z:\\...` that it is, or that follows an option's name, as a path of this machine."""
    return DRIVE.sub(lambda found: found[1].replace("///", "//") + found[2].replace("\\", "/"), text)


def verb(arguments: list[str]) -> str:
    """The sub-command."""
    words = iter(arguments)
    for word in words:
        if word in TAKES_A_VALUE:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return ""


class _Call(socketserver.StreamRequestHandler):
    """One call of git."""

    def handle(self) -> None:
        self.sending = threading.Lock()
        coming = frames(self.rfile)
        folder, arguments, environ = json.loads(next(coming)[1])  # type: ignore[call-overload]
        environ = {name: native(value) for name, value in environ.items() if PASSED.match(name)}
        process = subprocess.Popen(
            ["git", *map(native, arguments)],
            cwd=native(folder),
            env={"PATH": os.environ["PATH"], **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        threads = [
            threading.Thread(target=self._back, args=(process.stdout, b"o", verb(arguments) in PRINTS_PATHS)),
            threading.Thread(target=self._back, args=(process.stderr, b"e", True)),
        ]
        threading.Thread(target=self._feed, args=(coming, process), daemon=True).start()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._send(b"x", str(process.wait()).encode())

    def _feed(self, coming: Iterator[tuple[bytes, bytes]], process: subprocess.Popen[bytes]) -> None:
        """Standard input; a caller that is gone ends git."""
        assert process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # the call is over and its connection closed
            for _, content in coming:
                process.stdin.write(content)
                process.stdin.flush() if content else process.stdin.close()
        if process.poll() is None:
            process.terminate()

    def _back(self, stream: io.BufferedReader, kind: bytes, has_paths: bool) -> None:
        while True:
            chunk = stream.read1(1 << 16)
            if not chunk:
                return
            if has_paths:
                chunk = chunk.replace(self.server.root, b"Z:" + self.server.root)  # type: ignore[attr-defined]
            self._send(kind, chunk)

    def _send(self, kind: bytes, content: bytes) -> None:
        with self.sending, contextlib.suppress(OSError):
            self.wfile.write(HEADER.pack(kind, len(content)) + content)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


def program(version: str) -> bytes:
    """A Windows program that runs stand_in.py: launcher, first line, archive."""
    with open(os.path.join(install.SITE, "launcher.exe"), "rb") as file:
        launcher = file.read()
    python = "Z:" + install.interpreter(version).replace("/", "\\") + "\\python.exe"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(os.path.join(ROOT, "tests", "windows", "stand_in.py"), "__main__.py")
    return launcher + f'#!"{python}" -I -S\r\n'.encode() + packed.getvalue()


@contextlib.contextmanager
def serving(version: str, home: str) -> Iterator[str]:
    """Relay calls for as long as the block runs; gives the folder that `git.exe` lies in. `home` holds all paths."""
    folder = os.path.join(home, "git")
    os.makedirs(folder)
    with _Server(("127.0.0.1", 0), _Call) as server:
        server.root = os.path.realpath(home).encode()  # type: ignore[attr-defined]
        with open(os.path.join(folder, "git.exe"), "wb") as file:
            file.write(program(version))
        with open(os.path.join(folder, "port"), "w", encoding="ascii") as port:
            port.write(str(server.server_address[1]))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield folder
        finally:
            server.shutdown()
            shutil.rmtree(folder, ignore_errors=True)
