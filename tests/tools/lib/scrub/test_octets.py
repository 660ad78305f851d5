"""Private keys that no mark announces: base64 by its beginning, bytes as programs write them, the fields of dumps."""
from __future__ import annotations

import base64
import json
import os

import pytest

from tests.tools.lib.scrub import made


def coded(size: int, start: bytes = b"") -> str:
    return base64.b64encode(start + made.text(size).encode("ascii")).decode()


def folded(text: str, width: int = 64) -> str:
    return "\n".join(text[at:at + width] for at in range(0, len(text), width))


def numbers(count: int, sign: str = ", ") -> str:
    while True:
        drawn = list(os.urandom(count))
        if max(drawn) > 220 and len(set(drawn)) * 5 >= count * 4 and drawn != sorted(drawn):
            return sign.join(map(str, drawn))


def octets(count: int, sign: str = ", ", form: str = "0x{:02x}") -> str:
    while True:
        drawn = os.urandom(count)
        if max(drawn) > 220 and len(set(drawn)) * 5 >= count * 4:
            return sign.join(form.format(byte) for byte in drawn)


RSA = coded(1100, bytes.fromhex("308204a30201000282010100"))
PKCS8 = coded(1100, bytes.fromhex("308204bd020100300d06092a864886f70d0101010500048204a7"))
CURVE = coded(32, bytes.fromhex("302e020100300506032b657004220420"))
LOCKED = coded(1200, bytes.fromhex("3082051c304e06092a864886f70d01050d3041"))
STORE = coded(1500, bytes.fromhex("30820a3c020103308209f6"))
SSH = coded(300, b"openssh-key-v1\0\0\0\0\4none")
JAVA = coded(900, bytes.fromhex("feedfeed0000000200000001"))
UPPER = made.HEX.upper()
# text, and what may not survive of it
KEYS = {
    "PKCS#1": (RSA, RSA[40:]), "PKCS#1, folded": (folded(RSA), folded(RSA)[40:]), "PKCS#8": (PKCS8, PKCS8[60:]),
    "PKCS#8, folded": (folded(PKCS8), folded(PKCS8)[60:]), "Ed25519": (CURVE, CURVE[30:]), "encrypted": (LOCKED, LOCKED[60:]),
    "PKCS#12 under a name": (f"keystore: {STORE}", STORE[40:]),
    "OpenSSH": (SSH, SSH[40:]), "OpenSSH, folded": (
        folded(SSH, 70), folded(SSH, 70)[40:]), "Java's keystore": (f'"keystore": "{JAVA}"', JAVA[40:]),
    "a key pair's file": (f"[{numbers(64, ',')}]", None), "a member": (f'"secretKey": [{numbers(64, ",")}]', None),
    "a seed": (f'"seed": [{numbers(32)}]', None), "JavaScript": (f"const secretKey = new Uint8Array([{numbers(64)}]);", None),
    "Node's buffer": (f'"privateKey":{{"type":"Buffer","data":[{numbers(32, ",")}]}}', None),
    "Go": (f"privateKey := []byte{{{octets(32)}}}", None),
    "C": (f"static const uint8_t secret_key[32] = {{{octets(32)}}};", None),
    "C, on lines": ("uint8_t aes_key[] = {\n  " + octets(32).replace(", ", ",\n  ") + "\n};", None),
    "Buffer": (f"privateKey: <Buffer {octets(32, ' ', '{:02x}')}>", None),
    "an expression": (f"(private-key (ecc (curve Ed25519)(q #40AB#)(d #{made.text(64, UPPER)}#)))", None),
    "an expression, folded": ("(private-key\n (rsa\n  (n #00AB#)\n  (e #010001#)\n  (d #" + "\n ".join(
        made.text(64, UPPER) for _ in range(6)) + "#)))", None),
    "a protected expression": (
        f'(protected-private-key(ecc(curve Ed25519)(q #40AB#)(protected openpgp-s2k3-ocb-aes((sha1 #AB# "5"'
        f')#ABCD#)#{made.text(200, UPPER)}#)))', None),
    "OpenSSL's dump": ("priv:\n    " + octets(30, ":", "{:02x}") + ":\n    " + octets(8, ":", "{:02x}") + "\npub:", None),
    "BIND's fields": (f"Private-key-format: v1.3\nPrivateExponent: {made.text(342)}==\nPrime1: {made.text(171)}=", None),
    "tor's service": (f"250-PrivateKey=ED25519-V3:{made.text(86)}==", None),
    "a JWK in YAML": (f"kty: EC\ncrv: P-256\nx: ab\nd: {made.text(43)}", None),
    "a JWK in a program": (f"{{ kty: 'EC', crv: 'P-256', d: '{made.text(43)}', x: 'ab' }}", None),
    "wg": (f"$ wg genpsk\n{made.text(43)}=", None),
    "openssl rand": (f"$ openssl rand -hex 32\n{made.text(64, made.HEX)}", None),
    "Hardhat's": (f"Private Keys\n==================\n(0) 0x{made.text(64, made.HEX)}\n(1) 0x{made.text(64, made.HEX)}", None),
}
DRESSES = {
    "plain": lambda text: f"before\n{text}\nAFTER it\n",
    "CRLF": lambda text: f"before\n{text}\nAFTER it\n".replace("\n", "\r\n"),
    "a record": lambda text: json.dumps({"content": f"before\n{text}\nAFTER it"}),
    "numbered": lambda text: "\n".join(f"{n:6}\t{line}" for n, line in enumerate(["before", *text.split("\n"), "AFTER it"], 1)),
    "a diff": lambda text: "\n".join("+" + line for line in ["before", *text.split("\n"), "AFTER it"]),
    "quoted": lambda text: "\n".join("> " + line for line in ["before", *text.split("\n"), "AFTER it"]),
    "in a frame": lambda text: "\n".join(f"│ {line}  │" for line in ["before", *text.split("\n"), "AFTER it"]),
}


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("kind", KEYS)
def test_a_key_goes_and_the_rest_stays(kind, dress):
    text, secret = KEYS[kind]
    dressed = DRESSES[dress](text)
    out = made.scrubber().record(dressed.encode()).decode()
    lines = [line for line in (secret or text).split("\n") if len(line) >= 30]
    assert not any(made.survives(out, line[-26:-2], 12) for line in lines)
    assert "AFTER it" in out and "before" in out and out.count("\n") == dressed.count("\n")
    assert made.scrubber().record(out.encode()).decode() == out


@pytest.mark.parametrize("text", (
    "keys: [" + ", ".join(map(str, range(32))) + "]", "secret_sizes = [16, 24, 32]",
    "table = {" + ", ".join(f"0x{n:02x}" for n in range(64)) + "}", "[" + ",".join(map(str, range(64))) + "]",
    "MIIDdzCCAl+gAwIBAgIE" + made.text(200), "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA" + made.text(200),
    "modulus:\n    " + octets(15, ":", "{:02x}") + ":\npublicExponent: 65537",
    "(public-key (rsa (n #" + made.text(64, UPPER) + "#)))",
    f"cache.acme.dev-1:{made.text(43)}=",
))
def test_what_is_public_or_no_key_stays(text):
    assert made.scrubber().text(text) == text
