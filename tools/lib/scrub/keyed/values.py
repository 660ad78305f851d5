"""Values: is what stands behind a secret's name the secret, or code, a reference, a filler, a word?"""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.encodings import encoded
from tools.lib.scrub.keyed.fillers import filler as filler
from tools.lib.scrub.keyed.fillers import reference as reference
from tools.lib.scrub.tokens import randomness

CALL = lazy.pattern(r"(?:await\s|new\s|!|&|\*|\()?[A-Za-z_][\w]*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)*(?:!?\(|\[|<\w)", re.A)
CHAIN = lazy.pattern(r"[!&*]?[A-Za-z_]\w*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)+[;,)]*\Z", re.A)
PATH = lazy.pattern(
    r"(?:~|\.{1,2})?/(?:[\w.@+-]+/)*[\w.@+-]*\Z|[A-Za-z]:[\\/]|(?:[\w.-]+/)+[\w-]+\.[a-z]{1,5}\Z|\.{0,2}/[a-z]+[\w./-]*\Z", re.A,
)
FILE = lazy.pattern(
    r"[\w./-]+\.(?:py|js|ts|tsx|json|ya?ml|toml|txt|md|pem|key|crt|cert|env|go|rs|rb|java|sh|cfg|ini|conf|html|css|sql"
    r"|log|lock|pub|xml|jks|p12|pfx)\Z", re.A | re.I,
)
URL = lazy.pattern(r"[a-z][a-z0-9+.-]{1,20}://", re.A | re.I)
NUMBER = lazy.pattern(r"0[xX][0-9a-fA-F]{1,16}[uUlL]{0,3}\Z|[-+]?[0-9][0-9_,.:]*(?:[a-zA-Z%]{1,3})?\Z|"
                       r"[0-9]{1,5}/(?:tcp|udp|sctp)\Z", re.A)
