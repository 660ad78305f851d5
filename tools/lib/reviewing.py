"""Reviewing: the versions that wait for the person's word, each with what it changes, and that word."""

from __future__ import annotations

import difflib
import time
from collections import namedtuple

from tools.lib import approvals, evidence, git, paths, settings, voice, worker
from tools.lib.errors import Refusal
from tools.lib.sync import approving, objects

DEPTH = 500  # versions of a file among which the approved one is looked for
PATIENCE = 30.0  # seconds for the worker to put what was said in force
WORDS = {"y": approvals.APPROVED, "n": approvals.REFUSED}

# old, new: texts, old "" where nothing of this path was approved before
Version = namedtuple("Version", "path sum who commit old new")


def waiting(local: str) -> list[Version]:
    """The versions that wait, with their texts. Raises GitError, Refusal."""
    return [_read(local, one) for one in voice.pending(local)]


def _read(local: str, one: voice.Pending) -> Version:
    lane, head = paths.lane(local), head_of(local)
    wanted = approvals.newest(approving.said(local, head), one.path)
    commits = git.run(lane, "rev-list", f"--max-count={DEPTH}", head, "--", one.path).decode("ascii").split()
    ids = [id for commit in commits for id in objects.at(lane, commit, [one.path]).values()]
    pages = {approvals.sum_of(content): approvals.text_of(content) for content in objects.blobs(lane, ids).values()}
    pages[approvals.sum_of(None)] = ""
    old = next((pages[sum] for sum in wanted if sum in pages), "")
    return Version(*one, old, pages.get(one.sum, ""))


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
    rows = difflib.unified_diff(version.old.splitlines(), version.new.splitlines(), "approved", "new", "", "", lineterm="")
    return [row[:1] + evidence.plain(row[1:]) for row in rows] or [
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
