"""Every git of a pass, killed before and after it: `python3 -m tests.tools.lib.sync.sweep [STRIDE [SCENARIO...]]`.

Takes many minutes; with a stride of 5 every fifth git is taken.
"""
from __future__ import annotations

import sys
import tempfile
import traceback

from tests.tools.lib.sync import test_kills
from tests.tools.lib.sync.world import World


def main(argv: list[str]) -> int:
    failed = runs = 0
    stride = int(argv[0]) if argv else 1
    for scenario in argv[1:] or list(test_kills.SCENARIOS):
        for moment in ("before", "after"):
            number, died = 1 - stride, True
            while died:
                number += stride
                with tempfile.TemporaryDirectory() as folder:
                    world = World(folder)
                    desk = world.machine()
                    test_kills.SCENARIOS[scenario](world, desk)
                    died = test_kills.die(desk, "tools.lib.git.call", moment, number).returncode == -9
                    runs += 1
                    try:
                        test_kills.check(world, desk, scenario)
                    except (AssertionError, Exception) as error:
                        failed += 1
                        print(scenario, moment, number)
                        print("".join(traceback.format_tb(error.__traceback__))[-400:], str(error)[:800], flush=True)
    print(f"{runs} runs, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
