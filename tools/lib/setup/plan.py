"""What a checkout's installation is to be: found out from the machine and the options, before anything is written."""
from __future__ import annotations

import os
import socket
import sys
from collections import namedtuple

from tools.lib import files, git, installation, room, settings
from tools.lib.errors import Refusal
from tools.lib.setup import claim, clientfiles, configs, interpreter, origin, pin, registration, stub
from tools.lib.sync import remote
from tools.lib.telling import rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tools.lib.setup.clientfiles import Config, Wish

HEADING = 100  # bytes that stand before each part of the rules

# What the person asked for: names and folders by client, local settings by key.
Wanted = namedtuple("Wanted", "checkout device remote folders settings upgrade trust", defaults=(False,))
# `values` are local settings, `parts` the code to pin, `said` sentences for the person.
Plan = namedtuple("Plan", "checkout identity local python values parts configs said")


def of(wanted: Wanted) -> Plan:
    """The plan for what is wanted. Raises Refusal where it cannot be."""
    git.version()
    checkout = os.path.realpath(wanted.checkout)
    _check_clone(checkout)
    mine = claim.of(checkout)
    local = installation.folder(mine.identity)
    _check_path(local)
    before = settings.read(local) if os.path.exists(os.path.join(local, "settings")) else {}
    python = interpreter.choose(os.environ, before.get("python", ""))
    target = origin.choose(remote.push_url(checkout, "origin"), before.get("remote", ""))
    values = {
        "device": claim.device(wanted.device, before.get("device", ""), socket.gethostname()),
        "checkout": checkout,
        "remote": target.url,
        "branch": before.get("branch") or _branch(checkout),
        **{key: before[key] for key in settings.OPTIONAL if key in before},
        **wanted.settings,
        "python": python,
    }
    return Plan(
        checkout,
        mine.identity,
        local,
        python,
        values,
        pin.content(checkout),
        targets(wanted.folders, values),
        [*mine.said, *claim.siblings(mine.identity, target.url), *([] if wanted.remote else target.said), *_rules(checkout)],
    )


def targets(folders: Mapping[str, Sequence[str]], values: Mapping[str, str]) -> list[Config]:
    """The configurations to register in: those the person named of a client, else those that are found of it."""
    named = configs.given(folders.get("claude", ()), folders.get("codex", ()))
    found = [config for config in configs.found(os.environ) if not folders.get(config.agent)]
    return [config for config in [*named, *found] if values.get(config.agent) != "off"]


def unwanted(plan: Plan) -> list[Config]:
    """The configurations that are registered, of a client that is to be left alone."""
    return [config for config in clientfiles.known(plan.local) if plan.values.get(config.agent) == "off"]


def wish(plan: Plan, config: Config) -> Wish:
    """What is to stand in a configuration's settings file."""
    if config.agent == "claude":
        members = clientfiles.NO_ATTRIBUTION if plan.values.get("attribution") == "off" else {}
        return clientfiles.Wish(registration.claude(plan.python, plan.local), members)
    start = stub.place(plan.local, os.environ) if sys.platform == "win32" else None
    return clientfiles.Wish(registration.codex(plan.python, plan.local, start), {})


def changes(plan: Plan) -> list[str] | None:
    """What of the code in force is not as in the checkout, one line a file; None where no whole version is in force."""
    before = pin.in_force(plan.local)
    return None if before is None else pin.differences(before, plan.parts)


def _check_clone(checkout: str) -> None:
    status, said, words = git.call(checkout, ("rev-parse", "--show-toplevel"), None, None, None, None)
    top = said.decode("utf-8", "surrogateescape").rstrip("\n")
    if status != 0 or not os.path.samefile(top, checkout):
        reason = f" ({words})" if words else ""
        raise Refusal(f"{checkout}: not a git clone{reason}; clone your copy of the template, then run install.py there")


def _check_path(local: str) -> None:
    try:
        local.encode("utf-8")
    except UnicodeEncodeError:
        raise Refusal(f"{local!a}: not UTF-8, so no settings file can name it; set ALTER_EGO_LOCAL to another folder") from None
    if "\n" in local:
        raise Refusal(f"{local!a}: a line break in the path; set ALTER_EGO_LOCAL to another folder")


def _rules(checkout: str) -> list[str]:
    """What to say of rules that are too long for what a session is given of them."""
    path = os.path.join(checkout, "preferences.md")
    left = rules.split(files.text(path) or "", path, room.LIMIT - HEADING).left
    return [f"{path} is too long: its last {left} bytes reach no session; shorten it."] if left else []


def _branch(checkout: str) -> str:
    status, said, _ = git.call(checkout, ("symbolic-ref", "--short", "HEAD"), None, None, None, None)
    return said.decode("utf-8", "replace").strip() if status == 0 else settings.DEFAULTS["branch"]
