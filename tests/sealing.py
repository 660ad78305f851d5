"""The sealed home: a test can neither see nor change what belongs to the person who runs it.

The environment is made anew from a short list of variables, its homes lie in a temporary folder, and an audit hook
(sys.addaudithook) refuses what would still reach the real home: a file opened for writing, made, moved or removed in
the places that the clients, git and we use there, and a process started with the real HOME or with none.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

# The only variables that come through: how programs are found, and how they speak and look.
KEPT = (
    "PATH",
    "TERM",
    "LANG",
    "COMSPEC",
    "NUMBER_OF_PROCESSORS",
    "PATHEXT",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "WINDIR",
    "PYTHONDONTWRITEBYTECODE",
    "ALTER_EGO_TEST_CLIENTS",
    "ALTER_EGO_TEST_CLIENTS_REQUIRED",
    "ALTER_EGO_TEST_WINDOWS",
)
HOMES = ("HOME", "USERPROFILE")
FOLDERS = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "ALTER_EGO_LOCAL")
PLACES = (
    ".agents",
    ".bashrc",
    ".claude",
    ".claude.json",
    ".codex",
    ".config",
    ".gitconfig",
    ".local",
    ".profile",
    ".ssh",
    "AppData/Local/alter-ego",
    "Library/Application Support/alter-ego",
)
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# events and how many paths they begin with: https://docs.python.org/3/library/audit_events.html
CHANGES = {
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rmdir": 1,
    "os.truncate": 1,
    "os.chmod": 1,
    "os.link": 2,
    "os.rename": 2,
    "os.symlink": 2,
    "shutil.rmtree": 1,
}
ZONE = "<+08>-8"
GITCONFIG = """\
[user]
	name = Test Person
	email = person@example.invalid
[init]
	defaultBranch = main
[commit]
	gpgsign = false
"""


class Unsealed(Exception):
    """A test reached for the real home."""


class Sealed(NamedTuple):
    """A sealed home's places: a HOME, what the clients and we keep there, and a TMPDIR beside it."""

    root: str
    home: str
    claude: str
    codex: str
    local: str
    tmp: str


def build(root: str) -> Sealed:
    """Make a sealed home in the folder `root`."""
    home = os.path.join(root, "home")
    folders = {"claude": ".claude", "codex": ".codex", "local": os.path.join(".local", "state", "alter-ego")}
    sealed = Sealed(root, home, tmp=os.path.join(root, "tmp"), **{k: os.path.join(home, v) for k, v in folders.items()})
    for folder in (home, sealed.tmp):
        os.makedirs(folder)
    with open(os.path.join(home, ".gitconfig"), "w", encoding="utf-8", newline="\n") as file:
        file.write(GITCONFIG)
    return sealed


def environment(sealed: Sealed, outer: Mapping[str, str]) -> dict[str, str]:
    """Give the environment of a sealed home; of `outer` only the variables of KEPT come through."""
    return {
        **{name: outer[name] for name in KEPT if name in outer},
        "HOME": sealed.home,
        "USERPROFILE": sealed.home,
        "LOCALAPPDATA": os.path.join(sealed.home, "AppData", "Local"),
        "XDG_CONFIG_HOME": os.path.join(sealed.home, ".config"),
        "XDG_DATA_HOME": os.path.join(sealed.home, ".local", "share"),
        "XDG_STATE_HOME": os.path.join(sealed.home, ".local", "state"),
        "XDG_CACHE_HOME": os.path.join(sealed.home, ".cache"),
        "CLAUDE_CONFIG_DIR": sealed.claude,
        "CODEX_HOME": sealed.codex,
        "ALTER_EGO_LOCAL": sealed.local,
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), sealed.tmp),
        "GIT_CONFIG_GLOBAL": os.path.join(sealed.home, ".gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "TZ": ZONE,
    }


def enter(new: Mapping[str, str]) -> dict[str, str]:
    """Put another environment in place of this process's, and give the one that was there."""
    old = dict(os.environ)
    os.environ.clear()
    os.environ.update(new)
    if hasattr(time, "tzset"):
        time.tzset()
    return old


def guard(environ: Mapping[str, str]) -> None:
    """Refuse from now on, to the end of this process, what would reach the homes and folders that `environ` names."""
    homes, folders = _named(HOMES, environ) | _system_home(), _named(FOLDERS, environ)
    places = (*folders, *(os.path.join(home, *place.split("/")) for home in homes for place in PLACES))

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen":
            check_environment(arguments[3], homes | folders)
        elif event == "open" or event in CHANGES:
            check_paths(written(event, arguments), places)

    sys.addaudithook(audit)


def check_environment(environ: Mapping[Any, Any] | None, real: set[str]) -> None:
    """Raise Unsealed if a process with this environment (None: ours) would live in one of these homes or folders."""
    values = {os.fsdecode(name): os.fsdecode(value) for name, value in (os.environ if environ is None else environ).items()}
    if not values.get("HOME") and sys.platform != "win32":
        raise Unsealed("a process without HOME takes the real one: give it the sealed HOME")
    for name in (*HOMES, *FOLDERS):
        if values.get(name) and os.path.realpath(values[name]) in real:
            raise Unsealed(f"{name}={values[name]} is the real one: a test's processes get sealed homes only")


def check_paths(paths: Iterator[Any], places: tuple[str, ...]) -> None:
    """Raise Unsealed if one of these paths lies in one of these places."""
    for path in paths:
        if isinstance(path, (str, bytes, os.PathLike)):
            real = os.path.realpath(os.fsdecode(path))
            if any(real == place or real.startswith(place + os.sep) for place in places):
                raise Unsealed(f"{real} is in the real home: a test writes in its sealed home only")


def written(event: str, arguments: tuple[Any, ...]) -> Iterator[Any]:
    """Give the paths that an audit event says will be written."""
    if event != "open":
        yield from arguments[: CHANGES[event]]
    elif isinstance(arguments[2], int) and arguments[2] & WRITES:
        yield arguments[0]


def _named(variables: tuple[str, ...], environ: Mapping[str, str]) -> set[str]:
    return {os.path.realpath(environ[name]) for name in variables if environ.get(name)}


def _system_home() -> set[str]:
    if sys.platform == "win32":
        return set()
    import pwd  # POSIX only

    return {os.path.realpath(pwd.getpwuid(os.getuid()).pw_dir)}
