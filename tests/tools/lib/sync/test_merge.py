"""Files that only machines write, and READMEs nobody has written in yet, are merged without asking anybody."""
import pytest

from tests import repository
from tools.lib import contexts
from tools.lib.sync import merge

FRESH, TITLED = contexts.readme("clients/a"), contexts.readme("clients/a", "The anvils of A")


@pytest.mark.parametrize(
    ("path", "base", "ours", "theirs", "made"),
    (
        ("memory/devices/desk-4f1c.md", None, "at ten\n", "at nine\n", "at ten\n"),
        ("memory/devices/desk-4f1c.md", "at eight\n", "at ten\n", "at nine\n", "at ten\n"),
        ("memory/moves/desk-4f1c.md", None, "- one\n", "- two\n", "- one\n- two\n"),
        ("memory/audit/2026-11/desk-4f1c.md", "- a\n", "- a\n- one\n", "- a\n- two\n", "- a\n- one\n- two\n"),
        ("preferences.md", "a\n", "b\n", "c\n", None),
        ("contexts/clients/a/README.md", None, FRESH, "# mine\n", "# mine\n"),
        ("contexts/clients/a/README.md", None, "# mine\n", FRESH, "# mine\n"),
        ("contexts/clients/a/README.md", None, TITLED, "# mine\n", "# mine\n"),
        ("contexts/clients/a/README.md", None, "# mine\n", "# theirs\n", None),
        ("contexts/clients/a/README.md", FRESH, "# mine\n", "# theirs\n", None),
        ("contexts/clients/a/notes.md", None, FRESH, "# mine\n", None),
    ),
)
def test_a_path_that_both_sides_changed(tmp_path, path, base, ours, theirs, made):
    root = repository.clone(repository.bare(str(tmp_path / "remote")), str(tmp_path / "clone"))
    start = repository.commit(root, "base", **{"other": "x", **({path: base} if base else {})})
    sides = []
    for text in (ours, theirs):
        repository.git(root, "checkout", "--quiet", "--detach", start)
        sides.append(repository.commit(root, "side", **{path: text}))
    found = merge.trees(root, start, *sides)
    assert found.conflicts == ([] if made else [path])
    assert not made or found.puts[path].content == made.encode()
