"""Owners: which module handles a program or a reserved word; it is imported when the first such one is met."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call
    from tools.lib.shell.nodes import Compound, Simple
    from tools.lib.shell.run import Run
    from tools.lib.shell.scope import Scope
    from tools.lib.shell.syntax import Parser

COMPOUNDS = frozenset("if while until for select case { function [[".split())
BUILTINS = frozenset("""
    cd chdir pushd popd export declare local readonly typeset unset read mapfile readarray getopts set shift eval trap
    source .
""".split())
WRAPPERS = frozenset("""
    sudo doas env nice ionice timeout gtimeout stdbuf strace taskset chrt time systemd-run npx bunx uvx nohup setsid
    command builtin exec coproc busybox unbuffer caffeinate poetry uv bundle pnpm pipenv hatch bash sh zsh dash ksh ash
    fish powershell pwsh su flock watch cmd parallel xargs gxargs find gfind
""".split())
EDITING = frozenset("""
    sed gsed perl awk gawk black isort rustfmt stylua
    gofmt goimports shfmt clang-format yq prettier eslint autopep8 jsonlint xmlstarlet sort gcc cc g++
    c++ clang clang++ rustc pandoc gpg iconv xmllint pg_dump ssh-keygen dot protoc python python3 python2 node ruby php lua
    osascript ruff openssl ffmpeg convert magick
""".split())
TRANSFER = frozenset("tar gtar bsdtar unzip zip 7z curl wget".split())
SERVICES = frozenset("""
    systemctl service rc-service supervisorctl pm2 brew net sc launchctl docker podman nerdctl docker-compose podman-compose
    crontab at atrm schtasks
""".split())
ALIASES = frozenset("del erase rd ri copy cpi move mi ren rni ni ac".split())  # of PowerShell
FILES = frozenset("""
    touch truncate tee sponge unlink shred ed ex vi vim nvim nano dos2unix unix2dos mkfifo gzip bzip2 xz zstd lz4 gunzip
    bunzip2 unxz unzstd cp gcp mv rm ln install dd rsync scp patch apply_patch applypatch split csplit rename mmv
""".split())


def compound(word: str) -> Callable[[Parser], Compound | Simple] | None:
    """The function that reads the compound command of a reserved word, None for any other word."""
    if word not in COMPOUNDS:
        return None
    from tools.lib.shell import compounds

    return compounds.COMPOUNDS[word]


def walker(name: str) -> Callable[[Run, list[str], Scope, str], str] | None:
    """The function that walks a builtin or a program whose arguments are a command, None for any other."""
    if name in BUILTINS:
        from tools.lib.shell import builtins

        return builtins.BUILTINS[name]
    if name in WRAPPERS:
        from tools.lib.shell import wrappers

        return wrappers.WRAPPERS[name]
    return None


def handler(name: str) -> Callable[[Call], None] | None:
    """The function that makes the claims for a program, None for one that is known to write nothing, or not known."""
    if name in ("git", "gh"):
        from tools.lib.shell import git

        return git.HANDLERS[name]
    if name in FILES:
        from tools.lib.shell import files

        return files.HANDLERS[name]
    if name in EDITING:
        from tools.lib.shell import editing

        return editing.HANDLERS[name]
    if name in TRANSFER:
        from tools.lib.shell import transfer

        return transfer.HANDLERS[name]
    return _other(name)


def _other(name: str) -> Callable[[Call], None] | None:
    if name in SERVICES or name.startswith("/etc/init.d/"):
        from tools.lib.shell import services

        return services.HANDLERS.get(name, services.init_script)
    if "-" in name or name.lower() in ALIASES:
        from tools.lib.shell import powershell

        return powershell.HANDLERS.get(name.lower())
    return None
