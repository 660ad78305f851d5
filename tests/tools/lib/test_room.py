"""What fits."""
import pytest

from tools.lib import room


@pytest.mark.parametrize(("count", "beside", "limit", "shown"), (
    (3, 0, 12, ["aaa", "bbb", "ccc"]),
    (3, 0, 11, ["aaa", "bbb", "+1"]),
    (3, 0, 10, ["aaa", "+2"]),
    (3, 0, 2, ["+3"]),
    (3, 4, 15, ["aaa", "bbb", "ccc", "+4"]),
    (3, 4, 14, ["aaa", "bbb", "+5"]),
    (0, 0, 0, []),
    (0, 2, 0, ["+2"]),
))
def test_lines_fit_whole_or_are_counted(count, beside, limit, shown):
    assert room.fitting(["aaa", "bbb", "ccc"][:count], limit, lambda left: f"+{left}", beside) == shown


@pytest.mark.parametrize(("text", "most", "clipped"), (("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a bcd", 3, "a…"), ("", 1, "")))
def test_a_cut_text_says_so(text, most, clipped):
    assert room.clipped(text, most) == clipped
