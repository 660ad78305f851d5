"""Transport: who the lane commits as and how it reaches the remote, taken over from the person's checkout."""
from __future__ import annotations

import os

from tools.lib import git

PATTERN = r"^(user\..*|core\.sshcommand|credential\..*|http\..*|url\..*)$"
OURS = frozenset(option.partition("=")[0].lower() for option in git.OPTIONS)
# A list that grows with each line; an empty value starts it anew, so that nothing the lane inherits counts twice.
GROWING = (".helper", ".extraheader")


def settings(root: str) -> dict[str, list[str]]:
    """The effective settings of identity and transport in a repository: key -> values in git's order."""
    status, out, words = git.call(root, ("config", "-z", "--get-regexp", PATTERN), None, None, None, None)
    if status not in (0, 1):
        raise git.GitError("config", status, words)
    found: dict[str, list[str]] = {}
    for row in git.names(out):
        key, _, value = row.partition("\n")
        if key.lower() in OURS:
            continue
        values = found.setdefault(key, [])
        if key.lower().endswith(GROWING):
            values[:] = [*values, value] if value else []
        elif ".insteadof" in key.lower() or ".pushinsteadof" in key.lower():
            values[:] = [*(v for v in values if v != value), value]
        else:
            values[:] = [value]
    return found


def differences(checkout: str, lane: str) -> list[str]:
    """The keys in which the lane's settings are not the checkout's."""
    here, there = settings(checkout), settings(lane)
    return sorted(key for key in {*here, *there} if here.get(key, []) != there.get(key, []))


def copy(checkout: str, lane: str) -> None:
    """Give the lane the checkout's effective settings, as far as it does not have them from the same place."""
    wanted = settings(checkout)
    for key in differences(checkout, lane):
        git.call(lane, ("config", "--local", "--unset-all", key), None, None, None, None)
        if settings(lane).get(key, []) == wanted.get(key, []):
            continue
        if key.lower().endswith(GROWING):
            git.run(lane, "config", "--local", "--add", key, "")
        for value in wanted.get(key, []):
            git.run(lane, "config", "--local", "--add", key, value)


def identity(root: str, device: str, now: float) -> str:
    """Who commits in the lane, in git's form with time and zone; a machine without an identity commits as itself."""
    import time

    found = settings(root)
    name = (found.get("user.name") or ["alter-ego"])[-1] or "alter-ego"
    mail = (found.get("user.email") or [f"{device or 'device'}@alter-ego.invalid"])[-1]
    minutes = (time.localtime(now).tm_gmtoff or 0) // 60
    zone = f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"
    return f"{_plain(name)} <{_plain(mail)}> {max(0, int(now))} {zone}"


def _plain(text: str) -> str:
    return " ".join("".join(" " if c in "<>\n\0" else c for c in text).split())


def ssh(root: str) -> dict[str, str]:
    """The environment that keeps ssh from asking, with the repository's own ssh command where it has one."""
    command = (settings(root).get("core.sshcommand") or ["ssh"])[-1]
    program = command.split()[0].replace("\\", "/").rpartition("/")[2].lower() if command.split() else ""
    if program in ("ssh", "ssh.exe"):  # another program may not know OpenSSH's options
        command += " -o BatchMode=yes -o ConnectTimeout=15"
    return {"GIT_SSH_COMMAND": command}


def receiver(url: str) -> list[str]:
    """What keeps the person's own hooks out of a push to a folder of this machine; its own hooks, if any, stay in force.

    The other end of such a push runs with the person's global settings, and ours do not reach it.
    """
    if not os.path.isdir(url):
        return []
    status, out, _ = git.call(url, ("config", "--show-scope", "--get-all", "core.hooksPath"), None, None, None, None)
    scopes = [row.split("\t")[0] for row in out.decode("utf-8", "replace").split("\n") if row]
    if status != 0 or not {"global", "system"} & set(scopes) or "local" in scopes:
        return []
    return ["--receive-pack=git -c core.hooksPath=hooks receive-pack"]
