"""What a text becomes."""
from __future__ import annotations

import base64
import re
import urllib.parse
import uuid

import pytest

from tests.tools.lib.scrub import made
from tools.lib.scrub import Unscrubbable

TOKEN, HEX32, PASSWORD, GITHUB = made.text(32), made.text(32, made.HEX), made.password(), made.github()
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"


@pytest.mark.parametrize(
    "form",
    (
        "{}",
        "- {}",
        "It is {}.",
        "KEY={}",
        "a,{},b",
        "({})",
        "`{}`",
        "key:{}",
        "<b>{}</b>",
        "|{}|",
        "     12\t{}",
        "+{}",
        "/tmp/{}/x",
        "old_{}",
        "https://x.io/?q={}&b=1",
        "ünï {} İ",
    ),
)
def test_a_token_is_masked_and_its_neighbours_stay(form):
    out = made.scrubber().text(form.format(GITHUB))
    assert re.fullmatch(re.escape(form).replace(r"\{\}", r"\[secret:github-token:[0-9a-f]{6}\]"), out)


@pytest.mark.parametrize(
    "form",
    (
        "\x1b[33m{}\x1b[0m",
        "&quot;{}&quot;",
        "&#34;{}&#34;",
        "a%3D{}%26b",
        "a%253D{}%2526b",
        "a\\n{}\\nb",
        "\\\\\\n{}",
        "\\u0022{}\\u0022",
        "{}\u200b",
        "=3D{}",
    ),
)
def test_an_escape_is_a_boundary(form):
    assert not made.survives(made.scrubber().text(form.format(GITHUB)), GITHUB)


