"""Reviewing: the versions that wait for the person's word, each with what it changes, and that word."""

from __future__ import annotations

import time
from collections import namedtuple

from tools.lib import evidence, files, paths, settings, worker
from tools.lib.console import difference as differences
from tools.lib.errors import Refusal
from tools.lib.sync import approving, objects
from tools.lib.voices import approvals, voice

PATIENCE = 30.0  # seconds for the worker to put what was said in force
WORDS = {"y": approvals.APPROVED, "n": approvals.REFUSED}

# old, new: texts, old "" where nothing of this path was approved before
Version = namedtuple("Version", "path sum who commit old new")


def waiting(local: str) -> list[Version]:
    """The versions that wait, with their texts. Raises GitError, Refusal."""
    return [_read(local, one) for one in voice.pending(local)]


def _read(local: str, one: voice.Pending) -> Version:
    lane, head = paths.lane(local), head_of(local)
    old = approving.standing(local, head, one.path, approving.said(local, head)) or b""
    id = objects.at(lane, head, [one.path]).get(one.path)
    new = objects.blobs(lane, [id])[id] if id else b""
    return Version(one.path, approvals.sum_of(new), one.who, one.commit, files.plain(old), files.plain(new))


def head_of(local: str) -> str:
    """The lane's commit. Raises Refusal where there is none yet."""
    head = objects.commit_of(paths.lane(local), f"refs/heads/{settings.read(local)['branch']}")
    if not head:
        raise Refusal(f"{paths.lane(local)}: there is no lane yet; `python3 tools/sync.py now` makes it")
    return head


def headline(version: Version) -> str:
    """Which version it is, and where it comes from."""
    who = f"written by session {version.who}" if version.who else "not known to be written in an editor of yours"
    return f"{evidence.plain(version.path)}: {who}, commit {version.commit}"


def difference(version: Version) -> list[str]:
    """What it changes, as lines that cannot draw on a terminal."""
    return differences.lines(version.old, version.new, ("approved", "new")) or [
        "(the same text as the one approved, without a difference that shows)"
    ]


def say(local: str, version: Version, word: str) -> None:
    """Keep the person's word about a version. Raises OSError, GitError."""
    approving.record(local, [(version.path, version.sum)], word, time.time(), head_of(local))


def put_in_force(local: str) -> bool:
    """Let the worker act on what was said; whether it has."""
    try:
        worker.now(local, PATIENCE)
    except Refusal:
        return False
    return True
