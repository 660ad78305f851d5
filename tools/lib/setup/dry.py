"""What a dry run says: exactly what install, uninstall or rollback would change, file by file; nothing is written."""
from __future__ import annotations

import difflib
import os
import shutil
import sys

from tools.lib import git, installation, notify
from tools.lib.errors import Refusal
from tools.lib.setup import clientfiles, codexfiles, pin, skills, space
from tools.lib.setup import plan as plans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.lib.setup.clientfiles import Change, Config
    from tools.lib.setup.plan import Plan, Wanted

WIDTH = 110  # characters of a line of a difference that are shown
HEAD = "Nothing is changed. Without --dry-run this would"


def install(wanted: Wanted) -> bool:
    """Say what install would change; gives whether all of it could be done."""
    plan = plans.of(wanted)
    space.check(plan, wanted.upgrade)
    print(HEAD)
    print(f"- keep this machine's state in {plan.local}, with these settings:")
    for key, value in {**plan.values, "remote": wanted.remote or plan.values["remote"]}.items():
        print(f"    {key}: {git.without_credentials(value)}")
    if installation.identify(plan.checkout) != plan.identity:
        print(f"- note {installation.KEY} = {plan.identity} in this clone's git settings")
    if wanted.remote:
        print("- make that remote this clone's origin and push to it, if it is empty or has this memory's history")
    changed = plans.changes(plan)
    fresh = changed is None or bool(changed and wanted.upgrade)
    if fresh:
        print(f"- put {len(plan.parts)} files of code in force, run by {plan.python}" + (", which changes" if changed else ""))
        print("".join(f"    {line}\n" for line in changed or ()), end="")
    fit = [_fits(plan, config, wanted.trust, fresh) for config in plan.configs]
    for config in plans.unwanted(plan):
        _out(plan.local, config)
    for sentence in plan.said:
        print(f"* {sentence}")
    return all(fit)


def uninstall(local: str, found: list[Config]) -> bool:
    """Say what uninstall would change."""
    print(HEAD)
    for config in found:
        _out(local, config)
    return True


def rollback(local: str) -> bool:
    """Say which code a rollback would put in force."""
    past = pin.order(local)
    print(f"Nothing is changed. In force: {past[-1] if past else 'nothing'}; before it: {' '.join(past[-2::-1]) or 'nothing'}")
    return True


def _fits(plan: Plan, config: Config, trust: bool, fresh: bool) -> bool:
    """Say what would change of a configuration; gives whether it could."""
    try:
        change = clientfiles.planned(plan.local, config, plans.wish(plan, config), plan.identity)
        more = _codex(plan, config, change.after, trust) if config.agent == "codex" else []
    except Refusal as refusal:
        print(f"! {refusal}", file=sys.stderr)
        return False
    for one in (change, *more):
        _say(one)
    folder = os.path.join(plan.local, "pins", pin.name_of(plan.parts)) if fresh else pin.current(plan.local)
    parts = plan.parts if fresh or not folder else pin.content(folder)
    for line in skills.planned(plan.local, config, skills.made(parts, folder or "", plan.python)):
        print(f"- {line}")
    return True


def _codex(plan: Plan, config: Config, hooks: str, trust: bool) -> list[Change]:
    program = shutil.which("codex")
    needed = program and notify.is_needed(program, {**os.environ, "CODEX_HOME": config.folder})
    return codexfiles.planned(plan.local, config, hooks, trust, plan.python if needed else "")


def _out(local: str, config: Config) -> None:
    """Say what would be taken out of a configuration."""
    for line in skills.planned(local, config, {}):
        print(f"- {line}")
    try:
        changes = [clientfiles.planned(local, config, None, os.path.basename(local))]
        changes += codexfiles.planned_leave(local, config) if config.agent == "codex" else []
    except Refusal as refusal:
        print(f"! {refusal}", file=sys.stderr)
        return
    for change in changes:
        _say(change)


def _say(change: Change) -> None:
    """A change of a file as a person reads it; of one that stays, that it does."""
    print(f"- leave {change.path} as it is" if change.before == change.after else f"- change {change.path}:")
    for line in _difference(change):
        print(f"    {line}")


def _difference(change: Change) -> Iterator[str]:
    before, after = change.before.splitlines(), change.after.splitlines()
    for line in difflib.unified_diff(before, after, change.path, change.path, lineterm="", n=1):
        yield line if len(line) <= WIDTH else line[: WIDTH - 3] + "..."
