"""Private key blocks of every kind, with random bytes for a body, and the forms in which they stand."""

from __future__ import annotations

import base64
import json
import random
from collections import namedtuple

from tests.scrub import draw, forms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# text: the whole block; cores: its secret lines; the public parts (a ppk's public lines, a comment) are in neither
Block = namedtuple("Block", "text cores")
DASHES = "-" * 5  # no block header stands whole in this file


def pem(label: str, size: int, start: str = "", headers: str = "") -> Callable[[random.Random], Block]:
    """A maker of PEM blocks (RFC 7468, RFC 1421 for the headers): `size` random bytes, lines of 64."""

    def make(r: random.Random) -> Block:
        body = start + base64.b64encode(r.randbytes(size)).decode()
        lines = [body[i : i + 64] for i in range(0, len(body), 64)]
        cores = (lines[0][len(start) :], *lines[1:])
        text = "\n".join((f"{DASHES}BEGIN {label}{DASHES}", *headers.splitlines(), *lines, f"{DASHES}END {label}{DASHES}"))
        return Block(text, tuple(core for core in cores if len(core) >= 12))

    return make


def putty(r: random.Random) -> Block:
    """A PuTTY key file, version 3 (PuTTY manual, appendix C): the public lines may stay, the private ones not."""
    public, private = ([draw.run(r, "B", 64) for _ in range(count)] for count in (6, 14))
    mac = draw.run(r, "h", 64)
    head = "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: deploy key\nPublic-Lines: 6\n"
    text = head + "\n".join(public) + "\nPrivate-Lines: 14\n" + "\n".join(private) + f"\nPrivate-MAC: {mac}"
    return Block(text, tuple(private))


def pgp(r: random.Random) -> Block:
    """An armoured OpenPGP secret key (RFC 9580, section 6)."""
    lines = ["lQOYB" + draw.run(r, "B", 59)] + [draw.run(r, "B", 64) for _ in range(20)] + ["=" + draw.run(r, "B", 4)]
    label = "PGP PRIVATE KEY BLOCK"
    text = "\n".join((f"{DASHES}BEGIN {label}{DASHES}", "Version: GnuPG v2", "", *lines, f"{DASHES}END {label}{DASHES}"))
    return Block(text, tuple(lines[:-1]))


def openvpn(r: random.Random) -> Block:
    """An OpenVPN static key: sixteen lines of hex."""
    lines = [draw.run(r, "h", 32) for _ in range(16)]
    label = "OpenVPN Static key V1"
    text = "\n".join((f"{DASHES}BEGIN {label}{DASHES}", *lines, f"{DASHES}END {label}{DASHES}"))
    return Block(text, tuple(lines))


def tectia(r: random.Random) -> Block:
    """An SSH2 private key (four dashes and a blank)."""
    lines = [draw.run(r, "B", 70) for _ in range(12)]
    head = '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "deploy key"'
    return Block("\n".join((head, *lines, "---- END SSH2 ENCRYPTED PRIVATE KEY ----")), tuple(lines))


def age(r: random.Random) -> Block:
    secret = draw.run(r, "c", 58)
    return Block(f"# created: 2026-03-02T10:11:12Z\nAGE-SECRET-KEY-1{secret}", (secret,))


def jwk(r: random.Random) -> Block:
    """A private JSON Web Key (RFC 7517): n and e are public, the rest is not."""
    parts = {name: draw.run(r, "b", size) for name, size in (("d", 342), ("p", 171), ("q", 171), ("dp", 171), ("dq", 171), ("qi", 171))}
    key = {"kty": "RSA", "kid": "deploy", "n": draw.run(r, "b", 342), "e": "AQAB", **parts}
    return Block(json.dumps(key), tuple(parts.values()))


def xml_key(r: random.Random) -> Block:
    parts = {name: draw.run(r, "B", size) + "=" for name, size in (("P", 171), ("Q", 171), ("D", 342))}
    inner = "".join(f"<{name}>{value}</{name}>" for name, value in parts.items())
    return Block(f"<RSAKeyValue><Modulus>{draw.run(r, 'B', 342)}==</Modulus><Exponent>AQAB</Exponent>{inner}</RSAKeyValue>", tuple(parts.values()))


def minisign(r: random.Random) -> Block:
    secret = "RWRTY0Iy" + draw.run(r, "B", 204)
    return Block(f"untrusted comment: minisign encrypted secret key\n{secret}", (secret[8:],))


