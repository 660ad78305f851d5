"""The cases of one seed: every secret family in its forms, evenly drawn, each with what must go and what must stay."""

from __future__ import annotations

import html
import itertools
import json
import random
import re
from collections import namedtuple
from pathlib import Path
from urllib.parse import unquote

from tests.scrub import blocks, draw, files, forms, forms_tokens, keyed, leak, records, structures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

# group: tokens, keyed, blocks, places, odd (must be caught) or hard; cores must go; keeps must stay; context is the
# harmless text around; record says that the text is one line of a client's file; note is the key's name, if any
Case = namedtuple("Case", "group family form text cores keeps context record note")

DATA = Path(__file__).resolve().parent.parent / "data" / "scrub"
WORD = re.compile(r"[A-Za-z]{4,}")
HEX = re.compile(r"[0-9a-fA-F:-]+")
SAFE = re.compile(r"[A-Za-z0-9_.-]+")
# what is glued to a field is a part of the secret's own format, no neighbour of it
GLUED = re.compile(r"(?:base64:)?[\w+/.,$~{}*-]*«[A-Za-z2]+?\d*!?»(?:[\w+/.$~{}*=-]|«[A-Za-z2]+?\d*!?»)*")
# a header's credentials in several parameters are one whole, and so is a hash: a masker may take all of it
WHOLE = frozenset(("digest", "aws4", "hawk", "oauth1"))
SHARES = {"tokens": 0.40, "keyed": 0.20, "places": 0.15, "odd": 0.10, "hard": 0.15}
ALL = 8000


