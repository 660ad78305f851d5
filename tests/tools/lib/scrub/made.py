"""Secrets made when a test runs, so that none is ever committed; the same in every run."""
from __future__ import annotations

import random
import string

from tools.lib.scrub import Scrubber

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
_random = random.Random(20261130)


def again(name: str) -> None:
    """Begin the draw that belongs to the name."""
    _random.seed(name)


def text(size: int, letters: str = LETTERS) -> str:
    """A drawn string with lower case, upper case and digits, where its letters have them."""
    while True:
        made = "".join(_random.choice(letters) for _ in range(size))
        if letters != LETTERS or size < 10 or any(c.isdigit() for c in made[2:-2]) and made not in (made.upper(), made.lower()):
            return made


def dense(size: int) -> str:
    """A drawn string that no look at it takes for words: a small letter, a capital one, a digit, and so on."""
    classes = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
    return "".join(_random.choice(classes[at % 3]) for at in range(size))


def password() -> str:
    return _random.choice(("Bramble", "Lantern", "Granite")) + text(4, string.digits)


def github() -> str:
    return "ghp_" + text(36)


def pem(lines: int = 6, label: str = "RSA PRIVATE KEY") -> list[str]:
    body = [text(64, LETTERS + "+/") for _ in range(lines)] + [text(22) + "=="]
    return [f"-----BEGIN {label}-----", *body, f"-----END {label}-----"]


def scrubber(**more: object) -> Scrubber:
    return Scrubber(b"k" * 32, **more)  # type: ignore[arg-type]


def survives(out: str, secret: str, size: int = 8) -> bool:
    """True when any `size` characters of the secret stand in the output."""
    return any(secret[at : at + size] in out for at in range(max(1, len(secret) - size + 1)))
