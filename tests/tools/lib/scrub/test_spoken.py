"""Passphrases with spaces in quotes under a password's name, and what is said about a password there."""
from __future__ import annotations

import random
import re

import pytest

from tests.tools.lib.scrub import made

R = random.Random(77)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORDS = R.sample(("quilt", "ember", "tundra", "lattice", "orchid", "pebble", "saffron", "walnut"), 4)
PHRASES = (" ".join(WORDS), " ".join((*WORDS, "42")), " ".join(WORDS[:3]), " ".join(WORDS).title(),
           " ".join((*WORDS[:3], "Copper7!")),
           "correct " + "horse battery " + "staple", " ".join((WORDS[0], "shadow", *WORDS[1:3])))


@pytest.mark.parametrize("value", PHRASES)
@pytest.mark.parametrize("form", (
    "DB_PASSWORD=\"{}\"", "export DB_PASSWORD='{}'", "password: '{}'", "const password = \"{}\";",
    "{{\"password\": \"{}\", \"n\": 1}}",
    "'password' => '{}',", "connect(host=\"h\", password=\"{}\")", "<add key=\"DbPassword\" value=\"{}\"/>",
    "$cfg['password'] = '{}';",
    "ALTER ROLE bob WITH PASSWORD '{}';", "CREATE USER bob LOGIN ENCRYPTED PASSWORD '{}';", "auth=(\"bob\", \"{}\")",
    "user.setPassword(\"{}\")", "setenv(\"DB_PASSWORD\", \"{}\", 1)", "- name: DB_PASSWORD\n  value: \"{}\"",
    "PASSWORD: str = \"{}\"", "tool --passphrase \"{}\" run",
))
def test_a_phrase_of_words_goes_where_only_a_value_can_stand(form, value):
    text = form.format(value)
    out = made.scrubber().record(text.encode()).decode()
    assert re.fullmatch(re.escape(form.format("~~")).replace(r"\~\~", MARK).replace("~~", MARK), out)
    assert made.scrubber().record(out.encode()).decode() == out


@pytest.mark.parametrize("said", (
    "Enter your password", "Password is required", "enter a new value", "must be at least 8 characters", "Forgot your password?",
    "minimum eight characters long", "your account password", "passwords do not match", "Confirm new password",
    "hashed with bcrypt",
    "stored as plain text", "mot de passe", "neues passwort eingeben", "nueva clave requerida", "Use 8 or more characters",
    "wrong user or password", "incorrect username supplied", "root login details", "Database Server Root Account",
    "the quick brown fox",
    "not set yet", "sha256 salted hash", "kata sandi baru", "unlock with fingerprint", "Please sign in again.",
))
@pytest.mark.parametrize("form", (
    "password: \"{}\"", "{{\"password\": \"{}\"}}", "placeholder.password = '{}'", "<string name=\"password\">{}</string>",
    "errors: {{ password: '{}' }}",
))
def test_what_is_said_about_a_password_stays(form, said):
    text = form.format(said)
    assert made.scrubber().record(text.encode()).decode() == text


@pytest.mark.parametrize("text", (
    "self._passphrase_userdata = userdata", "this.password = userdata", "password=@password.txt", "password = @@DB_PASSWORD@@",
    "SecretId=arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf",
    "kpasswd         464/tcp\nkpasswd         464/udp\n",
    "{\"kty\": \"oct\",\n \"k\": base64url_encode(force_bytes(key_obj)).decode()}",
    "{\"kty\": \"RSA\",\n \"n\": to_base64url_uint(numbers.n).decode(), \"d\": to_base64url_uint(numbers.d).decode()}",
    "password: quilt ember tundra", "CREATE ROLE bob WITH PASSWORD 'required';", "sign in with password 'of your choice here'",
    "[\"password\", \"one after another\"]", "pass: \"shadow map render\"",
))
def test_code_and_references_stay(text):
    assert made.scrubber().record(text.encode()).decode() == text
