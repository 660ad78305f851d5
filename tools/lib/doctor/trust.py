"""Trust: do the clients run our hooks at all? Codex skips what nobody trusted, Claude Code all of them in a new folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading

from tools.lib import files
from tools.lib.doctor.check import bad, good, later, odd
from tools.lib.errors import Refusal
from tools.lib.setup import clientfiles, codexfiles, registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.lib.doctor.check import Check, Patient
    from tools.lib.setup.clientfiles import Config

DEADLINE = 2.5  # seconds for Codex to say
TRUSTED = ("trusted", "managed")
REVIEW = "start codex, open /hooks, trust them"


def checks(patient: Patient, config: Config) -> list[Check]:
    """What is to say of one configuration."""
    return _codex(patient, config) if config.agent == "codex" else _claude(patient, config)


def _claude(patient: Patient, config: Config) -> list[Check]:
    beside = os.path.join(config.folder, ".claude.json")
    path = beside if os.path.exists(beside) else os.path.join(os.path.dirname(config.folder), ".claude.json")
    try:
        projects = json.loads(files.text(path) or "{}").get("projects") or {}
    except (ValueError, OSError, AttributeError):
        return []
    here = os.path.realpath(patient.folder)
    around = [here]
    while os.path.dirname(around[-1]) != around[-1]:
        around.append(os.path.dirname(around[-1]))
    if any(isinstance(projects.get(folder), dict) and projects[folder].get("hasTrustDialogAccepted") for folder in around):
        return []
    if here in projects:
        why = "so no hook runs in a session there"
        return [odd(f"Claude Code: {here} is not trusted yet in {config.folder}, {why}", "start claude there, say yes once")]
    way = "claude asks for it when it is first started there"
    return [later(f"Claude Code: waits for a yes in {here}, as in every new folder; before it no hook runs there", way)]


def _codex(patient: Patient, config: Config) -> list[Check]:
    program = shutil.which("codex", path=patient.environ.get("PATH", ""))
    if program is None:
        return [_by_file(config, "not found on the PATH", REVIEW)]
    found = listed(program, config.folder, patient)
    if found is None:
        return [_by_file(config, f"did not answer within {DEADLINE} s", f"{REVIEW}, if it asks for that")]
    ours = [
        hook for hook in found if registration.MARK in str(hook.get("command")) or registration.STUB in str(hook.get("command"))
    ]
    off = [hook for hook in ours if hook.get("enabled") is False]
    untrusted = [hook for hook in ours if hook.get("trustStatus") not in TRUSTED]
    if not ours:
        return [bad(f"Codex: reads none of our hooks from {clientfiles.path_of(config)}", "python3 install.py registers them")]
    if untrusted:
        return [bad(f"Codex: {len(untrusted)} of {len(ours)} hooks are not trusted, so it skips them without a word", REVIEW)]
    if off:
        return [bad(f"Codex: {len(off)} of {len(ours)} hooks are switched off", "start codex, open /hooks, switch them on")]
    return [good(f"Codex: trusts all {len(ours)} hooks")]


def _by_file(config: Config, why: str, way: str) -> Check:
    """What its file says, where Codex cannot be asked."""
    try:
        if codexfiles.is_trusted(config):
            return good(f"Codex: trusts all our hooks, as its config.toml says; {why}, so it was not asked")
    except (Refusal, ValueError):
        pass  # a file that we cannot read, which another check says
    return odd(f"Codex: {why}, so whether it trusts our hooks is not known", way)


def listed(program: str, home: str, patient: Patient) -> list[dict[str, Any]] | None:
    """The hooks as Codex sees them in that folder, by its `app-server`; None where it does not answer in time."""
    surroundings = {**patient.environ, "CODEX_HOME": home}
    start = {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "alter-ego", "version": "1"}}}
    ask = {"id": 2, "method": "hooks/list", "params": {"cwds": [patient.folder]}}
    try:
        process = subprocess.Popen(
            [program, "app-server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=surroundings,
        )
    except OSError:
        return None
    limit = threading.Timer(DEADLINE, process.kill)
    limit.start()
    try:
        assert process.stdin and process.stdout
        process.stdin.write("".join(json.dumps(one) + "\n" for one in (start, {"method": "initialized"}, ask)).encode())
        process.stdin.flush()
        return next((_hooks(line) for line in process.stdout if b'"id":2' in line.replace(b" ", b"")), None)
    except (OSError, ValueError):
        return None
    finally:
        limit.cancel()
        process.kill()
        process.communicate()


def _hooks(line: bytes) -> list[dict[str, Any]]:
    rows = json.loads(line).get("result", {}).get("data", [])
    return [hook for row in rows for hook in row.get("hooks", [])]
