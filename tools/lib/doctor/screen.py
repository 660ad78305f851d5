"""Screen: all checks, those that wait beside each other, and how a person or a program reads them."""

from __future__ import annotations

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

from tools.lib import evidence, files, settings, wire
from tools.lib.doctor import clients, clone, code, guarding, machine, queue, remote, skills, trust
from tools.lib.doctor.check import COLOURS, GREEN, RED, WAITING, YELLOW, Check, Patient, bad
from tools.lib.room import clipped
from tools.lib.setup import selftest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

AT_ONCE = 8
SIGNS = {GREEN: "ok", WAITING: "..", YELLOW: "!", RED: "!!"}
PAINT = {GREEN: "32", WAITING: "36", YELLOW: "33", RED: "31"}
LONGEST = 300  # characters of a line


def patient(local: str, environ: Mapping[str, str], folder: str, now: float) -> Patient:
    """Who is looked at."""
    chosen = {"checkout": "", "device": "", **settings.read(local)}
    try:
        past = wire.loads(files.read(_path(local)) or b"{}")
    except ValueError:
        past = {}
    return Patient(local, chosen, environ, now, folder, past if isinstance(past, dict) else {})


def look(who: Patient) -> list[Check]:
    """All checks, in the order of the screen; one that fails says so and holds no other up."""
    found = clients.known(who)
    looks: list[Callable[[], list[Check]]] = [lambda config=config: trust.checks(who, config) for config in found]  # type: ignore[misc]
    looks += [lambda: remote.reach(who)]  # what is waited for comes first
    looks += [lambda config=config: clients.checks(who, config) for config in found]  # type: ignore[misc]
    looks += [lambda config=config: guarding.checks(who, config) for config in found]  # type: ignore[misc]
    modules = (code.checks, skills.checks, remote.pace, clone.checks, queue.checks, remote.machines, remote.clock, machine.checks)
    looks += [lambda look=look: look(who) for look in modules]  # type: ignore[misc]
    gone = clone.unreachable(who)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        made = list(pool.map(_safely, looks))
    if not found:
        made.insert(
            0, [bad("clients: no Claude Code and no Codex was found", "python3 install.py --claude-dir DIR | --codex-dir DIR")]
        )
    return [*([gone] if gone else []), *(check for checks in made for check in checks)]


def _safely(look: Callable[[], list[Check]]) -> list[Check]:
    try:
        return look()
    except Exception as error:  # the doctor itself is no patient
        return [bad(f"doctor: a check failed ({type(error).__name__}: {error})", "report it")]


def seen(local: str, now: float) -> None:
    """Remember that a person looked: errors from before count no more."""
    files.replace(_path(local), wire.dumps({"looked": now, "log": len(selftest.log(local))}))


def text(who: Patient, found: list[Check], colours: bool) -> str:
    """The screen: what needs somebody first."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(who.now))
    counts = ", ".join(f"{sum(check.colour == colour for check in found)} {colour}" for colour in COLOURS)
    lines = [f"Alter Ego on {who.settings['device']}, {when}: {counts}"]
    for check in sorted(found, key=lambda check: -COLOURS.index(check.colour)):
        sign = f"{SIGNS[check.colour]:>2}"
        sign = f"\033[{PAINT[check.colour]}m{sign}\033[0m" if colours else sign
        lines.append(f"{sign} {clipped(evidence.plain(check.line), LONGEST)}")
        if check.next and check.next != "as said":
            lines.append(f"   -> {evidence.plain(check.next)}")
    return "\n".join(lines)


def as_json(who: Patient, found: list[Check], done: list[str]) -> str:
    """The same for a program; `done` is what was mended."""
    rows = [{"colour": check.colour, "line": check.line, "next": check.next} for check in found]
    return json.dumps(
        {"device": who.settings["device"], "time": int(who.now), "checks": rows, "fixed": done}, ensure_ascii=False, indent=1
    )


def _path(local: str) -> str:
    return os.path.join(local, "doctor.json")
