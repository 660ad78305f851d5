"""The person's git settings, and the variables that git gives to the hooks of another repository."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import uuid

import pytest

from tests import repository
from tests.faults import site as sites
from tools.lib import files
from tools.lib.setup import registration

git = repository.git


def program(path: str, text: str) -> str:
    files.replace(path, text)
    os.chmod(path, 0o755)
    return path


def test_git_settings(site: sites.Site) -> None:
    """commits and pushes are signed, and hooks, an editor and a template are set for all repositories"""
    desk, expected = site.desk, sites.spooled(site.desk)
    trace = os.path.join(site.place, "trace")
    touch = program(os.path.join(site.place, "bin", "touch-it"), f'#!/bin/sh\necho "$0" >> {trace}\nexit 1\n')
    hooks = os.path.join(site.place, "hooks")
    for name in (
        "pre-commit",
        "commit-msg",
        "post-commit",
        "pre-push",
        "post-checkout",
        "reference-transaction",
        "post-rewrite",
        "post-merge",
        "post-index-change",
        "update",
        "pre-receive",
        "post-receive",
        "post-update",
        "fsmonitor-watchman",
    ):
        program(os.path.join(hooks, name), f"#!/bin/sh\necho {name} >> {trace}\nexit 1\n")
    for key, value in {
        "core.hooksPath": hooks,
        "core.editor": touch,
        "sequence.editor": touch,
        "gpg.program": touch,
        "commit.gpgSign": "true",
        "push.gpgSign": "if-asked",
        "tag.gpgSign": "true",
        "init.templateDir": site.place,
        "core.fsmonitor": touch,
        "commit.template": trace,
        "commit.verbose": "true",
        "pull.rebase": "true",
        "merge.ff": "only",
        "core.pager": touch,
        "diff.external": touch,
        "credential.helper": "",
        "core.askPass": touch,
        "core.autocrlf": "true",
    }.items():
        subprocess.run(["git", "config", "--global", key, value], env=desk.environ, check=True)
    site.push(**{sites.OTHER: "The wind has turned.\n"})
    repository.write(desk.checkout, sites.NOTE, "Mine.\n")
    before = files.text(trace)
    desk.now()
    sites.once(site, expected)
    assert files.text(trace) == before
    assert sites.shared(site.remote)[sites.NOTE] == "Mine.\n"
    assert git(desk.checkout, "rev-parse", "HEAD") == git(site.remote, "rev-parse", "main")
    assert sites.told(desk) == {}


@pytest.mark.parametrize(
    "how",
    (("commit", "-q", "-m", "Other work"), ("commit", "-q", "-a", "-m", "Other work"), ("commit", "-q", "-m", "Other work", "f")),
    ids=("commit", "commit -a", "commit FILE"),
)
def test_inside_a_commit_hook(site: sites.Site, how: tuple[str, ...]) -> None:
    """a session and its worker run inside the pre-commit hook of another repository"""
    desk = site.desk
    other, before = os.path.join(site.place, "other"), sites.spooled(desk)
    git(site.place, "init", "-q", other)
    repository.commit(other, "First", f="one\n", g="one\n")
    repository.write(other, "f", "two\n")
    if "-a" not in how:
        git(other, "add", "f")
    session = str(uuid.uuid4())
    rows = []
    for name, event in (
        ("user_prompt_submit", '"prompt": "Please plough", "prompt_id": "h1"'),
        ("stop", '"last_assistant_message": "Done: plough", "prompt_id": "h1"'),
        ("session_end", '"reason": "other"'),
    ):
        words = [sys.executable, *registration.arguments(desk.local, "claude", name, None)]
        line = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
        rows.append(f'printf \'%s\' \'{{"session_id": "{session}", "cwd": "{other}", {event}}}\' | {line}\n')
    worker = [sys.executable, sites.CHILD, "-", "before", "1", "0", "worker", desk.local]
    rows.append(" ".join(f"'{word}'" for word in worker) + "\n")
    program(
        os.path.join(other, ".git", "hooks", "pre-commit"), "#!/bin/sh\nset -e\nenv | grep -q ^GIT_INDEX_FILE\n" + "".join(rows)
    )
    done = subprocess.run(["git", *how], cwd=other, env={**desk.environ, "GIT_AUTHOR_NAME": "Other"}, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert git(other, "status", "--porcelain") == "" and git(other, "show", "HEAD:f") == "two"
    assert git(other, "log", "--format=%s %an") == "Other work Other\nFirst Test Person"
    assert (
        git(other, "fsck", "--full", "--strict") == "" and git(other, "for-each-ref", "--format=%(refname)") == "refs/heads/main"
    )
    assert not [name for name in os.listdir(os.path.join(other, ".git")) if name.endswith(".lock")]
    for process in sites.workers(desk):  # other sessions are open, so it would go on
        os.kill(process, signal.SIGKILL)
    desk.now()
    sites.once(site, sorted({*before, *sites.spooled(desk)}))
    assert "Q: Please plough ^" in "".join(sites.shared(site.remote).values())
    assert "Other" not in git(site.remote, "log", "--format=%an%cn", "main")
