"""Items of a transcript as Markdown that a person likes to read, and that nothing said in it can break out of.

    ## 2026-11-30 10:02:07 Prompt      what the person wrote, quoted
    ### 10:02:09 Claude                what the agent answered, its headings lowered, its fences closed
    **Bash** command `ls`              a call: short inputs in its line, long ones fenced below
    Result of **Bash**                 a bounded piece of what came back, fenced

What is rendered here was scrubbed before: a secret that is cut in half can no longer be recognised.
"""
from __future__ import annotations

import json
import re
import time

from tools.lib import transcripts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

RESULT_MOST, INPUT_MOST, TEXT_MOST = 1_500, 4_000, 30_000  # characters of a result, of one input, of a message
INPUTS_MOST = 20  # inputs of one call
SHORT = 100  # characters of an input that stands in the call's line
DEEPEST = 4  # heading level that an answer's first level becomes; levels above are ours

AGENTS = {"claude": "Claude", "codex": "Codex"}
NOTES = {
    "notification": "A task in the background reported.",
    "compacted": "The conversation was compacted.",
    "interrupted": "The person interrupted.",
    "aside": "One piece was set aside on this machine, unread: it could not be scrubbed.",
}

# What a terminal is told, and what no text needs; git takes a file with NUL for binary.
CONTROLS = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|\x1b[@-_]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
)
# An HTML block that runs on without an end (CommonMark 0.31, 4.6, kinds 1 to 5).
ENDLESS = re.compile(r" {0,3}<(?:!|\?|(?:script|pre|style|textarea)\b)", re.IGNORECASE)
FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
HEADING = re.compile(r" {0,3}(#{1,6})(?=\s|$)")


def plain(value: object) -> object:
    """A JSON value whose texts hold no terminal codes, control characters or CR; done before it is scrubbed."""
    if isinstance(value, str):
        return CONTROLS.sub("", value.replace("\r\n", "\n").replace("\r", "\n"))
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(plain(key)): plain(part) for key, part in value.items()}
    return value


def item(thing: transcripts.Item, agent: str, called: str = "") -> str:
    """The Markdown of one item, with an empty line before it; `called` is the tool whose result it is, "" if unknown."""
    return f"\n{_body(thing, agent, called)}\n"


def _body(thing: transcripts.Item, agent: str, called: str) -> str:
    text = thing.value if isinstance(thing.value, str) else written(thing.value)
    by = f" (subagent {thing.who})" if thing.who else ""
    if thing.kind == "prompt":
        return f"## {clock(thing.when, '%Y-%m-%d %H:%M:%S')} Prompt{by}\n\n{quoted(bounded(text, TEXT_MOST))}"
    if thing.kind == "answer":
        name = AGENTS.get(agent, "Agent")
        return f"### {clock(thing.when, '%H:%M:%S')} {name}{by}\n\n{contained(bounded(text, TEXT_MOST))}"
    if thing.kind == "call":
        return f"**{word(thing.name)}**{by}" + "".join(_inputs(thing.value))
    if thing.kind == "result":
        return _result(text, thing.name == "failed", called)
    return _note(thing.kind, text, by)


def _note(kind: str, text: str, by: str) -> str:
    if kind in ("shell", "command", "output"):
        return f"*{kind.capitalize()}{by}:*\n\n{fenced(bounded(text, RESULT_MOST))}"
    if kind in ("summary", "failure"):
        title = "Summary of what went before" if kind == "summary" else "Failed"
        return f"*{title}{by}:*\n\n{quoted(bounded(text, TEXT_MOST))}"
    if kind == "dropped":
        return f"*{word(text)}*"
    return f"*{NOTES[kind]}*"


def _result(text: str, failed: bool, name: str) -> str:
    title = f"{'Failure' if failed else 'Result'} of **{word(name) if name else 'a tool'}**"
    return f"{title}\n\n{fenced(bounded(text, RESULT_MOST))}" if text.strip() else f"{title}: nothing"


def _inputs(value: object) -> Iterator[str]:
    """The inputs of a call: the short ones for its line, then the long ones, fenced."""
    inputs = list(value.items()) if isinstance(value, dict) else [("input", value)] if value else []
    texts = [(str(name), part if isinstance(part, str) else written(part)) for name, part in inputs[:INPUTS_MOST]]
    for name, text in texts:
        if _is_short(text):
            yield f" · {word(name)} `{text}`"
    for name, text in texts:
        if not _is_short(text):
            yield f"\n\n{word(name)}:\n\n{fenced(bounded(text, INPUT_MOST))}"
    if len(inputs) > INPUTS_MOST:
        yield f"\n\n… and {len(inputs) - INPUTS_MOST} more inputs"


def _is_short(text: str) -> bool:
    return 0 < len(text) <= SHORT and "`" not in text and "\n" not in text and text == text.strip()


def written(value: object) -> str:
    """A JSON value as text."""
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def word(text: str) -> str:
    """A name for use inside a line of Markdown: one line, bounded, without its special characters."""
    return "".join(c if c.isalnum() or c in " -_./:,[]()" else "?" for c in bounded(text, SHORT))


def clock(when: str, form: str) -> str:
    """A record's time on this machine's clock."""
    seconds = transcripts.moment(when)
    return time.strftime(form, time.localtime(seconds)) if seconds else "--:--"


def bounded(text: str, most: int) -> str:
    """The text, or its head and tail with the number of characters left out between them."""
    if len(text) <= most:
        return text
    head = most * 2 // 3
    return f"{text[:head]}\n[… {len(text) - most:,} characters left out …]\n{text[len(text) - most + head :]}"


def fenced(text: str) -> str:
    """A code block whose fence is longer than any in the text."""
    text = text.strip("\n")
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"


def quoted(text: str) -> str:
    """A block quote: every line is marked, so nothing in it ends it."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip("\n").split("\n"))


def contained(text: str) -> str:
    """Markdown that ends where it ends: headings below ours, no endless HTML, every fence closed."""
    made, fence = [], ""
    for line in text.strip("\n").split("\n"):
        mark = FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip(" `~"):
                fence = ""
        elif mark:
            fence = mark[1]
        else:
            line = ENDLESS.sub(lambda m: m[0].replace("<", "&lt;"), line, count=1) if ENDLESS.match(line) else line
            line = HEADING.sub(lambda m: "#" * min(6, len(m[1]) + DEEPEST - 1), line, count=1) if HEADING.match(line) else line
        made.append(line)
    return "\n".join([*made, fence] if fence else made)
