"""Nothing bypasses the scrubber: what is planted anywhere on the path is found nowhere behind it.

`ALTER_EGO_TEST_SEED` draws other secrets. A leak is named by the place that it was planted in.
"""
from __future__ import annotations

import os
import sys

import pytest

from tests import repository
from tests.bypass import house as houses
from tests.bypass import planting
from tests.bypass.plants import Garden
from tests.bypass.sweep import Sweep, objects, swept, told
from tools.lib import files

SEED = int(os.environ.get("ALTER_EGO_TEST_SEED", "1"))
WORDS = "The harbour opens at seven"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the log of command lines is a shell script")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Everything was planted, and every machine has had time to share it."""
    made = houses.House(str(tmp_path_factory.mktemp("house")), Garden(SEED))
    try:
        made.calls(list(planting.payloads(made.garden, files.folder(os.path.join(made.folder, "raw")))))
        for plant in planting.EVERYTHING:
            plant(made)
        made.share()
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def found(house):
    """Where each plant was found again, of all places behind the scrubber on both machines."""
    return swept(house).found


def test_what_is_planted_is_found_nowhere(house, found):
    assert len(house.garden.plants) > 2000
    assert not found, told(found)


def test_the_persons_clone_holds_only_what_they_put_there(house):
    look = Sweep([plant for plant in house.garden.plants if not plant.where.startswith("person")])
    look.repository(house.desk.checkout)
    look.folder(house.desk.checkout)
    assert not look.found, told(look.found)


def test_what_stood_beside_the_plants_arrived(house):
    """The proof is worth nothing where nothing was written."""
    whole = repository.tree(house.remote, "main")
    tree = {path: text for path, text in whole.items() if path.startswith(("contexts/", "memory/"))}
    text = "\n".join(tree.values())
    assert text.count("[secret:") > 300
    for place in (*planting.SAID, WORDS):
        assert place in text, place
    assert any(path.endswith(".jsonl") for path in tree), "no session was saved in full"


def test_the_sweep_finds_what_is_there(house, tmp_path):
    """A packed blob, one that nothing reaches, a name, a branch, base64: each would have been found."""
    garden = Garden(SEED + 1)
    root = repository.clone(repository.bare(tmp_path / "remote.git"), tmp_path / "clone")
    repository.commit(root, f"See {garden.new('message')}", **{f"{garden.name('name')}.md": f"KEY={garden.new('packed')}\n"})
    repository.git(root, "gc", "--quiet")
    repository.git(root, "branch", garden.name("branch"))
    repository.write(root, "x", garden.new("unreached"))
    repository.git(root, "hash-object", "-w", "x")
    os.unlink(os.path.join(root, "x"))
    files.replace(str(tmp_path / "log"), planting.base64(garden.new("coded")))
    look = Sweep(garden.plants)
    look.repository(root)
    look.text("log", files.read(str(tmp_path / "log")))
    assert {where.partition(" ")[0] for where in look.found} == {"message", "name", "packed", "branch", "unreached", "coded"}
    assert len(list(objects(root))) == 4
