"""Which configuration folders of the two clients there are on this machine."""
from __future__ import annotations

import os
import shutil

from tools.lib.setup.clientfiles import Config

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

# One of these makes a folder called `.claude-…` a configuration of Claude Code.
SIGNS = ("settings.json", "projects", ".claude.json", ".credentials.json")


def found(environ: Mapping[str, str]) -> list[Config]:
    """Every configuration that exists, and the standard one of a client that is installed but was never started."""
    home = environ.get("HOME") or environ.get("USERPROFILE") or os.path.expanduser("~")
    claude = [environ.get("CLAUDE_CONFIG_DIR") or "", os.path.join(home, ".claude"), *_further(home)]
    codex = [environ.get("CODEX_HOME") or os.path.join(home, ".codex")]
    return distinct([*_present("claude", claude, environ), *_present("codex", codex, environ)])


def given(claude: Iterable[str], codex: Iterable[str]) -> list[Config]:
    """The folders that the person named, whether they exist or not."""
    folders = [("claude", folder) for folder in claude] + [("codex", folder) for folder in codex]
    return distinct([Config(agent, os.path.abspath(os.path.expanduser(folder))) for agent, folder in folders])


def distinct(configs: Iterable[Config]) -> list[Config]:
    """Each folder once, however many links lead to it."""
    once: dict[tuple[str, str], Config] = {}
    for config in configs:
        once.setdefault((config.agent, os.path.normcase(os.path.realpath(config.folder))), config)
    return list(once.values())


def _present(agent: str, folders: list[str], environ: Mapping[str, str]) -> Iterator[Config]:
    folders = [os.path.abspath(folder) for folder in folders if folder]
    there = [folder for folder in folders if os.path.isdir(folder)]
    if not there and shutil.which(agent, path=environ.get("PATH", "")):
        there = folders[:1]
    return (Config(agent, folder) for folder in there)


def _further(home: str) -> list[str]:
    try:
        names = sorted(name for name in os.listdir(home) if name.startswith(".claude-"))
    except OSError:
        return []
    folders = [os.path.join(home, name) for name in names]
    return [folder for folder in folders if any(os.path.exists(os.path.join(folder, sign)) for sign in SIGNS)]
