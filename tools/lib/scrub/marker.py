"""Markers: what stands where a secret stood, `[secret:<kind>:<6 hex>]`."""
from __future__ import annotations

import re

PRIVATE = "[private]"
MARKER = re.compile(r"\[secret:[a-z0-9-]{1,40}:[0-9a-f]{6}\]|\[private\]", re.A)
OPENING = "[secret:"


def fingerprint(key: bytes, value: str) -> str:
    """Six hex digits of HMAC-SHA256: enough to see that two markers hide one value, too few to test guesses."""
    import hmac  # two milliseconds, for texts that hold a secret

    return hmac.new(key, value.encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:6]


def render(kind: str, print_: str) -> str:
    """Return the marker; it is safe inside JSON, URLs and Markdown, and no rule takes it for a secret."""
    return f"[secret:{kind}:{print_}]"


def places(text: str) -> list[tuple[int, int]]:
    """Return where markers stand in the text."""
    if OPENING not in text and PRIVATE not in text:
        return []
    return [found.span() for found in MARKER.finditer(text)]
