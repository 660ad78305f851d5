from __future__ import annotations

import pytest

from tests.tools.lib.sync.world import World


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


@pytest.fixture
def desk(world):
    return world.machine("desk")
