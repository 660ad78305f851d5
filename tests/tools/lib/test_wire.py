"""JSON both ways, against the standard library's."""

import json

import pytest

from tools.lib import wire

VALUES = (
    {"a": [1, 2.5, None, True, False], "b": {}, "c": {"d": "é ☃ 😀"}},
    "\ud83c alone",
    [],
    'quote " backslash \\ control \x00\x1f\x7f line\u2028end',
    -0.0,
    10**30,
)


@pytest.mark.parametrize("value", VALUES)
def test_what_goes_out_comes_back(value):
    text = wire.dumps(value)
    assert text.isascii() and "\n" not in text
    assert wire.loads(text) == value == json.loads(text)


@pytest.mark.parametrize(
    ("content", "value"),
    (
        (b"\xef\xbb\xbf {} \r\n", {}),
        (b'{"a": "\xff"}', {"a": "\ufffd"}),
        (b'{"a": "tab\tinside"}', {"a": "tab\tinside"}),
        (b'{"a": 1, "a": 2}', {"a": 2}),
        (b"1" * 5000, "1" * 5000),
    ),
)
def test_reads_what_clients_really_send(content, value):
    assert wire.loads(content) == value


@pytest.mark.parametrize("content", (b"", b"{", b"[1,]", b"nul", b'{"a": 1} x', b"[" * 100000, b'"\\u12"', b"{1: 2}", b"'a'"))
def test_what_is_no_json_is_a_value_error_and_nothing_else(content):
    with pytest.raises(ValueError):
        wire.loads(content)


def test_what_is_no_json_value_is_not_written():
    with pytest.raises(TypeError, match="set is not a JSON value"):
        wire.dumps({"a": {1}})
