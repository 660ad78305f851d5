"""Where tools are told a name and its value, names that few have, and signs within a quoted value."""
from __future__ import annotations

import random
import re

import pytest

from tests.tools.lib.scrub import made

R = random.Random(79)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))
DRAWN = made.text(24)
TOLD = (
    "reg add HKLM\\Software\\Acme /v DbPassword /t REG_SZ /d {} /f",
    "##vso[task.setvariable variable=DB_PASSWORD;issecret=true]{}",
    "DB_PASSWORD<<EOF\n{}\nEOF\n", "echo \"DB_PASSWORD<<EOF\" >> $GITHUB_ENV\necho \"{}\" >> $GITHUB_ENV\necho \"EOF\"",
    "Save this password, it will not be shown again:\n\n    {}\n\nBye",
    "New password generated: {}", "consul kv put app/db_password {}",
    "crudini --set /etc/a.conf db db_password {}", "openstack-config --set f s password {}", "- [DB_PASSWORD, {}]\n- [HOST, a]",
    "param adminPassword string = '{}'", "::add-mask::{}", "etcdctl put /app/db_password {}",
)
NAMES = ("CLARIFAI_PAT={}", "AZURE_PAT = \"{}\"", "MONGODB_REPLICA_SET_KEY={}",
         "Save this API key, it will not be shown again:\n\n    {}\n",
         "spring.security.oauth2.client.registration.github.client-secret={}",
         "spring.security.oauth2.client.registration.a-provider.client-authentication-secret: {}")


CASES = [(form, value) for form in TOLD for value in (WORD, DRAWN)] + [(form, DRAWN) for form in NAMES]


@pytest.mark.parametrize("form,value", CASES)
def test_the_value_goes_and_the_rest_stays(form, value):
    out = made.scrubber().text(form.format(value))
    assert re.fullmatch(re.escape(form.format("~~")).replace(r"\~\~", MARK).replace("~~", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("name", ("mot_de_passe", "motdepasse", "salasana", "parola", "wachtwoord"))
@pytest.mark.parametrize("form", ("{}={}", "{}: {}", "{} = \"{}\""))
def test_a_weak_one_goes_behind_another_tongue(form, name):
    value = "mari" + "gold"
    assert re.fullmatch(re.escape(form.format(name, "~~")).replace(r"\~\~", MARK), made.scrubber().text(form.format(name, value)))


def test_a_weak_one_goes_from_a_setter_of_files():
    assert re.fullmatch(f"openstack-config --set f s password {MARK}",
                        made.scrubber().text("openstack-config --set f s password " + "mon" + "key12"))


@pytest.mark.parametrize("sign", ("{", "}", ".*", "?.", "'", "\\\"", "{{", "[", "("))
def test_a_sign_within_a_quoted_value_does_not_end_it(sign):
    value = DRAWN[:7] + sign + DRAWN[7:14]
    assert re.fullmatch(f'DB_PASSWORD="{MARK}"', made.scrubber().text(f'DB_PASSWORD="{value}"'))


@pytest.mark.parametrize("text", (
    "UNRESERVED_PAT = r\"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._!\\-~\"",
    "HOST_PAT = (\"^(%s|%s)(?::0*?(|0|[1-9][0-9]{0,4}))?$\")", "f.__text_signature__ = '($self, a, b=1, *args, d=2, **kwargs)'",
    "reg query HKLM\\Software\\Acme /v DbPassword", "##vso[task.setvariable variable=DB_PASSWORD;issecret=true]$(secret)",
    "cat > secret<<EOF\napiVersion: v1\nEOF\n", "mysql --password<<EOF\nSELECT 1;\nEOF\n", "pat = re.compile(r\"ab[0-9]{4}xy\")",
    "[password, setPassword] = useState('')", "[password, confirmPassword]\n",
    "def f(pat=\"x86_64-linux-gnu2\"): pass", "f([password, password2])", "crudini --get f s db_password", "path=/usr/lib/x86_64",
    "Keep the password safe:\n\n    use-a-vault\n", "::add-mask::$TOKEN", "password = \".*\"", "password: \"pass.*word\"",
    "password: \"(?P<pw>.*)@\"", "kubectl config set-context password", "The replica set key is kept in a file",
))
def test_what_holds_no_value_stays(text):
    assert made.scrubber().text(text) == text
