"""Weak: passwords that people pick and no classifier takes for one, where a place is surely a setting's."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import fillers, said, spoken, values
from tools.lib.scrub.tokens import randomness

# From the top of the published lists of leaked passwords: rows of keys, sentences without spaces. No word of a text is one.
STARK = frozenset(
    "letmein letmeinnow letmeinplease qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm iloveyou iloveu trustno "
    "opensesame correcthorse correcthorsebattery correcthorsebatterystaple fuckyou hunterhunter tequiero ciaociao qazwsx "
    "qweasd qweasdzxc asdasd asdfasdf poiuyt lkjhgf mnbvcxz sekrit drowssap passw0rd p@ssw0rd p@ssword pa$$word pa$$w0rd "
    "pa55word pa55w0rd".split()
)
COMMON = STARK | frozenset(
    "starwars swordfish princess sunshine dragon dragonfly superman batman spiderman pokemon football baseball basketball "
    "liverpool realmadrid juventus biteme loveme monkey shadow hunter welcome whatever freedom".split()
)
LETTERS = lazy.pattern(r"[a-z]{6,24}\Z", re.A)
NUMBERED = lazy.pattern(r"[A-Za-z]{3,20}[-_.]?[0-9]{1,8}[!?#$%*@.]{0,3}\Z|[A-Z]?[a-z0@$]{4,16}[0-9]{0,4}[!?#$%*]{0,2}\Z", re.A)
SIGN = lazy.pattern(r"[!?#$%*@]", re.A)
TECHNICAL = frozenset(
    "app db api web dev prod staging test stage svc service services server client config auth admin user users default cert tls "
    "ssl eu us name id env key keys secret secrets token tokens password credentials creds pod node cluster cache file path "
    "access deploy registry docker kube ingress storage queue job worker backend frontend".split()
)


def value(value: str, grade: str, name: str, sure: bool) -> bool:
    """True for a weak password behind a name of this grade."""
    if grade == "password" and sure and " " in value:
        return listed(value.replace(" ", ""), STARK) or spoken.phrase(value, name)
    if not 6 <= len(value) <= 40 or grade in ("key", "login") or "[secret:" in value:
        return False
    return password(value, sure) if grade == "password" else secret(value, name, sure)


def listed(value: str, words: frozenset[str]) -> bool:
    """True for one of the words, a few figures or signs behind it or not."""
    low = value.lower()
    return low in words or low.rstrip("0123456789!?#$%*.@") in words


def password(value: str, sure: bool) -> bool:
    """True for a weak password; `sure` when its place can hold nothing but a value."""
    if value.isdigit():
        return 6 <= len(value) <= 24 and len(set(value)) > 2
    if listed(value, STARK):
        return True
    if not sure:
        return False
    low = value.lower()
    if fillers.SEQUENCE.match(value) and len(set(value)) > 2 and re.search("[0-9]", value):
        return not low.startswith(("deadbeef", "cafebabe", "0000"))
    return LETTERS.match(value) is not None and "passw" not in low and low not in said.WORDS and (
        not low.endswith(said.ENDINGS) and not fillers.FILLER.fullmatch(value))


def secret(value: str, name: str, sure: bool) -> bool:
    """True for a weak password behind a name that promises a drawn token."""
    if listed(value, COMMON if sure else STARK):
        return True
    if not sure:
        return False
    if NUMBERED.match(value) and (SIGN.search(value) or len(re.findall("[0-9]", value)) > 2):
        return not fillers.FILLER.fullmatch(value) and not randomness.HEX.match(value) and not values.ALGORITHM.match(value)
    if "secret" in name.lower() and value.isdigit() and len(set(value)) > 2:
        return True
    words = re.split("[-. ]", value.lower())
    return "secret" in name.lower() and len(words) >= 4 and len(value) >= 18 and TECHNICAL.isdisjoint(words) \
        and all(map(str.isalpha, words))
