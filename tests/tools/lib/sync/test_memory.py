"""Working notes and lessons of two machines at once."""
import pytest

from tests import repository
from tests.tools.lib.lanes import by_hand
from tests.tools.lib.sync.world import NOW
from tools.lib import working
from tools.lib.journals import memory_changes
from tools.lib.lessons import lesson_book, lesson_table
from tools.lib.sync import lane

TOPIC = "memory/working/router.md"


def write(machine, minute, **line):
    """What the drain and the commit after it do with one event."""
    lane.ensure(machine.local)
    event = {"session": f"s-{machine.name}", "n": minute, "t": NOW + 60 * minute, "z": 28800, "c": "_unsorted", **line}
    paths = memory_changes.apply(machine.lane, event, f"{machine.name}-0001", str)
    assert paths
    lane.commit(machine.local, machine.gate, f"Memory of {machine.name}", paths, NOW)


def noted(machine):
    items = working.parse(machine.text(TOPIC))
    return [(item.device, item.text) for item in items if not isinstance(item, str)]


@pytest.mark.parametrize("first", (True, False), ids=("a-new-topic", "a-known-one"))
def test_both_survive_in_order(world, first):
    desk, laptop = world.machine("desk"), world.machine("laptop")
    if not first:
        write(desk, 0, e="working", topic="router", text="base\nof two rows")
        desk.sync()
        laptop.sync()
    for minute, machine in ((1, desk), (2, laptop), (3, laptop), (4, desk)):
        write(machine, minute, e="working", topic="router", text=f"{machine.name} {minute}\nmore")
    for machine in (desk, laptop, desk):
        assert machine.sync()[:3] == (True, True, "ok")
    expected = [("desk-0001", "desk 4\nmore"), ("laptop-0001", "laptop 3\nmore"), ("laptop-0001", "laptop 2\nmore"),
                ("desk-0001", "desk 1\nmore")] + ([] if first else [("desk-0001", "base\nof two rows")])
    assert noted(desk) == noted(laptop) == expected
    assert desk.text(TOPIC).startswith("# router\n\n- ")


def test_a_lesson_of_one_machine_is_in_the_other_s_book_and_the_same_words_are_two_files(world):
    desk, laptop = world.machine("desk"), world.machine("laptop")
    for machine in (desk, laptop):
        write(machine, 1, e="lesson", text="Keep the order", topics=[f"router of {machine.name}"], scope="", status="")
    for machine in (desk, laptop, desk):
        assert machine.sync()[:3] == (True, True, "ok")
    for machine in (desk, laptop):
        assert lesson_table.refresh(machine.local, machine.lane, by_hand)
        found = lesson_book.find(machine.local, lesson_book.WORDS, {"router"})
        assert sorted((row.wanted, row.text) for row in found) == [
            (["router", "desk"], "Keep the order"), (["router", "laptop"], "Keep the order"),
        ]
    assert len([path for path in repository.tree(world.remote, "main") if path.startswith("memory/lessons/keep-the-order-")]) == 2