def build(seed: int, size: int = ALL) -> list[Case]:
    """About `size` cases, the same for the same seed; key blocks are all there unless size is small."""
    makers = {"tokens": tokens, "keyed": keyed_values, "places": places, "odd": odd, "hard": hard}
    found: list[Case] = []
    for group, share in SHARES.items():
        r = random.Random(f"{seed} {group}")
        found.extend(itertools.islice(makers[group](r), max(1, int(size * share))))
    blocky = list(key_blocks(random.Random(f"{seed} blocks")))
    found += random.Random(seed).sample(blocky, min(len(blocky), max(40, size // 10)))
    # a cut may leave nothing of the secret: then there is nothing to catch
    return [case for case in found if leak.leaked(case.text, case.cores, case.context)]


def families() -> list[tuple[str, str]]:
    """The token families with their templates, from the data file."""
    lines = (DATA / "tokens.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" ", 1)) for line in lines if line and not line.startswith("#")]  # type: ignore[misc]


def rounds(r: random.Random, firsts: list[Any], seconds: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Pairs without end; every first and every second comes equally often."""
    while True:
        firsts, seconds = r.sample(firsts, len(firsts)), r.sample(seconds, len(seconds))
        for shift in range(len(firsts)):
            for number, second in enumerate(seconds):
                yield firsts[(number + shift * len(seconds)) % len(firsts)], second


def formed(group: str, family: str, one: forms.Form, secret: draw.Drawn, key: str) -> Case:
    """A case of a drawn secret in a form."""
    written = one.write(secret.text)
    text = one.whole(one.template.replace("§K§", key).replace("§S§", written))
    frame = one.template.replace("§K§", key).replace("§S§", " ")
    return Case(group, family, one.name, text, secret.cores, words(frame) if one.neighbours else (), frame, False, key)


def words(frame: str) -> tuple[str, ...]:
    """The words of a form around the secret: its harmless neighbours."""
    plain = leak.unescape(leak.unescape(leak.ANSI.sub(" ", frame)))
    plain = html.unescape(unquote(unquote(plain)))
    return tuple(dict.fromkeys(WORD.findall(plain)))


def key_for(r: random.Random, family: str) -> str:
    base = re.sub(r"\W+", "_", family).upper()
    return base + r.choice(("_TOKEN", "_KEY", "_SECRET", "", "_VALUE"))


def fits(template: str, one: forms.Form) -> bool:
    """A link is no user name, path or header value."""
    return "://" not in template or not re.search("url|header|curl|colon|percent|option|literal|docker|link", one.name)


def tokens(r: random.Random) -> Iterator[Case]:
    for (family, template), one in rounds(r, families(), list(forms_tokens.TOKEN_FORMS)):
        if fits(template, one):
            yield formed("tokens", family, one, draw.fill(r, template), key_for(r, family))


def keyed_values(r: random.Random) -> Iterator[Case]:
    pairs = itertools.cycle(records.PAIRS.items())
    for number, one in enumerate(itertools.cycle(keyed.LOOSE + keyed.CODE + keyed.PROSE)):
        if one in keyed.PROSE:
            yield formed("keyed", "password in words", one, draw.fill(r, r.choice(keyed.PASSWORD_VALUES[:5])), "")
            continue
        name, value = keyed.draw_name(r, one)
        yield formed("keyed", kind(name, value), one, draw.fill(r, value), name)
        if number % 6 == 0:
            yield pair(r, *next(pairs))


def kind(name: str, value: str) -> str:
    foreign = name in keyed.FOREIGN_NAMES
    sort = "foreign" if foreign else "password-like" if value in keyed.PASSWORD_VALUES else "key-like"
    return f"{sort} name, value {value}"


def pair(r: random.Random, form: str, make: Callable[..., dict[str, Any]]) -> Case:
    """A record in which the name and the value are two strings."""
    name, value = keyed.draw_name(r, keyed.LOOSE[0])
    secret = draw.fill(r, value)
    line = records.dump(r, make(r, name, secret.text))
    return Case("keyed", kind(name, value), "record: " + form, line, secret.cores, ("region",) if "region" in line else (), name, True, name)


def places(r: random.Random) -> Iterator[Case]:
    tables = (structures.CONNECTIONS, structures.HEADERS, structures.LINKS, structures.COMMANDS, structures.HASHES, files.FILES)
    names = ("connection", "header", "link", "command", "hash", "file")
    every = [(name, *entry) for name, table in zip(names, tables) for entry in table]
    wraps = (("as is", forms.plain), ("as is", forms.plain), ("in a fence", fenced), ("json string", json.dumps), ("crlf", forms.crlf), ("cat -n", forms.numbered), ("diff", forms.added))
    for (kind, name, template), (how, change) in rounds(r, every, list(wraps)):
        drawn = draw.fill(r, template)
        keeps = () if name in WHOLE or kind == "hash" else words(GLUED.sub(" ", template))
        yield Case("places", f"{kind}: {name}", how, change(drawn.text), drawn.cores, keeps, draw.FIELD.sub(" ", template), False, "")


def fenced(text: str) -> str:
    return f"Earlier words stay.\n```\n{text}\n```\nLater words stay."


def odd(r: random.Random) -> Iterator[Case]:
    strong = [entry for entry in families() if "://" not in entry[1] and not entry[1].startswith("«")]
    for (family, template), (place, make) in rounds(r, strong, list(records.PLACES.items())):
        secret = draw.fill(r, template)
        if place in records.BARE_PLACES:
            if not SAFE.fullmatch(secret.text):
                continue
            text, keeps = secret.text, words("")
        else:
            frame = r.choice(("§", "auth §", "harmless start\nauth: §\nharmless end", "export CI_VALUE=§", "it says “§” here"))
            text, keeps = frame.replace("§", secret.text), words(frame)
        yield Case("odd", family, place, records.dump(r, make(r, text)), secret.cores, keeps, place, True, "")


def key_blocks(r: random.Random) -> Iterator[Case]:
    for (family, make), (form, write) in itertools.product(blocks.KINDS.items(), blocks.BLOCK_FORMS.items()):
        block = make(r)
        yield Case("blocks", family, form, write(block.text), block.cores, ("harmless",) if "harmless" in write("") else (), "", False, "")
    for (family, make), form in itertools.product(blocks.ONE_PIECE.items(), ("plain", "json", "diff", "cat -n", "fence")):
        block = make(r)
        yield Case("blocks", family, form, blocks.BLOCK_FORMS[form](block.text), block.cores, ("harmless",), "", False, "")


def hard(r: random.Random) -> Iterator[Case]:
    by_form = rounds(r, families(), list(forms_tokens.HARD_TOKEN_FORMS))
    for number in itertools.count():
        (family, template), one = next(by_form)
        secret = draw.fill(r, template)
        # bare hex is a hash to every reader
        bare = one.name == "cut at the head, bare" and HEX.fullmatch(one.write(secret.text))
        if fits(template, one) and not bare:
            yield formed("hard", family, one, secret, key_for(r, family))
        if number % 3 == 0:
            yield hard_words(r, number // 3)
        if number % 5 == 0:
            yield hard_block(r)
        if number % 17 == 0:  # as often as each other form
            yield split(r, family, secret)


def split(r: random.Random, family: str, secret: draw.Drawn) -> Case:
    """A record in which the token is cut between two blocks of text."""
    half = secret.text.index(secret.cores[0]) + 9
    two = [{"type": "text", "text": "auth " + secret.text[:half]}, {"type": "text", "text": secret.text[half:] + " active"}]
    line = records.dump(r, records.result(r, two, records.bash()))
    return Case("hard", family, "split across two blocks", line, secret.cores, ("active",), "", True, "")


def hard_words(r: random.Random, number: int) -> Case:
    every = [(one.name, one.template.replace("§S§", "«human»")) for one in keyed.HARD_PROSE] + list(files.HARD_FILES)
    name, template = every[number % len(every)]
    drawn = draw.fill(r, template)
    frame = draw.FIELD.sub(" ", template)
    return Case("hard", "formless", name, drawn.text, drawn.cores, words(GLUED.sub(" ", template)), frame, False, "")


def hard_block(r: random.Random) -> Case:
    family, form = r.choice(list(blocks.KINDS)), r.choice(list(blocks.HARD_BLOCK_FORMS))
    block = blocks.KINDS[family](r)
    return Case("hard", family, "block: " + form, blocks.HARD_BLOCK_FORMS[form](block.text), block.cores, ("harmless",), "", False, "")
