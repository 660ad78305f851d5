"""pytest in a Windows Python: `python3 -m tests.windows 3.9 [--git] ARGUMENTS`, by hand, with all its output."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile

from tests.windows import install, relay, wine
from tests.windows.wine import Windows


def main(version: str, *arguments: str) -> int:
    if install.refusal():
        print(install.refusal(), file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="alter-ego-windows-") as home:
        with relay.serving(version, home) if "--git" in arguments else contextlib.nullcontext():
            given = [word for word in arguments if word != "--git"]
            command = Windows(version, home).command(wine.PYTEST, *wine.OPTIONS, *given)
            return _shown(command)


def _shown(command: list[str]) -> int:
    """Run a command, its output shown as it comes; a Windows program needs a pipe at both ends."""
    pipe, environ = subprocess.PIPE, install.surroundings()
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, env=environ) as process:
        assert process.stdin and process.stdout
        process.stdin.close()
        for chunk in iter(lambda: process.stdout.read1(1 << 16), b""):
            sys.stdout.buffer.write(chunk.replace(b"\r\n", b"\n"))
            sys.stdout.buffer.flush()
    return process.returncode


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
