"""Prints: what stands where a key could and only names one: fingerprints, key ids, cipher suites, paths, constants."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

# An OpenPGP key's id or fingerprint (RFC 4880, section 12.2), in capitals as GnuPG writes it.
KEY_ID = lazy.pattern(r"(?:0[xX])?(?:[0-9A-F]{8}|[0-9A-F]{16}|[0-9A-F]{40}):?\Z")
# A hash by its name, or bytes in hex between colons: the ways in which OpenSSH and OpenSSL write a fingerprint.
FINGERPRINT = lazy.pattern(r"\+?(?:sha(?:1|224|256|384|512)|md5)[:/][A-Za-z0-9+/=:]{16,}|(?:[0-9a-f]{2}:){7}", re.I)
SUITE = lazy.pattern(
    r"(?:TLS_|SSL_)?(?:(?:ECDHE?|DHE?|EDH|ADH|AECDH|RSA|DSS|ECDSA|PSK|SRP|KRB5|GOST\w*|ANON|NULL|WITH|AES(?:_?[0-9]{3})?|[0-9]{2,3}"
    r"|ARIA[0-9]*"
    r"|CAMELLIA[0-9]*|CHACHA20|POLY1305|SEED|IDEA|RC[24]|3?DES|EDE3?|CBC3?|GCM|CCM8?|OCB|SHA[0-9]*"
    r"|MD5|EXPORT)(?:[-_]|\Z)){3,}\Z")
PATH = lazy.pattern(r"(?:[a-z][\w.-]*/)(?:[\w.@+-]+/)*[\w.@+-]+\.[A-Za-z][A-Za-z0-9]{1,4}(?:\.(?:gz|xz|bz2|zst))?\Z")
CACHED = lazy.pattern(r"(?:[A-Za-z][\w.]*-){1,8}[0-9a-f]{7,64}\Z")  # words, then the hash of what is cached
POINTER = lazy.pattern(r"[*&]{1,3}[A-Za-z_]\w*\Z")  # `Pass *Inliner`
MANGLED = lazy.pattern(r"_Z[A-Z]*[0-9]+[A-Za-z]")  # a name as C++ compilers write it
ESCAPED = lazy.pattern(r"&(?:amp;){0,3}(?:lt|\#0{0,3}60|\#[xX]0{0,3}3[cC]);")  # `<string>` in HTML
CODED = lazy.pattern(r"(?:\\x[0-9a-fA-F]{2}){4,}\Z")  # letters as C escapes them
TOKEN = lazy.pattern(r"[A-Za-z0-9_-]{16,300}\Z", re.A)
WORDS = lazy.pattern(r"[A-Za-z]{2,}(?:[ _-][A-Za-z]{2,})*\Z")
# Of every CACHEDIR.TAG, of every build of OpenSSL.
CONSTANTS = frozenset(("8a477f597d28d172789f06886806bc55", "f4556650ac31d35461610bac4ed81b1a181b2d8a43ea2854cbae22ca74560813"))
# `pass 1: loss=0.77`, `PASS: test_x`: what a run over something measured or a test was called, behind the word for it.
PASS = lazy.pattern(r"\A(?:(?:first|second|third|last|final)[_-])?pass(?:[ _-]?[0-9]+(?:/[0-9]+)?)?\Z", re.I)
MEASURED = lazy.pattern(r"[A-Za-z][\w.@/-]{0,40}[=:][-+]?[0-9][0-9.,/:]*(?:e[-+]?[0-9]+)?(?:%|[a-z]{1,3})?,?\Z", re.A)
OUTCOME = lazy.pattern(r"Test[A-Z]\w*\Z|[Tt]est(?:[_./:-]{1,2}[A-Za-z0-9]+)+(?:\(\))?\Z"
                       r"|(?:[\w.-]+/){1,9}[\w.-]+\.[a-z]{1,4}(?:::\w+){0,4}\Z", re.A)
ONCE = frozenset(("clientToken", "ClientToken", "client-token", "--client-token"))  # of AWS: a UUID that makes a call idempotent
UUID = lazy.pattern(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z", re.I)
# A signature that anybody may check: of ECDSA as DER writes it (RFC 3279), of RSA with 2,048 bits and more. An HMAC is shorter.
SIGNATURE = lazy.pattern(r"M(?:E[QUY]C|G[QUY]C|IG[HI]A)[A-Za-z0-9+/]{60,200}={0,2}\Z|[A-Za-z0-9+/]{340,1370}={0,2}\Z", re.A)
NAMING = lazy.pattern(r"(?:\A|[^a-z])(?:gpg|pgp|gnupg|openpgp|rsa|dsa|e[cd]dsa|ed25519|elg|signing|primary|default|recv|sub)"
                      r"[ _.-]?keys?\Z|\Akeys?\Z", re.I)


def public(name: str, grade: str, value: str) -> bool:
    """True for a value that the name's grade would take for a secret, and that anybody may see."""
    if FINGERPRINT.match(value) or SUITE.match(value) or POINTER.match(value) or MANGLED.match(value) or ESCAPED.match(value):
        return True
    if name[-3:].lower() == "pat" and not TOKEN.match(value):
        return True  # a pattern
    if PASS.search(name) and (MEASURED.match(value) or OUTCOME.match(value)):
        return True
    if name in ONCE and UUID.match(value) or name[-3:].lower() in ("sig", "ure") and SIGNATURE.match(value):
        return True
    if value in CONSTANTS or grade == "key" and (PATH.match(value) or CACHED.match(value)):
        return True
    if CODED.match(value):
        return WORDS.match(bytes.fromhex(value.replace("\\x", "")).decode("latin-1")) is not None
    return KEY_ID.match(value) is not None and bool(NAMING.search(name))
