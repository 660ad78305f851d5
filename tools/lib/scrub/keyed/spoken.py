"""Spoken: passphrases of words with spaces between, told from what is said about a password: a label, a hint, a message."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.keyed import keys, said, values

WORD = lazy.pattern(r"[A-Za-z]{1,16}[0-9]{0,4}[!?#$%*.]?|[0-9]{1,6}[!?#$%*]?", re.A)
# Words that sentences are made of, in the languages that labels are most often written in, and what a password is told to be.
TELLING = frozenset(
    "i we he she they them us me has have had do does did done does been being so too than then when where which who how "
    "what why there here also only just more most less least very one each every all both some any same other such yes ok "
    "okay about after into over under between during via per up out off again once while until since still yet hello hi "
    "dear sorry thanks thank see use used uses using try say says set get gets let lets make made need needs want keep put "
    "add look find show shows hide take takes give given click tap press type write read choose pick copy paste save send "
    "sent open close sign log go start stop check match matches matching contain contains exist exists fail fails forget "
    "remember provide provides allow accept expect store stores generate generates hash encrypt decrypt load loads run runs "
    "call calls test tests foo bar baz qux lorem ipsum short long letter digit symbol character word words phrase line text "
    "screen button link box bad good weak wrong short de la le les du des el los las il un una uno der die das dem den ein "
    "eine einen und et ou oder y en per con sur pour par ne pas te zu zur bitte mit van het een dit je uw dein deine ihr "
    "ihre votre ton ta tu su seu sua nova novo nuevo nueva nouveau nouvelle neues altes nuovo nuova por para com sin sans "
    "ohne mot passe al och att på ny nytt wpisz ingrese digite saisissez entrez geben sie".split()
) | values.STOP


def phrase(value: str, name: str) -> bool:
    """True for three words and more of which none is a sentence's: all small, all with a capital, or one of them with figures."""
    words = value.split(" ")
    if not 3 <= len(words) <= 12 or not 12 <= len(value) <= 120 or not all(map(WORD.fullmatch, words)) or value[-1] in "?.":
        return False
    figures = any(map(str.isdigit, value))
    if not figures and (len(words) == 3 and name.lower() == "pass" or not _even(words)):
        return False
    bare = [word.rstrip("0123456789!?#$%*.").lower() for word in words]
    if not TELLING.isdisjoint(bare) or sum(map(_telling, bare)) > (len(words) > 3) or keys.grade("_".join(filter(None, bare))):
        return False
    return sum(len(word) > 2 for word in bare) >= 2


def _even(words: list[str]) -> bool:
    """True for words all in small letters, or four and more that each begin with a capital."""
    return all(map(str.islower, words)) or len(words) >= 4 and all(word.istitle() for word in words)


def _telling(word: str) -> bool:
    """True for what a label may say; one of four words and more may be such."""
    return word in said.WORDS or len(word) > 6 and word.endswith(said.ENDINGS)
