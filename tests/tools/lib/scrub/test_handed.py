"""Literals that a call, a default, a wrapping, a tuple or an element of markup gives to a name; what is no value there stays."""
from __future__ import annotations

import random
import re

import pytest

from tests.tools.lib.scrub import made

R = random.Random(78)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))
PHRASE = "-".join(R.sample(("quilt", "ember", "tundra", "lattice", "orchid", "pebble", "saffron", "walnut"), 3)) + "7"
DRAWN = made.text(24)
CALLS = (
    "setenv(\"DB_PASS\", \"{}\", 1);", "os.environ.get(\"DB_PASS\", \"{}\")", "define('DB_PASSWORD', '{}');",
    "localStorage.setItem('password', '{}')", "props.setProperty(\"db.password\", \"{}\");", "form.append('password', '{}')",
    "viper.SetDefault(\"db.password\", \"{}\")", "print(\"DB_PASSWORD:\", \"{}\")", "println(\"DB_PASSWORD=\" + \"{}\")",
    "dbPassword.set(\"{}\")", "document.getElementById('password').value = '{}'", "new Env(\"DB_PASSWORD\", \"{}\")",
    "password = x ? \"{}\" : y", "const password = x ?? \"{}\";", "const dbPassword = process.env.X || \"{}\";",
    "password = os.environ.get(\"X\", \"{}\")", "env(\"DB_PASSWORD\", default=\"{}\")",
    "setenv(\n    \"DB_PASS\",\n    \"{}\",\n)",
    "Map.of(\"password\", \"{}\")", "$('#password').val('{}')",
)
OTHERS = (
    "SecretStr(\"{}\")", "API_KEY=SecretStr(\"{}\")", "password: SecretStr = SecretStr(\"{}\")",
    "password: String::from(\"{}\"),",
    "<strong>Password</strong>: <code>{}</code>", "<b>Password:</b> {}<br>", "{{password, \"{}\"}}.",
    "{{db_password, <<\"{}\">>}}",
    "{{:password, \"{}\"}}",
)


@pytest.mark.parametrize("value", (WORD, PHRASE, DRAWN, "mon" + "key12"))
@pytest.mark.parametrize("form", CALLS + OTHERS)
def test_the_literal_goes_and_the_rest_stays(form, value):
    out = made.scrubber().text(form.format(value))
    assert re.fullmatch(re.escape(form.format("~~")).replace(r"\~\~", MARK).replace("~~", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize(
    "form", ("password = [[{}]]", "local api_key = [[{}]]", "<b>API_KEY</b>: <code>{}</code>", "{{api_key, \"{}\"}}",
))
def test_a_drawn_one_goes_from_a_long_bracket_and_an_element(form):
    assert DRAWN not in made.scrubber().text(form.format(DRAWN))


@pytest.mark.parametrize("text", (
    "setenv(\"DB_PASS\", value)", "os.environ.get(\"DB_PASS\", \"\")", "getText(\"password\", \"Enter your password\")",
    "print(\"Password:\", \"required\")", "addColumn(\"password\", \"varchar\")", "type = show ? \"text\" : \"password\"",
    "password = hidden ? \"hidden\" : \"visible\"", "const password = process.env.X || \"changeme\";", "SecretStr(\"\")",
    "password: SecretStr = SecretStr(\"password\")", "set(\"password\", \"token\")", "{password, \"string\"}",
    "{PASSWORD, \"password\"},",
    "[\"password\", \"urllib2\"]", "<b>Password:</b> required<br>", "<b>Password</b>: <code>string</code>",
    "log.info(\"password reset\", \"done\")", "form.append('password', password)", "if [[ $password = [[:alpha:]]* ]]; then",
    "Map.of(\"password\", \"optional\")", "print(\"token:\", \"expired\")",
    "dbPassword.set(providers.gradleProperty(\"dbPassword\"))",
    "errors.add(\"password\", \"is too short\")", "<b>Password:</b> see below", "users.set(\"token\", \"bearer\")",
    "password = password.encode(\"latin1\")", "errors.put(\"password\", \"password.too.short\")",
    "field(\"password\", \"textbox\")",
))
def test_what_is_no_secret_there_stays(text):
    assert made.scrubber().text(text) == text
