from __future__ import annotations

import os
import sys
import time

import pytest

from tests import repository
from tools.lib import git
from tools.lib.errors import Refusal


@pytest.fixture
def repo(tmp_path):
    folder = tmp_path / "repo"
    folder.mkdir()
    repository.git(folder, "init", "-q", "-b", "main")
    repository.commit(folder, "One", **{"a.md": "a\n"})
    return str(folder)


def program(folder, name, text):
    path = os.path.join(str(folder), name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!{sys.executable}\n{text}")
    os.chmod(path, 0o700)
    return path


def test_an_outer_git_dir_does_not_lead_us_astray(repo, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    repository.git(other, "init", "-q")
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, str(other / ".git"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'core.bare=true'")
    monkeypatch.setenv("GIT_NAMESPACE", "elsewhere")
    assert git.names(git.run(repo, "ls-files", "-z")) == ["a.md"]


def test_nothing_of_gits_is_inherited():
    outer = {"GIT_DIR": "x", "git_trace": "1", "HOME": "/h", "LANGUAGE": "de", "SSH_ASKPASS": "gui", "PATH": "/bin"}
    assert git.environment(outer, None, None) == {"HOME": "/h", "PATH": "/bin", **git.ENVIRONMENT}


@pytest.mark.parametrize(("words", "clean"), (
    ("plain", "plain"),
    ("at https://me:pw@host/x.git/ and ssh://git@h:22/y", "at https://host/x.git/ and ssh://h:22/y"),
    ("https://token@host", "https://host"),
    ("https://host/a@b", "https://host/a@b"),
))
def test_no_credential_is_repeated(words, clean):
    assert git.without_credentials(words) == clean


def test_its_own_words_come_with_a_failure(repo):
    with pytest.raises(git.GitError) as failure:
        git.run(repo, "rev-parse", "--verify", "nothing")
    assert str(failure.value) == "git rev-parse: fatal: Needed a single revision"


def test_yes_no_and_neither(repo):
    assert git.ok(repo, "diff-index", "--quiet", "HEAD") is True
    repository.write(repo, "a.md", "b\n")
    assert git.ok(repo, "diff-index", "--quiet", "HEAD") is False
    with pytest.raises(git.GitError):
        git.ok(repo, "diff-index", "--quiet", "nothing")


def test_the_persons_hooks_signing_and_editor_stay_out(repo, tmp_path):
    ran = tmp_path / "ran"
    for name in ("hook", "gpg", "editor"):
        program(tmp_path, name, f"open({str(ran)!r}, 'a').write({name!r}); raise SystemExit(1)")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("pre-commit", "commit-msg", "post-commit", "reference-transaction", "pre-push"):
        program(hooks, name, f"open({str(ran)!r}, 'a').write({name!r}); raise SystemExit(1)")
    for key, value in (("core.hooksPath", hooks), ("commit.gpgSign", "true"), ("gpg.program", tmp_path / "gpg"),
                       ("core.editor", tmp_path / "editor")):
        repository.git(repo, "config", "--global", key, str(value))
    git.run(repo, "commit", "--allow-empty", "-m", "Two")
    git.run(repo, "update-ref", "refs/heads/x", "HEAD")
    assert not ran.exists()


def test_the_deadline_ends_git_and_all_it_started(repo, tmp_path):
    """SIGTERM first: git then takes its lock file away itself."""
    mark = tmp_path / "pid"
    slow = program(tmp_path, "slow", f"import os, time\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)")
    repository.write(repo, ".gitattributes", "*.slow filter=slow\n")
    repository.git(repo, "config", "filter.slow.clean", slow)
    repository.write(repo, "x.slow", "x")
    with pytest.raises(git.GitError) as failure:
        git.run(repo, "add", "x.slow", deadline=1.0)
    assert (failure.value.status, failure.value.words) == (None, "no answer within 1 seconds")
    assert not os.path.exists(os.path.join(repo, ".git", "index.lock"))
    pid = int(mark.read_text())
    for _ in range(100):
        if not os.path.exists(f"/proc/{pid}"):
            break
        time.sleep(0.02)
    assert not os.path.exists(f"/proc/{pid}") or sys.platform != "linux"


def test_a_missing_git_is_one_sentence(repo, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refusal, match=r"install git 2\.29 or newer"):
        git.run(repo, "status")


@pytest.mark.parametrize(("words", "fits"), (
    ("git version 2.28.1", False), ("git version 2.29.0", True), ("git version 2.45.2.windows.1", True),
    ("git version 2.39.5 (Apple Git-154)", True), ("git version 1.8.3.1", False), ("nonsense", False),
))
def test_a_git_that_is_too_old_is_refused(tmp_path, monkeypatch, words, fits):
    program(tmp_path, "git", f"print({words!r})")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    if fits:
        assert git.version() >= git.OLDEST
    else:
        with pytest.raises(Refusal, match="too old"):
            git.version()
