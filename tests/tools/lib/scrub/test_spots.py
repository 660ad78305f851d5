"""Spots: passwords told by where they stand in a command, in a daemon's file, in a call; their neighbours stay."""
from __future__ import annotations

import random
import re
import string

import pytest

from tests.tools.lib.scrub import made

R = random.Random(31)
WORD = "Tulip-" + str(R.randrange(2000, 9000))
MARKED = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORDPRESS = string.ascii_letters + string.digits + "!@#$%^&*()-_ []{}<>~`+=,.;:/?|"
DJANGO = string.ascii_lowercase + string.digits + "!@#$%^&*(-_=+)"

COMMANDS = (
    "xfreerdp /u:bob /p:{} /v:host", "schtasks /create /tn job /tr c:\\a.exe /ru bob /rp \"{}\"",
    "signtool sign /f a.pfx /p {} app.exe",
    "dotnet user-secrets set \"Db:Password\" \"{}\"", "ab -n 10 -A bob:{} http://h/", "echo -n {} | argon2 somesalt -id",
    "bundle config set --global gems.acme.dev bob:{}", "echo bob:{} > ~/.passwd-s3fs", "db2 connect to shop user bob using {}",
    "netsh wlan set profileparameter name=home keyMaterial={}", "netsh wlan set hostednetwork mode=allow ssid=home key={}",
    "snmpwalk -v2c -c {} host", "curl -s -ubob:{} https://h/", "redis-cli ACL SETUSER bob on >{} ~* +@all",
    "user bob on >{} ~* +@all",
    "rclone obscure {}", "password \"Auth\" {}", "setAcl /x digest:bob:{}:cdrwa", "chpasswd <<EOF\nbob:{}\nEOF",
    "curl -sku bob:{} https://h", "impdp userid=bob/{} tables=x", "smbclient //h/s {} -U bob", "fly secrets set API={}",
    "sfdx auth:accesstoken:store -p {}", "sentinel auth-pass main {}", "a1 login bob {}", "Input Password    id:password    {}",
)
FILES = (
    "    stats auth bob:{}", "register => bob:{}@sip.acme.dev", "rocommunity {} 10.0.0.0/8", "rwcommunity {}",
    "com2sec notConfigUser default {}", "createUser bob MD5 {} DES", "$USER1$={}", "client_send = : bob : {}",
    "client_send = \"^bob^{}\"", "monitorRole {}", "chpasswd:\n  list: |\n    bob:{}\n  expire: false",
    "cat userlist.txt\n\"bob\" \"{}\"",
    "K 8\npassword\nV 10\n{}\nK 15\nsvn:realmstring", "secure_link_md5 \"$secure_link_expires$uri {}\";",
    "secure_link_secret {};",
    "BUNDLE_GEMS__ACME__COM: \"bob:{}\"", "rocommunity6 {} default", "trapcommunity {}", "trapsink h {}",
    "bob@acme.dev:{}:5000:5000::/home/bob", "sshpw --username=bob {} --plaintext",
)
CALLS = (
    "app.use(cookieParser('{}'));", "cookieSession({{ keys: ['{}'] }})", "Credentials.basic(\"bob\", \"{}\")",
    ".basic_auth(\"bob\", Some(\"{}\"))", "new PDO($dsn, 'bob', '{}');", "await page.fill('input[name=\"password\"]', '{}');",
    "JWT.sign(payload, '{}')", "jwt.sign({{id: 1}}, '{}')", "createHmac('sha256', '{}')", "hmac.new(b'{}', msg)",
    "new PasswordAuthentication(\"bob\", \"{}\")", ".add_password(None, url, 'bob', '{}')", ".withBasicAuth(\"bob\", \"{}\")",
    "ldap_bind($c, \"cn=admin\", \"{}\")", "imap_open(\"{{h:993}}\", \"bob\", \"{}\")", "ftp_login($c, \"bob\", \"{}\")",
    "client.login('bob', '{}')", "I.fillField('Password', secret('{}'))",
)


def salt(letters: str, size: int) -> str:
    return "".join(R.choice(letters.replace("'", "")) for _ in range(size - 14)) + "a#7(Q)k$2{=p9%"


