"""JWK: the private members of a key written as JSON (RFC 7517) or XML (XML Signature), whose names are one or two letters."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PRIVATE = frozenset("d p q dp dq qi k".split())  # RFC 7518, sections 6.2.2, 6.3.2 and 6.4
PUBLIC = frozenset("n e x y x5t x5t#S256 kid jkt".split())
MEMBER = lazy.pattern(r"(?<![\w.])[\"']?(?P<name>[a-z]{1,2})[\"']?\s{0,8}:\s{0,8}[\"']?"
                      r"(?P<value>[A-Za-z0-9_-]{16,4000})(?![\w./+=(-])", re.A)
ELEMENT = lazy.pattern(r"<(?:\w{1,10}:)?(?:P|Q|DP|DQ|InverseQ|D|X)>\s{0,8}(?P<value>[A-Za-z0-9+/=\s]{12,4000}?)\s{0,8}</", re.A)
VALUE = lazy.pattern(r"[A-Za-z0-9_-]{16,}\Z", re.A)
REACH = 6000


def members(text: str, at: int) -> tuple[list[Span], int]:
    """Return the private members of the key whose `kty` stands at `at`, and where the key ends."""
    begin = max(text.rfind("{", max(0, at - REACH), at), at - REACH, 0)
    end = text.find("}", at, at + REACH)
    if text[at + 3:at + 4] == ":" and text.rfind("{", begin, at) < 0:  # of YAML: the lines around it
        begin, end = max(text.rfind("\n\n", begin, at), begin), text.find("\n\n", at, at + REACH)
    end = min(at + REACH, len(text)) if end < 0 else end
    return list(_found(text, begin, end)), end


def _found(text: str, begin: int, end: int) -> Iterator[Span]:
    for member in MEMBER.finditer(text, begin, end):
        if member.group("name") in PRIVATE:
            yield Span(*member.span("value"), "private-key", "jwk")


def elements(text: str, at: int) -> tuple[list[Span], int]:
    """Return the private elements of the `RSAKeyValue` or `DSAKeyValue` that opens before `at`, and where it ends."""
    end = text.find("KeyValue>", at + 9, at + REACH)
    end = min(at + REACH, len(text)) if end < 0 else end
    return [Span(*found.span("value"), "private-key", "xml") for found in ELEMENT.finditer(text, at, end)], end
