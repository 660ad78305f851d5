"""Commands, directives, entries, links, hashes, seams and languages: the value goes, what is around it stays."""
from __future__ import annotations

import random
import re
import string

import pytest

from tests.tools.lib.scrub import made

R = random.Random(20)
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))


def drawn(size: int, letters: str = string.ascii_letters + string.digits) -> str:
    return "".join(R.choice(letters) for _ in range(size - 3)) + "x4Q"


HEX = "".join(R.choice("0123456789abcdef") for _ in range(64))
TOKEN = drawn(40)

COMMANDS = (
    "zip -P {} backup.zip report.csv", "7z x backup.7z -p{} -o/tmp/out", "sshpass -p{} ssh bob@host", "snmpwalk -v3 -u bob -A {} host",
    "htpasswd -b -c file bob {}", "echo {} | sudo -S true", "echo {} | docker login -u bob --password-stdin", "smbclient //a/b -U 'bob%{}'",
    "net use Z: \\\\a\\b /user:bob {}", "sqlplus bob/{}@db:1521/shop", "rabbitmqctl add_user bob {}", "ssh-keygen -N '{}' -f id",
    "openssl enc -aes-256-cbc -k {} -in a", "gh secret set NAME --body \"{}\"", "mysqladmin -u root password '{}'",
)
DIRECTIVES = (
    "username admin privilege 15 secret {}", "enable password {}", "snmp-server community {} RO", "requirepass {}", "bindpw {}",
    " pre-shared-key {}", "bob : EAP \"{}\"", "[smtp.acme.dev]:587 bob@acme.dev:{}",
)
ENTRIES = (
    '{{"value": "{}", "name": "db_password"}}', '<input name="DB_PASSWORD" type="text" value="{}">', "<key>DbPassword</key>\n<string>{}</string>",
    '<entry key="db.password">{}</entry>', '{{"db_password": {{"type": "string", "value": "{}"}}}}', 'variable "db_password" {{\n  default = "{}"\n}}',
    "<tr><td>password</td><td>{}</td></tr>", "password: !str {}", "[DB_PASSWORD] {}", "x.setPassword(\"{}\")", "aws ssm put --name db_password --value {}",
    "SET PASSWORD FOR 'a'@'b' = PASSWORD('{}');", "ALTER USER bob IDENTIFIED WITH native BY '{}';", "CREATE LOGIN bob WITH PASSWORD = N'{}';",
    "<auth-user-pass>\nbob\n{}\n</auth-user-pass>",
)
SENTENCES = (
    "数据库密码是{}，端口8080", "пароль от базы — {}, порт 8080", "le mot de passe est {} pour la base", "la contraseña es {} y el puerto 8080",
    "パスワードは{}です", "비밀번호는 {} 입니다", "كلمة المرور هي {}", "hasło: {}", "şifre: {}", "סיסמה: {}", "ПАРОЛЬ: {}", "lösenord = {}",
    "log in as bob with password {} please",
    "the password to server1: {} as before", "password to db2 is {} now", "I changed the password to {} yesterday",
)


