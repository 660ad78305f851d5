"""What install says: a dozen lines of what there is now, what answered, and what the person can do next."""
from __future__ import annotations

import os
import sys

from tools.lib import git
from tools.lib.errors import Refusal
from tools.lib.setup import clientfiles, codexfiles, selftest
from tools.lib.setup.clientfiles import CLIENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tools.lib.setup.clientfiles import Change, Config
    from tools.lib.setup.plan import Plan


def begun(plan: Plan) -> None:
    """Which machine, memory and places this is about."""
    print(f"Alter Ego on {plan.values['device']}, for the memory in {plan.checkout}")
    print(f"  remote   {git.without_credentials(plan.values['remote'])}, branch {plan.values['branch']}")
    print(f"  state    {plan.local}")


def pinned(plan: Plan, name: str, changed: Iterable[str]) -> None:
    """That code was put in force; `changed` are the files that this changed."""
    print(f"  code     {len(plan.parts)} files, pinned as {name}, run by {plan.python}")
    for line in changed:
        print(f"           {line}")


def held(changed: list[str]) -> None:
    """That the checkout has other code than the one in force."""
    print(f"  code     as it was pinned; this clone's differs in {len(changed)} files: python3 install.py --upgrade takes them")


def answers(plan: Plan, config: Config) -> bool:
    """Run what is registered in a configuration and say what answered; gives whether all of it was right."""
    name, path = CLIENTS[config.agent], clientfiles.path_of(config)
    before = selftest.log(plan.local)
    try:
        found, off = selftest.run(config, plan.checkout, os.environ), selftest.is_off(config)
    except (ValueError, OSError):
        return False  # it was left alone, and that was said
    if off:
        print(f"  ! {name}: {path} has disableAllHooks, so it runs no hook at all; take that line out", file=sys.stderr)
    if off or not found:
        return False
    bad = [f"{answer.event} {answer.part}".strip() + f" {fault}" for answer in found if (fault := selftest.fault(answer))]
    bad += sorted({f"failed inside: {line.partition(' ')[2]}" for line in selftest.log(plan.local)[len(before) :]})
    slowest = max(answer.seconds for answer in found) * 1000
    given = sum(len(answer.output) for answer in found if answer.event == "SessionStart")
    verdict = f"{len(bad)} troubles" if bad else "all as they should"
    print(f"  {name}  {path}")
    print(f"           {len(found)} hooks ran, {verdict}; slowest {slowest:.0f} ms; a new session is given {given} bytes")
    for line in bad:
        print(f"  ! {name}: {line}", file=sys.stderr)
    return not bad


def trusted(config: Config) -> None:
    """That Codex was told to run our hooks."""
    print(f"  {CLIENTS[config.agent]}  {config.folder}: our hooks are trusted now, as with /hooks")


def taken_out(config: Config, change: Change) -> None:
    """That our hooks are out of a file again."""
    if change.before != change.after:
        print(f"  {CLIENTS[config.agent]}  {change.path}: our hooks are out again")


def next_steps(plan: Plan) -> None:
    """What the person should know, and can do now."""
    for sentence in plan.said:
        print(f"* {sentence}")
    agents = {config.agent for config in plan.configs}
    if not agents:
        print("* No Claude Code and no Codex was found; --claude-dir DIR and --codex-dir DIR name a configuration.")
    if "claude" in agents:
        print("* Claude Code: sessions remember from now on. In a folder that it does not trust yet, it runs no hook at all.")
    if any(config.agent == "codex" and not _is_trusted(config) for config in plan.configs):
        print("* Codex: start it, open /hooks and trust them (or --trust-codex); until then it skips them without a word.")


def _is_trusted(config: Config) -> bool:
    try:
        return codexfiles.is_trusted(config)
    except (Refusal, ValueError):
        return False


def left(checkout: str, local: str, remote: str) -> None:
    """What stays after uninstall, and where."""
    print(f"The memory stays in {checkout}" + ("." if remote == "none" else f" and at {git.without_credentials(remote)}."))
    print(f"This machine's state stays in {local}; delete that folder when you need it no more.")
