"""Weak passwords where a place is a setting's; names of other languages; calls, dialogs, dumps, and pieces of known values."""
from __future__ import annotations

import base64
import gzip
import json
import random
import re
import string

import pytest

from tests.tools.lib.scrub import made

R = random.Random(53)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))
DRAWN = "".join(R.choice(string.ascii_letters + string.digits) for _ in range(36)) + "x4Q7"
PLAIN = ("let" + "mein", "sword" + "fish", "12345" + "678", "Hunter" + "2!", "correct" + "horse", "mar" + "igold")
PHRASE = "-".join(R.sample(("quilt", "ember", "tundra", "lattice", "orchid", "pebble", "saffron", "walnut"), 4))


@pytest.mark.parametrize("value", (*PLAIN, PHRASE))
@pytest.mark.parametrize("form", (
    "DB_PASS={}", "export DB_PASSWORD={}", "HOST=a\nDB_PASSWORD={}\nPORT=1\n", "password: {}", "password=\"{}\"",
    "{{\"password\": \"{}\"}}",
    "<add key=\"DbPassword\" value=\"{}\"/>", "Server=a;Password={};Encrypt=true", "user=bob&password={}&x=1",
    "password | {}\nhost     | a",
))
def test_a_weak_password_goes_where_only_a_value_can_stand(form, value):
    text = form.format(value)
    assert re.fullmatch(re.escape(form.format("~~")).replace(r"\~\~", MARK).replace("~~", MARK), made.scrubber().text(text))


@pytest.mark.parametrize("text", (
    "password: required", "password: string", "\"password\": \"Password\"", "Password: optional", "password = passwd",
    "f(password=passwd)",
    "self.password = password", "password: hashed;", "PASS: objcopy", "pass: 12, fail: 3", "password is incorrect",
    "--password prompt",
    "password=password", "DB_PASSWORD=changeme", "const { password: secretword } = x", "the password policy",
    "passwd: files systemd",
    "secret: regcred", "token: bearer", "PASSWORD_MAX = 123456", "max_password_age=100000",
))
def test_a_word_that_says_something_about_a_password_stays(text):
    assert made.scrubber().text(text) == text


@pytest.mark.parametrize("name", (
    "รหัสผ่าน", "पासवर्ड", "கடவுச்சொல்", "పాస్‌వర్డ్", "ಪಾಸ್ವರ್ಡ್", "પાસવર્ડ", "পাসওয়ার্ড", "הסיסמה", "كلمة المرور",
    "رمز عبور", "پاس ورڈ", "mật khẩu",
    "şifresi", "parolası", "lösenordet", "passordet", "adgangskoden", "salasanasi", "hasło", "heslo", "geslo", "лозинка",
    "κωδικός πρόσβασης",
    "ｐａｓｓｗｏｒｄ", "비밀번호", "パスワード", "登录密码", "kata sandi", "wagwoord", "clave",
    "parola d'ordine", "паролем",
))
@pytest.mark.parametrize("form", ("{}: {}", "{}：{}", "{} = {}", "{} : « {} »"))
def test_a_password_is_one_in_any_language(form, name):
    text = form.format(name, WORD)
    out = made.scrubber().text(text)
    assert re.fullmatch(re.escape(form.format(name, "~~")).replace(r"\~\~", MARK), out)


@pytest.mark.parametrize("form", (
    "密码改成{}了", "密码【{}】", "パスワードは「{}」です", "비밀번호를 {}로 바꿨어요", "รหัสผ่านของฐานข้อมูล: {}",
    "пароль был изменён на {}",
))
def test_words_of_the_same_script_may_stand_between(form):
    assert WORD not in made.scrubber().text(form.format(WORD))


