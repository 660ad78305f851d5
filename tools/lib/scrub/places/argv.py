"""Argv: a command as a list of its words, read as the line it makes: `["mysql", "-u", "root", "-p..."]`."""
from __future__ import annotations

import re

from tools.lib.scrub import span as spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.scrub.span import Span

SHORT = re.compile(r"-[a-zA-Z]|-(?:pw|pwd|gp|pass)\Z|--(?:user|body|auth|proxy-user|pass)\b", re.A)
PLACING = re.compile(r"(?:htpasswd|rabbitmqctl|wpa_passphrase|sqlplus|mosquitto_passwd|cmdkey|mysqladmin|kadmin\S*|net|mc|bw"
                     r"|cargo|ngrok|poetry|unseal|vault|gh|glab|chpasswd|http|https|curl)(?:\.exe)?\Z")
UNREAD = str.maketrans("&|;", "+++")  # no shell reads a list's words: none of these ends a command in one
LONGEST = 60  # words of a command that are looked at


def likely(items: list[str]) -> bool:
    """True when the texts may be a command's words that hold a secret by their place."""
    return 2 <= len(items) <= LONGEST and len(items[0]) < 60 and " " not in items[0] and any(
        SHORT.match(item) or PLACING.search(item) for item in items if len(item) < 200)


def masked(items: list[str], places: Callable[[str], list[Span]], mask: Callable[[str, str, str], str]) -> list[str]:
    """Return the words with the secrets masked that only the whole line gives away."""
    line = " ".join(item if any(map(item.__contains__, (" ", "=", "://"))) else item.translate(UNREAD) for item in items)
    out, starts, at = list(items), [], 0
    for item in items:
        starts.append(at)
        at += len(item) + 1
    found = places(line)
    for number, start in enumerate(starts if found else ()):
        end = start + len(items[number])
        inside = [span._replace(start=span.start - start, end=span.end - start) for span in found
                  if start <= span.start and span.end <= end]
        out[number] = spans.replace(items[number], inside, lambda span, value: mask(value, span.kind, span.rule))
    return out
