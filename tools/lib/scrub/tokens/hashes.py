"""Hashes: passwords as systems keep them, each told by the sign of its scheme."""
from __future__ import annotations

from tools.lib.scrub import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

C = "[A-Za-z0-9./]"
B = "[A-Za-z0-9+/=._-]"
# Schemes of crypt(5), of John the Ripper's and hashcat's lists, of frameworks, databases and network gear.
SCHEMES = {
    "$1$": rf"\$1\${C}{{1,8}}\${C}{{16,24}}",
    "$2": rf"\$2[abxy]?\$[0-9]{{2}}\${C}{{22,60}}",
    "$3$": r"\$3\$\$[0-9a-f]{32}",
    "$5$": rf"\$5\$(?:rounds=[0-9]+\$)?{C}{{1,16}}\${C}{{20,50}}",
    "$6$": rf"\$6\$(?:rounds=[0-9]+\$)?{C}{{1,16}}\${C}{{20,90}}",
    "$7$": rf"\$7\$(?:{C}{{8,100}}\${C}{{20,60}}|{C}{{28,100}})",
    "$8$": rf"\$8\${C}{{6,20}}\${C}{{20,60}}",
    "$9$": r"\$9\$[A-Za-z0-9./$-]{8,90}",
    "$14$": rf"\$14\${C}{{2,8}}\$[A-Za-z0-9./$]{{20,80}}",
    "$y$": rf"\$g?y\${C}{{2,8}}\${C}{{8,90}}\${C}{{20,50}}",
    "$gy$": rf"\$gy\${C}{{2,8}}\${C}{{8,90}}\${C}{{20,50}}",
    "$md5": rf"\$md5(?:,rounds=[0-9]+)?\${C}{{1,16}}\${{1,2}}{C}{{20,24}}",
    "$sha1$": rf"\$sha1\$[0-9]+\${C}{{1,64}}\${C}{{20,40}}",
    "$apr1$": rf"\$apr1\${C}{{1,8}}\${C}{{16,24}}",
    "$argon2": rf"\$argon2i?d?\$(?:v=[0-9]+\$)?[a-z0-9=,]+\${B}{{8,100}}\${B}{{16,200}}",
    "$scrypt$": rf"\$scrypt\$[a-z0-9=,]+\${B}{{8,100}}\${B}{{16,200}}",
    "$pbkdf2": rf"\$pbkdf2(?:-sha(?:1|256|512))?\$[0-9]+\${B}{{8,100}}\${B}{{16,200}}",
    "$bcrypt-sha256$": rf"\$bcrypt-sha256\$[^\s$]{{1,40}}\${C}{{10,40}}\${C}{{20,60}}",
    "$p$": rf"\$[PH]\$[A-Za-z0-9./]{C}{{24,40}}",
    "$h$": rf"\$[PH]\$[A-Za-z0-9./]{C}{{24,40}}",
    "$s$": rf"\$S\$[A-Za-z0-9./]{C}{{40,60}}",
    "$q$": rf"\$Q\$[A-Za-z0-9./]{C}{{24,60}}",
    "$nt$": r"\$NT\$[0-9a-fA-F]{32}",
    "$lm$": r"\$LM\$[0-9a-fA-F]{16,32}",
    "$ml$": r"\$ml\$[0-9]+\$[0-9a-f]{32,128}\$[0-9a-f]{64,300}",
    "$dcc2$": r"\$DCC2\$[0-9]+#[^#\s]{1,40}#[0-9a-f]{32}",
    "$krb5": r"\$krb5(?:tgs|asrep|pa)\$[^\s\"']{40,4000}",
    "$zip2$": r"\$zip2\$[^\s\"']{20,2000}",
    "$office$": r"\$office\$[^\s\"']{40,600}",
    "$ansible$": r"\$ansible\$[^\s\"']{40,600}",
    "$keepass$": r"\$keepass\$[^\s\"']{40,2000}",
    "$bitcoin$": r"\$bitcoin\$[^\s\"']{40,600}",
    "$ethereum$": r"\$ethereum\$[^\s\"']{40,900}",
    "pbkdf2": rf"pbkdf2(?:[_:-]sha(?:1|256|384|512))?[:$][0-9]+[:$]{B}{{4,100}}[$:]{B}{{20,200}}",
    "ypt:": rf"scrypt:[0-9]+:[0-9]+:[0-9]+\${B}{{4,60}}\${B}{{32,200}}",
    "bcrypt$": rf"bcrypt(?:_sha256)?\$\$2[abxy]?\$[0-9]{{2}}\${C}{{22,60}}",
    "bcrypt_sha256$": rf"bcrypt_sha256\$\$2[abxy]?\$[0-9]{{2}}\${C}{{22,60}}",
    "m-sha-": rf"M-SHA-(?:1|256|512)\$[0-9]+:{B}{{8,100}}\${B}{{20,120}}:{B}{{20,120}}",
    "{ssha": r"\{SSHA(?:256|384|512)?\}[A-Za-z0-9+/=]{20,150}",
    "{sha": r"\{SHA(?:256|384|512)?\}[A-Za-z0-9+/=]{20,150}",
    "{smd5}": r"\{SMD5\}[A-Za-z0-9+/=]{20,60}",
    "{cram-md5}": r"\{CRAM-MD5\}[A-Fa-f0-9]{64}",
    "{md5}": r"\{MD5\}[A-Za-z0-9+/=]{20,60}",
    "{crypt}": r"\{CRYPT\}[A-Za-z0-9./$,=]{10,150}",
    "{pbkdf2": r"\{PBKDF2[A-Z0-9_-]{0,12}\}[A-Za-z0-9./$+=]{20,250}",
    "{argon2": r"\{ARGON2I?D?\}\$?[^\s\"']{20,250}",
    "{x-": r"\{x-[a-z0-9]+, ?[0-9]+\}[A-Za-z0-9+/=]{20,150}",
    "{bcrypt}": rf"\{{bcrypt\}}\$2[abxy]?\$[0-9]{{2}}\${C}{{22,60}}",
    "{plain}": r"\{PLAIN\}(?P<value>[^\s:\"'<>]{6,60})",
    "{cleartext}": r"\{CLEARTEXT\}(?P<value>[^\s:\"'<>]{6,60})",
    "{noop}": r"\{noop\}[^\s\"'<>]{6,60}",
    ":::": r":(?P<value>(?!aad3b435b51404eeaad3b435b51404ee:)[0-9a-fA-F]{32}(?::[0-9a-fA-F]{32})?):::",
    "grub.pbkdf2": r"grub\.pbkdf2\.sha512\.[0-9]+\.[0-9A-F]{32,200}\.[0-9A-F]{64,300}",
    "$ansible_vault": r"\$ANSIBLE_VAULT;[0-9.]+;AES256(?:;\w+)?(?P<value>(?:\\n|\s)+[0-9]{60,90}(?:(?:\\n|\s)+[0-9]{20,90})*)",
}
BACK = {":::": 70, "m-sha-": 4, "ypt:": 3}
PATTERNS: dict[str, tuple[int, str, re.Pattern[str]]] = {
    sign: (BACK.get(sign, 0), "password-hash", lazy.pattern(("SCRA" if sign == "m-sha-" else "") + body))
    for sign, body in SCHEMES.items()
}


def end(text: str, start: int) -> int:
    """Return where the hash that begins at `start` ends, 0 when none begins there."""
    low = text[start:start + 16].lower()
    for sign, (_, _, body) in PATTERNS.items() if low[:1] in ("$", "{", "p", "b", "s") else ():
        found = body.match(text, start) if low.startswith(sign) else None
        if found:
            return found.end()
    return 0
