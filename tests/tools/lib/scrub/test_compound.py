"""Tokens of several parts, joined by a sign that no run of characters holds or known by the lengths of their parts."""
from __future__ import annotations

import string
import uuid

import pytest

from tests.tools.lib.scrub import made

BASE32 = string.ascii_uppercase + "234567"
LOW = string.ascii_lowercase + string.digits
UUID = str(uuid.UUID(int=int(made.text(32, made.HEX), 16), version=4))
OTHER = str(uuid.UUID(int=int(made.text(32, made.HEX), 16), version=4))
TOKENS = (
    (made.text(10, string.digits) + ":A", made.text(34)), (UUID + ":", made.text(32, made.HEX)),
    (f"{UUID}:{OTHER}:", made.text(44)), ("tmc1" + made.text(28) + ":", made.text(64)),
    (made.text(22) + "==:", made.text(32)), ("*:production.", made.text(56, made.HEX)), ("user:", made.text(56, made.HEX)),
    ("aB3x-Q.p_4Zkw:", made.text(43)), (made.text(22) + ":APA91b", made.text(134)), ("AstraCS:", made.text(24)),
    ("project:acme:shop|", made.text(40)), ("Atza|", made.text(120)), ("00D" + made.text(12) + "!", made.text(80)),
    ("access_token$sandbox$" + made.text(16, LOW) + "$", made.text(32, made.HEX)), ("FlyV1 fm2_", made.text(120)),
    ("12|", made.text(40)), (made.text(20) + ":", made.text(40)), ("qvz$", made.text(32)),
    (made.text(32, made.HEX) + "-", made.text(8, made.HEX) + "-" + made.text(8, made.HEX)),
    ("2" + made.text(26) + "_", "5" + made.text(20)), ("s.", made.text(24)), ("u-", made.text(38)), ("00", made.text(40)),
    ("cs", made.text(32, made.HEX)), ("y_", made.text(18)), ("sk", made.text(80)),
    ("o.", made.text(32)),
    (made.text(10, made.HEX) + "msh", made.text(15, LOW) + "p1" + made.text(6, LOW) + "jsn" + made.text(12, LOW)),
    ("11", made.text(32, made.HEX)), (made.text(64) + "_PF84_", UUID), ("S", made.text(55, BASE32)),
    ("", made.text(52, BASE32.lower())),
    ("oauth:", made.text(30, LOW)), ("perm:" + made.text(8) + "." + made.text(6) + "==.", made.text(30)),
    (f"0.{UUID}.{made.text(30)}:", made.text(22) + "=="), ("", "-".join(made.text(6, string.digits) for _ in range(8))),
    ("aB3" + made.text(9) + "7x.", made.text(40)), ("MIIEpAIBAAKCAQEA", made.text(300)), ("k4.secret.", made.text(86)),
    ("oaa" + made.text(14) + ".v1.", made.text(20) + "." + made.text(64, made.HEX)), ("ur1234567-", made.text(24, made.HEX)),
    ("pk_12345678_", made.text(32)), ("pk_", made.text(34)), (made.text(11) + "A" * 10, made.text(43)), ("pat-na9-", UUID),
)
AROUND = ("{}", "it is {}, they say", "ZED={}", "\"{}\"", "| row | {} | ok |", "\x1b[31m{}\x1b[0m", "first -> {}", "+{}", "({})")


@pytest.mark.parametrize("form", AROUND)
@pytest.mark.parametrize(("lead", "body"), TOKENS)
def test_the_body_of_a_joined_token_goes(form, lead, body):
    text = form.format(lead + body)
    out = made.scrubber().text(text)
    assert not made.survives(out, body)
    assert made.scrubber().text(out) == out


def test_an_id_that_is_marked_as_a_key_goes():
    assert UUID not in made.scrubber().text(f"the key is {UUID}:fx")


@pytest.mark.parametrize("stays", (
    "sha256:" + made.text(64, made.HEX), "sha224:" + made.text(56, made.HEX), "image@sha256:" + made.text(64, made.HEX),
    f"{UUID}:{OTHER}", "src/models/userAccountSettingsPage2.py:120:32", "HEAD:src/components/NavigationMenuItem3.tsx",
    made.text(32, made.HEX) + ":" + made.text(16, made.HEX) + ":0:1", "git show " + made.text(40, made.HEX) + ":README.md",
    "image/pull/" + made.text(32, made.HEX) + ".manifest", "urn:oid:1.3.6.1.4.1.343",
    "Class1.methodNameWithManyWordsAndNumber2InIt",
    "2026-11-30-123456-654321", "MIIDdzCCAl+gAwIBAgIE" + made.text(60),
    "npm:@scope/packageNameWithManyLetters2@1.2.3", "echo $HOME$SOME_LONG_VARIABLE_NAME_2", "cost: 12|" + "column" * 4,
    "Error!SomeVeryLongClassNameWithNumbers2Inside", "api.v1.users.deadbeefcafe", "release-2024.v1.notes.final",
))
def test_what_only_looks_joined_stays(stays):
    assert made.scrubber().text(stays) == stays
