"""What stands on the line after a secret: its rest where a line end cut it, otherwise somebody else's words."""
from __future__ import annotations

import base64

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
