"""How far a session has got in a context's table."""
import pytest

from tools.lib.telling import recent

A, B = "clients/a", "clients/b"


@pytest.mark.parametrize(("seen", "known", "first"), (
    (None, ("s", 9), 0),
    ("spoilt", ("s", 9), 0),
    ([A, "", 0], ("s", 9), 0),  # there was no table then
    ([A, "s", 5], ("s", 9), 5),
    ([A, "s", 9], ("s", 9), 9),
    ([B, "t", 5], ("s", 9), 0),  # it worked for another context then
    ([A, "old", 5], ("s", 9), 1),  # the table was lost and made anew
    ([B, "s", 5], ("s", 9), 5),  # the context was renamed
))
def test_what_a_session_has_not_been_given(seen, known, first):
    assert recent.since(seen, A, known) == first


def test_a_context_is_found_under_its_newest_name_and_a_circle_ends(tmp_path):
    local = str(tmp_path)
    table = recent.Recent("s", 4, 0, [], [], {}, [])
    recent.save(local, "clients/c", table)
    recent.redirect(local, A, B)
    recent.redirect(local, B, "clients/c")
    recent.redirect(local, "clients/x", "clients/y")
    recent.redirect(local, "clients/y", "clients/x")
    assert [recent.current(local, name) for name in (A, B, "clients/c", "_unsorted")] == ["clients/c"] * 3 + ["_unsorted"]
    assert recent.current(local, "clients/x") in ("clients/x", "clients/y")
    assert recent.kept(local) == {A, B, "clients/c", "clients/x", "clients/y"}
    assert (recent.mark(local, "clients/c"), recent.load(local, "clients/c")) == (("s", 4), table)
    assert recent.mark(local, "_unsorted") is recent.load(local, "_unsorted") is recent.whole(local, "_unsorted") is None
    assert recent.load(local, A) is None
