"""The leak check: does the core of a secret, or any eight characters of it, survive in a view a reader could make?"""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
from urllib.parse import unquote

WINDOW = 8
DEPTH = 3
MARKER = re.compile(r"\[(?:secret|private|image)[^\[\]\n]{0,120}\]")
ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-_]")
ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|["\\/bfnrt])')
SIMPLE = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
# a line's end with what a terminal, a quote, a diff, a listing or a string literal puts around it
JOINT = re.compile(r"""[ \t"'\\+,]*\r?\n[ \t]*(?:\d{1,6}[\t→|:]+|[\w.-]{1,20}[ \t]*\|)?[ \t>+|#*"']*""")
BREAK = re.compile(r"\r?\n")
LITERALS = re.compile(r"""["'`][ \t]*[+.]?[ \t]*\n?[ \t]*["'`]""")
CODED = re.compile(r"[A-Za-z0-9+/_-]{12,}")
HEX = re.compile(r"(?:[0-9a-fA-F]{2}){8,}")


def leaked(text: str, cores: tuple[str, ...], context: str) -> list[str]:
    """The cores that survive in `text`; windows that stand in the harmless `context` too count as no leak."""
    seen = views(MARKER.sub("\0", text))
    return [core for core in cores if survives(core, seen, context)]


def survives(core: str, seen: set[str], context: str) -> bool:
    windows = [core[i : i + WINDOW] for i in range(max(1, len(core) - WINDOW + 1))]
    return any(w in view for w in windows if w not in context for view in seen)


def views(text: str) -> set[str]:
    """Every text that decoding `text` up to three times gives."""
    seen, fresh = {text}, {text}
    for _ in range(DEPTH):
        fresh = {decode(one) for one in fresh for decode in DECODERS} - seen
        seen |= fresh
    return seen


def decoded(text: str) -> str:
    """A record's or a text's whole readable content, each level of escapes undone: where neighbours are looked for."""
    return "\n".join(views(text))


def unescape(text: str) -> str:
    if "\\" not in text:
        return text
    plain = ESCAPE.sub(lambda m: SIMPLE.get(m[1]) or chr(int(m[1][1:], 16)), text)
    # surrogate pairs written as two escapes become one character
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def from_base64(text: str) -> str:
    return "\n".join(part for match in CODED.finditer(text) for part in readings(match[0]))


def readings(run: str) -> list[str]:
    """What a base64 run says at its four offsets, where most of it is readable."""
    plain = run.replace("-", "+").replace("_", "/")
    found = []
    for start in range(4):
        part = plain[start:]
        part = part[: len(part) // 4 * 4] if len(part) % 4 == 1 else part + "=" * (-len(part) % 4)
        try:
            said = base64.b64decode(part)
        except binascii.Error:
            continue
        if readable(said):
            found.append(said.decode("latin-1"))
    return found


def from_hex(text: str) -> str:
    said = (bytes.fromhex(match[0]) for match in HEX.finditer(text))
    return "\n".join(raw.decode("latin-1") for raw in said if readable(raw))


def readable(raw: bytes) -> bool:
    good = sum(32 <= byte < 127 or byte in (9, 10, 13) for byte in raw)
    return bool(raw) and good / len(raw) > 0.85


DECODERS = (
    unescape,
    lambda text: unquote(text) if "%" in text else text,
    lambda text: html.unescape(text) if "&" in text else text,
    lambda text: ANSI.sub("", text) if "\x1b" in text else text,
    lambda text: JOINT.sub("", text) if "\n" in text else text,
    lambda text: BREAK.sub("", text) if "\n" in text else text,
    lambda text: LITERALS.sub("", text),
    from_base64,
    from_hex,
)


def leaves(value: object, path: str = "") -> list[tuple[str, object]]:
    """The leaves of a JSON value with their paths, keys included in the path."""
    if isinstance(value, dict):
        return [leaf for key, inner in value.items() for leaf in leaves(inner, f"{path}/{key}")]
    if isinstance(value, list):
        return [leaf for number, inner in enumerate(value) for leaf in leaves(inner, f"{path}/{number}")]
    return [(path, value)]


def parsed(line: str) -> object:
    """The JSON value of a line, or None."""
    try:
        return json.loads(line)
    except ValueError:
        return None
