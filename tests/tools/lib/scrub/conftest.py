"""Secrets that are the same in every run of a test, whatever ran or was collected before it."""
from __future__ import annotations

import pytest

from tests.tools.lib.scrub import made


def pytest_collectstart(collector: pytest.Collector) -> None:
    if isinstance(collector, pytest.Module):
        made.again(collector.name)


@pytest.fixture(autouse=True)
def _drawn_again(request: pytest.FixtureRequest) -> None:
    made.again(request.node.name.partition("[")[0])
