"""What is wrapped over the strings of a list, written in UTF-16 before it is encoded, or dumped in hex."""
from __future__ import annotations

import base64
import json
import re

import pytest

from tests.tools.lib.scrub import made

PASSWORD, TOKEN = made.password() + "x#9", made.text(40)
ENV = f"DB_HOST=db.internal\nDB_PASSWORD={PASSWORD}\nAPI_TOKEN={TOKEN}\nPORT=8080\nMODE=production\n"
HARMLESS = "DB_HOST=db.internal\nLOG_LEVEL=debug\nPORT=8080\nMODE=production\nREGION=eu-central-1\nWORKERS=12\n"
BLOCK = r"\+?\[secret:[a-z-]+:[0-9a-f]{6}\]"


def lines(text, width=60):
    return [text[at:at + width] for at in range(0, len(text), width)]


def coded(text):
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize("sign", ("", "+", "-", " "))
@pytest.mark.parametrize("code", (coded, lambda text: text.encode().hex()))
def test_each_string_of_the_list_loses_its_piece(code, sign):
    patch = {"structuredPatch": [{"lines": [" a: 1", *(sign + line for line in lines(code(ENV))), " b: 2"]}]}
    out = json.loads(made.scrubber().record(json.dumps(patch).encode()))["structuredPatch"][0]["lines"]
    assert len(out) == len(patch["structuredPatch"][0]["lines"]) and out[-1] == " b: 2"
    assert not any(made.survives("\n".join(out), line) for line in lines(code(ENV))[:-1])
    again = json.dumps({"structuredPatch": [{"lines": out}]}).encode()
    assert made.scrubber().record(again) == again


def test_a_diff_of_it_loses_every_line():
    text = "".join(f"+{line}\n" for line in lines(coded(ENV)))
    assert not any(made.survives(made.scrubber().text(text), line) for line in lines(coded(ENV))[:-1])


@pytest.mark.parametrize("script", (
    "$h = @{{Authorization='Bearer {}'}}; Invoke-WebRequest", "$env:API_TOKEN='{}'; ./run.ps1 -x",
    "net use x: \\\\a\\b /user:jo {} /y",
))
def test_a_command_in_utf_16_goes(script):
    command = base64.b64encode(script.format(TOKEN).encode("utf-16-le")).decode()
    for option in ("-EncodedCommand", "-enc", "-e"):
        out = made.scrubber().text(f"powershell -NoProfile {option} {command}\nnext")
        assert re.fullmatch(rf"powershell -NoProfile {option} {BLOCK}\nnext", out)


@pytest.mark.parametrize("text", (
    "\n".join(lines(coded(HARMLESS))), "powershell -enc " + base64.b64encode(HARMLESS.encode("utf-16-le")).decode(),
    "\n".join(lines(HARMLESS.encode().hex())), "".join(f"+{line}\n" for line in lines(coded(HARMLESS))),
))
def test_what_says_nothing_secret_stays(text):
    assert made.scrubber().text(text) == text
    for sign in ("", "+", " "):
        record = json.dumps({"lines": [sign + line for line in text.split("\n")]}).encode()
        assert made.scrubber().record(record) == record
