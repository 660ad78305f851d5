"""The environment the tests run in: `.venv/`, made from pinned requirements, standard library only.

    python3 -m tests.environment REQUIREMENTS      makes it and prints its interpreter

One folder for each Python version and content of the requirements file, made aside and put in place by a rename: a
half-made one is never used, and of two runs at once the first wins.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPTS = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:")


class Missing(Exception):
    """The environment cannot be made here; the text says what to install."""


def python(requirements: str) -> str:
    """Give the interpreter of the environment for a requirements file, made if it is not there; raise Missing."""
    place = os.path.join(ROOT, ".venv", _key(requirements))
    interpreter = os.path.join(place, *SCRIPTS)
    if not os.path.exists(interpreter):
        _make(place, requirements)
    return interpreter


def _key(requirements: str) -> str:
    with open(requirements, "rb") as file:
        content = hashlib.sha256(file.read()).hexdigest()
    return f"py{sys.version_info[0]}.{sys.version_info[1]}-{content[:12]}"


def _make(place: str, requirements: str) -> None:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise Missing(
            f"{sys.executable} cannot make an environment for the tests: install python{version}-venv "
            f"(apt-get install python{version}-venv), then run the same command again."
        )
    shutil.rmtree(place, ignore_errors=True)  # one whose interpreter has gone since
    aside = f"{place}.{os.getpid()}"
    print(f"Making {os.path.relpath(place, ROOT)} ...", file=sys.stderr, flush=True)
    try:
        _run(sys.executable, "-m", "venv", aside)
        _run(os.path.join(aside, *SCRIPTS), *PIP, "-r", requirements)
        _put(aside, place)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _run(*command: str) -> None:
    done = subprocess.run(command, stdout=sys.stderr)
    if done.returncode:
        raise Missing(f"{' '.join(command)} failed with status {done.returncode}; its words are above.")


def _put(aside: str, place: str) -> None:
    try:
        os.rename(aside, place)
    except OSError:
        if not os.path.exists(os.path.join(place, *SCRIPTS)):
            raise


def main(argv: list[str]) -> int:
    try:
        print(python(argv[0]))
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
