"""What looks drawn and is for anybody to see stays to the letter: digests, ids in addresses, tags, public keys, base64."""
from __future__ import annotations

import base64
import json
import string

import pytest

from tests.tools.lib.scrub import made

LOW, URL, BASE64 = string.ascii_lowercase, made.LETTERS + "-_", made.LETTERS + "+/"
MANY = 60  # of each: what is damaged is one in a few


def code(size: int) -> str:
    return base64.b64encode(bytes(int(made.text(2, made.HEX), 16) for _ in range(size))).decode()


def block(size: int, width: int = 64, gutter: str = "") -> str:
    body = code(size)
    return "\n".join(gutter + body[at:at + width] for at in range(0, len(body), width))


def address() -> tuple[str, ...]:
    short = made.text(2, LOW)
    return (f"https://docs.google.com/document/d/1{short}_{made.text(40, URL)}/edit", f"/d/1{short}-{made.text(40, URL)}",
            f"https://drive.google.com/drive/folders/1{made.text(32, URL)}?usp=sharing",
            f"https://www.youtube.com/playlist?list=PL_{made.text(31, URL)}",
            f"https://www.youtube.com/channel/UC_{made.text(21, URL)}",
            f"https://www.figma.com/file/{made.text(22)}/Shop",
            f"GET /api/items/q{made.text(1, LOW)}_{made.text(20, URL)} 200 in 12ms",
            f'"VersionId": "s.{made.text(30, URL)}"', f"x-amz-version-id: b.{made.text(30, URL)}")


def tag() -> tuple[str, ...]:
    express = f'W/"{made.text(4, "abcdef")}-{made.text(27, BASE64)}"'
    return (f"ETag: {express}", express, f"If-None-Match: {express}", f"curl -H 'If-None-Match: {express}' localhost",
            json.dumps({"etag": express}), f'"etag": "ab-{made.text(24)}"', f'ETag: "{made.text(5, LOW)}_{made.text(38, URL)}"')


def digest() -> tuple[str, ...]:
    first = "4b1d" + made.text(28, made.HEX)
    return (f"sha256:{first}{made.text(32, made.HEX)}", f"shop@sha256:{first}{made.text(32, made.HEX)}", f"md5:{first}",
            f"{first}{made.text(8, made.HEX)} refs/heads/main", f'checksum = "{first}{made.text(32, made.HEX)}"',
            f"{first}{made.text(96, made.HEX)}  shop.tgz", f'integrity="sha512-{code(64)}"')


def key() -> tuple[str, ...]:
    n, x, y = made.text(341, URL), made.text(20, URL) + "_" + made.text(22, URL), "b_" + made.text(41, URL)
    return (json.dumps({"keys": [{"kty": "RSA", "n": n, "e": "AQAB"}]}), f'"n": "{n}",', f"{{ kty: 'EC', x: '{x}', y: '{y}' }}",
            f"kty: EC\nx: {x}\ny: {y}\n", json.dumps({"kty": "EC", "x": "a__" + x, "y": "cd__" + y}), f"PublicKey = {code(32)}",
            f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB{code(250)} bob@host")


def blocks() -> tuple[str, ...]:
    return (f"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n{block(399)}\n={code(3)}\n-----END PGP PUBLIC KEY BLOCK-----",
            f"gpgsig -----BEGIN PGP SIGNATURE-----\n \n{block(230, 64, ' ')}\n ={code(3)}\n -----END PGP SIGNATURE-----",
            f"-----BEGIN CERTIFICATE-----\nMIID{block(900)[4:]}\n-----END CERTIFICATE-----", block(900, 76), block(800, 64, "+"),
            f"url(data:font/woff2;base64,{code(3000)})", f"trusted comment: shop.tgz\n{code(64)}")


@pytest.mark.parametrize("made_up", (address, tag, digest, key, blocks))
def test_it_stays(made_up):
    for _ in range(MANY):
        for text in made_up():
            assert made.scrubber().text(text) == text
            record = json.dumps({"content": f"it says\n{text}\nthere"}).encode()
            assert made.scrubber().record(record) == record


def test_a_token_in_such_a_place_goes():
    for token in (made.github(), "AKIA" + made.text(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), "AIza" + made.dense(35),
                  "4b1d" + made.dense(38), "sk_live_" + made.dense(24), "whsec_" + made.dense(30)):
        for line in ("https://acme.dev/d/{}/edit", "ETag: {}", '"n": "{}"', "digest {} of it", "/api/items/{}", "key {}\n" * 2):
            assert not made.survives(made.scrubber().text(line.format(*[token] * 2)), token[-16:], 12)
    lines = [made.text(64, BASE64) for _ in range(3)]
    github = made.github()
    assert github not in made.scrubber().text("\n".join((*lines, github, *lines)))
