"""review: say yes or no to new versions of the rules, lessons and facts that no editor of yours is known to have written.

    python3 tools/review.py                  each with its difference; one key: y yes, n no, s later, q end
    python3 tools/review.py --list           which ones wait
    python3 tools/review.py --approve PATH | --refuse PATH

Only a person at a terminal says yes or no. Status: 0 done, 1 refused, 2 wrong use.
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tools.lib import git
from tools.lib.console import command, key, reviewing
from tools.lib.errors import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tools.lib.console.desk import Desk

USAGE = "usage: review.py [--list | --approve PATH | --refuse PATH]"
NOTHING = "Nothing waits for your word."
ASK = "In force from now on? y yes, n no, s later, q end: "
OPTIONS = {"--approve": "y", "--refuse": "n"}


def main(argv: Sequence[str] | None = None) -> int:
    return command.main(argv, USAGE, run)


def run(desk: Desk, arguments: Sequence[str], ask: Callable[[], str] = key.pressed) -> str:
    """What the command says at its end; "" for wrong use. `ask` gives the next key. Raises Refusal."""
    try:
        found = reviewing.waiting(desk.local)
    except git.GitError as error:
        raise Refusal(f"{desk.local}: git cannot read the lane ({error}); `python3 tools/doctor.py` says more") from None
    if list(arguments) == ["--list"]:
        return "\n".join(reviewing.headline(one) for one in found) or NOTHING
    if not desk.who.person:
        raise Refusal("only the person says yes or no, at a terminal of theirs: `python3 tools/review.py`")
    if not arguments:
        return _each(desk, found, ask)
    if len(arguments) != 2 or arguments[0] not in OPTIONS:
        return ""
    chosen = [one for one in found if one.path == arguments[1]]
    if not chosen:
        raise Refusal(f"{arguments[1]}: no version of it waits; `review.py --list` names those that do")
    return _said(desk, [(chosen[0], OPTIONS[arguments[0]])])


def _each(desk: Desk, found: Sequence[reviewing.Version], ask: Callable[[], str]) -> str:
    said = []
    for one in found:
        print(f"\n{reviewing.headline(one)}")
        for line in reviewing.difference(one):
            print(f"  {line}")
        print(ASK, end="", flush=True)
        answer = ask()
        print(answer)
        if answer == "q":
            break
        if answer in reviewing.WORDS:
            said.append((one, answer))
    return _said(desk, said) if said else NOTHING if not found else "Nothing was said; what waited still waits."


def _said(desk: Desk, said: Sequence[tuple[reviewing.Version, str]]) -> str:
    for one, answer in said:
        reviewing.say(desk.local, one, reviewing.WORDS[answer])
    done = reviewing.put_in_force(desk.local)
    rows = [f"{one.path}: {reviewing.WORDS[answer]}" for one, answer in said]
    return "\n".join([*rows, "" if done else "It is in force as soon as the worker, which is busy, has seen it."]).rstrip()


if __name__ == "__main__":
    raise SystemExit(main())
