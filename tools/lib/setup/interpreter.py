"""The Python that the clients will start: one that is still there after the next upgrade, and is no stand-in.

A version manager's shim costs 100 ms instead of 8; a folder named after one version goes with it; Windows' `python3`
may be the Store's advertisement, which exits 49. So each candidate is run before it is believed.
"""
from __future__ import annotations

import os
import subprocess
import sys

from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OLDEST = (3, 9)
PROOF = "import sys,json,hashlib,subprocess,unicodedata;print(sys.version_info[0]*100+sys.version_info[1])"
DEADLINE = 10.0  # seconds for a candidate to answer
# Names that an upgrade of the system's own Python keeps.
STABLE = ("/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3", "/run/current-system/sw/bin/python3")
MAC_TOOLS = "/Library/Developer/CommandLineTools/usr/bin/python3"  # what /usr/bin/python3 starts on macOS, or asks to install


def choose(environ: Mapping[str, str], before: str = "") -> str:
    """The absolute path of the interpreter to register. Raises Refusal when none of 3.9 or newer answers.

    `before` was registered until now: as long as it answers it stays, since another costs every Codex user a review.
    """
    for candidate in [*([before] if before else []), *candidates(environ)]:
        if answers(candidate):
            return candidate
    raise Refusal("no Python of 3.9 or newer answers on this machine; install one, then run it with install.py again")


def candidates(environ: Mapping[str, str]) -> list[str]:
    """The paths to try, best first: names that stay, then the PATH's that are no shims, then the one that runs this."""
    running = getattr(sys, "_base_executable", None) or sys.executable
    if sys.platform == "win32":
        found = [running, *_on_path(environ, "python.exe")]
    elif sys.platform == "darwin":
        found = [MAC_TOOLS, *STABLE[1:], *_on_path(environ, "python3"), running]
    else:
        found = [*STABLE, *_on_path(environ, "python3"), running]
    return list(dict.fromkeys(path for path in found if os.path.isabs(path) and os.path.isfile(path) and not is_shim(path)))


def _on_path(environ: Mapping[str, str], name: str) -> Iterator[str]:
    """Those of the PATH outside a virtual environment, which may be removed with its project."""
    for folder in environ.get("PATH", "").split(os.pathsep):
        if folder and not os.path.exists(os.path.join(os.path.dirname(folder), "pyvenv.cfg")):
            yield os.path.join(folder, name)


def is_shim(path: str) -> bool:
    """Whether the file is a script that finds the interpreter anew each time, or Windows' alias of no content."""
    try:
        with open(path, "rb") as file:
            start = file.read(2)
    except OSError:
        return True
    return start in (b"#!", b"") or "shims" in path.replace("\\", "/").split("/")


def answers(path: str) -> bool:
    """Whether it runs, with all of the library that is needed, and is new enough."""
    try:
        done = subprocess.run(
            [path, "-I", "-S", "-X", "utf8", "-c", PROOF],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    said = done.stdout.strip()
    return done.returncode == 0 and said.isdigit() and divmod(int(said), 100) >= OLDEST
