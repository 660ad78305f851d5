"""The forms in which a token stands in text: a template with §S§, how the token is written in it, what is done to the whole."""

from __future__ import annotations

import base64
import html
import json
import random
from collections import namedtuple
from urllib.parse import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[str], str]

# write: how the secret is written in the template; whole: what is done to the filled template; neighbours: do the
# template's words have to survive (not where a masker may rightly take the whole coded run)
Form = namedtuple("Form", "name template write whole neighbours")


def plain(text: str) -> str:
    return text


def form(name: str, template: str, write: Change = plain, whole: Change = plain, neighbours: bool = True) -> Form:
    return Form(name, template, write, whole, neighbours)


def json_inner(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def json_twice(text: str) -> str:
    return json_inner(json_inner(text))


def percent(text: str) -> str:
    return quote(text, safe="")


def percent_but_colon(text: str) -> str:
    return quote(text, safe=":")


def xml(text: str) -> str:
    return html.escape(text, quote=True)


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def slashes_escaped(text: str) -> str:
    return json_inner(text).replace("/", "\\/")


def numbered(text: str) -> str:
    return "\n".join(f"{n:6}\t{line}" for n, line in enumerate(text.split("\n"), 1))


def arrowed(text: str) -> str:
    return "\n".join(f"{n:6}→{line}" for n, line in enumerate(text.split("\n"), 11))


def added(text: str) -> str:
    return "\n".join("+" + line for line in text.split("\n"))


def quoted(text: str) -> str:
    return "\n".join("> " + line for line in text.split("\n"))


def indented(text: str) -> str:
    return "\n".join("        " + line for line in text.split("\n"))


def serviced(text: str) -> str:
    return "\n".join("worker-1  | " + line for line in text.split("\n"))


def u_escaped(text: str) -> str:
    return "".join(f"\\u{ord(c):04x}" if not c.isalnum() else c for c in text)


def u_escaped_all(text: str) -> str:
    return "".join(f"\\u{ord(c):04x}" for c in text)


def percent_all(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def entities(text: str) -> str:
    return "".join(f"&#{ord(c)};" for c in text)


def base64_whole(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def base64_lines(text: str) -> str:
    coded = base64_whole(text)
    return "\n".join(coded[i : i + 76] for i in range(0, len(coded), 76))


def hex_whole(text: str) -> str:
    return text.encode().hex()


def wrapped(text: str) -> str:
    """As a terminal of a random narrow width copies it: the token broken by a line end, without any sign of it."""
    width = random.Random(text).randrange(9, max(10, min(60, len(text) - 4)))
    return text[:width] + "\n" + text[width:]


def wrapped_indented(text: str) -> str:
    return wrapped(text).replace("\n", "\n    ")


def coloured_inside(text: str) -> str:
    half = len(text) // 2
    return f"\x1b[32m{text[:half]}\x1b[1m\x1b[31m{text[half:]}\x1b[0m"


def concatenated(text: str) -> str:
    half = len(text) // 2
    return f'"{text[:half]}" +\n    "{text[half:]}"'


def cut_tail(text: str) -> str:
    """What is left when an output is cut: seven tenths of the token."""
    return text[: max(24, len(text) * 7 // 10)]


def cut_head(text: str) -> str:
    """The tail of a token whose beginning was cut off."""
    return text[len(text) * 3 // 10 :]
