"""Names apart from their values: tables in JSON and in text, listings, captions, neighbours, roles, commands as lists."""
from __future__ import annotations

import base64
import json
import random
import re

import pytest

from tests.tools.lib.scrub import made

R = random.Random(47)
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


RECORDS = (
    {"columns": ["user", "password"], "rows": [["bob", WORD]]},
    {"header": ["user", "password"], "values": [["bob", WORD]]},
    {"fields": [{"name": "user"}, {"name": "password"}], "records": [["bob", WORD]]},
    {"schema": {"fields": [{"name": "id"}, {"name": "password"}]}, "rows": [{"f": [{"v": "1"}, {"v": WORD}]}]},
    {"ResultSet": {"Rows": [{"Data": [{"VarCharValue": "password"}, {"VarCharValue": "x"}]},
                            {"Data": [{"VarCharValue": WORD}, {"VarCharValue": "y"}]}]}},
    [["user", "password"], ["bob", WORD], ["ann", WORD]],
    {"ParameterName": "DbPassword", "ParameterValue": WORD},
    {"OptionName": "DB_PASSWORD", "Value": WORD},
    {"question": "What is the database password?", "answer": WORD},
    {"op": "replace", "path": "/spec/password", "value": WORD},
    {"field": "password", "old": "x", "new": WORD},
    {"password": {"S": WORD}}, {"password": {"#text": WORD}}, {"password": [{"_": WORD}]}, {"password": {"0": WORD}},
    {"password": {"type": "string", "examples": [WORD]}},
    {"type": "random_password", "instances": [{"attributes": {"length": 16, "result": WORD}}]},
    {"credentials": ["bob", WORD]}, {"argv": ["sshpass", "-p", WORD, "ssh", "host"]},
    {"cmd": ["curl", "-u", f"bob:{WORD}", "https://a.dev"]}, {"cmd": ["mysql", "-u", "root", "-p" + WORD]},
    {"content": [{"type": "text", "text": "password:"}, {"type": "text", "text": WORD}]},
    {"content": [{"type": "text", "text": "DB_PASSWORD="}, {"type": "text", "text": WORD + "\nMODE=full"}]},
    {"lines": ["password:", WORD]},
    {"kind": "Secret", "data": {"admin": coded(WORD)}},
    {"cookies": {"preference": "dark", "sticky": "".join(R.choice("0123456789abcdefXYZ") for _ in range(32))}},
)


@pytest.mark.parametrize("value", RECORDS, ids=lambda value: json.dumps(value)[:60])
def test_a_value_goes_whose_name_stands_elsewhere_in_the_record(value):
    secret = next((part for part in (WORD, coded(WORD)) if part in json.dumps(value)), None) or value["cookies"]["sticky"]
    line = json.dumps(value).encode()
    out = made.scrubber().record(line)
    assert secret not in out.decode()
    assert made.scrubber().record(out) == out
    assert "bob" not in line.decode() or "bob" in out.decode()


@pytest.mark.parametrize("value", (
    {"columns": ["id", "token_count"], "rows": [["bob17-2000", "1234"]]},
    {"header": ["password_hint", "name"], "values": [["Rex-2004", "bob-2000"]]},
    {"name": "password", "type": "string", "description": "The password of the account"},
    {"fields": [{"name": "password", "type": "text", "label": "Password", "required": "required"}]},
    {"type": "token", "value": "identifier"}, {"password": "required"}, {"password": "Mot de passe"}, {"token": "optional"},
    ["password", "address1", "address2"], {"args": ["-p", "8080:80", "-u", "root"]}, {"question": "Which port?",
    "answer": "8080-2"},
    {"content": [{"type": "text", "text": "password:"}, {"type": "text", "text": "see the wiki"}]},
    {"kind": "Secret", "data": {"username": coded("deploy"), "host": coded("db.acme.dev")}},
), ids=lambda value: json.dumps(value)[:60])
def test_what_only_stands_like_one_stays(value):
    line = json.dumps(value).encode()
    assert made.scrubber().record(line) == line


TEXTS = (
    "user,password\nbob,{}\n", "url,user,password,note\nhttps://a.dev,bob,{},\n", "\"user\",\"password\"\n\"bob\",\"{}\"\n",
    "║ user ║ password ║\n╠══════╬══════════╣\n║ bob  ║ {} ║\n", "┃ id ┃ password ┃\n┡━━━━╇━━━━━━━━━━┩\n│ 1  │ {} │\n",
    "-[ RECORD 1 ]---\nuser     | bob\npassword | {}\n", "key,value\nhost,db1\npassword,{}\n", "password,{}", "password;{}",
    "<table><tr><th>user</th><th>password</th></tr><tr><td>bob</td><td>{}</td></tr></table>",
    "credentials:\nbob {}\n", "# user password\nbob {}\n", "usernames and passwords:\n  bob : {}\n",
    "email:password\nbob@acme.dev:{}\n",
    "Password:\n\n```\n{}\n```\n", "$ vault kv get -field=password secret/db\n{}\n", "$ echo \"$DB_PASSWORD\"\n{}\n$ ",
)
GUTTERS = (
    "{}", "     1\t{}", "     1→{}", "a/b.env:1:{}", "2026-01-01T10:00:00Z [info] {}", "Jan 01 10:00:00 host app[12]: {}",
    "web_1  | {}",
    "[pod/web-1/app] {}", "├── {}", "# {}", "+{}",
)


def listed(text: str, gutter: str) -> str:
    lines = text.rstrip("\n").split("\n")
    return "\n".join(gutter.replace("1", str(n), 1).format(line) if gutter[0] in " a" else gutter.format(line)
                     for n, line in enumerate(lines, 1))


@pytest.mark.parametrize("gutter", GUTTERS)
@pytest.mark.parametrize("form", TEXTS)
def test_a_value_below_its_name_goes_in_any_listing(form, gutter):
    if gutter != "{}" and form.startswith(("$", "#", "<table", "Password")):
        pytest.skip("a prompt and a fence begin their line")
    text = listed(form.format(WORD), gutter)
    out = made.scrubber().text(text)
    assert re.fullmatch(re.escape(listed(form.format("~~"), gutter)).replace(r"\~\~", MARK).replace("~~", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("text", (
    "id,token_count\n1,12345678\n", "user,password\nbob,\n", "field | password policy\n1 | strong1\n",
    "password,confirm_password",
    "# METHOD can be \"md5\", \"password\", \"scram-sha-256\",", "PASS: objcopy\nPASS: readelf\n",
    "  12\tpassword,\n  13\tuser2,\n",
    "pwd   print the working directory", "login:\nsee above", "1:key\n2:value17\n", "root:x:0:0:root:/root:/bin/bash\n",
))
def test_what_only_looks_like_a_table_or_a_caption_stays(text):
    assert made.scrubber().text(text) == text
