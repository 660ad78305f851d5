"""Every git of a pass, killed before and after: `python3 -m tests.tools.lib.sync.sweep [SCENARIO...]`, minutes long."""
from __future__ import annotations

import sys
import tempfile

from tests.tools.lib.sync import test_kills
from tests.tools.lib.sync.world import World


def main(argv: list[str]) -> int:
    failed = runs = 0
    for scenario in argv or list(test_kills.SCENARIOS):
        for moment in ("before", "after"):
            number, died = 0, True
            while died:
                number += 1
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
                        print(scenario, moment, number, type(error).__name__, str(error)[:1500], flush=True)
    print(f"{runs} runs, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
