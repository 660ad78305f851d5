"""Running a Windows Python: a piece of code, or pytest, with everything it writes below one folder."""

from __future__ import annotations

import os
import subprocess
from typing import NamedTuple

from tests.environment import ROOT
from tests.windows import install

# Wine has environment variables of its own for these, so they are set by the process itself
BOOT = """\
import os, sys
os.environ.update(USERPROFILE=sys.argv[1], LOCALAPPDATA=sys.argv[1] + r"\\AppData\\Local", TEMP=sys.argv[1], TMP=sys.argv[1])
os.environ["PATH"] = sys.argv[1] + r"\\git;" + os.environ["PATH"]
sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[2], sys.argv[3]]
os.chdir(sys.argv[3])
sys.argv = sys.argv[4:]
exec(compile(sys.argv[0], "<windows>", "exec"))
"""
OPTIONS = ("-q", "-p", "no:cacheprovider", "-rfEs", "--tb=short", "-m", "not clients")
PYTEST = "import pytest; raise SystemExit(pytest.main(sys.argv[1:]))"


class Done(NamedTuple):
    """How a Windows process ended."""

    status: int
    out: str
    err: str


def path(place: str) -> str:
    """A path of this machine as Windows sees it: Wine's drive `Z:` is our `/`."""
    return "Z:" + os.path.abspath(place).replace("/", "\\")


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace").replace("\r\n", "\n")


class Windows(NamedTuple):
    """One version of Windows' Python, and the folder that is its user's profile and temporary folder.

    A folder `git` in it is on the PATH, see relay.py.
    """

    version: str
    home: str

    def command(self, code: str, *arguments: str) -> list[str]:
        """The command line that runs code in a new interpreter, `sys.argv[1:]` as given, imports as in the checkout."""
        places = (path(self.home), path(install.SITE), path(ROOT))
        python = os.path.join(install.interpreter(self.version), "python.exe")
        return ["wine", python, "-X", "utf8", "-c", BOOT, *places, code, *arguments]

    def run(self, code: str, *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None, wait: float = 120) -> Done:
        """Run code to its end."""
        environ = {**install.surroundings(), **(env or {})}
        done = subprocess.run(self.command(code, *arguments), input=stdin, capture_output=True, env=environ, timeout=wait)
        return Done(done.returncode, _text(done.stdout), _text(done.stderr))

    def pytest(self, *arguments: str, wait: float = 240) -> Done:
        """Run pytest there, in this checkout."""
        return self.run(PYTEST, *OPTIONS, *arguments, wait=wait)
