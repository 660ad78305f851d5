"""What a record becomes: its shape, its bytes, and the secrets in odd places of it."""
from __future__ import annotations

import base64
import json

import pytest

from tests.tools.lib.scrub import made

TOKEN, PASSWORD, GITHUB = made.text(32), made.password(), made.github()
PEM = made.pem()
BASIC = base64.b64encode(f"bob:{PASSWORD}".encode()).decode()


@pytest.mark.parametrize(
    ("value", "secret"),
    (
        ({"password": PASSWORD}, PASSWORD),
        ({"access_token": TOKEN, "token_type": "bearer"}, TOKEN),
        (["login", "--token", TOKEN], TOKEN),
        ({"args": ["-x", "--password", PASSWORD]}, PASSWORD),
        ({"env": [{"name": "DB_PASSWORD", "value": PASSWORD}]}, PASSWORD),
        ({"headers": {"Authorization": f"Bearer {TOKEN}"}}, TOKEN),
        ({"headers": {"authorization": f"Basic {BASIC}"}}, BASIC),
        ({"kty": "EC", "x": TOKEN, "d": made.text(43)}, "\0"),
        ({"headers": {"Cookie": f"sid={TOKEN}; theme=dark"}}, TOKEN),
        ([["X-Api-Key", TOKEN]], TOKEN),
        ({GITHUB: 1}, GITHUB),
        ({"file_path": f"/tmp/{GITHUB}.txt"}, GITHUB),
        ({"client_id": GITHUB}, GITHUB),
        ({"signature": GITHUB}, GITHUB),
        ({"type": "image", "alt": GITHUB}, GITHUB),
        ({"stdout": f"line\nDB_PASSWORD={PASSWORD}\nline"}, PASSWORD),
        ({"passwords": [PASSWORD]}, PASSWORD),
        ({"c": json.dumps({"d": json.dumps({"password": PASSWORD})})}, PASSWORD),
        ({"c": "text " + json.dumps({"d": json.dumps({"password": PASSWORD})})}, PASSWORD),
        ({"lines": PEM}, PEM[2]),
        ({"lines": [line + "\n" for line in PEM]}, PEM[3]),
        ({"private_key": "\n".join(PEM)}, PEM[1]),
        ({"structuredPatch": [{"lines": [f"+PASSWORD={PASSWORD}", " x"]}]}, PASSWORD),
        ({"command": f"curl -H 'Authorization: Bearer {TOKEN}' https://x"}, TOKEN),
    ),
)
def test_secrets_in_odd_places(value, secret):
    line = json.dumps(value).encode()
    out = made.scrubber().record(line)
    assert not made.survives(out.decode(), secret)
    assert shape(json.loads(out)) == shape(value) or GITHUB in value
    assert made.scrubber().record(out) == out
    assert json.loads(out) == made.scrubber().value(value)


def shape(value):
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value]
    return type(value)


@pytest.mark.parametrize(
    "line",
    (
        b'{"a": 1.0, "b":1E5,"c" : [1e400, NaN], "d":"\\u00e9\\/", "a": 2}\r\n',
        b'  {"n": ' + b"9" * 5000 + b"}\n",
        b'{"lone": "\\ud800"}\n',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xff\xfe not text \x80\n",
        b'{"a": "' + b"\xff" + b'"}\n',
        b'{"not": json}\n',
        b"\n",
        b"",
        b'{"password": "", "token": null, "secret": 12345678, "key": true}\n',
        "{\"u\": \"a\u2028b\x85c\"}\n".encode(),
    ),
)
def test_a_record_without_a_secret_comes_back_as_it_was(line):
    assert made.scrubber().record(line) == line


def test_only_the_changed_string_is_written_anew():
    line = f'{{"n": 1.00, "e":1E5, "u":"\\u00e9\\/", "password":  "{PASSWORD}", "z" : "é"}}\n'.encode()
    out = made.scrubber().record(line)
    mark = json.loads(out)["password"]
    assert out == line.replace(PASSWORD.encode(), mark.encode())


def test_both_values_of_a_key_named_twice():
    first, second = made.password(), made.password()
    out = made.scrubber().record(f'{{"password": "{first}", "password": "{second}"}}'.encode()).decode()
    assert first not in out and second not in out and out.count('"password"') == 2


@pytest.mark.parametrize(
    "line",
    (
        '{"n": ' + "9" * 5000 + ', "password": "%s"}',
        '{"lone": "\\ud800", "password": "%s"}',
        '{"a": ' + "[" * 50_000 + '"password=%s"' + "]" * 50_000 + "}",
        '{"cut": "here", "password": "%s',
        '{"password": "%s"',
    ),
)
def test_what_json_cannot_read_is_scrubbed_as_text(line):
    assert PASSWORD not in made.scrubber().record((line % PASSWORD).encode()).decode()


def test_escapes_of_json_text():
    token = "sk-ant-api03-" + made.text(60)
    for form in (token.replace("-", "\\u002d"), "".join(f"\\u{ord(c):04x}" for c in token), token.replace("-", "\\\\u002d")):
        out = made.scrubber().record(f'{{"a": "x {form} y"}}'.encode()).decode()
        assert not made.survives(out, form)


def test_an_image_is_dropped_and_a_short_text_is_none():
    data = base64.b64encode(bytes(range(256)) * 20).decode()
    value = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    out = json.loads(made.scrubber().record(json.dumps(value).encode()))
    assert out["source"]["data"].startswith("[image sha256:") and out["source"]["data"].endswith(" 5 KB dropped]")
    assert made.scrubber().record(json.dumps(out).encode()) == json.dumps(out).encode()
    url = {"type": "input_image", "image_url": f"data:image/png;base64,{data}"}
    shown = made.scrubber().value(url)["image_url"]
    assert shown.startswith("data:image/png;base64,[image sha256:") and shown.endswith(" KB dropped]")
    assert made.scrubber().value({"type": "image", "data": GITHUB}) != {"type": "image", "data": GITHUB}


def test_the_signature_of_a_thought_is_dropped():
    thought = {"type": "thinking", "thinking": "hm", "signature": base64.b64encode(bytes(range(200))).decode()}
    assert made.scrubber().value(thought) == {"type": "thinking", "thinking": "hm", "signature": ""}


def test_a_value_with_its_key():
    assert PASSWORD not in str(made.scrubber().value(PASSWORD, "password"))
    assert made.scrubber().value(12345678, "password") == 12345678
