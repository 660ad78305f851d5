"""Install Alter Ego on this machine, or take it off again: python3 install.py --help says how."""
from __future__ import annotations

import sys

if sys.version_info < (3, 9):
    raise SystemExit("Alter Ego needs Python 3.9 or newer: run python3 install.py with a newer one")

import argparse
import os
import time

from tools.lib import clientfiles, git, installation, lock, pin, registration, remote, selftest, settings, setup
from tools.lib.clientfiles import CLIENTS
from tools.lib.errors import Refusal

CHECKOUT = os.path.dirname(os.path.abspath(__file__))


def main(argv: list[str]) -> int:
    """Do what the options say; gives 0 when all of it was done, 1 when something was left for the person to do."""
    options = _options(argv)
    try:
        if options.uninstall:
            return _uninstall(options)
        if options.rollback:
            return _rollback(options)
        return _install(options)
    except (Refusal, git.GitError) as error:
        print(error, file=sys.stderr)
        return 1


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="install.py", description=__doc__.partition(":")[0] + ".")
    parser.add_argument("--dry-run", action="store_true", help="say exactly what would change, and change nothing")
    parser.add_argument("--device", metavar="NAME", help="what this machine is called (default: its host name)")
    parser.add_argument("--remote", metavar="URL", help="your private repository: pin it as the one place to push to")
    parser.add_argument("--claude-dir", metavar="DIR", action="append", default=[], help="a configuration of Claude Code; may be repeated")
    parser.add_argument("--codex-dir", metavar="DIR", action="append", default=[], help="a configuration of Codex; may be repeated")
    parser.add_argument("--no-claude", action="store_true", help="leave Claude Code alone, from now on")
    parser.add_argument("--no-codex", action="store_true", help="leave Codex alone, from now on")
    parser.add_argument("--no-attribution", action="store_true", help="no AI attribution in commits and pull requests")
    parser.add_argument("--self-repair", action="store_true", help="register configurations that appear later, too")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--upgrade", action="store_true", help="put this clone's code in force, and say what that changes")
    what.add_argument("--rollback", action="store_true", help="put the code before the one in force in force again")
    what.add_argument("--uninstall", action="store_true", help="take our hooks out of the clients' settings")
    return parser.parse_args(argv)


def _chosen(options: argparse.Namespace) -> dict[str, str]:
    """The local settings that options stand for. A folder that is named means that its client is wanted."""
    chosen = {}
    for agent in CLIENTS:
        if getattr(options, f"no_{agent}"):
            chosen[agent] = "off"
        elif getattr(options, f"{agent}_dir"):
            chosen[agent] = "on"
    if options.no_attribution:
        chosen["attribution"] = "off"
    if options.self_repair:
        chosen["self-repair"] = "on"
    return chosen


def _install(options: argparse.Namespace) -> int:
    plan = setup.plan(CHECKOUT, _chosen(options), options.device)
    configs = setup.targets({agent: getattr(options, f"{agent}_dir") for agent in CLIENTS}, plan.values)
    if options.dry_run:
        return _dry_run(options, plan, configs)
    if options.remote:
        url = remote.connect(plan.checkout, options.remote, plan.values["branch"])
        plan = plan._replace(values={**plan.values, "remote": url}, said=[])
    setup.establish(plan)
    with lock.held(os.path.join(plan.local, "install.lock"), 60.0) as mine:
        if not mine:
            raise Refusal(f"{plan.local}: another install is at work there; wait for it, then try again")
        print(f"Alter Ego on {plan.values['device']}, for the memory in {plan.checkout}")
        steps = [lambda: _pin(plan, options.upgrade), lambda: setup.lane(plan), lambda: _push(plan, options.remote)]
        steps += [lambda config=config: _register(plan, config) for config in configs]  # type: ignore[misc]
        steps += [lambda config=config: _unregister(plan.local, plan.identity, config) for config in _unwanted(plan)]  # type: ignore[misc]
        done = all([_step(step) for step in steps])
        answered = all([_report(config, plan.checkout) for config in configs])
    _what_next(plan, configs)
    return 0 if done and answered else 1


def _step(step: object) -> bool:
    """Do one step; one that is refused says why and holds no other up."""
    try:
        step()  # type: ignore[operator]
        return True
    except Refusal as refusal:
        print(f"  ! {refusal}", file=sys.stderr)
        return False


def _pin(plan: setup.Plan, upgrade: bool) -> None:
    before = pin.current(plan.local)
    changes = pin.differences(pin.content(before) if before else {}, plan.parts)
    if before and changes and not upgrade:
        print(f"  code      stays as pinned; this clone has {len(changes)} changed files: install.py --upgrade takes them")
        return
    name = pin.put(plan.local, plan.parts, plan.python)
    print(f"  code      {len(plan.parts)} files pinned as {name}, run by {plan.python}")
    if before:
        print("\n".join(f"            {line}" for line in changes) or "            nothing changed")


