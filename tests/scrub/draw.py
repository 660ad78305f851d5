"""Drawing: a template with «fields» becomes text and the secret cores in it; nothing drawn is ever stored."""

from __future__ import annotations

import base64
import json
import random
import re
import string
from collections import namedtuple

from tests.scrub import numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = tuple[str, tuple[str, ...]]  # a drawn text and its cores
    Drawer = Callable[[random.Random], Shape]

ALPHABETS = {
    "A": string.ascii_letters + string.digits,
    "a": string.ascii_lowercase + string.digits,
    "U": string.ascii_uppercase + string.digits,
    "m": string.ascii_letters,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "d": string.digits,
    "b": string.ascii_letters + string.digits + "-_",
    "B": string.ascii_letters + string.digits + "+/",
    "2": string.ascii_uppercase + "234567",
    "c": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",  # bech32, upper case (age)
    "C": "./" + string.digits + string.ascii_letters,  # crypt(3)'s base64
    "P": string.ascii_letters + string.digits + "!#%*+-=?@^_~",
}
FIELD = re.compile(r"«(?P<kind>[A-Za-z2]+?)(?P<size>\d*)(?P<open>!?)»")
SYLLABLES = "bra mor tel vin kas dor lum pex rin gal zo fer tun wix hal bem qui nar sto jep".split()
FILLERLIKE = ("test", "demo", "foo", "example", "sample")

Drawn = namedtuple("Drawn", "text cores")


def fill(r: random.Random, template: str) -> Drawn:
    """The template with each «field» drawn; cores are the drawn parts that must not survive (those without `!`)."""
    cores: list[str] = []

    def one(match: re.Match[str]) -> str:
        text, found = field(r, match["kind"], int(match["size"] or 0))
        if not match["open"]:
            cores.extend(found)
        return text

    return Drawn(FIELD.sub(one, template), tuple(cores))


def field(r: random.Random, kind: str, size: int) -> Shape:
    """One drawn field and its cores; kind is a letter of ALPHABETS with a size, or a name of SHAPES."""
    if kind in SHAPES:
        return SHAPES[kind](r)
    text = run(r, kind, size)
    return text, (text,)


def run(r: random.Random, alphabet: str, size: int) -> str:
    return "".join(r.choices(ALPHABETS[alphabet], k=size))


def one_core(text: str) -> Shape:
    return text, (text,)


def human(r: random.Random) -> str:
    """A password as a person makes it: invented syllables, a number, often a sign; one in six holds a filler word."""
    word = "".join(r.sample(SYLLABLES, r.choice((2, 3))))
    if r.random() < 0.17:
        word = r.choice(FILLERLIKE) + word
    word = word.capitalize() if r.random() < 0.6 else word
    return word + r.choice(("", "-", "_", "")) + str(r.randrange(10, 9999)) + r.choice(("", "!", "", "#", "?", ""))


def strong(r: random.Random) -> str:
    """A generated password with signs, as a manager makes it; begins with a letter and ends with a letter or figure."""
    return run(r, "m", 1) + run(r, "P", r.randrange(12, 23)) + run(r, "A", 2)


def jwt(r: random.Random) -> Shape:
    """A signed token (RFC 7519); its header is no secret, its claims and signature are."""
    head = b64url(json.dumps({"alg": "HS256", "typ": "JWT"}, separators=(",", ":")).encode())
    claims = b64url(json.dumps({"sub": run(r, "d", 10), "jti": run(r, "h", 24), "iat": 1_760_000_000}).encode())
    signature = run(r, "b", 43)
    return f"{head}.{claims}.{signature}", (claims, signature)


def jwe(r: random.Random) -> Shape:
    """An encrypted token (RFC 7516), five parts."""
    head = b64url(b'{"alg":"RSA-OAEP","enc":"A256GCM"}')
    parts = (run(r, "b", 342), run(r, "b", 16), run(r, "b", 120), run(r, "b", 22))
    return ".".join((head, *parts)), parts


def basic(r: random.Random) -> Shape:
    """The credentials of RFC 7617: base64 of user:password."""
    password = human(r)
    coded = base64.b64encode(f"deploy:{password}".encode()).decode()
    return coded, (coded.rstrip("=")[10:], password)


def base64_of(make: Callable[[random.Random], str]) -> Drawer:
    """A drawer of the base64 of what `make` draws; both are cores."""

    def draw(r: random.Random) -> Shape:
        text = make(r)
        coded = base64.b64encode(text.encode()).decode()
        return coded, (coded.rstrip("="), text)

    return draw


def b64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def uuid(r: random.Random) -> str:
    return "-".join((run(r, "h", 8), run(r, "h", 4), "4" + run(r, "h", 3), "a" + run(r, "h", 3), run(r, "h", 12)))


def mixed(r: random.Random) -> str:
    """A password of random letters only, both cases."""
    return run(r, "m", r.randrange(12, 17))


SHAPES: dict[str, Drawer] = {
    **numbers.SHAPES,
    "uuid": lambda r: one_core(uuid(r)),
    "word": lambda r: one_core(human(r).rstrip("!#?")),
    "human": lambda r: one_core(human(r)),
    "strong": lambda r: one_core(strong(r)),
    "mixed": lambda r: one_core(mixed(r)),
    "urlsafe": lambda r: one_core(run(r, "m", 1) + run(r, "b", 15) + run(r, "A", 2)),
    "short": lambda r: one_core(run(r, "m", 2) + run(r, "d", 2) + r.choice("#!?%") + run(r, "m", 2) + run(r, "d", 1)),
    "jwt": jwt,
    "jwe": jwe,
    "basic": basic,
    "humanbase": base64_of(human),
    "strongbase": base64_of(strong),
}