@pytest.mark.parametrize("form", COMMANDS + FILES + CALLS)
def test_a_password_is_masked_and_the_rest_stays(form):
    out = made.scrubber().text(form.format(WORD))
    assert re.fullmatch(re.escape(form.format("\0")).replace("\0", MARKED), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("form", (
    "createUser bob SHA \"{}\" AES \"{}\"", "(echo {}; echo {}) | smbpasswd -s -a bob",
    "printf '{}\\n{}\\n' | smbpasswd -s -a bob",
    "chpasswd:\n  list: |\n    bob:{}\n    eve:{}",
))
def test_two_passwords_of_one_place_both_go(form):
    out = made.scrubber().text(form.format(WORD, WORD[::-1]))
    assert re.fullmatch(re.escape(form.format("\0", "\0")).replace("\0", MARKED), out)


@pytest.mark.parametrize("form, value", (
    ("define('AUTH_KEY',         '{}');", salt(WORDPRESS, 64)), ("define( 'NONCE_SALT', '{}' );", salt(WORDPRESS, 64)),
    ("SECRET_KEY = 'django-insecure-{}'", salt(DJANGO, 50)), ("system.secret-key: '{}'", salt(DJANGO, 50)),
    ("Fernet(b'{}')", made.text(43) + "="), ("SAMLResponse={}", made.text(300)), ("code_verifier={}", made.text(64)),
    ("code={}&state=home", made.text(40)), ("{} joins", f"K10{made.text(64, made.HEX)}::server:{made.text(32, made.HEX)}"),
    ("\"bob\" \"{}\"", "md5" + made.text(32, made.HEX)),
    ("bob:1001:" + "X" * 32 + ":{}:[U          ]:LCT-5F3E1A2B:", made.text(32, made.HEX).upper()),
    ("bob:{}", "{CRAM-MD5}" + made.text(64, made.HEX)), ("codeVerifier: '{}'", made.text(48)),
))
def test_what_was_drawn_goes_whole(form, value):
    out = made.scrubber().text(form.replace("{}", value))
    assert re.fullmatch(re.escape(form).replace(r"\{\}", MARKED).replace("django\\-insecure\\-", "") , out)


@pytest.mark.parametrize("text", (
    "snmpwalk -v2c -c public host", "bash -c 'make test2'", "monitorRole readonly", "controlRole   readwrite",
    "createuser bob2 --superuser",
    "$USER1$=/usr/lib/nagios/plugins", "curl -sSu$USER https://h/", "$user = $db->first2;",
    "redis-cli ACL SETUSER bob on >$PASS ~* +@all",
    "dotnet user-secrets set \"Db:Password\" \"$DB_PASSWORD\"", "git clone obscure repo2", "page.code=404&state=home",
    "stats auth",
    "signtool verify /pa app.exe", "xfreerdp /u:bob /p:$PASS /v:host", "a code_verifier=generate_code_verifier_of_128_chars()",
    "com2sec notConfigUser default public", "new PDO($dsn, $user, $pass2);", "netsh wlan set hostednetwork mode=allow ssid=home2",
    "pattern key = '^(?:[a-z0-9_]+|[A-Z]{2,4})[^)(]*(?:=|:)+$'", "client_send = : $auth2 : $auth3",
    "bob:x:1000:1000::/home/bob:/bin/sh", "swaks --auth-pass $PASS2", "BUNDLE_MIRROR__ALL: \"https://gems2.acme.dev\"",
    "jwt.verify(token, 'HS256')", "createHmac('sha256', key2)", "please login bob h2o", "smbclient //h/s -U bob",
    "createHmac('sha256', 'your-secret-1')", "fn.bind(null, 'abc123')", "zip.open('a1', 'rb2', 'utf8')",
))
def test_what_stands_alike_stays(text):
    assert made.scrubber().text(text) == text


@pytest.mark.parametrize("form, value", (
    ("WORD={}\nPORT=8080", WORD), ("sword: {}\n", WORD), ("KEN={}", made.text(40)), ("RET={}\n", made.text(40)),
    ("EY='{}'", made.text(40)),
    ("orization: Basic {}", made.text(40)), ("arer {}", made.text(40)), ("12 lines [truncated]{} and", made.text(40)),
    ("[5 lines omitted]\nKEN={}", made.text(40)), ("...{} ok", made.text(40)),
))
def test_what_lost_its_head_goes(form, value):
    out = made.scrubber().text(form.format(value))
    assert re.fullmatch(re.escape(form).replace(r"\{\}", MARKED), out)


@pytest.mark.parametrize("text", (
    "WORD=hello", "sword: a blade of 90 cm", "ey: 2024-01-02T03:04:05Z", "...continued from page12",
    "[truncated]" + made.text(40, made.HEX),
    "RET=0", "arer than the others are", "ken: 3f2a91", "[truncated]src/main/java/AbstractFactory2Builder.java",
    "EY=" + made.text(32, made.HEX),
    "...getUserById2AndNameFromTable(", "asic types are numbers", "…and then a LongNameOfAClassOfOurs happened",
))
def test_a_text_that_begins_like_one_stays(text):
    assert made.scrubber().text(text) == text
