"""Clients: what is registered with them, run as they run it: does it answer, how fast, how much, and does it run at all?"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter

from tools.lib import files, room
from tools.lib.doctor.check import bad, good, odd
from tools.lib.setup import clientfiles, configs, hookfile, registration, selftest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.doctor.check import Check, Patient
    from tools.lib.setup.clientfiles import Config

SLOW = 2.0  # seconds in which each hook should have answered; eight run at once here, which no client does
INSTALL = "python3 install.py"
MANAGED = {  # where an organisation's settings for Claude Code are (its documentation, "Settings")
    "win32": "C:\\Program Files\\ClaudeCode\\managed-settings.json",
    "darwin": "/Library/Application Support/ClaudeCode/managed-settings.json",
}.get(sys.platform, "/etc/claude-code/managed-settings.json")


def known(patient: Patient) -> list[Config]:
    """The configurations that are registered, or that should be."""
    found = [*clientfiles.known(patient.local), *configs.found(patient.environ)]
    return [config for config in configs.distinct(found) if patient.settings.get(config.agent) != "off"]


def checks(patient: Patient, config: Config) -> list[Check]:
    """What is to say of one configuration."""
    name, path = clientfiles.CLIENTS[config.agent], clientfiles.path_of(config)
    try:
        text = (files.read(path) or b"").decode("utf-8-sig")
        found, whole = hookfile.registered(text), json.loads(text) if text.strip() else {}
    except (ValueError, OSError) as error:
        return [bad(f"{name}: {path} cannot be read, so no hook of that file runs ({error})", f"mend that file, then {INSTALL}")]
    if not found:
        return [odd(f"{name}: nothing of ours is registered in {path}", f"{INSTALL} registers it")]
    off = whole.get("disableAllHooks") is True or (config.agent == "claude" and _managed("disableAllHooks"))
    if off:
        return [
            bad(f"{name}: disableAllHooks is set, so no hook runs", f"take it out of {path}, or ask who manages this machine")
        ]
    if config.agent == "claude" and _managed("allowManagedHooksOnly"):
        return [bad(f"{name}: this machine's managed settings allow their own hooks only", "ask who manages this machine")]
    return [*_registered(patient, config, found), *_answers(patient, config)]


def _registered(patient: Patient, config: Config, found: list[tuple[str, dict[str, object]]]) -> list[Check]:
    """Whether every hook is there, once, and of this installation."""
    name, path, identity = clientfiles.CLIENTS[config.agent], clientfiles.path_of(config), os.path.basename(patient.local)
    mine = [(event, hook) for event, hook in found if registration.of(hook, identity)]
    if len(mine) < len(found):
        return [
            odd(
                f"{name}: {len(found) - len(mine)} hooks in {path} are of another installation",
                f"{INSTALL} there, or --uninstall",
            )
        ]
    wanted = Counter(row.event for row in registration.TABLE for _ in row.parts or (None,) if _matcher(row, config) is not None)
    there = Counter(event for event, _ in mine)
    twice = sorted(event for event in there if there[event] > wanted[event])
    missing = sorted(event for event in wanted if there[event] < wanted[event])
    elsewhere = _elsewhere(patient, config)
    if missing:
        return [bad(f"{name}: not registered for {', '.join(missing)}", f"{INSTALL} completes it")]
    if twice or elsewhere:
        where = f" ({elsewhere})" if elsewhere else ""
        return [odd(f"{name}: hooks registered twice{where}: {', '.join(twice) or 'all'}", "take the second registration out")]
    return []


def _matcher(row: registration.Row, config: Config) -> str | None:
    found: str | None = row.claude if config.agent == "claude" else row.codex
    return found


def _elsewhere(patient: Patient, config: Config) -> str:
    """A settings file of the project that has our hooks as well; "" for none."""
    names = ("settings.json", "settings.local.json") if config.agent == "claude" else ("hooks.json",)
    for name in names:
        path = os.path.join(patient.folder, f".{config.agent}", name)
        if os.path.realpath(path) != clientfiles.path_of(config) and registration.MARK in (files.text(path) or ""):
            return path
    return ""


def _managed(key: str) -> bool:
    try:
        return bool(json.loads(files.text(MANAGED) or "{}").get(key))
    except (ValueError, OSError, AttributeError):
        return False


def _answers(patient: Patient, config: Config) -> list[Check]:
    """Run each registered command, as the client does."""
    name = clientfiles.CLIENTS[config.agent]
    before = len(selftest.log(patient.local))
    found = selftest.run(config, patient.folder, patient.environ)
    failed = sorted({line.partition(" ")[2] for line in selftest.log(patient.local)[before:]})
    rows = [(f"{answer.event} {answer.part}".strip(), answer) for answer in found]
    wrong = [f"{which} {selftest.fault(answer)}" for which, answer in rows if selftest.fault(answer)]
    wrong += [f"failed inside: {line}" for line in failed]
    large = [f"{which} {len(answer.output)} bytes" for which, answer in rows if len(answer.output) > room.LIMIT]
    slowest = max(answer.seconds for answer in found)
    given = sum(len(answer.output) for answer in found if answer.event == "SessionStart")
    if wrong:
        return [
            bad(
                f"{name}: {'; '.join(wrong[:3])}" + (f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""),
                f"{INSTALL} mends it",
            )
        ]
    if large:
        return [
            bad(f"{name}: more than the client passes on: {'; '.join(large)}", "shorten preferences.md and the contexts' READMEs")
        ]
    line = f"{name}: {len(found)} hooks answer, slowest {slowest * 1000:.0f} ms; a new session is given {given} bytes"
    return [odd(line, "a slow disk or a busy machine: run this again later") if slowest > SLOW else good(line)]
