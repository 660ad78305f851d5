"""A secret in two halves is seen where the halves meet."""
from __future__ import annotations

import pytest

from tests.tools.lib.scrub import made
from tools.lib.journals import seams

TOKEN = made.github()


def blocks(*texts):
    return {"type": "user", "message": {"content": [{"type": "text", "text": text} for text in texts]}}


@pytest.mark.parametrize("cut", range(2, len(TOKEN) - 2))
def test_a_token_across_two_blocks_goes_whole(cut):
    given = blocks(f"it is {TOKEN[:cut]}", f"{TOKEN[cut:]} and works")
    content = seams.closed(given, made.scrubber())["message"]["content"]
    assert content[0]["text"].startswith("it is [secret:") and content[1]["text"] == " and works"
    assert not any(made.survives(block["text"], TOKEN) for block in content)


@pytest.mark.parametrize(
    "value",
    (
        blocks("The first ends.", "The second begins"),
        blocks("The first ends", "and the second goes on"),
        blocks("sha 3f2a91c0", "d4e5f6a7b8c9"),
        blocks("", "x", " "),
        {"content": ["one", 2, None, {"text": 3}, {"output": "four"}]},
        "text", 1, None, [], {},
    ),
)
def test_what_holds_none_comes_back_as_it_is(value):
    assert seams.closed(value, made.scrubber()) is value


def test_strings_and_outputs_side_by_side_count_too():
    for pair in ([TOKEN[:9], TOKEN[9:]], [{"output": TOKEN[:9]}, {"content": TOKEN[9:]}]):
        assert not made.survives(str(seams.closed(pair, made.scrubber())), TOKEN)


def test_a_password_goes_whole_where_its_name_stands_before_it():
    word = made.password()
    first, second = seams.closed(blocks(f"password={word[:6]}", word[6:]), made.scrubber())["message"]["content"]
    assert word[:6] not in first["text"] and word[6:] not in second["text"]
