"""Prose: a secret named in a sentence, before its name or some words behind it."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import keys, prints, said, tongues, values
from tools.lib.scrub.span import Span
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MORE = "c['’]est|sind|sont|son|sono|são|zijn"  # links that only a sentence has
AHEAD = lazy.pattern(r"""
    \w{0,12}                                                                                        # the rest of the name
    (?:['’]s)?
    (?P<said>(?:[,:]?[ ]["'(`*]?(?:(?:[dlDLnN]['’])?(?:[^\W\d_][^\W\d_'’./@-]{0,24})|[0-9]{1,3})["')`*]?
      |[ ](?:["'][^"'\s]{1,80}["']|[\w.-]{1,40}@[\w.-]{1,60}(?=:))){0,9}?)     # some words about it
    (?P<lead>,?[ ](?:LINKS|MORE)|[ ]?[:：]|[ ]?=|[ ]?[–—→➜]|[ ][/~|-]|,|\?:?|[ ](?:to|with|now)|[ ]from(?:[ ]\S{1,60}[ ]to)?|)
    (?:[ \n]{1,2}|(?<=：))(?:["'`(*“„‘「\[{<]{0,2}|«[ \u00a0\u202f]?)
    (?P<value>(?=[^\s]{0,60}[0-9!@#$%^&*]|[a-z]{3,12}(?:[-.][a-z]{3,12}){3})[^\s"'`<>()|：＝\x1b]{6,200})
""".replace("LINKS", tongues.LINKS).replace("MORE", MORE), re.X)
BOTH = lazy.pattern(r"""
    \w{0,12}(?:[ ][^\W\d_]{1,20}){0,5}?[ ]?(?:is|are|sind|sont|son|sono|são|zijn|to|lauten|:|=)?
    [ ]{1,2}["'`]?[\w.@+-]{1,60}["'`]?                                 # `login: bob`
    [ ]?(?:/|:|,|\||and)[ ]{1,2}["'`]?(?P<value>[^\s"'`]{6,100})       # `/ secret`
""", re.X)
ALONE = lazy.pattern(r"\w{0,12}[*:]{0,3}[ \t]*\r?\n(?:[ \t>|]{0,12}\r?\n)?(?:[ \t>]{0,12}```\w{0,12}\r?\n)?"
                     r"(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[:│|][ ]?))?[ \t>|+#/*-]{0,20}(?P<value>[^\s\"'`<>()|\x1b]{8,200})[ \t]*"
                     r"(?:\r?\n|\Z)")
TELLING = frozenset((*":：=–—→➜/~|", "c'est", "c’est", "sind", "sont", "son", "sono", "são", "zijn",
                     *tongues.LINKS.split("|"))) - frozenset("to on er az ez van je ay era oli war es".split())
# A link that is another word elsewhere, and the names behind which it is none.
OWN = {"es": ("contras", "clave"), "era": ("contras", "clave", "chiave", "parola"), "to": ("hasł", "hasl", "klucz"),
       "er": ("passord", "adgangsk", "kodeord", "nøkkel"), "je": ("hesl", "lozink", "gesl", "klíč"), "az": ("jelsz",),
       "ez": ("jelsz",),
       "on": ("salasan",), "war": ("passwort", "kennwort", "schlüssel"), "van": ("jelsz",)}
API = lazy.pattern(r"(?<![^\W_])api(?![^\W_])", re.I)
OFFER = lazy.pattern(
    r"(?<![\w-])(?:with|use|using|try|it's|here's|here is|paste|enter|type|this:|instead:|as)[ ][\"'`*]{0,2}\Z", re.I,
)
LINKS = frozenset(("is", "as", "was", "for", "=", "being", "als", "ist"))
HASHED = lazy.pattern(r"\b(?:hash|hashes|digest|checksum|fingerprint|thumbprint|etag)\b", re.I)
PASSED = lazy.pattern(r"[ \r]?\n|[ ](?:to|in|on|through)[ ]")  # a test's outcome, a verb
IDS = lazy.pattern(
    r"(?:toolu|msg|req|call|chatcmpl|run|resp|thread|asst|file|batch|srvtoolu|item|rs|fc|cmpl|evt|cus|price|prod|acct|sub"
    r"|in|pi|ch|sess|agent|task|job|commit|build|sha\d*|md5|v|rev|ref|pr|id)[-_:][A-Za-z0-9_-]*\Z", re.A | re.I,
)
STANDARD = lazy.pattern(r"(?:rfc|iso|cve|utf|cp|latin|windows|sha|md|pbkdf|aes|rsa|error|ora|port|version|event|page|line|kb|id"
                        r"|win)[-_.]?[0-9]", re.A | re.I)
SIGNED = lazy.pattern(r"(?=.*[0-9])(?=.*[A-Z])(?=.*[a-z])(?=(?:.*[!?#$%^&*+~@]){2})[^\s(){}\[\]<>;|\\]{10,60}\Z", re.A)
# What a commit or a file is told by, which may have to do with a secret.
HASHES = frozenset("commit hash sha digest checksum revision version build fix that which who where when id one".split())
PHRASE = lazy.pattern(r"[A-Za-z]{4,12}(?:-[A-Za-z]{4,12}){1,3}-[0-9]{2,5}[!?#]?\Z", re.A)
SIGN = lazy.pattern(r"[!#$%*+?@\\^~€£§¤°]|(?<=\w)&(?=\w)")
KEPT = lazy.pattern(r"(?:[0-9a-f]{7,64}|[A-Z]{1,10}-[0-9]+|v?[0-9.]+[a-z]*[0-9]*)\Z", re.A)


def around(text: str, start: int, end: int, grade: str) -> Iterator[Span]:
    """Give the secret that the sentence around the name text[start:end] speaks of."""
    both = BOTH.match(text, end) if grade == "login" else None
    if both and values.secret(_bare(both.group("value")), "password", False):
        first = both.start("value")
        yield Span(first, first + len(_bare(both.group("value"))), "password", "prose")
        return
    if text[start:end].lower() == "pass" and PASSED.match(text, end):
        return
    ahead = AHEAD.match(text, end, end + 320)
    if ahead:
        first, last = ahead.span("value")
        value = _bare(ahead.group("value"))
        if HASHED.search(ahead.group("said")) and randomness.HEX.match(value):
            return
        close = bool(ahead.group("lead").strip(" ,")) or not ahead.group("said")
        if text[start:end].lower() == "pass" and not text[end].isalpha() and prints.public("pass", grade, value):
            return
        told = grade == "password" and not prints.public("key", grade, value)
        lead = ahead.group("lead").strip(" ,")
        leading = lead in TELLING or text[start:start + 8].lower().startswith(OWN.get(lead, "\n"))
        told = told and value[:1] != "\\" and leading and values.secret(value, grade, False)
        told = told or leading and grade != "password" and _issued(text[max(0, start - 8):ahead.end("said")], value)
        if text[last:last + 1] != "(" and (told or spoken(value, grade, close)):
            yield Span(first, first + len(value), "password" if grade == "password" else "secret", "prose")
            return
    alone = ALONE.match(text, end)
    head = text[max(0, start - 40):start].rpartition("\n")[2]
    led = head.strip(" \t#*+/>|│→:-0123456789")
    if alone and (not led or len(led.split()) < 4 and ":" in text[end:alone.start("value")]) \
            and spoken(alone.group("value"), grade, True):
        yield Span(*alone.span("value"), "password" if grade == "password" else "secret", "prose")
        return
    yield from _behind(text, start, grade)


def offered(text: str, start: int, end: int) -> Iterator[Span]:
    """Give a drawn token that a sentence offers without a name: `try it with ...`."""
    if text[start - 1:start] not in tuple(" \"'`*") or not OFFER.search(text, max(0, start - 16), start):
        return
    value = text[start:end].rstrip(".,=")
    if randomness.variety(value) == 3 and randomness.changes(value) * 3 >= len(value) and spoken(value, "token", True) \
            and re.fullmatch(r"[A-Za-z0-9_-]+", value, re.A):
        yield Span(start, start + len(value), "secret", "prose")


def headless(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the rest of a token whose head an ellipsis stands for."""
    value = text[start:end].rstrip(".,")
    core = re.sub("[^A-Za-z0-9]", "", value)
    if len(core) >= 14 and "/" not in value and (randomness.variety(core) == 3 and randomness.changes(core) * 3 >= len(core) or (
            len(core) >= 20 and randomness.mixed(core))):
        yield Span(start, start + len(value), "secret", "prose")


def _behind(text: str, start: int, grade: str) -> Iterator[Span]:
    """`Bramble9219 is the new password`: a value, a link, and at most four words up to the name."""
    window = text[max(0, start - 140):start]
    words = window[window.rfind("\n") + 1:].rsplit(" ", 8)
    for back in range(2, min(7, len(words))):
        if words[-back].lower() in LINKS:
            between = frozenset(word.lower().strip(",.") for word in words[1 - back:])
            value = _bare(words[-back - 1].strip("\"'`(*,"))
            if not between.isdisjoint(HASHES):
                return
            if value and _issued(window[-24:] + text[start:start + 4], value) or value and spoken(value, grade, True):
                first = text.rindex(value, 0, start)
                yield Span(first, first + len(value), "password" if grade == "password" else "secret", "prose")
            return


def _issued(about: str, value: str) -> bool:
    """True for a UUID or a run of hex that the words about it call a key of an interface, and no key's name."""
    if not API.search(about) or not keys.EXCUSES.isdisjoint(re.findall("[a-z]+", about.lower())):
        return False
    return randomness.UUID.match(value) is not None or len(value) >= 32 and randomness.HEX.match(value) is not None and (
        randomness.mixed(value))


def _bare(value: str) -> str:
    return value.rstrip("\\&.,;:?)]}*’”“„«»」。，、") if value[-1:] in ".,;:?)]}*’”“„«»」。，、" else value


def spoken(value: str, grade: str, close: bool) -> bool:
    """True when a word of a sentence is too strange for one: a drawn token, or (right behind its name) a password."""
    if value[:2] == "0x" and len(value) == 66:
        value = value[2:]
    if prints.public("key", grade, value):
        return False
    hexed = len(value) in (32, 40, 48, 64) and randomness.HEX.match(value) and randomness.mixed(value)
    if close and grade in ("token", "key", "secret") and hexed:
        return True
    if len(value) < 8 or value[0] in "-\\" or not value.isascii():
        return False
    if IDS.match(value) or KEPT.match(value) or values.CALL.match(value):
        return False
    if values.filler(value) or values.reference(value) or values.place(value) or values.algorithm(value):
        return False
    if close and grade == "password" and (SIGNED.match(value) or values.passphrase(value)):
        return True
    if re.search(r"[(){}\[\]=<>;|\\]|::|->", value) or values.NUMBER.match(value) or randomness.UUID.match(value):
        return False
    pieces = [p for p in re.split(r"[^A-Za-z0-9]+", value) if p]
    if any(len(p) >= 12 and randomness.mixed(p) and not p.isdigit() for p in pieces) and not randomness.HEX.match(value):
        return True
    if grade != "password" or not close:
        return False
    if values.CONSTANT.match(value):
        return False
    if PHRASE.match(value) and said.WORDS.isdisjoint(value.lower().split("-")) and not STANDARD.match(value):
        return True
    if randomness.drawn(re.sub("[-_]", "", value)) and randomness.variety(value) >= 2:
        return True
    if values.HUMAN.match(value) and sum(c.isdigit() for c in value) >= 3 and not STANDARD.match(value):
        return True
    if randomness.mixed(re.sub(r"[-_]", "", value)) and len(value) >= 10 and randomness.variety(value) == 3:
        return True
    digits = sum(c.isdigit() for c in value)
    return digits >= 2 and randomness.variety(value) == 3 and (digits >= 3 or bool(values.SYMBOL.search(value))) or (
        bool(digits) and bool(SIGN.search(value[:-1])) and bool(randomness.LETTERS.search(value)))
