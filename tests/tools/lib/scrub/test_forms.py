"""Tokens of unknown makers, literals given by members, markup around a value: what goes and what only looks alike."""
from __future__ import annotations

import base64
import json
import random
import re
import string
import uuid

import pytest

from tests.tools.lib.scrub import made

R = random.Random(31)
MARK = r"\[secret:[a-z-]+:[0-9a-f]{6}\]"
WORD = "Tulip" + "-" + str(R.randrange(2000, 9000))
MIXED, LOW = string.ascii_letters + string.digits, string.ascii_lowercase + string.digits


def drawn(size: int, letters: str = MIXED) -> str:
    return "".join(R.choice(letters) for _ in range(size - 4)) + ("x4Q7" if letters == MIXED else "4c7b")


def unique() -> str:
    return str(uuid.UUID(int=R.getrandbits(128), version=4))


TOKENS = tuple(f"{lead}{body}" for lead, body in (
    ("zq_", drawn(26)), ("wbx-", drawn(32)), ("qv.", drawn(32)), ("wzk--", drawn(32)), ("QVX_", drawn(32)), ("zz_v1_", drawn(30)),
    ("qv-", drawn(14) + "_" + drawn(14) + "-" + drawn(12)), ("qv_", drawn(40, made.HEX)), ("qv_sk_", drawn(48, made.HEX)),
    ("qv_pat_", drawn(36, LOW)), ("qvat_", unique()), ("qv-key-", unique()), ("qv_", drawn(12) + "." + drawn(40)),
    ("qvz:", drawn(32)), ("qvzat-", drawn(20)), ("QVZ_", drawn(10) + "-" + drawn(12)), ("qvz_live_", drawn(24)), ("qv_", drawn(36)),
))
AROUND = (
    "{}", "it is {} now.", "{{+{}+}}", "[-{}-]", "``{}``", "*{}*", "토큰{}을", "الرمز{}هنا", "รหัส{}นะ", "«\u202f{}\u202f»",
    "🔑{}🔒", "│{}│",
    "\x1b]8;;{}\x07x\x1b]8;;\x07", "<!--{}-->", "a={}; b=1", "【{}】", "{}…",
)


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("form", AROUND)
def test_a_token_of_an_unknown_maker_goes_in_any_surroundings(form, token):
    text = form.format(token)
    out = made.scrubber().text(text)
    assert not made.survives(out, token[-20:])
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("stays", (
    "main.4f3a9c1b.js", "chunk-" + drawn(32, made.HEX) + ".js", "req_" + drawn(24), "msg_01" + drawn(22),
    "toolu_01" + drawn(22), "call_" + drawn(24),
    "chatcmpl-" + drawn(29), "resp_" + drawn(48, made.HEX), "session_01" + drawn(22), "sha256-" + drawn(43),
    "docker-" + drawn(64, made.HEX) + ".scope",
    "git-" + drawn(40, made.HEX), "session-" + unique(), "job_" + unique(), "agent-a" + drawn(16, made.HEX), unique(),
    "trace-id: " + drawn(32, made.HEX),
    "nginx-deployment-7d4c9b8f6d-x2kqp", "pod/api-7d4c9b8f6d-x2kqp", "Linux-node-" + drawn(64, made.HEX),
    "a.py,sha256=ab_" + drawn(40) + ",152",
    "NID_pbeWithMD5AndCast5_CBC", "PBES.PBESv2SHA256AndAES256CBC", "pbe_WithSHA1And128BitRC2_CBC", "_ZNSt7codecvt_utf8_utf16_baseIwED0Ev",
    "Iop_QandQRShrNnarrow16Uto8Ux8", "gnu_cxx18stdio_sync_filebufIwSt11char_traitsIwEE7seekoffElSt12_Ios_Seekdir",
    "hexagon_V6_vS32Ub_npred_ppu_128B", "const private_client_key_2_path = private_key_id_2026_backup_name",
    "s.someLongPropertyName2OfTheThing", "t-shirt_size_chart_for_the_year_2026_a", "cs_deviceConfigurationTable2Row14",
    "SDL_RenderGetD3D12Device()", "SDL_Direct3D9GetAdapterIndex", "custom_v16i32v64i1_v16i32v16i32v64i1_Intrinsic", "pk_live_" + drawn(24), "v0.0.0-20260101120000-" + drawn(12, made.HEX),
))
def test_an_id_a_hash_and_a_file_stay(stays):
    assert made.scrubber().text(f"see {stays} there") == f"see {stays} there"


