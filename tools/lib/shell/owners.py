"""Owners: which module handles a program; it is imported when the first such program is met."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.lib.shell.call import Call

EDITING = frozenset("""
    sed gsed perl awk gawk black isort rustfmt stylua
    gofmt goimports shfmt clang-format yq prettier eslint autopep8 jsonlint xmlstarlet sort gcc cc g++
    c++ clang clang++ rustc pandoc gpg iconv xmllint pg_dump ssh-keygen dot protoc python python3 python2 node ruby php lua
    osascript
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
