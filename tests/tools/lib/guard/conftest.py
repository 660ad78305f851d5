"""A place where two sessions work, for every test of the guard."""
import pytest

from tests.tools.lib.guard.sessions_at_work import ONE, TWO, Place


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


@pytest.fixture
def one(place):
    return place.session(ONE)


@pytest.fixture
def two(place):
    return place.session(TWO)
