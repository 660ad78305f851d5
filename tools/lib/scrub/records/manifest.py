"""Manifest: Kubernetes' secrets, whose every value is base64 under a name of the owner's own."""
from __future__ import annotations

from tools.lib.scrub import lazy
from tools.lib.scrub.encodings import encoded
from tools.lib.scrub.keyed import values, weak
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

REACH = 4000  # characters of a manifest on either side of its kind
KIND = lazy.pattern(r"kind[\"']?:[ \t]*[\"']?Secret\b")
DATA = lazy.pattern(r"(?:^|\n)(?P<indent>[^\n:]{0,30})data[\"']?:[ \t]*(?=\r?\n)")
LINE = lazy.pattern(r"\r?\n[^\n:]{0,12}[ \t]{1,20}[\w./-]{1,100}:[ \t]{1,4}(?P<value>[A-Za-z0-9+/=]{4,4000})?[ \t]*(?=\r?\n|\Z)")
CODED = lazy.pattern(r"[A-Za-z0-9+/]{4,4000}={0,2}\Z")


def coded(value: str) -> bool:
    """True for base64 that says a password, a weak one too; a user's name and a host are none."""
    if len(value) % 4 or not CODED.match(value):
        return False
    plain = encoded.decode(value)
    if not plain or not all(byte in encoded.PRINTABLE for byte in plain):
        return False
    said = plain.decode("ascii").strip()
    return values.secret(said, "password", True) or weak.password(said, False)


def spans(text: str, start: int) -> Iterator[Span]:
    """Give the values of the manifest in YAML whose kind, `Secret`, begins at `start`."""
    if not KIND.match(text, start - 6 if text[start - 6:start] == "kind: " else start):
        return
    reach = max(0, start - REACH)
    first = max(text.rfind("\n---", reach, start), text.rfind("kind:", reach, max(reach, start - 6)), reach)
    stops = (text.find(mark, start + 6, start + REACH) for mark in ("\n---", "kind:"))
    last = min(len(text), start + REACH, *(stop for stop in stops if stop >= 0))
    for block in DATA.finditer(text, first, last):
        line = LINE.match(text, block.end(), last)
        while line:
            if line.group("value") and coded(line.group("value")):
                yield Span(*line.span("value"), "encoded-secret", "manifest")
            line = LINE.match(text, line.end(), last)
