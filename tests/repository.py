"""Real git for the tests: bare remotes, clones, files and commits."""

from __future__ import annotations

import os
import subprocess
import time


def git(folder: str | os.PathLike[str], *arguments: str, check: bool = True) -> str:
    """Run git in a folder and give its output without the last line end; fail with git's own words.

    Where another git holds the index for a moment, as a worker's does that follows, it is tried again, as a person would.
    """
    for _ in range(30):
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, encoding="utf-8")
        if done.returncode == 0 or "index.lock': File exists" not in done.stderr:
            break
        time.sleep(0.1)
    assert done.returncode == 0 or not check, f"git {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout.rstrip("\n")


def bare(folder: str | os.PathLike[str]) -> str:
    """Make an empty bare repository, the stand-in for a remote, and give its path."""
    os.makedirs(folder)
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main")
    return str(folder)


def clone(remote: str | os.PathLike[str], folder: str | os.PathLike[str]) -> str:
    """Clone a repository, an empty one too, and give the clone's path."""
    git(os.path.dirname(os.fspath(folder)), "clone", "--quiet", str(remote), str(folder))
    return str(folder)


def write(folder: str | os.PathLike[str], path: str, text: str) -> None:
    """Write a file of a work tree, its folders made, its bytes as given."""
    whole = os.path.join(folder, *path.split("/"))
    os.makedirs(os.path.dirname(whole), exist_ok=True)
    with open(whole, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def commit(folder: str | os.PathLike[str], message: str, **files: str) -> str:
    """Write files (by path, in `**{...}`), commit everything, and give the commit's id."""
    for path, text in files.items():
        write(folder, path, text)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")


def tree(folder: str | os.PathLike[str], commit: str = "HEAD") -> dict[str, str]:
    """Give every file of a commit: its path and its text."""
    names = git(folder, "ls-tree", "-r", "-z", "--name-only", commit).split("\0")
    return {name: git(folder, "show", f"{commit}:{name}") for name in names if name}