@pytest.mark.parametrize("form", (
    "smtp.login('bob@a.dev', '{}')", "pymysql.connect('h', 'bob', '{}', 'db')", "new PDO('mysql:host=h', 'bob', '{}')",
    "page.fill('#password', '{}')", "getByLabel('Password').fill('{}')", "bcrypt.hashpw(b'{}', salt)", "rar a -hp{} a b",
    "echo -n '{}' | docker secret create db -", "gh secret set DB_PASSWORD < <(echo -n {})", "yes {} | passwd bob",
    "vercel env add DB_PASSWORD production <<< '{}'", "az keyvault secret set --vault-name v --name db --value {}",
    "127.0.0.1:6379> AUTH {}", "WIFI:S:net;T:WPA;P:{};;", "CREATE USER bob IDENTIFIED BY {};",
    "airflow users create -u bob -p {} -r x",
    "expect \"*assword*\"\nsend -- \"{}\\r\"", "bob:{{PLAIN}}{}::::::", "DbPassword:\n  Type: String\n  Default: {}\n",
))
def test_a_command_and_a_call_lose_their_password(form):
    out = made.scrubber().text(form.format(WORD))
    assert re.fullmatch(re.escape(form.format("~~")).replace(r"\~\~", MARK).replace("~~", MARK), out)


@pytest.mark.parametrize("text", (
    "echo user2 | grep password", "connect('clicked', 'on_button_2')", "mysql -u root -p shop", "ssh -u bob -p 2222 host",
    "cut -d: -f1 /etc/passwd", "page.click('#password')", "x = Buffer.from(password, 'base64')", "binutils-hppa64-linux-gnu",
    "the key is identified by KEY_IDX_2.", "[\"password\", \"scram-sha-256\", \"md5\"]",
))
def test_what_is_no_password_of_a_command_stays(text):
    assert made.scrubber().text(text) == text


def test_what_mail_servers_are_told():
    coded, both = (base64.b64encode(text.encode()).decode() for text in (WORD, f"\0bob\0{WORD}"))
    for text, secret in ((f"334 UGFzc3dvcmQ6\r\n{coded}\r\n235 ok", coded), (f"AUTH PLAIN {both}", both),
                         (f"C: AUTH PLAIN\nS: 334\nC: {both}\n", both)):
        assert secret not in made.scrubber().text(text)


def test_rows_of_hex_and_packed_text():
    plain = f"HOST=db1\nDB_PASSWORD={WORD}\nPORT=5432\n".encode()
    rows = [plain[at:at + 16] for at in range(0, len(plain), 16)]
    dump = "\n".join(f"{n * 16:08x}  {row.hex(' ')}  |{row.decode().translate({10: '.'})}|" for n, row in enumerate(rows))
    out = made.scrubber().text(dump)
    shown = bytes.fromhex("".join(re.findall(r"^[0-9a-f]{8}  ((?:[0-9a-f]{2} )+)", out, re.M)).replace(" ", ""))
    assert WORD.encode() not in shown and not made.survives(out, WORD[:8]) and out.startswith(dump[:30])
    packed = base64.b64encode(gzip.compress(plain * 3, mtime=0)).decode()
    assert packed not in made.scrubber().text(f"x {packed} y")
    harmless = "\n".join(f"{n * 16:08x}  {row.hex(' ')}  |................|" for n, row in enumerate([b"MODE=full  DEBUG"] * 4))
    assert made.scrubber().text(harmless) == harmless


@pytest.mark.parametrize("shown", (
    f"it ends with …{DRAWN[-14:]}", f"it is {DRAWN[:12]}... now", f"cut: {DRAWN[9:]}", f"as {DRAWN[:9]}****{DRAWN[-9:]}",
))
def test_a_piece_of_a_value_known_from_the_session_goes(shown):
    out = made.scrubber().text(f"API_TOKEN={DRAWN}\n{shown}")
    assert not any(DRAWN[at:at + 8] in out for at in range(len(DRAWN) - 7))


@pytest.mark.parametrize("first", range(1, 7))
def test_a_value_of_which_a_line_shows_only_the_beginning(first):
    text = "x" * 40 + f" password={WORD[:first]}\n{WORD[first:]} and so on"
    out = made.scrubber().text(text)
    assert WORD[first:] not in out and out.endswith(" and so on") and out.count("\n") == 1


@pytest.mark.parametrize("depth", range(1, 7))
def test_json_in_json_however_often(depth):
    text = json.dumps({"password": WORD, "n": 1})
    for _ in range(depth):
        text = json.dumps({"body": text})
    out = made.scrubber().record(text.encode()).decode()
    assert WORD not in out and json.loads(out)
