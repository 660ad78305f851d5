"""The desk: the person's checkout as it stands, looked at without touching it."""
from __future__ import annotations

import os
import time
from collections import namedtuple

from tools.lib import files, git, notices
from tools.lib.sync import objects, state

# `folder` is its git folder, `head` its commit; `trouble` says why nothing is taken from it or written to it, or "".
Desk = namedtuple("Desk", "root folder head trouble")

OPERATIONS = {
    "MERGE_HEAD": "a merge", "rebase-merge": "a rebase", "rebase-apply": "a rebase", "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisect", "sequencer": "a sequence of picks",
}
STILL = "until then nothing is taken from there or written to it"
EDITOR = 3600.0  # seconds after which an open commit message counts as abandoned


def look(checkout: str, branch: str) -> Desk:
    """The checkout as it stands now."""
    if not checkout or not os.path.lexists(os.path.join(checkout, ".git")):
        reason = f"there is no clone at {checkout}: if it was moved, run `python3 install.py` in its new place"
        return Desk(checkout, "", "", reason)
    try:
        folder = git.run(checkout, "rev-parse", "--absolute-git-dir").decode("utf-8", "surrogateescape").rstrip("\n")
        return _on_branch(checkout, folder, branch)
    except git.GitError as error:
        return Desk(checkout, "", "", _refused(checkout, error))


def _refused(checkout: str, error: git.GitError) -> str:
    if "dubious ownership" in error.words:
        return (
            f"git will not read the clone {checkout}, because another user owns it: "
            f"run `git config --global --add safe.directory {checkout}`"
        )
    return f"git cannot read the clone {checkout}: {' '.join(error.words.split())[:200]}"


def _on_branch(checkout: str, folder: str, branch: str) -> Desk:
    head = objects.commit_of(checkout, "HEAD") or ""
    return Desk(checkout, folder, head, _trouble(checkout, folder, head, branch))


def _trouble(checkout: str, folder: str, head: str, branch: str) -> str:
    for name, operation in OPERATIONS.items():
        if os.path.lexists(os.path.join(folder, name)):
            return f"{operation} is under way in {checkout}: finish or abort it, {STILL}"
    status, out, _ = git.call(checkout, ("symbolic-ref", "-q", "HEAD"), None, None, None, None)
    current = out.decode("utf-8", "surrogateescape").strip()
    if status != 0 or current != f"refs/heads/{branch}":
        where = f"on {current[len('refs/heads/'):]}" if current else "on no branch"
        return f"{checkout} is {where}: `git -C {checkout} switch {branch}` ends this, {STILL}"
    if not head:
        return f"{checkout} has no commit on {branch} yet: `git -C {checkout} pull` fetches what is shared, {STILL}"
    if not git.ok(checkout, "diff-index", "--cached", "--quiet", head):
        return f"something is staged in {checkout}: commit it or `git restore --staged` it, {STILL}"
    return ""


def locked(seen: Desk) -> str:
    """Why the index cannot be relied on just now: some git writes it, or was killed while it did; else ""."""
    path = os.path.join(seen.folder, "index.lock")
    if not os.path.lexists(path):
        return ""
    return f"a git works in {seen.root}, or was killed there: if none is running, remove {path}, {STILL}"


def is_writing_message(folder: str) -> bool:
    """Whether a commit's message is open in an editor, as far as can be seen."""
    try:
        opened = os.stat(os.path.join(folder, "COMMIT_EDITMSG")).st_mtime
    except OSError:
        return False
    try:
        done = os.stat(os.path.join(folder, "logs", "HEAD")).st_mtime
    except OSError:
        done = 0.0
    return opened > done and abs(time.time() - opened) < EDITOR


def lasting(local: str, topic: str, reason: str, now: float) -> None:
    """Tell the person a reason once it has stood for a minute; an empty one ends it."""
    known = state.table(state.read(local), "waiting")
    reason = reason and notices.clean(local, reason)  # it names folders and branches
    if not reason:
        if known.pop(topic, None) is not None:
            state.update(local, waiting=known or None)
        notices.over(local, topic)
    elif known.get(topic, [""])[0] != reason:
        known[topic] = [reason, now]
        state.update(local, waiting=known)
    elif state.stood(state.since(known[topic][-1], now), now):
        notices.say(local, topic, reason, now)


def hashes(desk: Desk, paths: list[str]) -> dict[str, str]:
    """The ids of the files at these paths, as git would add them; "" for a file that is not there, "?" for none at all.

    What is no plain file, or lies behind a symbolic link, has no id. Raises GitError when a file vanishes meanwhile.
    """
    found = {path: _absence(desk.root, path) for path in paths}
    plain = [path for path in paths if found[path] is None]
    if plain:
        request = b"".join(objects.quoted(path) + b"\n" for path in plain)
        ids = git.run(desk.root, "hash-object", "--stdin-paths", input=request, deadline=300.0).decode("ascii").split()
        found.update(zip(plain, ids))
    return {path: id or "" for path, id in found.items()}


def _absence(root: str, path: str) -> str | None:
    """None for a plain file."""
    parts = path.split("/")
    if any(os.path.islink(os.path.join(root, *parts[:n])) for n in range(1, len(parts) + 1)):
        return "?"
    place = os.path.join(root, *parts)
    if os.path.isfile(place):
        return None
    return "?" if os.path.lexists(place) and not os.path.isdir(place) else ""


def read(desk: Desk, path: str, id: str) -> bytes | None:
    """The content of a file if it still is the one of this id, with the line ends git would store; else None."""
    content = files.read(os.path.join(desk.root, *path.split("/")))
    if content is None:
        return None
    if objects.identify(content, id) == id:
        return content
    plain = content.replace(b"\r\n", b"\n")
    return plain if objects.identify(plain, id) == id else None
