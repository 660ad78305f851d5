"""Making a lane: a repository of our own beside nothing of the person's, whole before it gets its name."""
from __future__ import annotations

import os
import shutil
import stat
import time

from tools.lib import files, git, paths, settings
from tools.lib.sync import objects, transport, worktree, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# What the checkout last saw of the remote; a remote that holds anything must hold this, until we have seen it ourselves.
TRACKED = "refs/ego/tracked"
# Contents are bytes to us: no end-of-line change, filter or encoding may come between a file and its object.
ATTRIBUTES = "* -text -filter -ident -working-tree-encoding\n"


def make(local: str) -> None:
    """Make the lane from the newest state that is known to be shared.

    In this order: what the checkout last saw of the pinned remote (no network is needed, the next exchange brings the
    rest), the remote, what the checkout shares with any other remote (the template), its own head.
    """
    exchange(local, build(local, from_any))


def build(local: str, start: Callable[[str, dict[str, str]], str]) -> str:
    """A whole lane in a folder beside its place; `start` fetches the first commit into it and gives its id."""
    chosen = settings.read(local)
    new = paths.lane(local) + ".making"
    discard(new)
    git.run(files.folder(new), "init", "-q", "--template=", "-b", chosen["branch"])
    _configure(new, chosen["checkout"])
    commit = start(new, chosen)
    objects.moved(new, f"refs/heads/{chosen['branch']}", commit, "")
    worktree.fill(new, commit)
    return new


def exchange(local: str, new: str) -> None:
    """Put a new lane in the place of the old one."""
    old = paths.lane(local) + ".old"
    discard(old)
    if os.path.lexists(paths.lane(local)):
        os.rename(paths.lane(local), old)
    os.rename(new, paths.lane(local))
    discard(old)


def from_any(new: str, chosen: dict[str, str]) -> str:
    """The first commit of a new lane, wherever it is to be had."""
    found = None
    if _is_remote(chosen["remote"]):
        found = _from_tracking(new, chosen) or _from_remote(new, chosen)
    return found or _from_checkout(new, chosen) or _empty(new, chosen)


def from_remote(new: str, chosen: dict[str, str]) -> str:
    """The first commit of a new lane, from the remote and nowhere else. Raises GitError."""
    branch = chosen["branch"]
    fetch(new, chosen["remote"], f"+refs/heads/{branch}:refs/remotes/origin/{branch}", f"+refs/heads/{branch}:refs/ego/base")
    return objects.commit_of(new, "refs/ego/base") or ""


def discard(folder: str) -> None:
    """Remove a folder of ours with all that is in it, read-only objects included."""

    def again(remove: object, path: str, _: object) -> None:
        os.chmod(path, stat.S_IRWXU)
        os.unlink(path)

    if os.path.lexists(folder):
        shutil.rmtree(folder, onerror=again)


def _configure(new: str, checkout: str) -> None:
    files.replace(os.path.join(new, ".git", "info", "attributes"), ATTRIBUTES)
    for key, value in (("core.ignoreCase", "false"), ("core.symlinks", "false"), ("core.logAllRefUpdates", "false"),
                       ("core.longPaths", "true"), ("core.precomposeUnicode", "false")):
        git.run(new, "config", key, value)
    try:
        transport.copy(checkout, new)
    except git.GitError:
        pass  # the checkout is gone or not ours to read: the remote may still be reached as any program reaches it


def _is_remote(url: str) -> bool:
    return url not in ("none", "", paths.TEMPLATE)


def _from_tracking(new: str, chosen: dict[str, str]) -> str | None:
    name = remote_name(chosen["checkout"], chosen["remote"])
    return name and _bring(new, chosen["checkout"], f"refs/remotes/{name}/{chosen['branch']}", TRACKED)


def remote_name(checkout: str, url: str) -> str | None:
    """What the checkout calls the remote that has this push URL; None where it has no such remote."""
    try:
        for name in git.run(checkout, "remote").decode("utf-8", "replace").split():
            if git.run(checkout, "remote", "get-url", "--push", name).decode("utf-8", "surrogateescape").strip() == url:
                return name
    except git.GitError:
        pass
    return None


def _from_remote(new: str, chosen: dict[str, str]) -> str | None:
    return _bring(new, chosen["remote"], f"refs/heads/{chosen['branch']}", f"refs/remotes/origin/{chosen['branch']}")


def _bring(new: str, source: str, ref: str, target: str) -> str | None:
    """Fetch a shared state as `target`; None where it cannot be had."""
    try:
        fetch(new, source, f"+{ref}:{target}", f"+{ref}:refs/ego/base")
    except git.GitError:
        return None
    return objects.commit_of(new, target)


def _from_checkout(new: str, chosen: dict[str, str]) -> str | None:
    """What of the checkout's branch some remote has already; if none has anything, the branch as it is."""
    checkout, own = chosen["checkout"], f"refs/heads/{chosen['branch']}"
    if not os.path.isdir(checkout) or objects.commit_of(checkout, own) is None:
        return None
    length, shared, ref = max(_shared(checkout, own), default=(0, "", ""))
    fetch(new, checkout, f"+{ref or own}:refs/ego/from")
    if length:
        objects.moved(new, "refs/ego/base", shared, None)
        return shared
    return objects.commit_of(new, "refs/ego/from")


def _shared(checkout: str, own: str) -> Iterator[tuple[int, str, str]]:
    """For each state of a remote that the checkout knows: how much of it the branch holds, up to which commit."""
    refs = git.run(checkout, "for-each-ref", "--format=%(refname)", "refs/remotes")
    for ref in refs.decode("utf-8", "surrogateescape").split():
        common = objects.base(checkout, own, ref)
        if common:
            yield int(git.run(checkout, "rev-list", "--count", common)), common, ref


def _empty(new: str, chosen: dict[str, str]) -> str:
    who = transport.identity(new, chosen["device"], time.time())
    return writing.write(new, [writing.Draft([], who, who, "Begin\n", {})])[0]


def fetch(root: str, source: str, *refspecs: str) -> None:
    """Fetch refs from a URL or folder into the lane. Raises GitError."""
    env = None if os.path.isdir(source) else transport.ssh(root)
    git.run(root, "fetch", "-q", "--no-tags", "--no-write-fetch-head", "--no-auto-gc", source, *refspecs, env=env)
