"""Stems: the words of a text as they are compared, whatever their case, accents and endings; pure.

The endings are those of English, the commonest only and by our own rules; other languages lose case, accents and a plural's
`s`. Scripts that are written without blanks (Chinese, Japanese, Thai, and Korean with its particles) are taken in pairs of
letters, so that a word is found inside a sentence.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HEAD, TAIL = 16000, 4000  # characters of a text that are looked at; a prompt may hold a whole log
SLACK = 2  # words that may stand between those of a topic
BETWEEN = {number: " " for number in range(128) if not chr(number).isalnum()}
# Letters that no decomposition turns into plain ones
PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "þ": "th", "ð": "d"})
UNSPACED = ((0x0E00, 0x0EFF), (0x1100, 0x11FF), (0x2E80, 0x9FFF), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
VOWELS = frozenset("aeiouy")
SMALL = frozenset(
    "a an and are as at be but by can do does for from had has have how i if in into is it its let me my no not of on or our "
    "please so that the their them then there these this to up us was we what when where which will with would you your".split()
)


def of(text: str) -> list[str]:
    """The stems of a text in order, small words left out (unless it has no others).

    >>> of("Routing the Alerts to Café-Routers")
    ['rout', 'alert', 'cafe', 'router']
    """
    if len(text) > HEAD + TAIL:
        text = f"{text[:HEAD]} {text[-TAIL:]}"
    words = list(_words(text))
    return [_stem(word) for word in words if word not in SMALL] or [_stem(word) for word in words]


def holds(stems: Sequence[str], topic: Sequence[str]) -> bool:
    """Whether all words of a topic stand in a text close to each other, in any order."""
    if not topic:
        return False
    reach = len(topic) - 1 + (SLACK if len(topic) > 1 else 0)
    first, rest = topic[0], set(topic[1:])
    for at, stem in enumerate(stems):
        if stem == first and rest <= set(stems[max(0, at - reach) : at + reach + 1]):
            return True
    return False


def _words(text: str) -> Iterator[str]:
    if text.isascii():
        yield from text.lower().translate(BETWEEN).split()
        return
    for word in "".join(c if c.isalnum() else " " for c in folded(text)).split():
        if word.isascii():
            yield word
        else:
            yield from _pieces(word)


def folded(text: str) -> str:
    """A text in small letters without accents."""
    if text.isascii():
        return text.lower()
    import unicodedata  # only for texts that need it

    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", bare).casefold().translate(PLAIN)


def _pieces(word: str) -> Iterator[str]:
    """A word, its parts in unspaced scripts as pairs of letters."""
    run = ""
    unspaced = False
    for letter in word:
        now = _is_unspaced(letter)
        if run and now != unspaced:
            yield from _pairs(run) if unspaced else (run,)
            run = ""
        run, unspaced = run + letter, now
    yield from _pairs(run) if unspaced else (run,)


def _is_unspaced(letter: str) -> bool:
    return any(low <= ord(letter) <= high for low, high in UNSPACED)


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]


def _stem(word: str) -> str:
    if len(word) < 4 or not word.isalpha():
        return word
    word = _singular(word)
    for ending, left in (("ation", 4), ("ating", 4), ("ated", 4), ("ate", 4), ("ment", 4), ("ing", 3), ("ion", 5), ("ed", 3)):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= left and not VOWELS.isdisjoint(rest):
            return _bare(rest)
    return _bare(word) if word.endswith("e") else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _bare(word: str) -> str:
    """Without a last `e`, and a doubled last letter made one: `deploye`, `runn`."""
    if word.endswith("e") and len(word) > 3:
        return word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word
