"""Answers to questions, labels apart from values, fields that are typed into, and values that a record names late."""
from __future__ import annotations

import json
import random
import re

import pytest

from tests.tools.lib.scrub import made

R = random.Random(83)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))
SIGNED = "Granita" + str(R.randrange(200, 900)) + "?"
WEAK = "mon" + "key12"
PLAIN = "kes" + "trel7"
DRAWN = made.text(24)
ASKED = "What is the password of the staging database?"
VALUES = (WORD, SIGNED, WEAK, DRAWN)


def goes(text: str, value: str) -> None:
    out = made.scrubber().record(text.encode()).decode()
    masked = re.escape(text.replace(value, "~~")).replace(r"\~\~", MARK).replace("~~", MARK)
    assert re.fullmatch(masked, out), out
    assert made.scrubber().record(out.encode()).decode() == out


def stays(given: object) -> None:
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    assert made.scrubber().record(text.encode()).decode() == text


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("form", (
    f'"{ASKED}"="~"', f'User has answered your questions: "Which colour?"="red", "{ASKED}"="~". You can now continue.',
    f'"question": "{ASKED}", "answer": "~"', f"Q: {ASKED}\nA: ~", f"**{ASKED}**\n> User: ~\n",
    '"Please enter the password for the admin account"="~"',
))
def test_an_answer_goes(form, value):
    goes(form.replace("~", value), value)
    goes(json.dumps({"content": form.replace("~", value)}), value)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("question", (
    ASKED, "Which admin password should I use?", "Welches Passwort hat die Datenbank?", "Quel est le mot de passe du serveur ?",
))
def test_an_answer_goes_from_an_object(question, value):
    for answered in ({"answers": {question: value}}, {"answers": {question: [value]}}, [{"question": question, "answer": value}],
                     {"toolUseResult": {"questions": [{"question": question, "options": []}], "answers": {question: value}}}):
        goes(json.dumps(answered), value)


@pytest.mark.parametrize("question", ("Which API key do you want to use?", "Which token should the CI use?"))
def test_a_drawn_answer_goes(question):
    goes(f'"{question}"="{DRAWN}"', DRAWN)
    goes(json.dumps({"answers": {question: DRAWN}}), DRAWN)


@pytest.mark.parametrize("question,answer", (
    ("Which password manager do you use?", "bitwarden2"), ("How should passwords be hashed?", "argon2id"),
    ("Which password should we rotate?", "staging"), ("Which secret store?", "vault-kv-v2"), ("Which auth token format?",
    "JWT (RS256)"),
    ("How long is the password?", "16 characters"), ("Reset the password now?", "Yes, reset it"), ("Is the password set?",
    "already"),
    ("Which key binding for save?", "ctrl-shift-s"), ("Where is the API key kept?", "in ~/.config/acme/env"),
    ("Which column holds the password?", "password_hash"), ("What is the password policy?", "twelve-characters-12"),
))
def test_what_is_no_secret_of_an_answer_stays(question, answer):
    stays(f'"{question}"="{answer}". You can now continue.')
    stays(f"Q: {question}\nA: {answer}\n")
    stays({"answers": {question: answer}})
    stays({"question": question, "answer": answer})


def blocks(*texts: str) -> str:
    return json.dumps([{"type": "text", "text": text} for text in texts], ensure_ascii=False)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("label", (
    "The database password is:", "Here is the password for the admin user:", "Das Passwort für den Server lautet:",
    "**Password**",
    "ok\n\nThe database password is:\n", "my password is", "password =", "le mot de passe est :", "la contraseña es",
))
def test_a_value_alone_behind_its_label_goes(label, value):
    for dressed in (value, f"`{value}`", f"{value}\n", f"{value}\nKeep it."):
        goes(blocks(label, dressed), value)


