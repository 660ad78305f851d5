"""Setting an installation up on this machine, and taking it down again: the steps, each of which can be repeated."""
from __future__ import annotations

import difflib
import os
import socket
import sys
from collections import namedtuple

from tools.lib import claim, clientfiles, configs, files, git, installation, interpreter, pin, registration, remote, settings
from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tools.lib.clientfiles import Change, Config, Wish

NO_ATTRIBUTION = {"attribution": {"commit": "", "pr": ""}}  # Claude Code's own setting

Plan = namedtuple("Plan", "checkout identity local python values parts said")


def plan(checkout: str, chosen: Mapping[str, str], device: str | None) -> Plan:
    """What this checkout's installation is to be; nothing is written.

    `chosen` are local settings that the person gave as options. Raises Refusal where it cannot be.
    """
    git.version()
    checkout = os.path.realpath(checkout)
    _check_clone(checkout)
    mine = claim.of(checkout)
    local = installation.folder(mine.identity)
    _check_path(local)
    before = settings.read(local) if os.path.exists(os.path.join(local, "settings")) else {}
    target = remote.choose(remote.origin(checkout), before.get("remote"))
    values = {
        "device": claim.device(device, before.get("device", ""), socket.gethostname()),
        "checkout": checkout,
        "remote": target.url,
        "branch": before.get("branch") or _branch(checkout),
        **{key: before[key] for key in settings.OPTIONAL if key in before},
        **chosen,
    }
    said = [*mine.said, *claim.siblings(mine.identity, target.url), *target.said]
    return Plan(checkout, mine.identity, local, interpreter.choose(os.environ), values, pin.content(checkout), said)


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


def _branch(checkout: str) -> str:
    status, said, _ = git.call(checkout, ("symbolic-ref", "--short", "HEAD"), None, None, None, None)
    return said.decode("utf-8", "replace").strip() if status == 0 else settings.DEFAULTS["branch"]


def establish(made: Plan) -> None:
    """Make the installation's folder with its settings, and note its id in the checkout."""
    os.chmod(files.folder(os.path.dirname(made.local)), files.PRIVATE_FOLDER)
    os.chmod(files.folder(made.local), files.PRIVATE_FOLDER)
    claim.write(made.checkout, made.identity)
    settings.write(made.local, made.values)


def lane(made: Plan) -> None:
    """Make our own clone. Raises Refusal when it cannot be made now; all else works on and the worker tries again."""
    from tools.lib.sync import lane as ours

    try:
        ours.ensure(made.local)
    except (git.GitError, OSError) as error:
        raise Refusal(f"{made.local}: our own clone could not be made yet ({error}); it is tried again at each start") from None


def wish(made: Plan, config: Config) -> Wish:
    """What is to stand in a configuration's settings file."""
    if config.agent == "claude":
        members = NO_ATTRIBUTION if made.values.get("attribution") == "off" else {}
        return clientfiles.Wish(registration.claude(made.python, made.local), members)
    return clientfiles.Wish(registration.codex(made.python, made.local, _stub(made)), {})


def _stub(made: Plan) -> str | None:
    if sys.platform != "win32":
        return None
    from tools.lib import stub

    return stub.place(made.local, os.environ)


def register(made: Plan, config: Config, now: float) -> Change:
    """Put our hooks into a configuration. Raises Refusal where the file has to be left alone."""
    if config.agent == "codex" and sys.platform == "win32":
        from tools.lib import stub

        stub.write(stub.place(made.local, os.environ), made.python, made.local, os.environ)
    return clientfiles.put(made.local, config, wish(made, config), now)


def targets(named: Mapping[str, Sequence[str]], values: Mapping[str, str]) -> list[Config]:
    """The configurations to register in: those the person named of a client, else those that are found of it."""
    given = configs.given(named.get("claude", ()), named.get("codex", ()))
    found = [config for config in configs.found(os.environ) if not named.get(config.agent)]
    return [config for config in [*given, *found] if values.get(config.agent) != "off"]


def unregister(local: str, identity: str, config: Config, now: float) -> Change:
    """Take our hooks out of a configuration. Raises Refusal where the file has to be left alone."""
    return clientfiles.remove(local, config, identity, now)


def shown(change: Change) -> Iterator[str]:
    """A change of a settings file as a person reads it."""
    lines = [text.splitlines() for text in (change.before, change.after)]
    for line in list(difflib.unified_diff(*lines, lineterm="", n=1))[2:]:
        yield line if len(line) <= 100 else line[:97] + "..."
