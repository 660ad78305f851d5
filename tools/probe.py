"""probe: the two-facts test. Does what is said on one machine reach a session on another, and how soon?

    python3 tools/probe.py plant [--context NAME]             writes two facts; says what to run on the other machine
    python3 tools/probe.py check ID [--context NAME] [--wait SECONDS] [--in FOLDER]
    python3 tools/probe.py machines                           when each machine last pulled and pushed

`check` says for each fact whether it arrived, after how long, and whether a new session of each client is given it. Status: 0 all
of it is so, 1 something is not, or was refused, 2 wrong use.
"""

from __future__ import annotations

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import commands, contexts, paths, settings, worker
from tools.lib.console import command, probing
from tools.lib.doctor.check import ago
from tools.lib.errors import Refusal
from tools.lib.journals import heartbeat
from tools.lib.setup import clientfiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.console.desk import Desk

USAGE = "usage: probe.py plant [--context NAME] | check ID [--context NAME] [--wait SECONDS] [--in FOLDER] | machines"
PATIENCE = 60.0  # seconds for the worker to share what was planted


class Missing(Refusal):
    """What was looked for is not there; the message is the whole report."""


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """What the command says; "" for wrong use. Raises Refusal."""
    words = list(arguments)
    verb = words.pop(0) if words else ""
    if verb == "machines" and not words:
        return "\n".join(_machines(desk)) or "No machine has told yet when it pulled; each does within an hour of work."
    id = words.pop(0) if verb == "check" and words else ""
    given = {"context": contexts.UNSORTED, "wait": "0", "in": ""}
    while words:
        name = words[0][2:]
        value = command.option(words, name) if words[0].startswith("--") and name in given else None
        if value is None:
            return ""
        given[name] = value
    context = desk.named(given["context"])
    if verb == "plant":
        return _plant(desk, context)
    if not id or not given["wait"].replace(".", "", 1).isdigit():
        return ""
    return _check(desk, id, context, float(given["wait"]), given["in"])


def _plant(desk: Desk, context: str) -> str:
    if desk.agent:
        raise Refusal("a probe is the person's to plant: at a terminal, `python3 tools/probe.py plant`")
    id = os.urandom(4).hex()
    for kind, text in probing.facts(id).items():
        desk.tell({"e": "note", "kind": kind, "text": text, "ref": "", "c": context})
    shared = worker.now(desk.local, PATIENCE).get("pushed", 0.0) >= desk.now
    place = "" if context == contexts.UNSORTED else f" --context {context}"
    return "\n".join([
        f"Planted in {context}, and {'pushed' if shared else 'not pushed yet: `python3 tools/doctor.py` says why'}.",
        "On the other machine, in the clone there:",
        f"  python3 tools/probe.py check {id}{place} --wait 120",
    ])  # fmt: skip


def _check(desk: Desk, id: str, context: str, patience: float, folder: str) -> str:
    from tools.lib import launch

    launch.worker(desk.local)  # it fetches every minute while somebody works
    facts = probing.wait(desk.local, context, id, patience)
    lines, whole = [], len(facts) == len(probing.KINDS)
    for kind in probing.KINDS:
        fact = next((fact for fact in facts if fact.kind == kind), None)
        lines.append(
            _arrival(desk, fact) if fact else f"{kind}: has not arrived" + (f" within {patience:.0f} s" if patience else "")
        )
    for config in clientfiles.known(desk.local):
        name, texts = clientfiles.CLIENTS[config.agent], [fact.text for fact in facts]
        if config.agent == "codex" and context != contexts.UNSORTED and not folder:
            lines.append(f"{name}: not looked at, for it finds {context} by the folder; name one of its folders with --in FOLDER")
            continue
        seen = probing.injected(config, context, texts, folder or os.path.expanduser("~"), desk.environ)
        lines.append(f"{name}: a new session is given {len(seen)} of {len(probing.KINDS)}")
        whole &= len(seen) == len(probing.KINDS)
    lines += _machines(desk)
    if not whole:
        raise Missing("\n".join([*lines, f"Not all of it arrived: `{commands.line('doctor')}` on both machines says why."]))
    return "\n".join(lines)


def _arrival(desk: Desk, fact: probing.Fact) -> str:
    took = fact.arrived - fact.when
    bounds = _bounds(desk, fact.device)
    if fact.device == settings.read(desk.local)["device"]:
        return f"{fact.kind}: is of this machine itself; run this on another one"
    clocks = (
        "the clocks' difference is not known yet"
        if bounds is None
        else f"its clock is {bounds[0]:+.0f} to {bounds[1]:+.0f} s off this one"
    )
    return f"{fact.kind}: arrived from {fact.device} {took:.0f} s after it was written, by two clocks ({clocks})"


def _bounds(desk: Desk, device: str) -> tuple[float, float] | None:
    known = heartbeat.all_of(paths.lane(desk.local))
    return heartbeat.offset(known.get(settings.read(desk.local)["device"]), known.get(device))


def _machines(desk: Desk) -> list[str]:
    now, rows = time.time(), []
    for name, beat in heartbeat.all_of(paths.lane(desk.local)).items():
        told = [
            f"{word} {ago(now - at)} ago" if at else f"never {word}"
            for word, at in (("pulled", beat.pulled), ("pushed", beat.pushed))
        ]
        rows.append(f"{name}: {', '.join(told)}, as it told {ago(now - beat.beat)} ago")
    return rows


if __name__ == "__main__":
    raise SystemExit(main())
