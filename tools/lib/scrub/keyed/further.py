"""Further: where a name's value is looked for when none stands right behind it: below, in a pipe, on a command's line."""
from __future__ import annotations

from tools.lib.scrub.encodings import wrapped
from tools.lib.scrub.keyed import asked
from tools.lib.scrub.places import calls, captions, feeds, markup, prompts
from tools.lib.scrub.records import held, manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.scrub.keyed.grammar import Pair
    from tools.lib.scrub.span import Span


def spans(text: str, start: int, read: Pair) -> list[Span]:
    """Return the secrets that the name read around the anchor at `start` has in another place than behind it."""
    found: list[Span] = []
    begin, end = read.begin, read.end
    if text[end:end + 1] != "=":
        found += calls.filled(text, begin, end, read.grade)
        found = found or list(feeds.spans(text, begin, end, read.grade))
    if not found and "\n" in text[end:end + 200]:
        found += captions.below(text, begin, end, read.grade == "login")
        found = found or list(prompts.answered(text, begin, end, read.grade))
    found = found or list(wrapped.cut(text, end, read.grade)) or list(asked.spans(text, begin, end))
    if not found and text.startswith("ecret", start - 1) and text[begin:end] == "Secret":
        found += manifest.spans(text, begin)
    found = found or list(held.below(text, begin, end))
    if not found and "<" in text[max(0, begin - 40):begin]:
        found += markup.below(text, begin)
    return found
