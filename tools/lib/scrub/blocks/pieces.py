"""Pieces: the base64 of a key, line by line; what joins two of its lines is the same between all of them."""
from __future__ import annotations

from tools.lib.scrub import lazy, marker
from tools.lib.scrub.keyed import values
from tools.lib.scrub.tokens import randomness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Run = tuple[int, int]  # where it begins and ends

# A run of base64, less the end of an escape that stands before it: the `n` of `\n`, the `0A` of `%0A`.
RUN = lazy.pattern(
    r"(?:(?<=\\)(?:[nrt]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})|(?<=%)(?:25){0,3}[0-9A-Fa-f]{2}|(?<=`)[nrt])?"
    r"(?P<body>[A-Za-z0-9+/]{4,}(?:=2[BF][A-Za-z0-9+/]+)*(?:={1,2}(?:3D){0,2})?)",
)
BLANKS = lazy.pattern(r"[ \t\r]+")
FIGURES = lazy.pattern(r"[0-9]+")
BARE = lazy.pattern(r"(?:[^A-Za-z\\`]|[\\`]+[nrt]?)*\Z")  # a joint of signs, figures and escapes alone
ZEROS = lazy.pattern(r"A{3,}")
PUBLIC = lazy.pattern(r"(?:DEK-Info:[ +]?[\w-]{3,20},|sha[0-9]{1,3}[-:=])\Z")  # before an initialisation vector or a hash
HEADER = lazy.pattern(r"\w[\w-]{2,20}:[^\n\\%]{0,200}")
LONG = 24  # characters of a line that shows by itself that it is one
JOINT = 300  # the most that joins two lines, blanks aside
HEADERS = 1200  # the most that stands before the first
APART = 6000  # the most with the blanks of a frame as wide as a key on one line
CUT = ("...", "…")


class Joints:
    """What joins the lines of one key: signs, a gutter with its numbers, markup."""

    def __init__(self, text: str, lines: list[Run], before: str = "") -> None:
        joints = [text[one[1]:two[0]] for one, two in zip(lines, lines[1:])] or [before]
        self.said = set(map(said, joints))
        self.begin = {"\n", "\r", *(joint[:1] for joint in joints)}
        self.bare = all(BARE.match(joint) for joint in joints)

    def fits(self, joint: str) -> bool:
        """True for a joint like one of them, or, where they are all of signs alone, of signs alone."""
        plain = said(joint)
        return len(plain) <= JOINT and (plain in self.said or self.bare and BARE.match(joint) is not None)

    def follows(self, text: str, at: int, stop: int) -> bool:
        """True when the text goes on at `at` as one of them begins, or as what is left out does, or only signs come."""
        return text[at:at + 1] in self.begin or text.startswith(CUT, at) or BARE.match(text[at:min(stop, at + JOINT)]) is not None


def said(joint: str) -> str:
    """Return a joint without its blanks, and without what its numbers are."""
    return FIGURES.sub("0", BLANKS.sub("", joint))


def is_line(word: str) -> bool:
    """True for base64 or hex of random bytes as long as a line: by how often the kind of its characters changes."""
    core = ZEROS.sub("A", word.rstrip("="))
    return len(core) >= LONG and len(set(core)) > 6 and (
        randomness.HEX.match(core) is not None or randomness.changes(core) * 5 >= len(core) * 2 or randomness.mixed(core)
        or randomness.drawn(core))


def closed(text: str, at: int, stop: int, lead: str) -> list[Run]:
    """Return the pieces between two marks, text[at:stop]; `lead` is what stands before the first mark on its line."""
    runs = list(_runs(text, at, stop))
    lines = _lines(text, runs, lead)
    if not lines:
        return []
    before, after = text[at:lines[0][0]], text[lines[-1][1]:stop]
    if max(len(said(before)), len(said(after))) > HEADERS:
        return []
    if len(lines) == 1 and not (BARE.match(HEADER.sub("", before)) or said(after).endswith(said(before))):
        return []  # a hash, say, in a program that speaks of such marks
    joints = Joints(text, lines, before)
    return _filled(text, runs, lines, joints, stop) if len(joints.said) <= 4 + len(lines) // 4 else []


