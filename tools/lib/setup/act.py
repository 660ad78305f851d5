"""The steps of install and uninstall; each can be repeated, and one that is refused holds no other up."""
from __future__ import annotations

import os
import sys
import time

from tools.lib import claim, clientfiles, files, git, installation, lock, pin, remote, settings, stub
from tools.lib.errors import Refusal
from tools.lib.setup import plan as plans
from tools.lib.setup import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.clientfiles import Config
    from tools.lib.setup.plan import Plan, Wanted


def install(wanted: Wanted) -> bool:
    """Install, or bring an installation up to what is wanted; gives whether all of it was done."""
    plan = plans.of(wanted)
    if wanted.remote:
        url = remote.connect(plan.checkout, wanted.remote, plan.values["branch"])
        plan = plan._replace(values={**plan.values, "remote": url})
    _establish(plan)
    with lock.held(os.path.join(plan.local, "install.lock"), 60.0) as mine:
        if not mine:
            raise Refusal(f"{plan.local}: another install is at work there; wait for it, then try again")
        show.begun(plan)
        steps = [lambda: _pin(plan, wanted.upgrade), lambda: _lane(plan)]
        if wanted.remote:
            steps.append(lambda: _push(plan))
        steps += [lambda config=config: _register(plan, config) for config in plan.configs]
        steps += [lambda config=config: _unregister(plan.local, plan.identity, config) for config in plans.unwanted(plan)]
        done = _all(steps)
        answered = all([show.answers(plan, config) for config in plan.configs])
    show.next_steps(plan)
    return done and answered


def rollback(checkout: str) -> bool:
    """Put the code before the one in force in force again."""
    name = pin.back(installation.of(checkout))
    print(f"In force again: {name}. python3 install.py --upgrade puts this clone's code in force.")
    return True


def uninstall(wanted: Wanted) -> bool:
    """Take our hooks out of every configuration; the memory and this machine's state stay."""
    local = installation.of(wanted.checkout)
    identity = os.path.basename(local)
    done = _all([lambda config=config: _unregister(local, identity, config) for config in registered(local, wanted)])
    if done:
        pin.retire(local)
    show.left(wanted.checkout, local, settings.read(local)["remote"])
    return done


def registered(local: str, wanted: Wanted) -> list[Config]:
    """Every configuration in which this installation may be registered."""
    return plans.configs.distinct([*clientfiles.known(local), *plans.targets(wanted.folders, {})])


def _all(steps: list[Callable[[], None]]) -> bool:
    return all([_is_done(step) for step in steps])


def _is_done(step: Callable[[], None]) -> bool:
    try:
        step()
    except Refusal as refusal:
        print(f"  ! {refusal}", file=sys.stderr)
        return False
    return True


def _establish(plan: Plan) -> None:
    os.chmod(files.folder(os.path.dirname(plan.local)), files.PRIVATE_FOLDER)
    os.chmod(files.folder(plan.local), files.PRIVATE_FOLDER)
    claim.write(plan.checkout, plan.identity)
    settings.write(plan.local, plan.values)


def _pin(plan: Plan, upgrade: bool) -> None:
    changed, before = plans.changes(plan), pin.current(plan.local)
    if before and changed and not upgrade:
        show.held(changed)
        return
    show.pinned(plan, pin.put(plan.local, plan.parts, plan.python), changed if before else None)


def _lane(plan: Plan) -> None:
    from tools.lib.sync import lane

    try:
        lane.ensure(plan.local)
    except (git.GitError, OSError) as error:
        raise Refusal(f"{plan.local}: our own clone could not be made yet ({error}); each session start tries again") from None


def _push(plan: Plan) -> None:
    from tools.lib import worker

    worker.now(plan.local)


def _register(plan: Plan, config: Config) -> None:
    if config.agent == "codex" and sys.platform == "win32":
        stub.write(stub.place(plan.local, os.environ), plan.python, plan.local, os.environ)
    clientfiles.put(plan.local, config, plans.wish(plan, config), time.time())


def _unregister(local: str, identity: str, config: Config) -> None:
    show.taken_out(config, clientfiles.remove(local, config, identity, time.time()))
