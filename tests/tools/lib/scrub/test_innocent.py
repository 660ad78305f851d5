"""Names and places that promise a secret and hold none, and what stands beside them that is one."""
from __future__ import annotations

import base64
import json
import uuid

import pytest

from tests.tools.lib.scrub import made

BASE64 = made.LETTERS + "+/"
UUID = str(uuid.UUID(int=int(made.text(32, made.HEX), 16), version=4))
SHORT, PRINT = "9d4" + made.text(13, made.HEX), made.text(64, made.HEX)
SYNTAXES = ("{}={}", "{}: {}", '{}="{}"', '"{}": "{}"', ", {}={}, more", "--{} {}", "<{0}>{1}</{0}>", "| {} | {} |")
INNOCENT = (
    "PublicKeyToken publicKeyToken public_key_token token_type max_tokens tokenizer key_id KeyPath secretName secretRef "
    "primaryKey partitionKey sortKey rangeKey rowKey documentKey shard_key foreign_key cacheKey lookupKey objectKey file_key "
    "idempotency_key Idempotency-Key nextPageToken syncToken resumeToken cursor_token tokenAddress keyboard passthrough bypass "
    "renderPass shadowPass issueKey lock_key surrogate-key methodSignature keyFrame LastEvaluatedKey clientRequestToken").split()
SECRET = ("api_key SECRET_KEY CI_JOB_TOKEN FILE_TOKEN S3_KEY media_token node_key SYNC_TOKEN deploy_pass storageKey "
          "x-signature lookup_secret").split()


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_name_that_finds_or_counts_promises_nothing(syntax):
    for name in INNOCENT:
        for value in (SHORT, UUID, PRINT):
            text = syntax.format(name, value)
            assert made.scrubber().text(text) == text


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_a_name_like_it_that_lets_one_in_still_does(syntax):
    for name in SECRET:
        assert PRINT not in made.scrubber().text(syntax.format(name, PRINT))


def test_what_a_run_measured_is_no_password():
    for text in ("pass 1: loss=0.7795", "pass 63/100: loss=0.0312", "pass_139: loss=6.41", "first pass: 12 ms", "PASS: test_x635",
                 "pass=3 fail=0", "pass: epoch=3/10, loss=0.55", "pass 12: gpu0=0.55", "pass 2: lr=1e-4", "second pass: t2=41.5s",
                 "PASS: gcc.dg/tree-ssa/pr12.c",
                 "pass: tests/api/test_login2.py::test_ok1", "pass 3: acc=99.1%", "--- PASS: TestFoo432 (0.00s)"):
        assert made.scrubber().text(text) == text
    for line in ("pass: {}", "PASS={}", "pass 1: {}", "db pass is {}"):
        password = made.password()
        assert password not in made.scrubber().text(line.format(password))


def der(size: int) -> str:
    return base64.b64encode(b"\x30\x45\x02\x21" + made.text(size - 4).encode()).decode()


def test_a_signature_that_anybody_may_check_stays():
    rsa = made.text(342, BASE64) + "=="
    for text in (f"Signature: {rsa}", json.dumps({"messageSignature": {"signature": der(71)}}),
                 json.dumps({"base64Signature": der(71)}),
                 json.dumps({"signatures": [{"sig": der(72), "keyid": ""}]})):
        assert made.scrubber().record(text.encode()).decode() == text
    for text in (f"X-Hub-Signature: {PRINT}", f"signature: {made.text(43, BASE64)}="):
        assert made.scrubber().text(text) != text


def test_what_a_page_embeds_stays_unless_it_is_a_large_picture():
    small, large = made.text(2000, BASE64), made.text(9000, BASE64)
    for text in (f"src:url(data:font/woff2;base64,{large})", f'<img src="data:image/png;base64,{small}">',
                 f"//# sourceMappingURL=data:application/json;base64,{small}"):
        assert made.scrubber().text(text) == text
    for kind in ("image/png", "image/svg+xml;charset=utf-8", "audio/mpeg", "video/mp4", "application/pdf"):
        assert large not in made.scrubber().text(f'<a href="data:{kind};base64,{large}">')
    whole = json.loads(made.scrubber().record(json.dumps({"image_url": f"data:image/png;base64,{small}"}).encode()))
    assert whole["image_url"].startswith("data:image/png;base64,[image sha256:")
    hidden = base64.b64encode(f"<svg>{'a b ' * 90}password={made.password()}</svg>".encode()).decode()
    assert hidden not in made.scrubber().text(f'url("data:image/svg+xml;base64,{hidden}")')
