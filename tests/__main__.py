"""The one test command: `python3 -m tests [arguments of pytest]`.

Makes its own environment (environment.py), runs itself again in it, and says at the end what was skipped and why.
Standard library only, Python 3.9 or newer.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests import environment

REQUIREMENTS = os.path.join(environment.ROOT, "tests", "requirements.txt")


def main(argv: list[str]) -> int:
    try:
        python = environment.python(REQUIREMENTS)
    except environment.Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    if not _same(sys.prefix, os.path.dirname(os.path.dirname(python))):
        return subprocess.run([python, "-m", "tests", *argv], cwd=environment.ROOT).returncode
    import pytest  # only here: outside of its environment there is none

    return int(pytest.main(["-c", os.path.join(environment.ROOT, ".pytest.ini"), "-rfEs", *argv]))


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
