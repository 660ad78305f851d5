"""What the fake model answers to which request."""

import pytest

from tests.clients import script

TEXTS = {"first": "rewrite the router", "last": "and now the tests", "system": "be brief", "any": "{}"}
LANE = {"name": "side", "in": "last", "contains": "tests", "turns": ["one", {"text": "two"}]}


@pytest.mark.parametrize(
    ("scenario", "has_tools", "answers"),
    (
        ({"turns": ["one"]}, True, [("main", "one"), ("main", "done")]),
        ({"turns": ["one"], "default": "over"}, True, [("main", "one"), ("main", "over")]),
        ({"turns": ["one"]}, False, [("aux", "aux"), ("aux", "aux")]),
        ({"aux": "a title"}, False, [("aux", "a title")]),
        ({"lanes": [LANE]}, False, [("side", "one"), ("side", "two"), ("side", "done")]),
        ({"lanes": [{**LANE, "loop": True}]}, True, [("side", "one"), ("side", "two"), ("side", "one")]),
        ({"lanes": [{**LANE, "in": "first"}], "turns": ["one"]}, True, [("main", "one")]),
        ({"lanes": [{"name": "side", "regex": "^rewrite .* router$", "turns": ["one"]}]}, True, [("side", "one")]),
        ({"lanes": [{"name": "side", "in": "system", "contains": "brief"}]}, True, [("side", "done")]),
    ),
)
def test_chooses(scenario, has_tools, answers):
    used = {}
    chosen = [script.choose(scenario, TEXTS, has_tools, used) for _ in answers]
    assert [(lane, answer["text"]) for lane, answer in chosen] == answers
