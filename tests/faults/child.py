"""A worker's pass or a hook in a process of its own, with another clock, or with a SIGKILL at a chosen step.

    python child.py STEP MOMENT NUMBER OFFSET worker LOCAL
    python child.py STEP MOMENT NUMBER OFFSET hook LOCAL AGENT HOOK [PART]

STEP is `module.function` or `module.Class.method` below tools.lib, or `-` for none; the process dies at the NUMBER-th
call of it, `before` it, `after` it, or `amid`: when half of what a writing call was given is written. With `meanwhile` it
lives, and the shell command in FAULTS_MEANWHILE is run before the call. OFFSET is in seconds. FAULTS_DEADLINE shortens
the seconds that git may take on the network.
"""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time

ROOT = os.path.abspath(__file__).rsplit(os.sep + "tests" + os.sep, 1)[0]
sys.path.insert(0, ROOT)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def owner(step: str) -> tuple[object, str]:
    """The module or class that holds the function, and the function's name."""
    *folders, module, name = step.split(".")
    if module[:1].isupper():
        return getattr(importlib.import_module(".".join(["tools.lib", *folders])), module), name
    return importlib.import_module(".".join(["tools.lib", *folders, module])), name


def arm(step: str, moment: str, number: int) -> None:
    """Let this process end with SIGKILL at the given call of the step."""
    holder, name = owner(step)
    work, calls = getattr(holder, name), [0]

    def dying(*given: object, **named: object) -> object:
        calls[0] += 1
        if calls[0] == number and moment == "before":
            die()
        if calls[0] == number and moment == "amid":
            cut_writes()
        if calls[0] == number and moment == "meanwhile":
            subprocess.run(os.environ["FAULTS_MEANWHILE"], shell=True, check=True)
        result = work(*given, **named)
        if calls[0] == number and moment in ("after", "amid"):
            die()
        return result

    setattr(holder, name, dying)


def cut_writes() -> None:
    """From now on the first write ends in the middle."""
    from tools.lib import files

    def half(handle: int, content: bytes) -> None:
        os.write(handle, content[: len(content) // 2])
        die()

    files._write = half


def main(step: str, moment: str, number: str, offset: str, what: str, *rest: str) -> None:
    real = time.time
    time.time = lambda: real() + float(offset)
    if step != "-":
        arm(step, moment, int(number))
    if what == "worker":
        from tools.lib import git, worker

        git.NETWORK_DEADLINE = float(os.environ.get("FAULTS_DEADLINE", git.NETWORK_DEADLINE))
        worker.now(rest[0])
    else:
        from tools.lib import event

        event.main(rest)


if __name__ == "__main__":
    main(*sys.argv[1:])
