"""Local settings: `key: value` lines in the installation's folder, written by install, edited by hand.

Grammar: blank lines and lines that start with `#` are kept and mean nothing; every other line is `key: value`.
Of two lines with one key the later holds. Unknown keys are kept (the doctor names them).

    device        this machine: a chosen name and four random hex digits
    checkout      the person's clone
    remote        the resolved push URL, or `none`
    branch        the branch that is shared
    auto-projects on | off
    trust-devices all | none
    board         changed | always

Only there when the person asked for it at install:

    attribution   off: no AI attribution in commits and pull requests
    self-repair   on: a configuration folder that appears later is registered
    claude, codex off: that client is left alone

Noted by install, so that the registered commands stay what they are:

    python        the interpreter that the clients start
"""
from __future__ import annotations

import os

from tools.lib import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULTS = {"remote": "none", "branch": "main", "auto-projects": "on", "trust-devices": "all", "board": "changed"}
OPTIONAL = ("python", "attribution", "self-repair", "claude", "codex")
KEYS = ("device", "checkout", *DEFAULTS, *OPTIONAL)


def parse(text: str) -> dict[str, str]:
    """The settings a text makes, without the defaults. A line without a colon is passed over."""
    found = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and not line.lstrip().startswith("#"):
            found[key.strip()] = value.strip()
    return found


def changed(text: str, values: Mapping[str, str]) -> str:
    """The text with `values` set: a line is changed in place, a new key goes to the end; all else stays."""
    rest = dict(values)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        key = line.partition(":")[0].strip()
        if key in rest and ":" in line and not line.lstrip().startswith("#"):
            lines[number] = f"{key}: {rest.pop(key)}"
    while lines and not lines[-1].strip():
        lines.pop()
    lines += [f"{key}: {value}" for key, value in rest.items()]
    return "\n".join(lines) + "\n"


def read(local: str) -> dict[str, str]:
    """The settings in force in an installation's folder, defaults included."""
    return {**DEFAULTS, **parse(files.text(os.path.join(local, "settings")) or "")}


def write(local: str, values: Mapping[str, str]) -> None:
    """Set `values` in the installation's settings; everything else there stays as it is."""
    path = os.path.join(local, "settings")
    files.replace(path, changed(files.text(path) or "", values))