@pytest.mark.parametrize("label,text", (
    ("The password is:", "required"), ("Reset password", "done-with-step-2"), ("Files changed for the password:",
    "src/login2.py"),
    ("The error about the token is:", "invalid_token"), ("The test of the password is", "green"), ("Password policy:",
    "min12chars!"),
    ("Run the password tests.", "abc12345"), ("I read the password file:", "config2024.yaml"), ("The commit for the token:",
    "7f3a9c1"),
    ("The password is:", "I cannot show it."), ("Enter your password:", "Please type it in the box."),
))
def test_a_block_that_is_no_value_stays(label, text):
    stays(blocks(label, text))


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("entry", (
    {"element": "Password field", "ref": "e14", "text": "~"}, {"element": "Admin password text box on the login page",
    "text": "~"},
    {"selector": "#password", "value": "~"}, {"selector": "input[name=pwd]", "text": "~"}, {"text": "~",
    "element": "Password input"},
    {"selector": "[data-testid=\"login-password\"]", "value": "~"}, {"xpath": "//input[@id='password']", "value": "~"},
    {"fields": [{"name": "Password", "type": "textbox", "ref": "e1", "value": "~"}]}, {"locator": "getByLabel('Password')",
    "fill": "~"},
    {"uid": "1_3", "description": "the password box", "value": "~"}, {"element": "Champ mot de passe", "text": "~"},
    {"element": "Passwort-Feld", "text": "~"},
))
def test_what_is_typed_into_a_field_goes(entry, value):
    goes(json.dumps(entry).replace("~", value), value)


@pytest.mark.parametrize("call", (
    "page.locator('#password').fill('~')", "page.getByRole('textbox', { name: 'Password' }).fill('~');",
    "page.getByRole('textbox', { name: 'Password', exact: true }).fill('~');",
    "page.get_by_role(\"textbox\", name=\"Password\").first.fill(\"~\")", "page.getByLabel('Password').pressSequentially('~');",
))
def test_what_a_call_types_into_a_field_goes(call):
    for value in (WORD, SIGNED):
        goes(call.replace("~", value), value)


@pytest.mark.parametrize("entry", (
    {"element": "Password field", "ref": "e14", "text": "password"}, {"element": "Search box", "text": "granite-2024!"},
    {"element": "Login button", "ref": "e2", "text": "Sign in 2"}, {"element": "Password policy page", "text": "min12chars!"},
    {"selector": "#username", "value": "jo-2024"}, {"label": "Password field", "text": "Enter your password"},
    {"description": "Reads the token from a file", "value": "config-2024-v2"}, {"element": "Token count field",
    "text": "128000-max1"},
    {"name": "password_field", "type": "textbox", "value": ""}, {"element": "Forgot password link", "text": "open-page-2"},
    {"description": "The path of the password input file", "default": "in/pass2.txt"},
))
def test_what_is_typed_elsewhere_stays(entry):
    stays(entry)


@pytest.mark.parametrize("value", (WORD, SIGNED, WEAK, DRAWN, "LB" + "0Pr6*8", "4805" + "38"))
def test_what_was_found_late_goes_where_it_stood_earlier(value):
    for record in ({"p": value, "password": value}, {"a": [value, {"t": value}], "b": {"password": value}},
                   {"msg": f"I set {value} there.", "env": {"DB_PASSWORD": value}}, {"q": json.dumps({"m": value}),
                   "password": value}):
        goes(json.dumps(record), value)
        assert value not in json.dumps(made.scrubber().value(record))
    goes(f"I set '{value}' first.\nDB_PASSWORD={value}\n", value)


def test_a_plain_one_is_forgotten_with_its_record_and_no_piece_of_a_word():
    scrubber = made.scrubber()
    assert PLAIN not in scrubber.record(json.dumps({"password": PLAIN}).encode()).decode()
    later = json.dumps({"name": PLAIN}).encode()
    assert scrubber.record(later) == later
    text = f"{PLAIN}s and my{PLAIN} and /srv/{PLAIN}/x"
    assert scrubber.record(json.dumps({"text": text,
    "password": PLAIN}).encode()).decode().startswith(json.dumps({"text": text})[:-1])