CIPHERED = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,5F3C2A9B7E1D4C6A8F0B2D4E6A8C0E1F\n"
KINDS = {
    "rsa": pem("RSA PRIVATE KEY", 1190, "MIIEpAIBAAKCAQEA"),
    "rsa encrypted": pem("RSA PRIVATE KEY", 1190, headers=CIPHERED),
    "ec": pem("EC PRIVATE KEY", 110, "MHcCAQEEI"),
    "dsa": pem("DSA PRIVATE KEY", 440, "MIIBugIBAAKBgQD"),
    "pkcs8": pem("PRIVATE KEY", 1210, "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"),
    "pkcs8 ed25519": pem("PRIVATE KEY", 32, "MC4CAQAwBQYDK2VwBCIEI"),
    "pkcs8 encrypted": pem("ENCRYPTED PRIVATE KEY", 1290, "MIIFHDBOBgkqhkiG9w0BBQ0wQTApBgkq"),
    "openssh": pem("OPENSSH PRIVATE KEY", 330, "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUA"),
    "openssh rsa": pem("OPENSSH PRIVATE KEY", 1800, "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUA"),
    "pgp": pgp,
    "putty": putty,
    "openvpn": openvpn,
    "tectia": tectia,
}
ONE_PIECE = {"age": age, "jwk": jwk, "xml": xml_key, "minisign": minisign}

BEFORE, AFTER = "first harmless line\n", "\nlast harmless line, nothing secret follows\n"


def inside(text: str, change: Callable[[str], str] = forms.plain) -> str:
    return change(BEFORE + text + AFTER)


def literal(text: str) -> str:
    return BEFORE + 'PRIVATE = "' + text.replace("\n", "\\n") + '\\n"' + AFTER


def in_json(text: str) -> str:
    return json.dumps({"before": "harmless neighbour", "key": text + "\n", "after": "harmless follower"})


def in_nested_json(text: str) -> str:
    return json.dumps({"body": in_json(text), "mode": "complete"})


def in_array(text: str) -> str:
    return json.dumps({"lines": [BEFORE.strip(), *text.split("\n"), AFTER.strip()]}, indent=1)


def one_line(text: str) -> str:
    return BEFORE + "PRIVATE_KEY=" + text.replace("\n", " ") + AFTER


def without_end(text: str) -> str:
    return BEFORE + text.rpartition("\n")[0] + AFTER


def cut(text: str) -> str:
    """As `head -n` leaves it: half the lines, then other output."""
    lines = text.split("\n")
    return BEFORE + "\n".join(lines[: max(3, len(lines) // 2)]) + AFTER


def yaml_block(text: str) -> str:
    return BEFORE + "key: |\n" + forms.indented(text) + "\nregion: europe" + AFTER


def coloured(text: str) -> str:
    return "\n".join(f"\x1b[32m{line}\x1b[0m" for line in text.split("\n"))


def logged(text: str) -> str:
    return "\n".join(f"2026-03-02T10:11:{n:02d}Z stdout | {line}" for n, line in enumerate(text.split("\n")))


def list_repr(text: str) -> str:
    return repr([line + "\n" for line in (BEFORE + text + AFTER).split("\n")])


BLOCK_FORMS: dict[str, Callable[[str], str]] = {
    "plain": inside,
    "crlf": lambda t: inside(t, forms.crlf),
    "indented": lambda t: inside(t, forms.indented),
    "tabs": lambda t: inside(t, lambda s: s.replace("\n", "\n\t")),
    "quoted": lambda t: inside(t, forms.quoted),
    "diff": lambda t: inside(t, forms.added),
    "diff removed": lambda t: inside(t, lambda s: "-" + s.replace("\n", "\n-")),
    "cat -n": lambda t: inside(t, forms.numbered),
    "read arrow": lambda t: inside(t, forms.arrowed),
    "compose prefix": lambda t: inside(t, forms.serviced),
    "log prefix": lambda t: inside(t, logged),
    "coloured": lambda t: BEFORE + coloured(t) + AFTER,
    "commented": lambda t: inside(t, lambda s: "# " + s.replace("\n", "\n# ")),
    "fence": lambda t: BEFORE + "```\n" + t + "\n```" + AFTER,
    "heredoc": lambda t: BEFORE + "cat > key <<EOF\n" + t + "\nEOF" + AFTER,
    "quoted variable": lambda t: BEFORE + 'KEY="' + t + '"' + AFTER,
    "literal newlines": literal,
    "one line": one_line,
    "json": in_json,
    "nested json": in_nested_json,
    "json array": in_array,
    "python list": list_repr,
    "yaml block": yaml_block,
    "no end": without_end,
    "cut by head": cut,
    "html": lambda t: BEFORE + "<pre>" + t + "</pre>" + AFTER,
    "python string": lambda t: BEFORE + 'KEY = """' + t + '"""' + AFTER,
}


def no_begin(text: str) -> str:
    return "\n".join(text.split("\n")[3:]) + AFTER


def base64_of_block(text: str) -> str:
    return BEFORE + "client-key-data: " + base64.b64encode(text.encode()).decode() + AFTER


HARD_BLOCK_FORMS = {"no begin": no_begin, "base64 of the block": base64_of_block}
