"""note: leave one line for later sessions of this context.

    python3 tools/note.py [--decision | --todo | --handoff] TEXT...
    python3 tools/note.py --done ID [TEXT...]       close a to-do or hand-off
    python3 tools/note.py --context NAME ...        at a terminal: for that context

The session comes from the environment of the agent that calls. Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import command
from tools.lib.desk import Desk
from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

USAGE = "usage: note.py [--decision | --todo | --handoff | --done ID] [--context NAME] TEXT..."
KINDS = {"--decision": "decision", "--todo": "todo", "--handoff": "handoff", "--done": "done"}


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """What the command says; "" for wrong use. Raises Refusal."""
    asked = parse(arguments)
    return keep(desk, asked) if asked else ""


def parse(arguments: Sequence[str]) -> dict[str, str] | None:
    """What is asked for: kind, ref, context and text; None for wrong use."""
    asked = {"kind": "note", "ref": "", "context": ""}
    words = list(arguments)
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if option == "--":
            break
        if option in KINDS and asked["kind"] == "note":
            asked["kind"] = KINDS[option]
        elif option != "--context":
            return None
        if option in ("--done", "--context"):
            if not words:
                return None
            asked["ref" if option == "--done" else "context"] = words.pop(0).lstrip("^")
    asked["text"] = " ".join(words).strip()
    return asked if asked["text"] or asked["ref"] else None


def keep(desk: Desk, asked: Mapping[str, str]) -> str:
    """Keep a note; gives the sentence that says so. Raises Refusal, and OSError where this may not write."""
    line: dict[str, object] = {"e": "note", **{name: asked[name] for name in ("kind", "text", "ref")}}
    if desk.agent:
        if asked["context"]:
            raise Refusal("a session notes for its own context: leave --context out, or let the person run this at a terminal")
    elif not asked["context"]:
        raise Refusal("no session calls: name the context with --context NAME; `context.py list` shows them")
    else:
        line["c"] = desk.named(asked["context"])
    record = desk.tell(line)
    return f"Kept for {record['context']}: {asked['kind']}{' ^' + asked['ref'] if asked['ref'] else ''}"


if __name__ == "__main__":
    raise SystemExit(main())
