"""The real clients, at the exact versions we build for, from npm into a cache outside the repository.

    python3 -m tests.clients.install       fetches what is not there yet

The cache is $ALTER_EGO_TEST_CLIENTS, else ~/.cache/alter-ego-tests. npm checks what it fetches against the registry's
hashes. Tests fetch nothing: without a client they are skipped, with the reason.
"""

from __future__ import annotations

import glob
import os
import platform
import shutil
import subprocess
import sys
from typing import NamedTuple

CLAUDE_VERSION = "2.1.332"
CODEX_VERSION = "0.171.0"
ARCHITECTURE = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine(), "x64")

# read once, when the tests begin: each test then has a home of its own
CACHE = os.environ.get("ALTER_EGO_TEST_CLIENTS") or os.path.expanduser("~/.cache/alter-ego-tests")


class Missing(Exception):
    """A client is not here, or cannot be fetched; the text says why and what to do."""


class Package(NamedTuple):
    """A client's binary in npm's registry: its folder in the cache, its name there, what npm is asked for, its path."""

    folder: str
    name: str
    source: str
    inside: str


CLAUDE = Package(
    f"claude-{CLAUDE_VERSION}",
    f"@anthropic-ai/claude-code-linux-{ARCHITECTURE}",
    f"@anthropic-ai/claude-code-linux-{ARCHITECTURE}@{CLAUDE_VERSION}",
    "claude",
)
CODEX = Package(
    f"codex-{CODEX_VERSION}",
    f"@openai/codex-linux-{ARCHITECTURE}",
    f"@openai/codex-linux-{ARCHITECTURE}@npm:@openai/codex@{CODEX_VERSION}-linux-{ARCHITECTURE}",
    "vendor/*/bin/codex",
)


def binary(package: Package) -> str:
    """Give the path of a client's program in the cache; raise Missing."""
    folder = os.path.join(CACHE, package.folder, "node_modules", package.name)
    found = glob.glob(os.path.join(glob.escape(folder), package.inside))
    if not found:
        raise Missing(f"{package.folder} is not in {CACHE}: run `python3 -m tests.clients.install`")
    return found[0]


def fetch(package: Package) -> None:
    """Fetch a client into the cache, whole or not at all; raise Missing."""
    if not sys.platform.startswith("linux") or not shutil.which("npm"):
        raise Missing(f"{package.folder} needs Linux and npm: install nodejs and npm, then run the same command again")
    aside = os.path.join(CACHE, f"{package.folder}.{os.getpid()}")
    os.makedirs(aside)
    try:
        command = ("npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", aside)
        done = subprocess.run([*command, package.source], stdout=sys.stderr)
        if done.returncode:
            raise Missing(f"npm could not fetch {package.source}; its words are above")
        os.rename(aside, os.path.join(CACHE, package.folder))
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def main() -> int:
    for package in (CLAUDE, CODEX):
        try:
            print(_present(package))
        except Missing as missing:
            print(missing, file=sys.stderr)
            return 1
    return 0


def _present(package: Package) -> str:
    try:
        return binary(package)
    except Missing:
        fetch(package)
        return binary(package)


if __name__ == "__main__":
    raise SystemExit(main())
