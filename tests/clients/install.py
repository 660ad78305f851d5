"""The real clients, at the exact versions we build for, from npm into a cache outside the repository.

    python3 -m tests.clients.install       installs both

The cache is $ALTER_EGO_TEST_CLIENTS, else ~/.cache/alter-ego-tests. npm checks what it downloads against the registry's
hashes. Without npm or a network the tests that need a client are skipped, with the reason.
"""

from __future__ import annotations

import functools
import glob
import os
import platform
import shutil
import subprocess
import sys

CLAUDE_VERSION = "2.1.332"
CODEX_VERSION = "0.171.0"
ARCHITECTURE = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), "x64")

# read once, when the tests begin: each test then has a home of its own
CACHE = os.environ.get("ALTER_EGO_TEST_CLIENTS") or os.path.expanduser("~/.cache/alter-ego-tests")


class Missing(Exception):
    """A client is not here and cannot be fetched; the text says why."""


@functools.cache
def claude() -> str:
    """Give the path of Claude Code's binary, fetched if need be; raise Missing."""
    package = f"@anthropic-ai/claude-code-linux-{ARCHITECTURE}"
    return _binary(f"claude-{CLAUDE_VERSION}", package, f"{package}@{CLAUDE_VERSION}", "claude")


@functools.cache
def codex() -> str:
    """Give the path of Codex's binary, fetched if need be; raise Missing."""
    package = f"@openai/codex-linux-{ARCHITECTURE}"
    source = f"{package}@npm:@openai/codex@{CODEX_VERSION}-linux-{ARCHITECTURE}"
    return _binary(f"codex-{CODEX_VERSION}", package, source, "vendor/*/bin/codex")


def _binary(folder: str, package: str, source: str, inside: str) -> str:
    place = os.path.join(CACHE, folder)
    pattern = os.path.join(glob.escape(os.path.join(place, "node_modules", package)), inside)
    if not glob.glob(pattern):
        _fetch(source, place)
    return glob.glob(pattern)[0]


def _fetch(source: str, place: str) -> None:
    if not sys.platform.startswith("linux"):
        raise Missing(f"the clients are tested on Linux only, this is {sys.platform}")
    if not shutil.which("npm"):
        raise Missing(f"npm is not installed, and {source} is not in {CACHE}")
    fetched = f"{place}.{os.getpid()}"
    os.makedirs(fetched)
    try:
        _npm("install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", fetched, source)
        os.rename(fetched, place)
    finally:
        shutil.rmtree(fetched, ignore_errors=True)


def _npm(*arguments: str) -> None:
    done = subprocess.run(["npm", *arguments], capture_output=True, text=True)
    if done.returncode:
        raise Missing(f"npm {' '.join(arguments)}: {done.stderr.strip().splitlines()[-1]}")


def main() -> int:
    print(claude(), codex(), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
