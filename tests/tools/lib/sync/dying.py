"""A pass of sync in a process of its own that kills itself before or after a named function, or at its n-th git.

    python dying.py LOCAL MODULE.FUNCTION before|after N SCENARIO
"""
from __future__ import annotations

import importlib
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)).rsplit(os.sep + "tests" + os.sep, 1)[0])

from tests.tools.lib.sync.world import NOW, Rule
from tools.lib import files, gate, settings
from tools.lib.sync import exchange, follow, lane, settle


def arm(step: str, moment: str, number: int) -> None:
    """Let the process end with SIGKILL at the n-th call of the step."""
    module_name, _, name = step.rpartition(".")
    module = importlib.import_module(module_name)
    work, calls = getattr(module, name), [0]

    def dying(*given, **named):
        calls[0] += 1
        if calls[0] == number and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = work(*given, **named)
        if calls[0] == number and moment == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(module, name, dying)


def once(local: str, path: str, line: str) -> None:
    """Append a line if it is not there: what the worker does with an event it may have journaled before."""
    place = os.path.join(local, "lane", *path.split("/"))
    if line.encode() + b"\n" not in (files.read(place) or b""):
        files.append(place, line.encode() + b"\n")


def work(local: str, now: float = NOW) -> None:
    lane.ensure(local)
    device = settings.read(local)["device"]
    journal = f"contexts/_unsorted/journal/2026-11/30/{device}-s1.md"
    for number in range(2):
        once(local, journal, f"- 2026-11-30T10:02:0{number}+08:00 note: line {number} ^0000000{number}")
        lane.commit(local, gate.Gate(Rule()), "Memory", [journal], now)
    settle.run(local, gate.Gate(Rule()), now, True)
    exchange.run(local, gate.Gate(Rule()), now)
    follow.run(local, now)


if __name__ == "__main__":
    arm(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    work(sys.argv[1])
