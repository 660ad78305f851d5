"""A short soak, and a small bench: both run whole, and the soak finds nothing lost, doubled or wedged."""

from __future__ import annotations

import sys

import pytest

from tests import bench, soak

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")


@pytest.mark.slow
def test_a_short_soak_loses_doubles_and_wedges_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--seed", "4", "--minutes", "0.6"]) == 0, capsys.readouterr().out


@pytest.mark.slow
def test_the_bench_runs_and_what_it_counts_is_in_bounds(tmp_path: object) -> None:
    """Its times are no test: a machine that is busy with other tests says nothing about them."""
    rows = list(bench.rows(str(tmp_path), bench.SMALL))
    counted = [row for row in rows if row.unit in ("files", "commands", "KB")]
    assert len(rows) > 10 and [row for row in counted if row.measured > row.goal] == []
