"""Install Alter Ego on this machine, or take it off again: python3 install.py --help says how."""
from __future__ import annotations

import sys

if sys.version_info < (3, 9):  # noqa: UP036 - said before an older Python stumbles over our imports
    raise SystemExit("Alter Ego needs Python 3.9 or newer: run install.py with a newer one")

import argparse
import os

from tools.lib import git, installation
from tools.lib.errors import Refusal
from tools.lib.setup import act, dry
from tools.lib.setup.plan import Wanted

CHECKOUT = os.path.dirname(os.path.realpath(__file__))


def main(argv: list[str]) -> int:
    """Do what the options say; gives 0 when all of it was done, 1 when something is left for the person to do."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # a path may have letters that the terminal does not
    options = _parser().parse_args(argv)
    try:
        done = _do(options, _wanted(options))
        sys.stdout.flush()
        return 0 if done else 1
    except (Refusal, git.GitError) as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a disk that fills up just now, a folder that is not ours
        place = error.filename or installation.folder(installation.identify(CHECKOUT) or "")
        print(f"{place}: {error.strerror}; mend that, then run python3 install.py again", file=sys.stderr)
        return 1


def _do(options: argparse.Namespace, wanted: Wanted) -> bool:
    if options.rollback:
        return dry.rollback(installation.of(CHECKOUT)) if options.dry_run else act.rollback(CHECKOUT)
    if options.uninstall and options.dry_run:
        local = installation.of(CHECKOUT)
        return dry.uninstall(local, act.registered(local, wanted))
    if options.uninstall:
        return act.uninstall(wanted)
    return dry.install(wanted) if options.dry_run else act.install(wanted)


def _wanted(options: argparse.Namespace) -> Wanted:
    chosen = {}
    for agent, folders in (("claude", options.claude_dir), ("codex", options.codex_dir)):
        if folders:
            chosen[agent] = "on"
        if getattr(options, f"no_{agent}"):
            chosen[agent] = "off"
    if options.no_attribution:
        chosen["attribution"] = "off"
    if options.self_repair:
        chosen["self-repair"] = "on"
    folders = {"claude": options.claude_dir, "codex": options.codex_dir}
    return Wanted(CHECKOUT, options.device, options.remote, folders, chosen, options.upgrade, options.trust_codex)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="install.py", description="Install Alter Ego on this machine, or take it off again.")
    add = parser.add_argument
    add("--dry-run", action="store_true", help="say exactly what would change, and change nothing")
    add("--device", metavar="NAME", help="what this machine is called (default: its host name)")
    add("--remote", metavar="URL", help="your private repository, from now on the one place to push to")
    add("--claude-dir", metavar="DIR", action="append", default=[], help="a configuration of Claude Code; may be repeated")
    add("--codex-dir", metavar="DIR", action="append", default=[], help="a configuration of Codex; may be repeated")
    add("--no-claude", action="store_true", help="leave Claude Code alone, from now on")
    add("--no-codex", action="store_true", help="leave Codex alone, from now on")
    add("--no-attribution", action="store_true", help="no AI attribution in commits and pull requests")
    add("--self-repair", action="store_true", help="register configurations that appear later, too")
    add("--trust-codex", action="store_true", help="trust our hooks in Codex now, instead of in its /hooks")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--upgrade", action="store_true", help="put this clone's code in force, and say what that changes")
    what.add_argument("--rollback", action="store_true", help="put the code before the one in force in force again")
    what.add_argument("--uninstall", action="store_true", help="take our hooks out of the clients' settings")
    return parser


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
