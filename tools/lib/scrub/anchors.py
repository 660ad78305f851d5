"""Anchors: what a scan of a text stops at: pieces of names, and places that are told without one."""
from __future__ import annotations

import re

from tools.lib.scrub import trie
from tools.lib.scrub.blocks import octets, pem
from tools.lib.scrub.keyed import tongues
from tools.lib.scrub.places import credentials, printed, shell

# What a scan stops at. A name is found by a piece of it that begins with a seldom letter (`token` by `ken`, `secret` by
# `cret`): `re` skips to the first characters of its words, and with common ones among them it runs at a quarter the speed.
NAMES = (
    "pass pwd pw cret ken key uth cred kie jwt bear gnature mnem psk kenn contras wachtwoord jelsz "
    "webhook conn pin= pin: phrase covery wallet bip39 gredo clave psw "
    "paswo pasvo pasfh gangsc ussana gesl wagwo cyfrin kata parool chiave clau "
    "kode parol kret klucz kulcs jeton zinka zaporka curestring gin: gin= mmunity mdp chav utel geheim pasah khau wort"
).split()
# These begin with common letters, so they are scanned for only in a text that holds one, or a probe for some of them: to look
# for each costs a microsecond a record.
ENTERING = ("log in ", "sign in ", "elde dich ", "onnectez-vous ")
SIBILANT = ("sess", "sig=", "seed", "salt", "senha", "salasana", "sandi", "sifre", "siri", "senord")
FURTHER = (*SIBILANT, *ENTERING, "tifiants", "otp", "haslo", "heslo", "identified ", "net use", "fernet(",
           "manual", "\ttrue\t/", "\tfalse\t/")
ALIKE = re.compile(trie.pattern(SIBILANT).encode())
PROBES = (b"tifiants", b"log in ", b"sign in ", b"elde dich ", b"tez-vous ", b"slo", b"otp",
          b"identified ", b"net use", b"fernet(", b"manual", b"\ttrue\t/", b"\tfalse\t/")
NAMES += ["gangsd", "meldeda", "gindat", "ggegev", "gowani", "pin ", "ckup code", "word=", "pat=", "pat:", "pat ="]
# Each with the letters that it needs and ASCII has not; a word of ASCII's letters holds or is one of the others.
FOREIGN = {word: {letter for letter in word if letter > "\x7f"} for word in tongues.anchors() if not word.isascii()}
LETTERS = frozenset().union(*FOREIGN.values(), "k")
NAMED = frozenset((*NAMES, *FURTHER, *FOREIGN))
ANNOUNCING = frozenset(("pin ", "ckup code", "mnem", "seed", "phrase", "covery", "wallet", "bip39"))
USERS = ("-u ", "-u'", '-u"', "--user", "--proxy-user", "--auth ", "--auth=", "-auth ")
PORTS = (":5432:", ":5433:", ":6432:", ":*:")
HERE = ("://", *octets.FIELDS, *octets.EXPRESSIONS, octets.LISTING, *pem.BEGINS, *pem.ENDS,
        "keyvalue>", 'kty"', "kty'", "kty:", *shell.PIPES, *shell.PLACED, *printed.REST)
PLACES = (*HERE, *USERS, *PORTS, *shell.OPTIONS, *credentials.SPECIALS)
ASCII = tuple(word for word in (*NAMES, *PLACES) if word not in FURTHER)
NAME_OF: dict[bytes | str, str] = {form: word for word in (*ASCII, *FURTHER, *FOREIGN) for form in (word, word.encode())}


def further(low: bytes) -> tuple[str, ...]:
    """Return those of `FURTHER` that a text in small letters may hold: all, some, none; each choice is a pattern to compile."""
    if any(map(low.__contains__, PROBES)):
        return FURTHER
    return SIBILANT if ALIKE.search(low) else ()
