"""Passwords of letters alone or with a dot inside, where only a password can stand; names, members and words stay."""
from __future__ import annotations

import random
import re

import pytest

from tests.tools.lib.scrub import made

R = random.Random(61)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
SEVEN = "".join(R.sample("zxqvjkw", 3)) + "N" + "".join(R.sample("zxqvj", 2)) + "B"
EIGHT = "".join(R.sample("xgtzwdmq", 7)) + "K"
TEN = "BK" + "".join(R.sample("QXZVJ", 2)) + "xWwhJFj"
DOTTED = "".join(R.sample("UQXZVJ", 4)) + "9." + "".join(R.sample("DKZ", 2)) + "tf"
SMALL = "Nzfx5.g" + str(R.randrange(2, 9)) + "m"
CALLS = (
    "HTTPBasicAuth('jo','{}')", "driver.find_element(By.ID, 'password').send_keys('{}')", "server.login(user, '{}')",
    "new mysqli($host, $user, '{}');", "new PDO($dsn, $user, '{}');", "auth=HTTPBasicAuth(\"jo\", \"{}\")",
    "pymysql.connect('h', 'u', '{}')", "new NetworkCredential(\"jo\", \"{}\")", "cy.get('#password').type('{}')",
    "page.locator('#password').fill('{}')", "page.getByLabel('Password').fill(\"{}\")",
    "DriverManager.getConnection(url, \"jo\", \"{}\")",
)
SETTINGS = (
    "--db-password {} --x", "ARG X_PASSWORD={}", "AUTH {}", "DB_PASSWORD={}", "password: {}", "requirepass {}",
    "-e MYSQL_PASSWORD={} img",
)


@pytest.mark.parametrize("value", (EIGHT, TEN, DOTTED, SMALL))
@pytest.mark.parametrize("form", CALLS)
def test_what_a_call_is_given_goes(form, value):
    whole(form, value)


@pytest.mark.parametrize("value", (DOTTED, SMALL))
@pytest.mark.parametrize("form", SETTINGS)
def test_what_a_setting_is_given_goes(form, value):
    whole(form, value)


def test_seven_letters_are_enough_for_a_field():
    whole("find_element(By.ID, 'password').send_keys('{}')", SEVEN)


def whole(form, value):
    out = made.scrubber().text(form.format(value))
    assert re.fullmatch(re.escape(form.format("\0")).replace("\0", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("text", (
    "password = settings.PASSWORD", "--db-password os.environ.x", "password = config.db1.password", "password=self.x509.key",
    "secret = k8s.Pods", "password = cfg.DbPassword2", "page.fill('#password', config.Password1)", "token = OAuth2.ClientSecret",
    "server.login(user, 'password')", "signal.connect('clicked', 'onButtonUp')", "db.connect('localhost', 'getUserById')",
    "new PDO($dsn, 'root', 'localhost');", "HTTPBasicAuth('jo', 'userPassword')", "client.login('jo', 'TestUser')",
    "find('#password').fill('camelCaseName')", "connect('db.host', 'jo', 'settings.password')",
    "auth.login('jo', 'XMLHttpRequest')",
    "AUTH required.x", "find('#password').type('test.user')", "connect('a', 'b', 'utf8.general')",
))
def test_names_members_and_words_stay(text):
    assert made.scrubber().text(text) == text


TOKEN = made.text(26)


@pytest.mark.parametrize("form", (
    ".acme.dev\tTRUE\t/\tTRUE\t1790000000\tsession_id\t{}", "#HttpOnly_.acme.dev\tFALSE\t/app\tTRUE\t0\tsid\t{}\n",
    "     3\t.acme.dev\tTRUE\t/\tFALSE\t1790000000.25\tremember_web_1\t{}\n",
    "\"a.dev\\tTRUE\\t/\\tTRUE\\t1790000000\\tPHPSESSID\\t{}\\n\"",
    "a.dev\tTRUE\t/\tTRUE\t1790000000\tconnect.sid\ts%3A{}.x",
))
def test_a_jar_s_row_loses_its_value(form):
    out = made.scrubber().text(form.format(TOKEN))
    assert not made.survives(out, TOKEN) and out.startswith(form.partition("{}")[0].replace("s%3A", ""))
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("text", (
    "a.dev\tTRUE\t/\tFALSE\t1790000000\tlang\ten-US-u-nu-latn1",
    "a.dev\tTRUE\t/\tFALSE\t1790000000\t_ga\tGA1.2.1234567890.1234567890",
    "a.dev\tTRUE\t/\tFALSE\t1790000000\tseen\t1", "name\tTRUE\t/srv/a\tx\t12\tsid\tabcdefgh12345", "a\tTRUE\tb\tFALSE\t1",
))
def test_other_rows_stay(text):
    assert made.scrubber().text(text) == text
