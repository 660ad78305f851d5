"""Private key blocks, told by the shape of their lines, so that a missing end swallows nothing."""
from __future__ import annotations

import re

from tools.lib.scrub import lazy
from tools.lib.scrub.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BEGIN = lazy.pattern(
    r"-----BEGIN[ _](?P<label>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN [A-Za-z0-9 -]{3,30}|[A-Z]{3,10} NKEY SEED|PKCS ?12|"
    r"JWK)-----"
    r"|Private-Lines: [0-9]{1,3}|---- BEGIN (?P<ssh2>[A-Z0-9 ]{0,30}PRIVATE KEY) ----", re.A | re.I,
)
# What may stand before and after the base64 of a line: numbers of `cat -n`, diff signs, quotes, escapes, list dashes.
LEAD = r"(?:[\w./-]{1,100}[:-](?=[0-9]))?(?:[ \t]*[0-9]{1,6}(?:\t|→|[ ]?[|:│-][ ]?|[ ]{1,2}))?[ \t+>|│\"'`,#*/-]{0,40}"
BODY = lazy.pattern(LEAD + r"(?P<body>[A-Za-z0-9+/=]{1,4096})(?P<after>[ \t\"'`,\\;+|│)\]]{0,40})(?:\r?\n|\r|\Z|(?=-----))", re.A)
PLAIN = lazy.pattern(LEAD + r"(?:[A-Za-z-]{2,24}:[ ][^\n]{0,200}|=[A-Za-z0-9+/]{4})?[ \t\"',\\+|│]{0,12}(?:\r?\n|\r)", re.A)
LINE_END = lazy.pattern(r"[ \t\"'`,\\;+|│)\]]{0,40}(?:\r?\n|\r)")
PRIVATE_END = lazy.pattern(r"-{4,5} ?END (?:[A-Z0-9 ]{0,40}PRIVATE KEY|OpenVPN Static|[A-Z]{3,10} NKEY SEED)|"
                           r"Private-MAC: ", re.A | re.I)
END = lazy.pattern(LEAD + r"(?:-----END|---- END)", re.A)
GAP = r"(?:[ ]|\\+[rn])"
PIECE = (
    rf"(?:(?:{GAP}+[A-Za-z0-9+/=]{{24,4096}})*"
    rf"(?:{GAP}+[A-Za-z0-9+/=]{{1,4096}}(?={GAP}*(?:-----|=)))*)"
)
INLINE = lazy.pattern(r"(?:[ \t]|\\+[rn]|\r?\n|[\"',+])*"
                      r"(?:(?:Proc-Type|DEK-Info|Comment|Version|Charset):[ ][^\n\\]{0,200}(?:\\n|\n))*"
                      rf"(?P<body>[A-Za-z0-9+/=]{{16,4096}}{PIECE})", re.A)
# On one line, with headers whose ends are lost: the body begins at the first long word.
HEADED = lazy.pattern(rf"[^\n]{{0,240}}?(?<![A-Za-z0-9+/=])(?P<body>[A-Za-z0-9+/=]{{40,4096}}{PIECE})", re.A)
LINE = 4  # the shortest last line of a body


def blocks(text: str, start: int) -> tuple[list[Span], int]:
    """Return the body's spans of the key block that begins at `start`, one a line, and where reading stopped."""
    begin = BEGIN.match(text, start)
    if not begin:
        return [], start + 10
    line_end = LINE_END.match(text, begin.end())
    if line_end:
        spans, at = _lines(text, line_end.end(), _lead(text, start))
        if spans:
            return spans, at
    inline = INLINE.match(text, begin.end()) or HEADED.match(text, begin.end())
    if inline and len(set(inline.group("body"))) > 4:
        return [Span(*inline.span("body"), "private-key", "pem")], inline.end()
    return [], begin.end()


def _lead(text: str, start: int) -> re.Pattern[str] | None:
    """What stands before the block on its first line (a log's time, a service's name), figures aside, as each line may have """
    """it."""
    said = text[max(text.rfind("\n", max(0, start - 200), start) + 1, start - 200):start]
    if not said.strip(" \t+>|│\"'`,#*/-"):
        return None
    return re.compile(re.sub(r"[0-9]+", "[0-9]+", re.sub(r"(?:\\[ \t])+", "[ \\\\t]*", re.escape(said))))


def _lines(text: str, at: int, lead: re.Pattern[str] | None) -> tuple[list[Span], int]:
    spans: list[Span] = []
    while at < len(text):
        led = lead.match(text, at) if lead else None
        begin = led.end() if led else at
        if END.match(text, begin):
            break
        body = BODY.match(text, begin)
        if body and len(set(body.group("body"))) > 2 and (len(body.group("body")) >= LINE) and _shape(body.group("body"), spans):
            spans.append(Span(*body.span("body"), "private-key", "pem"))
            at = body.end()
            continue
        plain = PLAIN.match(text, begin)
        if not plain or len(spans) > 400:
            break
        if plain.end() == at:
            break
        following = lead.match(text, plain.end()) if lead else None
        if spans and not _more(text, following.end() if following else plain.end()):
            break
        at = plain.end()
    return spans, at


def _shape(body: str, spans: list[Span]) -> bool:
    """A line of a key is long base64; only the last one, after others, may be short."""
    return len(body) >= 24 or bool(spans) and len(body) >= LINE and (spans[-1].end - spans[-1].start) >= 40


def _more(text: str, at: int) -> bool:
    following = BODY.match(text, at)
    return bool(END.match(text, at) or following and (
        len(following.group("body")) >= 24 or text.find("-----END", following.end(), following.end() + 120) >= 0))


def before_end(text: str, start: int) -> list[Span]:
    """Return the base64 lines right above an END line at `start`, for a block whose beginning was cut away."""
    spans: list[Span] = []
    stop = text.rfind("\n", 0, start)
    while stop > 0 and len(spans) < 400:
        line = text.rfind("\n", 0, stop) + 1
        body = BODY.match(text, line, stop + 1)
        if not body or body.end() < stop or len(set(body.group("body"))) < 3:
            break
        if len(body.group("body")) < (32 if len(spans) > 1 else LINE):
            break
        spans.append(Span(*body.span("body"), "private-key", "pem"))
        stop = line - 1
    return spans


def ends(text: str, at: int) -> Iterator[Span]:
    """Give what stands above an `-----END ... PRIVATE KEY` at `at`."""
    if PRIVATE_END.match(text, at):
        yield from before_end(text, at)
