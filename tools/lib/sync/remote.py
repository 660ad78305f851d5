"""The remote: one pinned URL, and the reasons for which nothing is ever sent there."""
from __future__ import annotations

import os
import subprocess

from tools.lib import contexts, git, paths, settings
from tools.lib.sync import state

ASK_AGAIN = 86400.0  # seconds for which an answer about a repository's visibility holds
PATIENCE = 10.0  # seconds `gh` may take


def forbidden(local: str, now: float) -> str | None:
    """Why nothing may be pushed, as a sentence for the person; None where it may. Not asked where the remote is none."""
    chosen = settings.read(local)
    url, checkout = chosen["remote"], chosen["checkout"]
    key = contexts.remote_key(url)
    if key == contexts.remote_key(paths.TEMPLATE):
        return (
            "the remote is the public template, so nothing is pushed: make a private repository, "
            "then run `python3 install.py --remote URL`"
        )
    origin = push_url(checkout, "origin")
    if origin and contexts.remote_key(origin) != key:
        return (
            f"the clone {checkout} now points at {git.without_credentials(origin)}, not at the remote that was agreed "
            f"({git.without_credentials(url)}), so nothing is pushed: `python3 install.py --remote URL` agrees on a new one"
        )
    if _is_public(local, url, key, now):
        return (
            f"the repository {key} is public, so nothing is pushed: make it private on its host, "
            "then run `python3 tools/sync.py now`"
        )
    return None


def push_url(checkout: str, name: str) -> str:
    """The resolved push URL of a remote of the checkout; "" where there is none, or no checkout to ask."""
    try:
        return git.run(checkout, "remote", "get-url", "--push", name).decode("utf-8", "surrogateescape").strip()
    except git.GitError:
        return ""


def _is_public(local: str, url: str, key: str, now: float) -> bool:
    """Whether the host says that everybody can read it; what cannot be found out counts as no."""
    if os.path.isabs(url) or url.startswith((".", "file:")) or key.count("/") != 2:
        return False
    known = state.table(state.read(local), "visibility").get(key, [])
    if len(known) == 2 and isinstance(known[1], (int, float)) and 0 <= now - known[1] < ASK_AGAIN:
        return known[0] == "public"
    answer = _ask(key)
    state.update(local, visibility={key: [answer, now]})
    return answer == "public"


def _ask(key: str) -> str:
    surroundings = {**git.environment(os.environ, None, None), "GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1"}
    try:
        done = subprocess.run(
            ["gh", "repo", "view", key, "--json", "visibility", "--jq", ".visibility"],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, env=surroundings, check=False, **git.OWN_GROUP,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return done.stdout.decode("utf-8", "replace").strip().lower() if done.returncode == 0 else "unknown"
