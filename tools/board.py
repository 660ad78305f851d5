"""board: what holds on this machine now, what to heed, who is doing what.

    python3 tools/board.py show | path
    python3 tools/board.py state | caution | work | log [--everyone | --context NAME] TEXT...
    python3 tools/board.py done [WORDS...]      own lines of ACTIVE WORK with these words go to the log; without words, all
    python3 tools/board.py clear WORDS...       likewise in every section above the log

A session's lines are signed and shown to the sessions of its context; `--everyone` shows them to all, which only a person
may do for a client's. The file may be edited by hand at any time. Status: 0 done, 1 refused, 2 wrong use.
"""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import notices, sessions
from tools.lib.beside import board, boardpage, boardview
from tools.lib.console import command
from tools.lib.console.desk import Desk
from tools.lib.errors import Refusal
from tools.lib.telling import handover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.lib.beside.boardpage import Line

USAGE = "usage: board.py show | path | state|caution|work|log [--everyone | --context NAME] TEXT... | " \
    "done [WORDS...] | clear WORDS..."
SECTIONS = {"state": boardpage.STATE, "caution": boardpage.CAUTIONS, "work": boardpage.WORK, "log": boardpage.LOG}


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str]) -> str:
    """What the command says; "" for wrong use. Raises Refusal."""
    verb, words = (arguments[0], list(arguments[1:])) if arguments else ("", [])
    if verb in SECTIONS:
        return _add(desk, SECTIONS[verb], words)
    if verb in ("show", "path") and not words:
        return path(desk) if verb == "path" else show(desk)
    if verb == "done":
        return _take(desk, [boardpage.WORK], " ".join(words), "done")
    if verb == "clear" and words:
        return _take(desk, list(boardpage.SECTIONS[:-1]), " ".join(words), "cleared")
    return ""


def path(desk: Desk) -> str:
    """Where the board is, for an editor: made if it is not there."""
    found = board.path_of(desk.local)
    if not os.path.exists(found):
        board.edit(desk.local, list)
    return found


def _add(desk: Desk, section: str, words: list[str]) -> str:
    context = handover.name_of(desk.local, desk.record()) if desk.agent else ""
    if words[:1] == ["--everyone"]:
        if context.startswith("clients/"):
            raise Refusal(f"this session works for {context}: only the person may show a line of it to everyone, by hand")
        context, words = "", words[1:]
    else:
        name = command.option(words, "context")
        if name and desk.agent:
            raise Refusal("a session writes for its own context: leave --context out, or ask the person")
        context = desk.named(name) if name else context
    text = notices.clean(desk.local, " ".join(" ".join(words).split()))  # every session of this machine will read it
    if not text:
        return ""
    board.add(desk.local, section, text, context, signature(desk), desk.now)
    return f"On the board, {section}, for {context or 'everyone'}: {text}"


def _take(desk: Desk, sections: list[str], words: str, why: str) -> str:
    if not words and desk.who.person:
        raise Refusal("say which lines, by words that are in them, or take them away by hand: `board.py path`")
    own = signature(desk)

    def goes(block: Sequence[Line | str]) -> bool:
        mine = desk.who.person or (not isinstance(block[0], str) and block[0].tag == own)
        return mine and words.casefold() in boardpage.text_of(block).casefold()

    count = board.take(desk.local, sections, goes, why, desk.now)
    if not count:
        raise Refusal(f"no line of {'the board' if desk.who.person else 'yours'} holds {words!r}: see `board.py show`")
    return f"{count} line{'s' if count > 1 else ''} went to the log."


def signature(desk: Desk) -> str:
    """With what the caller signs: a person does not."""
    return "" if desk.who.person else sessions.tag(desk.who.session)


def show(desk: Desk) -> str:
    """The board; for an agent what its session may see, whole for a person."""
    parts = board.read(desk.local)
    if not desk.agent:
        return boardpage.render(parts).rstrip("\n")
    names = board.names_of(desk.local, desk.record())
    return boardview.whole(parts, names, sessions.tag(desk.who.session)) or "The board is empty."


if __name__ == "__main__":
    raise SystemExit(main())