@pytest.mark.parametrize(
    ("form", "value"),
    (
        ("DB_PASSWORD={}", PASSWORD),
        ("export API_TOKEN='{}'", TOKEN),
        ("db_password: {}", PASSWORD),
        ('"clientSecret": "{}"', TOKEN),
        ("const apiKey = `{}`;", TOKEN),
        (":api_key => '{}'", HEX32),
        ("<password>{}</password>", PASSWORD),
        ("tool --api-token {} run", TOKEN),
        ("tool --api-token={} run", TOKEN),
        ('("API_KEY", "{}")', TOKEN),
        ("| db_password | {} |", PASSWORD),
        ("GET /x?access_token={}&y=2", TOKEN),
        ("password&#61;{}", PASSWORD),
        ("password%3D{}%26x%3D1", PASSWORD),
        ("\x1b[32mpassword\x1b[0m=\x1b[33m{}\x1b[0m", PASSWORD),
        ("the password is {}.", PASSWORD),
        ("use {} as the password", PASSWORD),
        ("password for the staging box: {}", PASSWORD),
        ("password:\n  {}\n", PASSWORD),
        ("password: |\n    {}\n", PASSWORD),
        ("   3\tpassword:\n   4\t  {}\n", PASSWORD),
        ("Server=x;Password={};Db=y", PASSWORD),
        ('let apiKey: String = "{}"', TOKEN),
        ("ENV API_SECRET {}", TOKEN),
        ("- name: DB_PASSWORD\n  value: {}\n", PASSWORD),
        ('<add key="clientSecret" value="{}"/>', TOKEN),
        ("password：{}", PASSWORD),
        ("密码：{}", PASSWORD),
        ("Passwort: {}", PASSWORD),
        ("**password:** {}", PASSWORD),
        ("INSERT INTO users (name, password) VALUES ('bob', '{}')", PASSWORD),
        ("name,password,x\nbob,{},1\n", PASSWORD),
        ("| name | password |\n|---|---|\n| bob | {} |\n", PASSWORD),
        ("CREATE USER bob IDENTIFIED BY '{}'", PASSWORD),
        ("machine x login bob password {}", PASSWORD),
        ("db.example.com:5432:app:bob:{}", PASSWORD),
        ("sshpass -p '{}' ssh x", PASSWORD),
        ("mysql -u root -p{} db", PASSWORD),
        ("redis-cli -a {} ping", PASSWORD),
        ("curl -u bob:{} https://x", PASSWORD),
        ("postgres://bob:{}@db:5432/x", PASSWORD),
        ("https://{}@host/x.git", TOKEN),
        ("Authorization: Bearer {}", TOKEN),
        ("authorization: Basic {}", base64.b64encode(f"bob:{PASSWORD}".encode()).decode()),
        ("X-Api-Key: {}", TOKEN),
        ("Cookie: theme=dark; sid={}", TOKEN),
        ("Set-Cookie: session={}; Path=/; HttpOnly", TOKEN),
        ("https://x.io/reset-password/{}", made.text(43)),
        ("https://b.s3.amazonaws.com/a?X-Amz-Signature={}&X-Amz-Date=1", made.text(64, made.HEX)),
        ("otpauth://totp/x:bob?secret={}&issuer=x", made.text(32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")),
        ("bob:{}", "$2b$12$" + made.text(53)),
        ("https://hooks.slack.com/services/{}", f"T{made.text(9)}/B{made.text(9)}/{made.text(24)}"),
        ("try it with {} instead", made.text(32)),
        ("creds: {}", f"admin:{PASSWORD}"),
        ("login: bob / {}", PASSWORD),
        ('variable "db_password" {{\n  default = "{}"\n}}', PASSWORD),
        ('ConvertTo-SecureString "{}" -AsPlainText', PASSWORD),
        ("echo 'root:{}' | chpasswd", PASSWORD),
        ("net user bob {} /add", PASSWORD),
        ("bob:{}@tcp(db:3306)/x", PASSWORD),
        ("bob/{}@//db:1521/x", PASSWORD),
        ("curl -b 'sid={}' https://x", TOKEN),
        ('<input type="password" value="{}">', PASSWORD),
        ("PRIVATE_KEY={}", "0x" + made.text(64, made.HEX)),
        ("password: {}", "correct-horse-battery-staple"),
        ("password\t{}", PASSWORD),
        ("docker login -u bob -p {} r.io", PASSWORD),
    ),
)
def test_a_named_value_is_masked_and_the_rest_stays(form, value):
    out = made.scrubber().text(form.format(value))
    shown = re.escape(form.replace("{}", "\0").format()).replace("\0", MARK)
    assert re.fullmatch(shown.replace("\\" + MARK, MARK), out), out


@pytest.mark.parametrize(
    "text",
    (
        "password = getpass()",
        "password: str",
        "token: Optional[str] = None",
        "self.token = token",
        "token = response.json()['token']",
        'password = os.environ["DB_PASSWORD"]',
        "password=${DB_PASSWORD}",
        "PASSWORD=<your-password>",
        "api_key: your-api-key-here",
        "api_key=xxxxxxxxxxxxxxxx",
        "token: ****************",
        "secret: op://vault/item/field",
        "API_KEY: ${{ secrets.API_KEY }}",
        "password: changeme",
        "max_tokens: 4096",
        '"input_tokens": 123456789',
        "tokenizer = AutoTokenizer.from_pretrained('bert-base-uncased')",
        "primary_key = user_id_2024",
        "public_key: MCowBQYDK2VwAyEA",
        "password_url = https://example.com/reset",
        "key_file: /etc/ssl/private/server1.key",
        "the password is required",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0000000000000000000000000000000000000000000 bob@x",
        "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU",
        "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
        "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20",
        "arn:aws:secretsmanager:us-west-2:123456789012:secret:MyDatabase-a1b2c3",
        "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
        "toolu_01A09q90qw90lq917835lq9a",
        "postgres://user:password@localhost/db",
        "Set-Cookie: theme=dark; Path=/",
        "-----BEGIN CERTIFICATE-----\nMIIB" + "A" * 60 + "\n-----END CERTIFICATE-----",
        "import Ed25519PrivateKey, OAuth2RefreshTokenGrant",
        "task-management-system-for-kids",
    ),
)
def test_what_is_no_secret_stays(text):
    assert made.scrubber().text(text) == text


def test_a_value_that_holds_a_filler_word_is_no_filler():
    for value in ("Test" + made.text(4, "0123456789") + "!x", "example-" + made.text(12), "demo!101falcon"):
        assert value not in made.scrubber().text(f"password={value}")


def test_scrubbing_again_changes_nothing_and_the_same_key_gives_the_same():
    text = f"password={PASSWORD} ghp={GITHUB}\nAuthorization: Bearer {TOKEN}\n" + "\n".join(made.pem())
    once = made.scrubber().text(text)
    assert made.scrubber().text(once) == once
    assert made.scrubber().text(text) == once
    assert made.Scrubber(b"j" * 32).text(text) != once


def test_what_a_rule_found_once_is_known_for_the_rest():
    scrubber = made.scrubber()
    scrubber.text(f"password={PASSWORD}")
    assert PASSWORD not in scrubber.text(f"he said {PASSWORD} aloud")
    assert PASSWORD not in made.scrubber().text(f"he said {PASSWORD} aloud, password={PASSWORD}")


def test_findings_name_kind_rule_and_line_and_no_value():
    findings = made.scrubber().findings(f"one\ntwo\u2028{GITHUB}\npassword={PASSWORD}\n")
    assert [(f.kind, f.rule, f.line) for f in findings] == [("github-token", "prefix", 2), ("password", "pair", 3)]
    assert GITHUB not in repr(findings) and PASSWORD not in repr(findings)


def test_private_blocks_and_words():
    scrubber = made.scrubber(private_words=["Project Bluebird"])
    assert scrubber.text("a <private>b\nc</private> d") == "a [private] d"
    assert scrubber.text("a <private>never closed") == "a [private]"
    assert [(f.kind, f.line) for f in scrubber.findings("a\n<private>b</private>")] == [("private", 2)]
    assert "luebird" not in scrubber.text("about project bluebird.")


def test_what_the_person_allowed_stays():
    scrubber = made.scrubber(allowed=lambda kind, value: value == GITHUB)
    assert scrubber.text(f"x {GITHUB} y password={PASSWORD}").startswith(f"x {GITHUB} y password=[secret:")


def test_known_values_bare_and_encoded():
    value = made.text(20)
    scrubber = made.scrubber(known=[value])
    coded = base64.b64encode(f"ab{value}cd".encode()).decode()
    for form in (value, urllib.parse.quote(value), coded, value.encode().hex()):
        assert not made.survives(scrubber.text(f"x {form} y"), form[4:-8], 12)


def test_known_values_of_earlier_sessions_by_their_hashes():
    first = made.scrubber()
    password, token = f"{made.dense(7)}$%{made.dense(7)}", made.dense(32)
    first.text(f"password={password} token={token} key: {uuid.uuid4()} password=bramble77")
    lines = first.memory.lines()
    assert len(lines) == 2 and not any(password in line or token in line for line in lines)
    out = made.scrubber(hashed=lines).text(f"{password}! and {token}; bramble77")
    assert re.fullmatch(f"{MARK}! and {MARK}; bramble77", out)


@pytest.mark.parametrize("kind", ("secret", "known-value"))
def test_what_the_person_allowed_stays_in_later_sessions_too(kind):
    first, token = made.scrubber(), made.dense(32)
    first.text(f"token={token}")
    assert first.memory.lines()
    later = made.scrubber(hashed=first.memory.lines(), allowed=lambda of, value: (of, value) == (kind, token))
    assert (token in later.text(f"bare: {token} here")) is (kind == "secret")


@pytest.mark.parametrize("width", (20, 40, 60, 76))
def test_a_wrapped_token(width):
    token = "sk-ant-api03-" + made.text(95)
    text = "see:\n" + "\n".join(token[at : at + width] for at in range(0, len(token), width)) + "\nmore words here"
    out = made.scrubber().text(text)
    assert not made.survives(out, token) and out.startswith("see:\n") and out.endswith("\nmore words here")


def test_colour_inside_a_token():
    assert not made.survives(made.scrubber().text(f"KEY=\x1b[01;31m\x1b[K{GITHUB[:9]}\x1b[m\x1b[K{GITHUB[9:]}"), GITHUB)


@pytest.mark.parametrize(
    "coded",
    (lambda b: base64.b64encode(b).decode(), lambda b: base64.urlsafe_b64encode(b).decode().rstrip("="), bytes.hex),
)
def test_encoded_text_that_holds_a_secret_is_masked_whole(coded):
    run = coded(f"HOST=x\nDB_PASSWORD={PASSWORD}\nDEBUG=1\n".encode())
    assert re.fullmatch(f"data: {MARK} end", made.scrubber().text(f"data: {run} end"))
    harmless = coded(b"just some words about nothing in particular, honestly")
    assert made.scrubber().text(f"data: {harmless} end") == f"data: {harmless} end"


def test_a_seed_phrase_and_a_card():
    from tools.lib.scrub.tokens import phrases

    words = list(phrases.vocabulary())[5::161][:11]
    words.append(next(last for last in phrases.vocabulary() if phrases.sure([*words, last])))
    told = made.scrubber().text(f"My seed phrase is {' '.join(words)}, keep it.")
    assert re.fullmatch(f"My seed phrase is {MARK}, keep it.", told)
    assert re.fullmatch(MARK, made.scrubber().text(" ".join(words)))
    card = "453" + made.text(12, "0123456789")
    card += next(d for d in "0123456789" if phrases.luhn([int(c) for c in card + d]))
    assert re.fullmatch(f"card {MARK} exp", made.scrubber().text(f"card {card} exp"))


def test_a_spent_budget_is_told_without_the_text():
    with pytest.raises(Unscrubbable) as caught:
        made.scrubber().text(f"token={TOKEN} " + "key key " * 400_000)
    assert TOKEN not in str(caught.value)


def test_an_error_inside_is_no_leak(monkeypatch):
    scrubber = made.scrubber()
    monkeypatch.setattr(scrubber.memory, "spans", lambda text: 1 / 0)
    with pytest.raises(Unscrubbable) as caught:
        scrubber.text(f"token={TOKEN}")
    assert str(caught.value) == "the scrubber failed: ZeroDivisionError"
    assert caught.value.__cause__ is None
