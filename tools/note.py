"""note: leave one line for later sessions of this context.

    python3 tools/note.py [--decision | --todo | --handoff] TEXT...
    python3 tools/note.py --done ID [TEXT...]       close a to-do or hand-off
    python3 tools/note.py --context NAME ...        at a terminal: for that context
    python3 tools/note.py --topic NAME TEXT...      into the working notes on a topic, which all contexts share

The session comes from the environment of the agent that calls. Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import paths, working
from tools.lib.console import command
from tools.lib.console.desk import Desk
from tools.lib.errors import Refusal
from tools.lib.telling import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

USAGE = "usage: note.py [--decision | --todo | --handoff | --done ID | --topic NAME] [--context NAME] TEXT..."
KINDS = {"--decision": "decision", "--todo": "todo", "--handoff": "handoff", "--done": "done"}
TAKING = {"--done": "ref", "--context": "context", "--topic": "topic"}  # options that take a word, and what it is


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """What the command says; "" for wrong use. Raises Refusal."""
    asked = parse(arguments)
    if asked is None:
        return ""
    return keep_topic(desk, asked) if asked["topic"] else keep(desk, asked)


def parse(arguments: Sequence[str]) -> dict[str, str] | None:
    """What is asked for: kind, ref, context, topic and text; None for wrong use."""
    asked = {"kind": "note", "ref": "", "context": "", "topic": ""}
    words = list(arguments)
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if option == "--":
            break
        if option in KINDS and asked["kind"] == "note":
            asked["kind"] = KINDS[option]
        elif option not in TAKING:
            return None
        if option in TAKING:
            if not words:
                return None
            asked[TAKING[option]] = words.pop(0).lstrip("^")
            if not asked[TAKING[option]]:
                return None
    asked["text"] = " ".join(words).strip()
    if asked["topic"] and (asked["kind"] != "note" or not asked["text"]):
        return None
    return asked if asked["text"] or asked["ref"] else None


def _unknown(desk: Desk, name: str, ref: str) -> str:
    """What to say of an id that names nothing that is open, as far as this machine knows; "" where it does."""
    table = recent.whole(desk.local, recent.current(desk.local, name)) if ref else None
    if table is None or any(row.id == ref for row in table.open):
        return ""
    return "; nothing that is open here has this id: is it right?"


def keep(desk: Desk, asked: Mapping[str, str]) -> str:
    """Keep a note; gives the sentence that says so. Raises Refusal, and OSError where this may not write."""
    line: dict[str, object] = {"e": "note", **{name: asked[name] for name in ("kind", "text", "ref")}}
    if desk.agent:
        if asked["context"]:
            raise Refusal("a session notes for its own context: leave --context out, or let the person run this at a terminal")
    elif not asked["context"]:
        raise Refusal("at a terminal, name the context with --context NAME; `python3 tools/context.py list` shows them")
    else:
        line["c"] = desk.named(asked["context"])
    record = desk.tell(line)
    ref = f" ^{asked['ref']}{_unknown(desk, str(record['context']), asked['ref'])}" if asked["ref"] else ""
    return f"Kept for {record['context']}: {asked['kind']}{ref}"


def keep_topic(desk: Desk, asked: Mapping[str, str]) -> str:
    """Keep a working note; gives the sentence that says so. Raises as `keep` does."""
    topic = asked["topic"]
    if asked["context"]:
        raise Refusal("working notes are shared by all contexts: leave --context out")
    if not paths.is_name(topic):
        raise Refusal(f"{topic!r} cannot be a file's name everywhere: take --topic {paths.name_from(topic, 'topic')}")
    desk.tell({"e": "working", "topic": topic, "text": asked["text"]})
    return f"Kept at the top of {working.path_of(topic)}"


if __name__ == "__main__":
    raise SystemExit(main())
