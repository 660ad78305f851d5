"""Changes in JSON text that leave every other byte as it was."""

from __future__ import annotations

import json

import pytest

from tools.lib.setup import jsontext

TEXTS = (
    "{}",
    "[]",
    '"a"',
    " \n 5 \n",
    '{"a":1,"b":[true,null,-1.5e3]}',
    '{\n  "a": {\n    "b": ["x", {"y": "\\"}]{,:\\\\"}]\n  }\n}\n',
    '{\r\n\t"ä\\u00e9" : [ ] ,\r\n\t"": { }\r\n}',
    '{"a":1,"a":{"b":2}}',
    "[[[[[]]]]]",
)


def rebuilt(text: str, node: jsontext.Node) -> object:
    if node.kind == "{":
        return {key: rebuilt(text, child) for key, _, child in node.children}
    if node.kind == "[":
        return [rebuilt(text, child) for _, _, child in node.children]
    return jsontext.value(text, node)


@pytest.mark.parametrize("text", TEXTS)
def test_nodes_stand_where_their_values_are(text: str) -> None:
    assert rebuilt(text, jsontext.parse(text)) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    (
        *("", "{", '{"a":1,}', "[1,]", "{} x", '{"a":1 // no\n}', "/* */ {}", "{'a':1}", "{a:1}", '{"a" 1}', '"a\nb"'),
        pytest.param("[" * 99_999, id="deep"),
    ),
)
def test_what_is_no_strict_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        jsontext.parse(text)


def test_of_two_members_of_one_name_the_last_holds() -> None:
    text = '{"a":1,"a":{"b":2}}'
    assert jsontext.value(text, jsontext.member(jsontext.parse(text), "a")) == {"b": 2}
    assert jsontext.member(jsontext.parse(text), "c") is None


@pytest.mark.parametrize(
    ("text", "style"),
    (
        ('{"a":1}', ("", "")),
        ('{"a":1}\n', ("", "")),
        ("{}", ("\n", "  ")),
        ("{\n}", ("\n", "  ")),
        ('{\n    "a": 1\n}', ("\n", "    ")),
        ('{\r\n\t"a": 1\r\n}', ("\r\n", "\t")),
        ('[\n {\n  "a": 1}]', ("\n", " ")),
    ),
)
def test_new_text_is_laid_out_like_the_old(text: str, style: tuple[str, str]) -> None:
    assert tuple(jsontext.style(text)) == style


ADDED = (
    ("{}", '{\n  "k": {\n    "a": [\n      1\n    ]\n  }\n}'),
    ('{"x":1}', '{"x":1,"k":{"a":[1]}}'),
    ('{\n\t"x": 1\n}\n', '{\n\t"x": 1,\n\t"k": {\n\t\t"a": [\n\t\t\t1\n\t\t]\n\t}\n}\n'),
    ('{ "x": 1 ,\r\n  "y" : 2 }', '{ "x": 1 ,\r\n  "y" : 2,\r\n  "k": {\r\n    "a": [\r\n      1\r\n    ]\r\n  } }'),
)


@pytest.mark.parametrize(("before", "after"), ADDED)
def test_a_member_is_added_at_the_end_and_cut_again(before: str, after: str) -> None:
    made = jsontext.add(before, jsontext.parse(before), {"a": [1]}, jsontext.style(before), 0, "k")
    assert made == after
    node = jsontext.parse(made)
    assert jsontext.cut(made, node, len(node.children) - 1) == before


@pytest.mark.parametrize(
    ("number", "after"), ((0, "[ 2 ,\n 3 ]"), (1, "[ 1 ,\n 3 ]"), (2, "[ 1, 2 ]"))
)
def test_a_child_goes_with_its_comma(number: int, after: str) -> None:
    text = "[ 1, 2 ,\n 3 ]"
    assert jsontext.cut(text, jsontext.parse(text), number) == after


def test_a_value_takes_the_place_of_another() -> None:
    text = '{"a" : [1] }'
    assert jsontext.swap(text, jsontext.member(jsontext.parse(text), "a"), "2") == '{"a" : 2 }'
