"""Our named tuples are as those of `collections`."""
import collections
import subprocess
import sys

import pytest

from tools.lib import paths, tuples

OURS = tuples.namedtuple("Row", "a b c", defaults=(7,))
THEIRS = collections.namedtuple("Row", "a b c", defaults=(7,))


@pytest.mark.parametrize(
    "use",
    (
        lambda row: row(1, 2),
        lambda row: row(1, 2, 3),
        lambda row: row(1, c=3, b=2),
        lambda row: row(1, 2)._replace(b=5),
        lambda row: (row(1, 2).a, row(1, 2).b, row(1, 2).c),
        lambda row: repr(row("x", None)),
        lambda row: sorted([row(2, 1), row(1, 9)]),
        lambda row: row(*[1, 2]) == (1, 2, 7),
        lambda row: {row(1, 2): "key"}[1, 2, 7],
        lambda row: row._fields,
        lambda row: [a + b + c for a, b, c in [row(1, 2)]],
    ),
)
def test_the_same_comes_of_it(use):
    assert use(OURS) == use(THEIRS)


@pytest.mark.parametrize(
    "use",
    (
        lambda row: row(1),
        lambda row: row(1, 2, 3, 4),
        lambda row: row(1, 2, d=1),
        lambda row: row(1, 2, a=1),
        lambda row: row(1, 2)._replace(d=1),
    ),
)
def test_the_same_is_refused(use):
    for row in (OURS, THEIRS):
        with pytest.raises((TypeError, ValueError)):
            use(row)


def test_nothing_can_be_set():
    with pytest.raises(AttributeError):
        OURS(1, 2).a = 3


def test_it_needs_no_collections():
    code = "import sys; sys.path.insert(0, sys.argv[1]); from tools.lib import tuples; print('collections' in sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, paths.ROOT], capture_output=True, text=True)
    assert done.stdout == "False\n"
