"""Cards with a valid check digit (ISO/IEC 7812) and seed phrases (BIP-39 shaped), drawn for the hard forms."""

from __future__ import annotations

import random
import string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = tuple[str, tuple[str, ...]]  # a drawn text and its cores

# two hundred of BIP-39's 2,048 English words are enough to draw phrases that look like one
SEED_WORDS = """abandon ability absent absorb abstract absurd access accident account accuse achieve acid acoustic acquire across
action actor actress actual adapt addict address adjust admit adult advance advice aerobic affair afford afraid again agent agree
ahead aim airport aisle alarm album alcohol alert alien alley alpha already also alter always amateur amazing among amount amused
analyst anchor ancient anger angle angry animal ankle announce annual another answer antenna antique anxiety apart apology appear
apple approve april arch arctic arena argue armed armor army around arrange arrest arrive arrow artefact artist artwork aspect
asthma athlete atom attack attend attitude attract auction audit august aunt author autumn average avocado avoid awake aware away
awesome awful awkward axis baby bachelor bacon badge balance balcony ball bamboo banana banner barely bargain barrel base basic
basket battle beach bean beauty because become beef before begin behave behind believe below belt bench benefit best betray better
between beyond bicycle bike bind biology bird birth bitter black blade blame blanket blast bleak bless blind blood blossom zebra
zero zone zoo youth yellow wrist wreck worth wrap wool wolf wisdom wink window whisper wheat wealth violin velvet unveil tunnel""".split()
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def with_check(digits: str) -> str:
    """The digits and their Luhn check digit."""
    total = sum(sum(divmod(int(d) * (2 if i % 2 == 0 else 1), 10)) for i, d in enumerate(reversed(digits)))
    return digits + str(-total % 10)


def card(r: random.Random, prefix: str, size: int) -> str:
    """What follows the prefix in a card number of `size` digits."""
    body = prefix + "".join(r.choices(string.digits, k=size - len(prefix) - 1))
    return with_check(body)[len(prefix) :]


def spaced(r: random.Random) -> Shape:
    tail = card(r, "4", 16)
    text = f"{tail[:3]} {tail[3:7]} {tail[7:11]} {tail[11:]}"
    return text, (text,)


def phrase(r: random.Random, count: int) -> Shape:
    """A seed phrase; its cores are pairs of neighbours, since one word alone says nothing."""
    words = r.sample(SEED_WORDS, count)
    return " ".join(words), tuple(" ".join(pair) for pair in zip(words[::2], words[1::2]) if len(" ".join(pair)) >= 8)


def numbered_phrase(r: random.Random) -> Shape:
    words = r.sample([w for w in SEED_WORDS if len(w) >= 6], 12)
    return "\n".join(f"{n}. {word}" for n, word in enumerate(words, 1)), tuple(words)


def whole(text: str) -> Shape:
    return text, (text,)


SHAPES: dict[str, Callable[[random.Random], Shape]] = {
    "visa": lambda r: whole(card(r, "4", 16)),
    "amex": lambda r: whole(card(r, "37", 15)),
    "cardspaced": spaced,
    "seedtwelve": lambda r: phrase(r, 12),
    "seedtwentyfour": lambda r: phrase(r, 24),
    "seednumbered": numbered_phrase,
    "wif": lambda r: whole("".join(r.choices(BASE58, k=49))),
}
