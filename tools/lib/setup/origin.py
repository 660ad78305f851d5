"""The checkout's origin: what of it is pinned at install as the one place to push to, and how it is set to a new one."""
from __future__ import annotations

import os
from collections import namedtuple

from tools.lib import contexts, git, paths
from tools.lib.errors import Refusal
from tools.lib.sync import remote, transport

Choice = namedtuple("Choice", "url said")  # `url` may be "none"; `said`: sentences for the person

ALONE = (
    "Memory stays on this machine: {why}. Make an empty private repository, then run python3 install.py --remote URL."
)
OFFERED = "refs/alter-ego/offered"


def choose(url: str, pinned: str) -> Choice:
    """What to pin for a checkout whose origin is `url`, where `pinned` was in force before ("" or "none": nothing was)."""
    if pinned not in ("", "none") and contexts.remote_key(url) != contexts.remote_key(pinned):
        shown, kept = git.without_credentials(url) or "gone", git.without_credentials(pinned)
        return Choice(
            pinned,
            [f"origin is now {shown}, but memory is still pushed only to {kept}; python3 install.py --remote URL changes that."],
        )
    if not url:
        return Choice("none", [ALONE.format(why="this clone has no remote called origin")])
    if is_template(url):
        return Choice("none", [ALONE.format(why="this clone's origin is the public template")])
    return Choice(url, [])


def is_template(url: str) -> bool:
    """Whether a URL names the template, in whichever of git's spellings."""
    return contexts.remote_key(url) == contexts.remote_key(paths.TEMPLATE)


def connect(checkout: str, url: str, branch: str) -> str:
    """Make `url` the checkout's origin and keep the template as `template`; gives the push URL to pin.

    Raises Refusal when it is the template, cannot be reached, or holds a history that is not this memory's.
    """
    url = os.path.abspath(url) if os.path.isdir(url) else url
    if is_template(url):
        raise Refusal(f"{url}: that is the public template; make a private repository of your own and name that")
    _check(checkout, url)
    names = git.run(checkout, "remote").decode("utf-8", "replace").split()
    if "origin" in names and is_template(remote.push_url(checkout, "origin")) and "template" not in names:
        git.run(checkout, "remote", "rename", "origin", "template")
        names = [name for name in names if name != "origin"]
    if "origin" in names:
        git.run(checkout, "remote", "set-url", "origin", url)
        git.call(checkout, ("config", "--local", "--unset-all", "remote.origin.pushurl"), None, None, None, None)
    else:
        git.run(checkout, "remote", "add", "origin", url)
    git.run(checkout, "config", "--local", f"branch.{branch}.remote", "origin")
    git.run(checkout, "config", "--local", f"branch.{branch}.merge", f"refs/heads/{branch}")
    return remote.push_url(checkout, "origin")


def _check(checkout: str, url: str) -> None:
    shown = git.without_credentials(url)
    way = transport.ssh(checkout)
    try:
        heads = git.run(checkout, "ls-remote", "--heads", url, env=way).decode("utf-8", "replace").split("\n")
        if not any(heads):
            return
        for head in (line.split("\t")[1] for line in heads if "\t" in line):
            git.run(checkout, "fetch", "-q", "--no-tags", "--no-write-fetch-head", url, f"+{head}:{OFFERED}", env=way)
            if git.ok(checkout, "merge-base", "HEAD", OFFERED):
                return
    except git.GitError as error:
        why = " ".join((error.words or str(error)).split())
        raise Refusal(f"{shown}: cannot be reached ({why}); check the URL and your access, then try again") from None
    finally:
        git.call(checkout, ("update-ref", "-d", OFFERED), None, None, None, None)
    raise Refusal(f"{shown}: it holds a history of its own; make an empty repository, without a README, and name that")