DATE = lazy.pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.A)
NAME = lazy.pattern(r"[A-Za-z]+(?:[-_. /][A-Za-z]+)*\Z", re.A)
WORDY = lazy.pattern(r"[A-Za-z][a-z]*(?:[-_./: ][A-Za-z][a-z]*)*[0-9]{0,2}\Z", re.A)
CONSTANT = lazy.pattern(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z", re.A)
VERSIONED = lazy.pattern(r"[A-Za-z]+(?:[-_./][A-Za-z]+)*[-_./]?v?[0-9]{1,4}(?:\.[0-9]+)*\Z", re.A)
SYMBOL = lazy.pattern(r"[!#$%*+?@\\^~€£§¤°]")  # no letter of another script is one, nor its marks
BRACKETS = lazy.pattern(r"[(){}\[\]]")
# A hole of a string that is filled in.
FORMATTED = lazy.pattern(r"\{[A-Za-z_][\w.\[\]]*(?:![rsa])?(?::[^{}]{0,20})?\}[\"')]*\Z", re.A)
ALGORITHM = lazy.pattern(
    r"(?:pbewith\w*|sha|md|aes|rsa|hmac|hs|rs|es|ps|ed|ecdsa|pbkdf|bcrypt|argon|scrypt|scram-sha|wpa|x)[-_]?[0-9]+\w*(?:[-_]\w+)"
    r"*\Z", re.A | re.I,
)
OPTION = lazy.pattern(r"--?[A-Za-z][A-Za-z-]{1,30}(?:=.{0,40})?\Z", re.A)
PATTERN = lazy.pattern(r"\\[sdwbSDW(<%|]|\(\?[:=!P<]|\[\^|\A\.\*|\.\*\Z|\.\*.*\.\*|[\[(|^$\\].*\.\*|\.\*.*[\[(|^$\\]"
                       r"|\A[^0-9]*\.\*[^0-9]*\Z", re.A)  # a regular expression
RELEASE = lazy.pattern(r"[\^~<>=v* ]{0,3}[0-9]+(?:\.[0-9x*]+){1,3}(?:-[\w.]+)?\Z", re.A)
LISTED = lazy.pattern(r"[A-Za-z_]\w*(?:,[0-9]+L)+\Z", re.A)  # an object id as C writes it
TROFF = lazy.pattern(r"\\f[A-Z0-9]|\\[&%/,|^]|\\[a-z]{2,12}(?![a-z0-9])", re.A)
EMAIL = lazy.pattern(r"[\w.+-]+@[\w-]+\.[\w.-]+\Z|[a-z.+-]+@[a-z-]+\Z", re.A)
PUBLIC = lazy.pattern(
    r"304[4-6]02(?:20|21)|ssh-(?:rsa|ed25519|dss)|ecdsa-sha2|sk-ssh-|sk-ecdsa|SHA256:|MD5:|age1|AAAA[BCE][23]Nza|AAAAE2Vj|"
    r"MFkwEwYHKoZ"
    r"|MFYwEAYHKoZ|MHYwEAYHKoZ|MIGbMBAGByq|MI[GI][A-Za-z0-9]{1,3}M?A0GCSq|MI[IG][BCD][A-Z]jANBgkqhkiG9w0BAQEF|MCowBQYDK2V"
    r"|MIGfMA0GC|MII[CDEFG][A-Za-z0-9]{1,3}CC|-----|sha(?:1|256|384|512)[-:]|(?:[0-9a-f]{2}:){5}", re.A | re.I,
)
PUBLIC_KEYS = lazy.pattern(r"\A\s*[{\[][\s\S]*(?:public_?key|PUBLIC KEY|keytype|\"kty\")", re.I)
CONFIDENTIAL = lazy.pattern(r"priv|secret|passw|token|credential|\"[dpqk]\"", re.I)
HUMAN = lazy.pattern(r"(?=.{0,12}[A-Za-z]{4})[A-Za-z]+[-_.]?[0-9]{2,5}[!?#$%*.]{0,2}\Z", re.A)  # a word, a number, a sign
USER = lazy.pattern(r"[\w.@$+-]{1,60}:[!-~]{4,200}\Z", re.A)
LEAST = {"password": 6, "token": 8, "secret": 8, "key": 16, "login": 8}


_memo: dict[tuple[str, str, bool], bool] = {}


def secret(value: str, grade: str, quoted: bool) -> bool:
    """True when the value behind a key of this grade is to be masked; `quoted` (or decoded) values are no code."""
    asked = value, grade, quoted
    known = _memo.get(asked)
    if known is None:
        if len(_memo) > 5_000:
            _memo.clear()
        known = _memo[asked] = _secret(value, grade, quoted)
    return known


def _secret(value: str, grade: str, quoted: bool) -> bool:
    if len(value) < LEAST[grade] or "[secret:" in value or "[private]" in value:
        return False
    if quoted and len(value) >= 32 and salted(value):
        return True
    if "\\" in value:
        value = TROFF.sub("", value.replace("\\-", "-"))
        if len(value) < LEAST[grade]:
            return False
    if FORMATTED.match(value) and not randomness.mixed(value[1:-1]):
        return False
    if value[0] == "{" and value[-1] == "}" and SYMBOL.search(value):  # as ODBC writes one with signs
        value = value[1:-1]
    if filler(value) or reference(value) or PUBLIC.match(value) or _published(value):
        return False
    if not quoted and (CALL.match(value) or chained(value)):
        return False
    if PATTERN.search(value) or LISTED.match(value) or RELEASE.match(value):
        return False
    if place(value) or DATE.match(value) or algorithm(value):
        return False
    if grade in ("login", "password") and LOGIN.match(value) and not URL.match(value):
        return grade == "password" and _password(value, quoted) or _password(re.split("[:/]", value, maxsplit=1)[1], quoted)
    if grade == "password":
        return _password(value, quoted)
    return _token(value, grade)


def chained(value: str) -> bool:
    """True for members of an object, `settings.password`; two drawn pieces that a dot joins are none."""
    return CHAIN.match(value) is not None and not _jumps(value)


def _jumps(value: str) -> bool:
    """True for what looks like a chain of members, but whose letters and figures change places too often for names."""
    joined = re.sub(r"[^A-Za-z0-9]", "", value)
    if len(joined) < 8 or not any(c.isdigit() for c in joined):
        return False
    if randomness.changes(joined) * 2 >= len(joined) or any(map(randomness.mixed, value.split("."))):
        return True
    return randomness.variety(joined) == 3 and randomness.rarity(value) >= 0.3 and not any(
        len(piece) >= 4 and randomness.rarity(piece) < 0.3 for piece in randomness.CAMEL.findall(value))


def scrambled(value: str) -> bool:
    """True for a few letters of both cases that make neither words nor a name, or for two such pieces joined by a dot."""
    if CHAIN.match(value):
        return _jumps(value)
    if not 6 <= len(value) <= 40 or not value.isascii() or not value.isalpha() or value in (value.lower(), value.upper()):
        return False
    return randomness.rarity(value) >= 0.45 and not any(
        len(piece) >= 5 and randomness.rarity(piece) <= 0.3 for piece in randomness.CAMEL.findall(value))


def salted(value: str) -> bool:
    """True for a long string drawn from all signs there are, as WordPress's salts and Django's keys: no code, no pattern."""
    drawn = value[len("django-insecure-"):] if value.startswith("django-insecure-") else value
    signs = [c for c in drawn if not c.isalnum()]
    if not drawn.isascii() or len(drawn) > 130 or drawn.count(", ") > 1 or len(set(signs)) < 5 or len(
            re.findall("[0-9]", drawn)) < 2:
        return False
    kinds = "".join("a" if c.islower() else "A" if c.isupper() else "0" if c.isdigit() else "." for c in drawn)
    changes = sum(one != two for one, two in zip(kinds, kinds[1:]))
    return changes * 5 >= len(drawn) * 2 and max(map(len, re.findall("[a-z]+", drawn)), default=0) < 12


def _published(value: str) -> bool:
    """True for JSON in base64 that holds public keys and names nothing that is secret, as a trust root's metadata does."""
    if len(value) < 200 or value[:2] not in ("ew", "ey", "W3", "Ww"):
        return False
    plain = encoded.decode(value).decode("latin-1")
    return bool(PUBLIC_KEYS.search(plain)) and not CONFIDENTIAL.search(plain)


def algorithm(value: str) -> bool:
    """True for the name of a hash, cipher or signature: `SHA256withRSA`, `hs512`."""
    return len(value) <= 40 and ALGORITHM.match(value) is not None and not randomness.mixed(value)


def place(value: str) -> bool:
    if URL.match(value):
        return True
    if "/" in value and PATH.match(value) and not randomness.mixed(max(re.split(r"[/.]", value), key=len)):
        return True
    return bool(FILE.match(value.lstrip("@")) or EMAIL.match(value))


def _password(value: str, quoted: bool) -> bool:
    if OPTION.match(value):
        return False
    if NUMBER.match(value):
        return quoted and value.isdigit()
    if " " in value and not _spoken(value):
        return False
    if NAME.match(value):
        pieces = re.split(r"[-_. /]", value)
        return passphrase(value) or randomness.drawn(value) or " " not in value and (
            _strange("".join(pieces)) or len(pieces) == 1 and (
                _jumbled(value) or len(value) >= 8 and randomness.rarity(value) >= 0.5))
    if CONSTANT.match(value) and not any(map(randomness.mixed, value.split("_"))):
        return False
    if not quoted and BRACKETS.search(value) and not re.search(r"[0-9]", value):
        return False
    return bool(re.search(r"[0-9]", value) or SYMBOL.search(value)) or _strange(re.sub(r"[^A-Za-z]", "", value))


def _strange(letters: str) -> bool:
    """True for letters whose case jumps about, or that make no words."""
    return randomness.chopped(letters) and randomness.changes(letters) >= 3 or (
        len(letters) >= 8 and randomness.changes(letters) >= 3 and randomness.rarity(letters) >= 0.5)


def _jumbled(letters: str) -> bool:
    """True for letters of both cases that make no camelCase name: pieces of one or two letters, or pairs no word has."""
    pieces = randomness.CAMEL.findall(letters)
    short = sum(len(piece) <= 2 for piece in pieces)
    return len(letters) >= 8 and len(pieces) >= 2 and (
        short >= 2 and len(pieces) >= 3 or randomness.rarity(letters) >= (0.35 if not short else 0.25))


def _spoken(value: str) -> bool:
    """A value with spaces is a password only if its words are few and none of them is a sentence's."""
    words = value.split(" ")
    return len(words) <= 4 and any(re.search("[0-9]", w) and re.search("[A-Za-z]", w) for w in words) and len(value) <= 60 \
        and not any(w.lower() in STOP for w in words)


def passphrase(value: str) -> bool:
    """True for four words and more, joined by signs, of which none is a sentence's."""
    words = re.split(r"[-. ]", value)
    return "_" not in value and len(words) >= 4 and len(value) >= 18 and not any(w.lower() in STOP for w in words) \
        and all(word.isalpha() and word.isascii() for word in words)


LOGIN = lazy.pattern(r"[\w.@+-]{1,60}[:/][^/].{4,100}\Z", re.A)
STOP = frozenset(
    "the a an of in to for and or is are was be with without on at by from this that your my our you it not no if as "
    "must should can will password passwords secret token key user username email login name invalid incorrect wrong "
    "reset forgot change changed required enter confirm new old hash field value string error message page form input "
    "type app id url file path characters letters least minimum please".split()
)


def _token(value: str, grade: str) -> bool:
    if NUMBER.match(value) or " " in value or BRACKETS.search(value.rstrip(")]}")):
        return False
    if randomness.UUID.match(value):
        return grade != "key"
    core = re.sub(r"[^A-Za-z0-9]", "", value)
    if len(core) < LEAST[grade]:
        return False
    if randomness.HEX.match(value):
        return len(value) >= (32 if grade == "key" else 16) and len(set(value)) > 5
    if grade == "secret" and HUMAN.match(value) and len(re.findall("[0-9]", value)) > 2:
        return True
    if len(value) >= 12 and USER.match(encoded.decode(value).decode("latin-1")):  # a login, as Docker keeps it
        return True
    if CONSTANT.match(value):
        return any(map(randomness.mixed, value.split("_")))
    if WORDY.match(value) or VERSIONED.match(value):
        return randomness.drawn(core)
    longest = max(re.split(r"[^A-Za-z0-9]+", value), key=len)
    if randomness.mixed(longest) or randomness.drawn(longest):
        return True
    various = len(core) >= 20 and randomness.variety(core) == 3
    if various and randomness.rarity(core) >= 0.35 and randomness.changes(core) * 4 >= len(core):
        return True
    if grade == "key" or len(core) < 10:
        return False
    return bool(re.search("[0-9]", core)) and (
        randomness.rarity(core) >= 0.35 or randomness.chopped(core) or bool(SYMBOL.search(value.rstrip("!?"))))