@pytest.mark.parametrize("form", COMMANDS + DIRECTIVES + ENTRIES + SENTENCES)
def test_a_password_is_masked_and_the_rest_stays(form):
    text = form.format(WORD)
    out = made.scrubber().text(text)
    assert re.fullmatch(re.escape(form.format("{}")).replace(r"\{\}", r"\[secret:[a-z-]+:[0-9a-f]{6}\]"), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("form", (
    "https://acme.dev/verify-email?code={}&user=17", "https://acme.dev/password/reset/{}", "https://acme.dev/calendar/private-{}/basic.ics",
    "https://acme.dev/hooks/deploy/{}", 'Authorization: Hawk id="bob", mac="{}"', "Authorization: Acme {}",
))
def test_a_link_and_a_header_lose_what_lets_one_in(form):
    out = made.scrubber().text(form.format(TOKEN))
    assert re.fullmatch(re.escape(form).replace(r"\{\}", r"\[secret:[a-z-]+:[0-9a-f]{6}\]"), out)


@pytest.mark.parametrize("value", (
    f"scrypt:32768:8:1$abcd1234EFGH${HEX}", "$S$D" + drawn(52), "$P$B" + drawn(31), "{SHA}" + drawn(27) + "=", "$9$" + drawn(14) + "$" + drawn(43),
    f"SCRAM-SHA-256$4096:{drawn(22)}==${drawn(43)}=:{drawn(43)}=",
))
def test_a_password_hash_goes(value):
    assert re.fullmatch(r"bob \[secret:password-hash:[0-9a-f]{6}\] end", made.scrubber().text(f"bob {value} end"))


@pytest.mark.parametrize("value", (
    f"{drawn(14)}.atlasv1.{drawn(60)}", f"acme_live_{drawn(32)}", f"v2.local.{drawn(120)}", f"1/1234567890123456:{HEX[:32]}",
    f"zz_{drawn(40)}", f"pdl_live_apikey_01{drawn(24)}_{drawn(22)}",
))
def test_a_token_told_by_its_middle_or_its_name_goes(value):
    out = made.scrubber().text(f"it is {value} now")
    assert not made.survives(out, value[-20:]) and out.startswith("it is ") and out.endswith(" now")


@pytest.mark.parametrize("seam", ('" +\n    "', '" + "', "\n", "\n+", "\n     2\t"))
def test_a_token_cut_by_a_seam_goes_on_both_sides(seam):
    value = "sk-ant-api03-" + drawn(80)
    text = f"auth \"{value[:20]}{seam}{value[20:]}\""
    out = made.scrubber().text(text)
    assert not made.survives(out, value[20:]) and not made.survives(out, value[4:20]) and out.count("\n") == text.count("\n")


def test_two_blocks_that_share_a_token_both_lose_it():
    value = "hf_" + drawn(34)
    blocks = [{"type": "text", "text": "it is " + value[:12]}, {"type": "text", "text": value[12:] + " active"}]
    one, two = made.scrubber().value(blocks)
    assert re.fullmatch(r"it is \[secret:huggingface-token:[0-9a-f]{6}\]", one["text"])
    assert re.fullmatch(r"\[secret:huggingface-token:[0-9a-f]{6}\] active", two["text"])


@pytest.mark.parametrize("text", (
    "password protected by sha256", "docker run -p 8080:80 -e A=b nginx", "mkdir -p build/x86_64", '"minipass": "^7.1.2",', "passwd: files sss",
    "First pass at porting to python3", "The password field-23 is required", "my $pass = $assert->{pass};", "ssh -p 2222 bob@host",
    "pk_live_" + drawn(24) + " is the publishable one", "syn match Pword \"\\<\\%(get\\%(pw\\|gr\\)\\)\"", "52BB 5352 5354 5353 5351 5366 5377",
    f"https://git.acme.dev/a/keyring-auth/blob/{HEX[:40]}/backend.py#L134", f"https://git.acme.dev/a/login/commit/{HEX[:40]}",
    "session: 0a1b2c3d-1c2d-4e3f-8a9b-0c1d2e3f4a5b", "SLACK_BOT_TOKEN=xoxb-your-token", "GITHUB_TOKEN=ghp_" + "x" * 36,
))
def test_what_only_looks_like_one_stays(text):
    assert made.scrubber().text(text) == text


def test_a_certificate_whose_lines_begin_like_tokens_stays():
    lines = [start + drawn(64 - len(start)) for start in ("AQEMBQAD", "EAAa", "AKLT", "LTAI", "AQVN")]
    text = "\n".join(("-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----"))
    assert made.scrubber().text(text) == text


def test_a_value_without_a_long_run_is_known_again():
    scrubber, value = made.scrubber(), "a#B7~x" + "!q9=Zt"
    scrubber.text(f'password = "{value}"')
    assert value not in scrubber.text(f"and then it said {value} to us")