def _push(plan: setup.Plan, asked: str | None) -> None:
    print(f"  remote    {git.without_credentials(plan.values['remote'])}")
    if asked:
        from tools.lib import worker  # only when there is something to push

        worker.now(plan.local)


def _register(plan: setup.Plan, config: clientfiles.Config) -> None:
    setup.register(plan, config, time.time())


def _unwanted(plan: setup.Plan) -> list[clientfiles.Config]:
    return [config for config in clientfiles.known(plan.local) if plan.values.get(config.agent) == "off"]


def _unregister(local: str, identity: str, config: clientfiles.Config) -> None:
    change = setup.unregister(local, identity, config, time.time())
    if change.before != change.after:
        print(f"  {CLIENTS[config.agent]:<11} {change.path}: our hooks are out again")


def _report(config: clientfiles.Config, checkout: str) -> bool:
    """Run what is registered there, and say in one line what answered."""
    name, path = CLIENTS[config.agent], clientfiles.path_of(config)
    try:
        answers = selftest.run(config, checkout, os.environ)
    except (ValueError, OSError):
        return False  # it was left alone, and that was said
    if not answers:
        return False
    slowest = max(answer.seconds for answer in answers) * 1000
    given = sum(len(answer.output) for answer in answers if answer.event == "SessionStart")
    bad = [f"{answer.event} {answer.part}".strip() + f" {fault}" for answer in answers if (fault := selftest.faults(answer))]
    print(f"  {name:<11} {path}: {len(answers) - len(bad)} of {len(answers)} hooks answered as they should")
    print(f"              (slowest {slowest:.0f} ms; a new session is given {given} bytes)")
    for fault in bad:
        print(f"  ! {name}: {fault}", file=sys.stderr)
    return not bad


def _what_next(plan: setup.Plan, configs: list[clientfiles.Config]) -> None:
    for sentence in plan.said:
        print(f"* {sentence}")
    agents = {config.agent for config in configs}
    if not agents:
        print("* No Claude Code and no Codex was found here; --claude-dir and --codex-dir name one.")
    if "claude" in agents:
        print("* Claude Code: sessions that start now remember. In a folder it does not trust yet, no hook runs at all.")
    if "codex" in agents:
        print("* Codex: start it, open /hooks and trust them; until then it skips them without a word.")


def _dry_run(options: argparse.Namespace, plan: setup.Plan, configs: list[clientfiles.Config]) -> int:
    print("Nothing is changed. Without --dry-run this would")
    print(f"- keep this machine's state in {plan.local}, with these settings:")
    target = options.remote or plan.values["remote"]
    for key, value in {**plan.values, "remote": git.without_credentials(target)}.items():
        print(f"    {key}: {value}")
    if options.remote:
        print(f"- make {git.without_credentials(options.remote)} this clone's origin and push to it, if it is empty or this memory's")
    before = pin.current(plan.local)
    changes = pin.differences(pin.content(before) if before else {}, plan.parts)
    if not before or options.upgrade:
        print(f"- pin the code of this clone ({len(changes)} files differ from what is pinned), to be run by {plan.python}")
        print("".join(f"    {line}\n" for line in changes if before), end="")
    done = all([_step(lambda config=config: _say(plan, config)) for config in configs])  # type: ignore[misc]
    for sentence in plan.said:
        print(f"* {sentence}")
    return 0 if done else 1


def _say(plan: setup.Plan, config: clientfiles.Config) -> None:
    change = clientfiles.planned(plan.local, config, setup.wish(plan, config), plan.identity)
    if change.before == change.after:
        print(f"- leave {change.path} as it is")
        return
    print(f"- change {change.path}:")
    print("\n".join(f"    {line}" for line in setup.shown(change)))


def _rollback(options: argparse.Namespace) -> int:
    local = installation.of(CHECKOUT)
    if options.dry_run:
        print(f"Nothing is changed. In force is the last of: {' '.join(pin.order(local))}")
        return 0
    print(f"In force again: {pin.back(local)}. install.py --upgrade puts this clone's code in force.")
    return 0


def _uninstall(options: argparse.Namespace) -> int:
    local = installation.of(CHECKOUT)
    identity, values = os.path.basename(local), settings.read(local)
    named = {agent: getattr(options, f"{agent}_dir") for agent in CLIENTS}
    configs = setup.configs.distinct([*clientfiles.known(local), *setup.targets(named, {})])
    if options.dry_run:
        for config in configs:
            print("\n".join(setup.shown(clientfiles.planned(local, config, None, identity))))
        return 0
    done = all([_step(lambda config=config: _unregister(local, identity, config)) for config in configs])  # type: ignore[misc]
    if done:
        pin.retire(local)
    print(f"The memory stays in {CHECKOUT}" + (f" and at {git.without_credentials(values['remote'])}." if values["remote"] != "none" else "."))
    print(f"This machine's state stays in {local}; delete that folder when you need it no more.")
    return 0 if done else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
