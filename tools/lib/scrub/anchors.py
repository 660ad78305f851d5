"""Anchors: what a scan of a text stops at: pieces of names, and places that are told without one."""
from __future__ import annotations

from tools.lib.scrub import credentials, shell, tongues

# What a scan stops at. A name is found by a piece of it that begins with a seldom letter (`token` by `ken`, `secret` by
# `cret`): `re` skips to the first characters of its words, and with common ones among them it runs at a quarter the speed.
NAMES = (
    "pass pwd pw cret ken key uth cred kie jwt bear gnature mnem psk kenn contras wachtwoord jelszo "
    "webhook conn pin= pin: phrase covery wallet bip39 gredo clave psw "
    "kode parol kret klucz kulcs jeton zinka zaporka curestring gin: gin= mmunity mdp chav utel geheim pasah khau wort"
).split()
# These begin with common letters: they are scanned for only in a text that holds one.
FURTHER = ["identified ", "net use", *"sess sig= otp seed salt senha haslo heslo salasana".split()]
NAMES += ["pin ", "ckup code"]
# Each with the letters that it needs and ASCII has not; a word of ASCII's letters holds or is one of the others.
FOREIGN = {word: {letter for letter in word if letter > "\x7f"} for word in tongues.anchors() if not word.isascii()}
LETTERS = frozenset().union(*FOREIGN.values(), "k")
GATES = [b"slo", *(word.encode() for word in FURTHER if "slo" not in word)]  # looked for first: each costs a microsecond a record
NAMED = frozenset((*NAMES, *FURTHER, *FOREIGN))
ANNOUNCING = frozenset(("pin ", "ckup code", "mnem", "seed", "phrase", "covery", "wallet", "bip39"))
USERS = ("-u ", "-u'", '-u"', "--user", "--proxy-user", "--auth ", "--auth=", "-auth ")
PORTS = (":5432:", ":5433:", ":6432:", ":*:")
HERE = ("://", "-----begin", "---- begin", "-----end", "---- end", "private-lines", "private-mac: ", "keyvalue>",
        'kty"', "kty'", *shell.PIPES, *shell.PLACED)
PLACES = (*HERE, *USERS, *PORTS, *shell.OPTIONS, *credentials.SPECIALS)
ASCII = (*NAMES, *PLACES)
NAME_OF: dict[bytes | str, str] = {form: word for word in (*ASCII, *FURTHER, *FOREIGN) for form in (word, word.encode())}
