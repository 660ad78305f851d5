"""The one door to git: bytes in, bytes out, in an environment of our own, and always with an end.

Nothing behind this door asks, edits, signs or runs the person's hooks, and no inherited `GIT_*` variable leads it
astray. The options are those of the experiments behind the lane; each one stands for something that was seen to happen.
"""
from __future__ import annotations

import os
import signal
import subprocess  # only the worker and tools come here, never a hook's hot path
import sys

from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

OLDEST = (2, 29)
INSTALL = "install git 2.29 or newer; what sessions say is kept until then"
DEADLINE = 60.0  # seconds for work on this machine
NETWORK_DEADLINE = 30.0  # seconds for fetch, push and ls-remote
GRACE = 3.0  # seconds between asking git to end and ending it; it removes its lock files on SIGTERM only
NETWORK = frozenset(["fetch", "push", "ls-remote"])

OPTIONS = (
    "core.hooksPath=/dev/null",
    "commit.gpgSign=false",
    "tag.gpgSign=false",
    "push.gpgSign=false",
    "core.fsmonitor=false",
    "core.splitIndex=false",
    "core.autocrlf=false",
    "core.safecrlf=false",
    "core.quotePath=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "fetch.recurseSubmodules=false",
    "push.recurseSubmodules=no",
    "push.followTags=false",
    "fetch.prune=false",
    "fetch.writeCommitGraph=false",
    "credential.interactive=never",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=20",
)
PREFIX = ["git", "--no-pager", *(word for option in OPTIONS for word in ("-c", option))]

ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_ASKPASS": "",
    "GIT_EDITOR": ":",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GCM_INTERACTIVE": "never",
    "SSH_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "LC_ALL": "C",
}

if sys.platform == "win32":
    # Its own group, so that a Ctrl-C meant for another does not end it; no console window may open.
    OWN_GROUP: dict[str, Any] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}

    def _end(process: subprocess.Popen[bytes]) -> None:
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
        process.kill()
        process.communicate()
else:
    OWN_GROUP: dict[str, Any] = {"start_new_session": True}

    def _end(process: subprocess.Popen[bytes]) -> None:
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
            except (ProcessLookupError, PermissionError):
                pass
            try:
                process.communicate(timeout=GRACE)
                return
            except subprocess.TimeoutExpired:
                continue


class GitError(Exception):
    """Git ended badly: `command` is its sub-command, `status` its exit status (None: out of time), `words` its own."""

    def __init__(self, command: str, status: int | None, words: str) -> None:
        super().__init__(f"git {command}: {words or f'status {status}'}")
        self.command, self.status, self.words = command, status, words


def run(
    root: str,
    *args: str,
    input: bytes | None = None,
    index: str | None = None,
    deadline: float | None = None,
    env: Mapping[str, str] | None = None,
) -> bytes:
    """What `git ARGS` in the repository `root` writes to stdout; `index` is a private index file to work on.

    `deadline` is in seconds. Raises GitError when git fails or is out of time, Refusal when there is no git.
    """
    status, out, words = call(root, args, input, index, deadline, env)
    if status != 0:
        raise GitError(args[0], status, words)
    return out


def ok(root: str, *args: str, index: str | None = None) -> bool:
    """Git's yes (status 0) or no (status 1) to a question. Raises GitError for any other status."""
    status, _, words = call(root, args, None, index, None, None)
    if status not in (0, 1):
        raise GitError(args[0], status, words)
    return status == 0


def call(
    root: str,
    args: tuple[str, ...],
    input: bytes | None,
    index: str | None,
    deadline: float | None,
    env: Mapping[str, str] | None,
) -> tuple[int, bytes, str]:
    """Git's exit status, stdout, and its own words on stderr without any credential."""
    command = [*PREFIX, "-C", root, *args]
    surroundings = environment(os.environ, index, env)
    if deadline is None:
        deadline = NETWORK_DEADLINE if args[0] in NETWORK else DEADLINE
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL if input is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=surroundings,
            **OWN_GROUP,
        )
    except (FileNotFoundError, PermissionError):
        raise Refusal(f"git was not found on the PATH: {INSTALL}") from None
    try:
        out, said = process.communicate(input, deadline)
    except subprocess.TimeoutExpired:
        _end(process)
        raise GitError(args[0], None, f"no answer within {deadline:g} seconds") from None
    except BaseException:
        _end(process)
        raise
    return process.returncode, out, without_credentials(said.decode("utf-8", "replace").strip())


def environment(outer: Mapping[str, str], index: str | None, more: Mapping[str, str] | None) -> dict[str, str]:
    """The environment of every git of ours: the outer one without any of git's variables, and our own."""
    clean = {key: value for key, value in outer.items() if not key.upper().startswith("GIT_")}
    for name in ("LANGUAGE", "LC_MESSAGES", "SSH_ASKPASS"):
        clean.pop(name, None)
    clean.update(ENVIRONMENT)
    if index is not None:
        clean["GIT_INDEX_FILE"] = index
    clean.update(more or {})
    return clean


def without_credentials(words: str) -> str:
    """Git's words with the user and password of each URL taken out.

    >>> without_credentials("fatal: unable to access 'https://me:pw@host/x.git/'")
    "fatal: unable to access 'https://host/x.git/'"
    """
    parts = words.split("://")
    for number in range(1, len(parts)):
        host, slash, path = parts[number].partition("/")
        parts[number] = host.rpartition("@")[2] + slash + path
    return "://".join(parts)


def names(listing: bytes) -> list[str]:
    """The paths of a `-z` listing; what is no UTF-8 comes back as it was (surrogateescape)."""
    return [name.decode("utf-8", "surrogateescape") for name in listing.split(b"\0") if name]


def version() -> tuple[int, ...]:
    """The version of git that would run. Raises Refusal when there is none, one that is too old, or one that does not run."""
    status, said, complaint = call(".", ("--version",), None, None, None, None)
    if status != 0:
        raise Refusal(f"git does not run ({' '.join(complaint.split())[:200] or f'status {status}'}): {INSTALL}")
    words = said.decode("ascii", "replace").split()
    numbers = tuple(int(part) for part in (words[2] if len(words) > 2 else "0").split(".")[:3] if part.isdigit())
    if numbers < OLDEST:
        raise Refusal(f"git {'.'.join(map(str, numbers))} is too old: {INSTALL}")
    return numbers
