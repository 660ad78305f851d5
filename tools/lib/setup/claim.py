"""Whose a checkout is at install: a new installation, a known one, one that was moved, or a copy of one."""
from __future__ import annotations

import os
import secrets
from collections import namedtuple

from tools.lib import git, installation, paths, settings

Claim = namedtuple("Claim", "identity said")  # `said`: sentences for the person


def of(checkout: str) -> Claim:
    """The id this checkout has or is to have; nothing is written. `checkout` is a real path."""
    known = installation.identify(checkout)
    if known is None:
        return Claim(secrets.token_hex(8), [])
    before = settings.read(installation.folder(known)).get("checkout", checkout)
    if os.path.realpath(before) == checkout:
        return Claim(known, [])
    if installation.owner(known):
        return Claim(
            secrets.token_hex(8),
            [f"This clone is a copy of {before}, which is installed too; it is an installation of its own from now on."],
        )
    return Claim(known, [f"This clone was {before} before; it is the same installation, found by its id."])


def siblings(identity: str, remote: str) -> list[str]:
    """What to say of other clones of the same memory on this machine."""
    if remote == "none":
        return []
    return [
        f"{installation.owner(other)} is a clone of the same memory; the clients are registered with this one from now on."
        for other in installation.others(identity)
        if settings.read(installation.folder(other))["remote"] == remote
    ]


def write(checkout: str, identity: str) -> None:
    """Note the id in the checkout's git config, where it is found wherever the checkout is moved."""
    if installation.identify(checkout) != identity:
        git.run(checkout, "config", "--local", installation.KEY, identity)


def device(chosen: str | None, before: str, host: str) -> str:
    """This machine's name: the chosen one, else the one it had, else the host's; the four hex digits are kept."""
    if before and not chosen:
        return before
    digits = before.rpartition("-")[2] or secrets.token_hex(2)
    return f"{paths.name_from(chosen or host.partition('.')[0], 'device')[: paths.LONGEST_NAME - 5].strip('-')}-{digits}"
