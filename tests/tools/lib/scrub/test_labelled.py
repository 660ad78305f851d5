"""Sentences in several languages with words between a name and its value, labels behind a value, and what only looks so."""
from __future__ import annotations

import json
import random
import re
import uuid

import pytest

from tests.tools.lib.scrub import made

R = random.Random(84)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORD = "Granit" + str(R.randrange(2000, 9000)) + "!"
LOOSE = "xsyd" + str(R.randrange(10, 99)) + "gv"
SIGNED = "Emba" + str(R.randrange(10, 99)) + "!!"
JOINED = "Tig" + "3x&Orchid"
DRAWN = made.dense(24)
HEX = made.text(32, made.HEX)
LONG = made.text(40, made.HEX)
UUID = str(uuid.UUID(int=R.getrandbits(128), version=4))
WORDS = "-".join(R.sample(("falcon", "velvet", "granite", "ember", "walnut"), 2)) + "-" + str(R.randrange(10, 99))


def goes(text: str, value: str) -> None:
    assert value in text
    out = made.scrubber().record(text.encode()).decode()
    assert re.fullmatch(re.escape(text.replace(value, "~~")).replace(r"\~\~", MARK).replace("~~", MARK), out), out
    assert made.scrubber().record(out.encode()).decode() == out


@pytest.mark.parametrize("value", (WORD, LOOSE, SIGNED, JOINED))
@pytest.mark.parametrize("form", (
    "Das Admin-Passwort für den Server ist ~.", "das Kennwort der Datenbank lautet ~", "le mot de passe de la base, c'est ~.",
    "le mot de passe du serveur est ~", "la contraseña de la base de datos es ~", "la password del database è ~",
    "a senha do banco é ~", "het wachtwoord van de database is ~", "hasło do bazy to ~", "the password for the server is ~.",
    "passordet til basen er ~", "heslo k serveru je ~", "wifi şifresi: ~", "Der WLAN-Schlüssel: ~",
))
def test_a_password_some_words_behind_its_name_goes(form, value):
    goes(form.replace("~", value), value)
    text = "Hallo.\n" + form.replace("~", value)
    out = json.loads(made.scrubber().record(json.dumps({"text": text}).encode()))["text"]
    assert out == made.scrubber().text(text) and value not in out


@pytest.mark.parametrize("value", (UUID, HEX, DRAWN))
@pytest.mark.parametrize("form", (
    "der API-Schlüssel für OpenAI lautet ~", "la clé API est ~", "la clé d'API de production est ~", "mi clave de API es ~",
    "la clave API es ~", "la chiave API è ~", "a chave da API é ~", "de API-sleutel is ~", "mój klucz API to ~",
    "the API key for OpenAI is ~",
))
def test_a_key_of_an_interface_goes(form, value):
    goes(form.replace("~", value), value)


@pytest.mark.parametrize("form", ("API anahtarım ~", "API anahtarı: ~", "API anahtarımız ~ oldu", "jetonum ~"))
def test_a_drawn_one_goes_behind_an_inflected_name(form):
    goes(form.replace("~", DRAWN), DRAWN)


@pytest.mark.parametrize("value", (WORD, SIGNED, "Brambla" + "13!"))
@pytest.mark.parametrize("form", (
    "Zugangsdaten: jo / ~", "Die Zugangsdaten für Staging sind jo / ~", "Anmeldedaten: jo / ~", "identifiants : jo / ~",
    "les identifiants sont jo / ~", "credenciales: jo / ~", "credenziali: jo / ~", "credenciais: jo / ~", "inloggegevens: jo / ~",
    "dane logowania: jo / ~", "the credentials for staging are jo / ~",
))
def test_a_user_and_a_password_go(form, value):
    goes(form.replace("~", value), value)


@pytest.mark.parametrize("value", (WORD, WORDS, "Velved" + "33#"))
@pytest.mark.parametrize("form", (
    "Log in to staging with admin / ~ (password)", "log in with admin / ~", "login with jo / password ~", "use ~ as the password",
    "Use `~` as password", "sign in as jo@acme.dev / ~", "admin:~ (user:password)", "connectez-vous avec jo / ~ (mot de passe)",
    "Melde dich mit jo / ~ an", "admin (user) / ~ (password)", "le mot de passe est « ~ ».", "enter ~ for the password",
    "with the password ~ it works", "mot de passe : « ~ »",
))
def test_a_label_behind_its_value(form, value):
    goes(form.replace("~", value), value)


@pytest.mark.parametrize("value", (LONG, HEX, DRAWN))
@pytest.mark.parametrize("form", (
    "\"~\" as the client secret", "~ is the signing secret", "~ (client secret)", "use ~ as the API key",
    "`~` is the webhook secret",
    "~ is the API key", "~ (API key)",
))
def test_a_drawn_one_before_its_label_goes(form, value):
    goes(form.replace("~", value), value)


def test_a_uuid_before_its_label_goes():
    goes(f"{UUID} is the API key", UUID)


@pytest.mark.parametrize("text", (
    "Das Passwort für den Server ist bekannt.", "Das Admin-Passwort ist in Abschnitt 3.2.1 beschrieben.",
    "le mot de passe de la base, c'est important.", "la clé API est dans config/api2.yaml", "mi clave de API es secreta",
    "La contraseña es obligatoria en version-2024.", "hasło do bazy to tajemnica", "klucz API to parametr wymagany",
    "het wachtwoord van de database is verlopen", "API anahtarınızı girin", "wifi key management is wpa2-psk",
    "Zugangsdaten: siehe Vault", "Die Zugangsdaten sind abgelaufen / ungültig.", "identifiants : voir la page 12",
    "credenciales: usuario / contraseña", "inloggegevens: naam / wachtwoord", "the credentials are user / password",
    f"la clé primaire est {UUID}", f"the API key id is {UUID}", f"der Schlüssel des Eintrags ist {UUID}",
    f"the key for the row is {UUID}", f"the API token name is {UUID}",
))
def test_a_sentence_stays(text):
    assert made.scrubber().record(text.encode()).decode() == text


@pytest.mark.parametrize("text", (
    "log in with Google / GitHub", "Log in to staging with your email / password", "sign in as admin / root",
    "Sign in with SSO (no password)",
    "log in with user / pass", "see section-2024 (no password)", "needs ubuntu-22 (without password)",
    "v1.2.3-beta4 (password reset)",
    "log in as bob and run step-2", "sign in with passkeys and FIDO2-keys", "use a phrase as the password",
    "use scram-sha-256 as the password hash",
    f"{LONG} is the commit that removes the secret", f"commit {LONG} (client secret removed)", f"at {LONG}, the secret is gone",
    f"{LONG} is the hash of the secret", f"{UUID} is the session", f"{UUID} is the id of the API key",
    f"sha {LONG}: is a fix for the token",
    "use example-value-12 as the password", "enter user-name-12 in the password form",
))
def test_what_is_no_value_before_a_label_stays(text):
    assert made.scrubber().record(text.encode()).decode() == text
