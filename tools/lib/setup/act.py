"""The steps of install and uninstall; each can be repeated, and one that is refused holds no other up."""
from __future__ import annotations

import os
import shutil
import sys
import time
from functools import partial

from tools.lib import files, git, installation, lock, notices, notify, paths, settings, worker
from tools.lib.errors import Refusal
from tools.lib.intake import missed
from tools.lib.room import clipped
from tools.lib.setup import claim, clientfiles, codexfiles, configs, origin, pin, show, skills, space, stub
from tools.lib.setup import plan as plans
from tools.lib.sync import lane, transport
from tools.lib.telling import tables
from tools.lib.voices import voice_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tools.lib.setup.clientfiles import Config
    from tools.lib.setup.plan import Plan, Wanted


REASON = 300  # characters of git's own words
PATIENCE = 20.0  # seconds for the worker's last pass, which may have to wait for the remote


def install(wanted: Wanted) -> bool:
    """Install, or bring an installation up to what is wanted; gives whether all of it was done."""
    plan = plans.of(wanted)
    space.check(plan, wanted.upgrade)
    if wanted.remote:
        url = origin.connect(plan.checkout, wanted.remote, plan.values["branch"])
        plan = plan._replace(values={**plan.values, "remote": url})
    _establish(plan)
    with lock.held(os.path.join(files.folder(os.path.join(plan.local, "locks")), "install"), 60.0) as mine:
        if not mine:
            raise Refusal(f"{plan.local}: another install is at work there; wait for it, then try again")
        show.begun(plan)
        steps = [partial(_pin, plan, wanted.upgrade), partial(_lane, plan)]
        steps += [partial(_register, plan, config) for config in plan.configs]
        steps += [partial(_trust, plan.local, wanted.trust, config) for config in plan.configs if config.agent == "codex"]
        steps += [partial(_skills, plan.local, plan.python, config) for config in plan.configs]
        steps += [partial(_unregister, plan.local, plan.identity, config) for config in plans.unwanted(plan)]
        steps += [partial(_push, plan)] if wanted.remote else []  # a whole pass, which looks at the registrations too
        done = _are_done(steps)
        answered = [show.answers(plan, config) for config in plan.configs]
    show.next_steps(plan)
    return done and all(answered)


def rollback(checkout: str) -> bool:
    """Put the code before the one in force in force again."""
    local = installation.of(checkout)
    if not os.path.exists(os.path.join(local, "current")):
        raise Refusal(f"{checkout}: no code is in force since it was uninstalled; python3 install.py puts this clone's in force")
    name = pin.back(local)
    _are_done([partial(_skills, local, settings.read(local).get("python", ""), config) for config in clientfiles.known(local)])
    print(f"In force again: {name}. python3 install.py --upgrade puts this clone's code in force.")
    return True


def uninstall(wanted: Wanted) -> bool:
    """Take our hooks out of every configuration; the memory and this machine's state stay."""
    local = installation.of(wanted.checkout)
    identity = os.path.basename(local)
    _are_done([partial(_finish, local)])
    done = _are_done([partial(_unregister, local, identity, config) for config in registered(local, wanted)])
    if done:
        pin.retire(local)
        worker.ended(local)  # else it would write into the folder that the person deletes now
    show.left(wanted.checkout, local, settings.read(local)["remote"])
    return done


def registered(local: str, wanted: Wanted) -> list[Config]:
    """Every configuration in which this installation may be registered."""
    return configs.distinct([*clientfiles.known(local), *plans.targets(wanted.folders, {})])


def _are_done(steps: Iterable[Callable[[], None]]) -> bool:
    done = True
    for step in steps:
        try:
            step()
        except Refusal as refusal:
            print(f"  ! {refusal}", file=sys.stderr)
            done = False
    return done


def _establish(plan: Plan) -> None:
    os.chmod(files.folder(os.path.dirname(plan.local)), files.PRIVATE_FOLDER)
    os.chmod(files.folder(plan.local), files.PRIVATE_FOLDER)
    claim.write(plan.checkout, plan.identity)
    settings.write(plan.local, plan.values)
    missed.reserve(plan.local)


def _pin(plan: Plan, upgrade: bool) -> None:
    changed = plans.changes(plan)
    if changed and not upgrade:
        show.held(changed)
        return
    show.pinned(plan, pin.put(plan.local, plan.parts, plan.python), changed or ())


def _lane(plan: Plan) -> None:
    try:
        transport.copy(plan.checkout, lane.ensure(plan.local))
        voice_table.refresh(plan.local, time.time())  # what is there now is what the person installs
        tables.refresh(plan.local, paths.lane(plan.local))  # a session that begins now finds its context by them, for good
    except (git.GitError, OSError) as error:
        why = clipped(" ".join(str(error).split()), REASON)
        raise Refusal(f"{plan.local}: our own clone could not be made yet ({why}); each session start tries again") from None


def _push(plan: Plan) -> None:
    start = time.time()
    if worker.now(plan.local).get("pushed", 0.0) < start:
        reasons = " ".join(notices.sentences(plan.local))
        url = git.without_credentials(plan.values["remote"])
        raise Refusal(f"{url} is pinned, but nothing was pushed yet. {reasons}".strip())


def _finish(local: str) -> None:
    """Let nothing be left behind of what sessions said until now; where that fails they are still taken out."""
    worker.now(local, PATIENCE)


def _register(plan: Plan, config: Config) -> None:
    if config.agent == "codex" and sys.platform == "win32":
        stub.write(stub.place(plan.local, os.environ), plan.python, plan.local, os.environ)
    clientfiles.put(plan.local, config, plans.wish(plan, config), time.time())


def _trust(local: str, asked: bool, config: Config) -> None:
    """Write the trust that the person asked for; until there is some, its AGENTS.md says what is missing."""
    try:
        if asked and codexfiles.give_trust(local, config):
            show.trusted(config)
        codexfiles.say(local, config)
        program = shutil.which("codex")
        if program and notify.is_needed(program, {**os.environ, "CODEX_HOME": config.folder}):
            codexfiles.have_turns_told(local, config, settings.read(local)["python"])
    except ValueError:
        pass  # its hooks.json is no strict JSON: it was left alone, and that was said


def _skills(local: str, python: str, config: Config) -> None:
    """The skills of the code in force, where the client finds them; one that is somebody else's holds nothing up."""
    for sentence in skills.put(local, config, python):
        print(f"  ! {sentence}", file=sys.stderr)


def _unregister(local: str, identity: str, config: Config) -> None:
    for sentence in skills.remove(local, config):
        print(f"  ! {sentence}", file=sys.stderr)
    if config.agent == "codex":
        codexfiles.leave(local, config)
    show.taken_out(config, clientfiles.remove(local, config, identity, time.time()))
