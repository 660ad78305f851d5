"""Tokens, hashes and addresses in the form their makers give them, alone and in the places where they stand."""
from __future__ import annotations

import base64
import string
import uuid

import pytest

from tests.tools.lib.scrub import made

LOW = string.ascii_lowercase + string.digits
BASE64 = made.LETTERS + "+/"
UUID = str(uuid.UUID(int=int(made.text(32, made.HEX), 16), version=4))
AROUND = ("{}", "it is {}, they say", "ZED={}", '{{"a": "{}"}}',
          "| row | {} | ok |", "\x1b[31m{}\x1b[0m", "{}\nnext line", "({})")
TOKENS = (
    ("", made.text(36, made.HEX), "NRAL"),
    ("eu01xx", made.text(30, made.HEX), "NRAL"),
    ("WPL_AP1.", made.text(16), ".aB3x+w=="),
    ("pdus+_", f"{made.text(10)}_{UUID}", ""),
    ("", made.text(33), f"AzCa{made.text(6)}="),
    ("", made.text(42), f"+ACR{made.text(6)}"),
    ("", made.text(76), f"+ASt{made.text(6)}=="),
    ("wk-1.", made.text(64, made.HEX), ""),
    ("depot_org_", made.text(64, made.HEX), ""),
    ("chpt_", "3a9" + made.text(12, made.HEX), ""),
    ("vera01es-", made.text(128, made.HEX), ""),
    ("SG_", "3a9f" + made.text(12, made.HEX), ""),
    ("tk_", "a3x9" + made.text(25, LOW), ""), ("plainApiKey_", made.text(32), ""), ("sess-", made.text(40), ""),
    ("sk_prod_", f"{made.text(20)}-{made.text(43)}", ""),
    ("sl.u.", made.text(300), ""), ("x.items.|_", made.text(300, "0123456789ABCDEF"), ""),
)
HASHES = (
    ("$argon2id$v=19$m=65536,t=3,p=4$", f"{made.text(22)}$", made.text(43)),
    ("$scrypt$ln=16,r=8,p=1$", f"{made.text(22)}$", made.text(43)),
    ("$y$j9T$", f"{made.text(22)}$", made.text(43)),
    ("$7$CU..../....", f"{made.text(43)}$", made.text(43)),
    ("$2b$12$", "", made.text(53)),
    ("pbkdf2_sha256$600000$", f"{made.text(22)}$", made.text(43) + "="), ("{SSHA}", "", made.text(38) + "=="),
)
LINKS = (
    ("https://mainnet.infura.io/v3/", made.text(32, made.HEX), ""),
    ("wss://mainnet.infura.io/ws/v3/", made.text(32, made.HEX), ""),
    ("https://eth-mainnet.g.alchemy.com/v2/", made.text(32), ""),
    ("https://nice-bird.quiknode.pro/", made.text(40, made.HEX), "/"),
    ("https://hook.eu1.make.com/", made.text(32, LOW), ""),
    ("https://maker.ifttt.com/trigger/x/with/key/", made.text(43), ""),
    ("https://maker.ifttt.com/trigger/door/json/with/key/", "aB" * 4 + "qRtZ7" + "xYwV" * 3, ""),
    ("https://rpc.ankr.com/eth/", made.text(64, made.HEX), ""),
    ("https://api.acme.dev/1?q=Bonn&appid=", made.text(32, made.HEX), "&units=metric"),
    ("https://hooks.slack.com/services/", f"T{made.text(8).upper()}/B{made.text(10).upper()}/{made.text(24)}", "/"),
    ("https://discord.com/api/webhooks/", f"{made.text(18, '123456789')}/{made.text(68)}", "/"),
    ("https://acme.webhook.office.com/webhookb2/", f"{UUID}@{UUID}/IncomingWebhook/{made.text(32, made.HEX)}/{UUID}", "/"),
    ("https://hooks.zapier.com/hooks/catch/", f"{made.text(7, '123456789')}/{made.text(7, LOW)}", "/"),
)


def goes(form: str, lead: str, secret: str, tail: str) -> None:
    before, after = form.format("\0").split("\0")
    out = made.scrubber().text(form.format(lead + secret + tail))
    assert not made.survives(out, secret)
    assert out.startswith(before) and out.endswith(after)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("form", AROUND)
@pytest.mark.parametrize(("lead", "body", "tail"), TOKENS)
def test_a_token_goes(form, lead, body, tail):
    goes(form, lead, body, tail)


@pytest.mark.parametrize("form", (*AROUND, "PASSWORD_HASH={}", "value {}.", "password: {}\nuser: bob"))
@pytest.mark.parametrize(("scheme", "salt", "body"), HASHES)
def test_a_hash_goes_whole(form, scheme, salt, body):
    goes(form, scheme, salt + body, "")


@pytest.mark.parametrize("form", AROUND)
@pytest.mark.parametrize(("lead", "key", "tail"), LINKS)
def test_of_an_address_the_key_goes(form, lead, key, tail):
    before, after = form.format(lead + "\0" + tail).split("\0")
    out = made.scrubber().text(before + key + after)
    assert not made.survives(out, key)
    assert out.startswith(before + "[secret:") and out.endswith("]" + after)


@pytest.mark.parametrize("stays", (
    f'"projectId": "prj_{made.text(28)}"',
    f'"container_id": "cntr_{made.text(40, made.HEX)}"',
    f'{{"id": "team_{made.text(24)}"}}',
    f'"orgId":"org_{made.text(24)}"', f'"kid": "zz_{made.text(28)}"', f"uid=zz_{made.text(28)}",
    f'"commit": "zz_{made.text(28)}"',
    f"prj_{made.text(28)}", f"sess-{UUID}", "src/main/java/com/acme/cache/client/AzCacheClient",
    f"weixin?appid=wx{made.text(16, made.HEX)}",
    "https://docs.alchemy.com/v2/reference-getting-started-guide", "https://hc-ping.com/your-uuid-goes-here",
))
def test_what_a_name_says_is_an_id_stays(stays):
    assert made.scrubber().text(stays) == stays


def test_an_id_once_seen_excuses_no_token():
    token = f"zz_{made.text(28)}"
    out = made.scrubber().text(f'"projectId": "{token}"\nthe other is {token}')
    assert out.endswith("]") and out.startswith('"projectId": "')


@pytest.mark.parametrize(("before", "value", "after"), (
    ("Unseal Key 1: ", made.text(42, BASE64) + "8=", "\nUnseal Key 2: later"),
    ("Recovery Key #3: ", made.text(42, BASE64) + "8=", ""),
    ('{"auths": {"registry.acme.dev": {"auth": "', base64.b64encode(b"bob:" + b"lxYg" * 2).decode(), '"}}}'),
    ("DB_PASSWORD=", "Oq8.R" + "FaK9d", "\nHOST=a"), ("DB_PASSWORD=", "a9_AB" + "aA.aA9Ba", " rsync -a a bob@h1::m"),
))
def test_a_numbered_key_a_login_in_base64_and_a_password_with_dots_go(before, value, after):
    out = made.scrubber().text(before + value + after)
    assert value not in out and out.startswith(before + "[secret:") and out.endswith("]" + after)


@pytest.mark.parametrize("text", (
    "password=settings.DB_PASSWORD", "password=self.config.smtp2", "token=utf8.E2E", "PASSWORD=os.environ", "password = x1.y2",
    "token 1: foo", "API key 2: see below", '{"auth": "bearer-token"}', '{"auth": "registry.acme.dev"}', "key 1: value",
))
def test_a_chain_of_members_a_number_and_a_kind_of_login_stay(text):
    assert made.scrubber().text(text) == text
