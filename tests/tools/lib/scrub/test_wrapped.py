"""What stands on the line after a secret: its rest where a line end cut it, otherwise somebody else's words."""
from __future__ import annotations

import base64
import json

import pytest

from tests.tools.lib.scrub import made

SECRETS = {
    "a whole token": ("auth ", made.github()),
    "a long token": ("X-Api-Key: ", "sk-proj-" + made.text(48)),
    "a token of its own length": ("export API_TOKEN=", "github_pat_" + made.text(22) + "_" + made.text(59)),
    "base64": ("KEY_B64=", base64.b64encode(made.text(24).encode()).decode()),
    "padded base64": ("SECRET_B64=", base64.b64encode(made.text(25).encode()).decode()),
    "a login in base64": ("Authorization: Basic ", base64.b64encode(("bob:" + made.text(14)).encode()).decode()),
    "settings in base64": ("blob ", base64.b64encode(
        (f"DB_PASSWORD={made.text(15)}\nAPI_KEY={made.text(22)}\n").encode()).decode()),
    "hex": ("api_key: ", made.text(32, made.HEX)),
    "a password": ("password=", made.password()),
    "a password at the right edge": ("x" * 70 + " password=", made.password()),
}
NEXT = ("Step nine follows", "after two", "200 OK", "v1.2.3 is out", "12:01:33 INFO ready", "e2e tests pass", "README.md changed",
        "abc123 is a word", "3 files changed", "x86_64 linux", "a1b2c3d Fix it", "_id", "42", "PASS", "TestFoo1 ran", "i18n done",
        "user42 logged in", "fooBarBaz()", "S3 bucket", "Ubuntu22 host", "p95 latency", "K8s node", "src/app.ts:10:5", "Line2",
        '"region": "eu"', "exit 0", "main", "ZONE", "Cache-Control: no-store", "UTF-8 text")


@pytest.mark.parametrize("end", ("\n", "\r\n", "\n> ", "\n+", "\n    "))
@pytest.mark.parametrize("secret", SECRETS)
def test_the_next_line_stays(secret, end):
    name, value = SECRETS[secret]
    for line in NEXT:
        text = f"before\n{name}{value}{end}{line}{end}after"
        out = made.scrubber().text(text)
        assert not made.survives(out, value[8:]), line
        assert out.endswith(f"]{end}{line}{end}after") and out.startswith(f"before\n{name}["), line


@pytest.mark.parametrize("end", ("\n", "\r\n", "\n> ", "\n    "))
@pytest.mark.parametrize("at", (12, 20, 30))
def test_the_rest_of_what_a_line_end_cut_goes(at, end):
    token = made.github()
    coded = base64.b64encode(f"MODE=full\nDB_PASSWORD={made.text(30)}\nAPI_KEY={made.text(40)}\n".encode()).decode()
    for value in (token, coded):
        out = made.scrubber().text(f"auth {value[:at * len(value) // 40]}{end}{value[at * len(value) // 40:]}{end}mode full")
        assert not made.survives(out, value[8:]) and out.endswith(f"{end}mode full")


@pytest.mark.parametrize("user", ("x-access-token", "gitlab-ci-token", "oauth2", "__token__", "bob"))
@pytest.mark.parametrize("around", ("git clone {}", "fatal: unable to access '{}/': 403", "\turl = {}\n", '{{"url": "{}"}}',
                                    "token: {}", "Cloning from {}...", "GIT_TOKEN_URL={}", "see <{}> there"))
def test_of_an_address_only_the_credential_goes(user, around):
    for token in (made.github(), made.text(24), made.text(40, made.HEX)):
        out = made.scrubber().text(around.format(f"https://{user}:{token}@git.acme.dev:8443/acme/shop.git"))
        assert not made.survives(out, token)
        head, _, tail = around.format("\0").partition("\0")
        assert out.startswith(f"{head}https://{user}:[secret:") and out.endswith(f"]@git.acme.dev:8443/acme/shop.git{tail}")


@pytest.mark.parametrize("name", ("OKEN", "ECRET", "ASSWORD", "SSWORD"))
def test_a_name_whose_head_was_cut_off_is_one(name):
    value = made.text(24)
    assert not made.survives(made.scrubber().text(f"{name}={value}\nREGION=eu"), value)


@pytest.mark.parametrize("text", ("setup key: {}", "Use the key {} (time based)", "2FA secret\n{}",
                                  "<p>Setup key</p><p><code>{}</code></p>"))
def test_an_authenticator_s_key_in_groups_of_four_goes(text):
    groups = " ".join(made.text(4, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if n % 2 else made.text(2, "234567") + "QX" for n in range(8))
    for said in (groups, groups.lower()):
        out = made.scrubber().text(text.format(said) + "\nthe next line")
        assert said[:9] not in out and said[-9:] not in out and "the next line" in out


@pytest.mark.parametrize("form", ('auth = ("{}" +\n    "{}")', "api_token = '{}' + '{}'",
                                  'secret_key = "{}" \\\n  "{}"\nmode = "full"'))
def test_the_other_half_of_a_literal_goes(form):
    for value in ("11" + made.text(32, made.HEX), "o." + made.text(32), made.text(40)):
        out = made.scrubber().text(form.format(value[:20], value[20:]))
        assert not made.survives(out, value[2:20]) and not made.survives(out, value[20:])


@pytest.mark.parametrize("stays", (
    '["password", "{}"]', 'auth = ["{}",\n  "plainNext"]', '{{"token": "{}", "name": "x12-y34-z56"}}',
    'token = "{}"\nregion = "eu-west-2"', 'password: "{}"\n"next": "a1b2-c3d4"',
))
def test_what_a_literal_is_not_joined_to_stays(stays):
    out = made.scrubber().text(stays.format(made.text(24)))
    assert out.rpartition("[secret:")[2].partition("]")[2] == stays.partition("{}")[2].replace("}}", "}")


def test_a_secret_that_two_blocks_share_goes():
    for value in ("82eff98f-" + made.text(40), "SG." + made.text(22) + "." + made.text(43), made.text(32)):
        blocks = [{"type": "text", "text": f"auth {value[:12]}"}, {"type": "text", "text": f"{value[12:]} active"}]
        said = json.loads(made.scrubber().record(json.dumps({"content": blocks}).encode()))["content"]
        assert not made.survives("".join(block["text"] for block in said), value[3:])
        assert said[0]["text"].startswith("auth [secret:") and said[1]["text"].endswith("] active")


def test_the_hash_of_a_realm_s_password_goes():
    value = made.text(32, made.HEX)
    assert made.scrubber().text(f"bob:the realm:{value}\nann:x").startswith("bob:the realm:[secret:password-hash:")
    for stays in (f"md5:shop.tar:{value}", f"at bob:shop:{value}", f"bob:md5:{value}"):
        assert made.scrubber().text(stays) == stays