def opened(text: str, at: int, stop: int, lead: str) -> list[Run]:
    """Return the pieces after a mark that no other closes: lines of one width, joined alike."""
    gutter = {found.group("body") for found in RUN.finditer(lead)}
    runs: list[Run] = []
    lines: list[Run] = []
    before = ""
    for first, last in _runs(text, at, stop):
        first += lead[-1:] == "+" and text.startswith("\n+", first - 1)  # a diff's sign
        joint = text[lines[-1][1] if lines else at:first]
        if len(joint) > APART or len(joint) > JOINT and len(said(joint)) > (JOINT if lines else HEADERS):
            break
        runs.append((first, last))
        if text[first:last] in gutter or not is_line(text[first:last]):
            continue
        before = before if lines else joint or "\n" + lead
        if not lines and marker.places(joint):
            return []  # taken already
        if lines and not _joined(text, [*lines[-8:], (first, last)], before):
            break
        lines.append((first, last))
    return _filled(text, runs, lines, Joints(text, lines, before), stop, True) if lines else []


def above(text: str, at: int, stop: int) -> list[Run]:
    """Return the pieces in text[at:stop] right above the mark at `stop`, whose beginning was cut away."""
    runs = list(_runs(text, at, stop))
    lines = _lines(text, runs, "")
    if not lines or len(said(text[lines[-1][1]:stop])) > JOINT or marker.places(text[lines[-1][1]:stop]):
        return []
    first = len(lines) - 1
    joint = said(text[lines[first - 1][1]:lines[first][0]])
    while first and len(joint) <= JOINT and said(text[lines[first - 1][1]:lines[first][0]]) == joint:
        first -= 1
    return _filled(text, runs, lines[first:], Joints(text, lines[first:]), stop)


def _runs(text: str, at: int, stop: int) -> Iterator[Run]:
    for found in RUN.finditer(text, at, stop):
        first, last = found.span("body")
        if text[first - 1] not in ",-:=" or not PUBLIC.search(text, max(at, first - 40), first):
            yield first, last


def _lines(text: str, runs: list[Run], lead: str) -> list[Run]:
    """Those of the runs that are lines of a key by their look, and what is left of each where a narrow window wrapped it."""
    times: dict[str, int] = {}
    for first, last in runs:
        times[text[first:last]] = times.get(text[first:last], 0) + 1
    gutter = {word for word, count in times.items() if count > 2} | {found.group("body") for found in RUN.finditer(lead)}
    sure = [text[first:last] not in gutter and is_line(text[first:last]) for first, last in runs]
    inner = {n for n in range(1, len(runs) - 1) if sure[n - 1] and sure[n + 1] and _between(
        text[runs[n - 1][1]:runs[n][0]], text[runs[n][1]:runs[n + 1][0]])}
    return [run for n, run in enumerate(runs) if sure[n] or n in inner]


def _between(before: str, after: str) -> bool:
    return BARE.match(before) is not None and said(before) == said(after) or before.isspace() and after.isspace()


def _joined(text: str, lines: list[Run], before: str) -> bool:
    """Whether the last of the lines goes on where those before it end; `before` is what joins the first to the mark."""
    (start, end), (first, last) = lines[-2:]
    joint = text[end:first]
    widths = {b - a for a, b in lines[:-1]}
    fits = Joints(text, lines[:-1]).fits(joint) if len(lines) > 2 else BARE.match(joint) or said(before).endswith(said(joint))
    if not fits or bool(randomness.HEX.match(text[start:end])) != bool(randomness.HEX.match(text[first:last])):
        return False
    return last - first in widths if len(widths) > 1 else last - first <= max(widths)


def _filled(text: str, runs: list[Run], lines: list[Run], joints: Joints, stop: int, wary: bool = False) -> list[Run]:
    """The lines, and the shorter pieces among and behind them that are joined to them alike."""
    known = set(lines)
    found: list[Run] = []
    for run in runs:
        if run in known:
            found.append(run)
        elif found and joints.fits(text[found[-1][1]:run[0]]) and joints.follows(text, run[1], stop) and not (
                wary and _word(text[run[0]:run[1]])):
            found.append(run)
    return found


def _word(piece: str) -> bool:
    return values.NAME.match(piece) is not None and randomness.changes(piece) < 4
