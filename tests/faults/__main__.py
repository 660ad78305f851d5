"""The fault table: `python3 -m tests.faults [arguments of pytest]`; ends in 1 when a cell did not recover."""

from __future__ import annotations

import os
import subprocess
import sys

from tests import __main__ as command
from tests import environment

HERE = os.path.dirname(os.path.abspath(__file__))


class Table:
    """A plugin of pytest that collects the cells as they end."""

    def __init__(self) -> None:
        self.rows: dict[str, list[str]] = {}

    def pytest_itemcollected(self, item: object) -> None:
        self.rows[item.nodeid] = [item.name, (item.obj.__doc__ or "").strip().split("\n")[0], "not run"]  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: object) -> None:
        if report.when == "call" or report.outcome != "passed":  # type: ignore[attr-defined]
            told = {"passed": "yes", "failed": "NO", "skipped": "skipped"}[report.outcome]  # type: ignore[attr-defined]
            self.rows[report.nodeid][2] = told  # type: ignore[attr-defined]

    def lines(self) -> list[str]:
        rows = [["cell", "what was done", "recovered"], *self.rows.values()]
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


def main(argv: list[str]) -> int:
    python = environment.python(command.REQUIREMENTS)
    if os.path.dirname(os.path.dirname(os.path.realpath(python))) != os.path.realpath(sys.prefix) and not in_place(python):
        return subprocess.run([python, "-m", "tests.faults", *argv], cwd=environment.ROOT).returncode
    import pytest  # only here: outside of its environment there is none

    table = Table()
    status = int(
        pytest.main(["-c", os.path.join(environment.ROOT, ".pytest.ini"), "-q", "--tb=short", HERE, *argv], plugins=[table])
    )
    print("\n".join(table.lines()))
    return status


def in_place(python: str) -> bool:
    """Whether this process runs in the tests' environment."""
    return os.path.realpath(sys.prefix) == os.path.realpath(os.path.dirname(os.path.dirname(python)))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