@pytest.mark.parametrize("form", (
    "/api/webhooks/{}", "POST /hooks/{} HTTP/1.1", "acme.dev/reset-password/{}", "acme.dev/team/invite/{}",
))
@pytest.mark.parametrize("value", (drawn(32), unique()))
def test_a_path_loses_the_piece_that_lets_one_in(form, value):
    assert re.fullmatch(re.escape(form).replace(r"\{\}", MARK), made.scrubber().text(form.format(value)))


GIVEN = (
    "$cfg{{password}} = '{}';", "$cfg->{{'password'}} = '{}';", "$this->password = '{}';", "options.Password = \"{}\"",
    "obj[\"password\"] := \"{}\"",
    "[ \"Password\" ] = \"{}\"", "client.withPassword(\"{}\")", "o.SetPassword(L\"{}\")",
    "public string Password {{ get; set; }} = \"{}\";",
    "process.env.DB_PASSWORD || \"{}\"", "process.env.DB_PASSWORD ?? '{}'", "ENV['DB_PASSWORD'] ||= '{}'",
    "String password() {{ return \"{}\"; }}",
    "def password do \"{}\" end", "expect(password).toBe(\"{}\")", "auth=(\"bob\", \"{}\")", ".basic_auth('bob', '{}')",
    "new NetworkCredential(\"bob\", \"{}\")", "<Password value=\"{}\"/>", "<db:password>{}</db:password>",
    "password <- \"{}\"", "password .= \"{}\"",
    "{{<<\"password\">>, <<\"{}\">>}}", "password VARCHAR := '{}';", "std::string password{{\"{}\"}};",
    "password: String.t() = \"{}\"",
    "password = lib.mkForce \"{}\";", "-Password {}", "jq '.password |= \"{}\"' f", "password equals {};",
    "le mot de passe vaut {} ;",
    "mot de passe\u202f: {}\u202f;", "password → {}", "║ password │ {} ║", "[-password={}-]", "password ....: {}",
    "Password [hidden]: {}",
    "Content-Disposition: form-data; name=\"password\"\r\nContent-Type: text/plain\r\n\r\n{}\r\n--x",
)


@pytest.mark.parametrize("form", GIVEN)
def test_a_literal_given_to_a_name_goes_and_the_rest_stays(form):
    out = made.scrubber().text(form.format(WORD))
    assert re.fullmatch(re.escape(form.format("{}")).replace(r"\{\}", MARK), out)
    assert made.scrubber().text(out) == out


@pytest.mark.parametrize("text", (
    "password = lib.mkDefault cfg.password;", "const password = process.env.DB_PASSWORD || other.value;",
    "expect(password).toBe(expected)",
    "if (password || token) {", "public string Password { get; set; }", "String password() { return this.password; }",
    "auth=(user, secret)",
    "a ch <- password", "Enter password [required]: string", "password → see below",
))
def test_code_that_gives_no_literal_stays(text):
    assert made.scrubber().text(text) == text


def test_a_header_in_a_flat_list_is_read_with_its_value():
    value = drawn(32)
    assert re.fullmatch(MARK, made.scrubber().value(["Accept", "x", "X-Api-Key", value])[3])


def test_published_keys_in_base64_stay_and_a_private_one_goes():
    public = {"keys": [{"keyid": "acme", "publicKey": {"rawBytes": "MFkw" + drawn(90), "keyDetails": "PKIX"}}] * 2}
    coded = {name: base64.b64encode(json.dumps(kept).encode()).decode() for name, kept in (("a", public), ("b", {**public, "password": WORD}))}
    assert made.scrubber().text(f'"keys.json": "{coded["a"]}"') == f'"keys.json": "{coded["a"]}"'
    assert coded["b"][-60:] not in made.scrubber().text(f'"keys.json": "{coded["b"]}"')
