"""Randomness: does a string look drawn by a machine, or written by a person?"""
from __future__ import annotations

import re

from tools.lib.scrub import lazy

# The letter pairs that make up some 85 % of English prose and identifiers, counted over the standard library's
# docstrings; a random pair is among them one time in four.
COMMON = frozenset(
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic "
    "ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un "
    "lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev "
    "ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu "
    "rn sc gi da yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt "
    "ak pu ui rg ib tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf "
    "xp gn sm fl iz ok nl my gl aw ju oa eq sy sl ps jo lf nv je nk kn gs dy hy ze ks xt bs ik dd pt rp sk xi oe oy ws "
    "lv dl rf eu dg wr xa yi nm eb rb tm xc eh tc gy ja hn yp za gg ym sw bj lm cs ii ix xe oh lk lp ax ox uf dm iu sf "
    "bt ka ek rw".split())
CLASSES = lazy.pattern(r"[a-z]+|[A-Z]+|[0-9]+", re.A)
LETTERS = lazy.pattern(r"[A-Za-z]+", re.A)
DIGIT = lazy.pattern(r"[0-9]", re.A)
UPPER = lazy.pattern(r"[A-Z]", re.A)
LOWER = lazy.pattern(r"[a-z]", re.A)
HEX = lazy.pattern(r"(?:0x)?[0-9a-fA-F]+\Z", re.A)
UUID = lazy.pattern(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z", re.A)
DIGITS = lazy.pattern(r"[0-9]+", re.A)
ALIKE = lazy.pattern(r"(.)\1{4}")
ALGORITHM = lazy.pattern(r"MD[245]|SHA[1-9]|AES|CBC|PKCS|X509|RC[24]|DES|CRC|UTF|[Uu]tf(?:8|16|32)|Poly1305|Base64", re.A)
CAMEL = lazy.pattern(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+", re.A)


def rarity(text: str) -> float:
    """Return the share of letter pairs that prose hardly has: words give 0 to 0.2, random letters 0.5 and more."""
    pairs = rare = 0
    for run in CAMEL.findall(text):
        low = run.lower()
        for at in range(len(low) - 1):
            pairs += 1
            rare += low[at:at + 2] not in COMMON
    return rare / pairs if pairs else 0.5


def changes(text: str) -> int:
    """Return how often the text changes between lower case, upper case and digits."""
    return max(0, len(CLASSES.findall(text)) - 1)


def variety(text: str) -> int:
    """Return how many of lower case, upper case and digits occur."""
    return sum(1 for pattern in (DIGIT, UPPER, LOWER) if pattern.search(text))


def mixed(text: str) -> bool:
    """True when runs of letters and digits alternate as in a drawn string, not as in `version2` or `fooBarBaz`."""
    size = len(text)
    if size < 8 or ALIKE.search(text) or not DIGIT.search(text) or not LETTERS.search(text):
        return False
    numbers = DIGITS.findall(text)
    if len(numbers) == 1 and not HEX.match(text) and size - len(numbers[0]) >= 6:
        words = text.replace(numbers[0], "")
        return chopped(words) or rarity(words) >= 0.4
    switches = changes(text)
    if HEX.match(text):
        return switches * 4 >= size
    return switches * 5 >= size or (switches * 8 >= size and rarity(text) >= 0.3)


def chopped(text: str) -> bool:
    """True when case changes after every other letter or so; the words of a camelCase name are longer."""
    pieces = CAMEL.findall(text)
    return len(text) >= 8 and len(pieces) * 13 > len(text) * 5 and len(set(text)) >= 6


def drawn(text: str) -> bool:
    """True when the text of 12 characters or more looks drawn at random, letters alone included."""
    if len(text) < 12 or ALIKE.search(text):
        return False
    if mixed(text) or not DIGIT.search(text) and chopped(text) and UPPER.search(text) and LOWER.search(text):
        return True
    return len(set(text)) >= 8 and not DIGIT.search(text) and len(text) >= 16 and (
        rarity(text) >= 0.45 or rarity(text) >= 0.25 and sum(len(piece) <= 2 for piece in CAMEL.findall(text)) >= 4)


def strewn(text: str) -> bool:
    """True for 18 letters and figures and more in which small and capital ones change places and no piece is a word."""
    if len(text) < 18 or len(set(text)) < 10 or changes(text) * 3 < len(text) or ALIKE.search(text) or rarity(text) < 0.3:
        return False
    if not DIGIT.search(text) and (len(text) < 20 or changes(text) * 5 < len(text) * 2):
        return False
    if len(UPPER.findall(text)) < 3 or not LOWER.search(text) or ALGORITHM.search(text):
        return False
    pieces = (piece for piece in CAMEL.findall(text) if len(piece) >= 4)
    return sum(len(piece) - 3 for piece in pieces if rarity(piece) <= (0.25 if len(piece) >= 6 else 0)) * 10 < len(text)
