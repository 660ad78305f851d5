"""Codex's own files beside hooks.json: config.toml (trust, when the person asks for it, and `notify`, where there are no hooks)
and AGENTS.md (a word until the hooks are trusted)."""
from __future__ import annotations

import os

from tools.lib import commands, notify, paths
from tools.lib.setup import clientfiles, textfiles, trust
from tools.lib.setup.clientfiles import Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.lib.setup.clientfiles import Config

BEGIN, END = "<!-- alter-ego: until its hooks are trusted -->", "<!-- alter-ego: end -->"


def is_trusted(config: Config) -> bool:
    """Whether every hook of ours in this configuration is trusted; one without any of ours counts as trusted.

    Raises Refusal where a file cannot be read, ValueError where hooks.json is no strict JSON.
    """
    have = trust.given(textfiles.text(_config(config)))
    return all(have.get(key) == value for key, value in _wanted(config).items())


def give_trust(local: str, config: Config) -> bool:
    """Write that all our hooks are trusted; gives whether anything changed. Raises Refusal, ValueError."""
    hashes = _wanted(config)
    return textfiles.change(local, _config(config), lambda text: trust.added(text, hashes), lambda text: _bare(config, text))


def have_turns_told(local: str, config: Config, python: str) -> bool:
    """Let a Codex that knows no hooks tell of its turns; gives whether anything changed. Raises Refusal."""
    path = _config(config)
    return textfiles.change(local, path, lambda text: notify.added(text, python, local), lambda text: _bare(config, text))


def planned(local: str, config: Config, hooks: str, trusting: bool, python: str) -> list[Change]:
    """What `give_trust` where it is asked for, `say` and `have_turns_told` would make of both files; nothing is written.

    `hooks` is the text that hooks.json is to have; without `python` Codex tells of its turns by hooks. Raises Refusal.
    """
    before, agents = textfiles.text(_config(config)), textfiles.text(_agents(config))
    hashes = trust.wanted(_hooks(config), hooks)

    def edit(text: str) -> str:
        text = trust.added(text, hashes) if trusting else text
        return notify.added(text, python, local) if python else text

    after = textfiles.edited(_config(config), before, edit)
    have = trust.given(after)
    trusted = all(have.get(key) == value for key, value in hashes.items())
    said = without(agents) if trusted else with_word(agents, word(local))
    return [Change(_config(config), before, after), Change(_agents(config), agents, said)]


def planned_leave(local: str, config: Config) -> list[Change]:
    """What `leave` would make of both files. Raises Refusal."""
    pairs = ((_config(config), lambda text: _bare(config, text)), (_agents(config), without))
    return [Change(path, textfiles.text(path), textfiles.restored(local, path, bare)) for path, bare in pairs]


def leave(local: str, config: Config) -> None:
    """Take back what we wrote in config.toml and AGENTS.md; trust that the person gave in Codex stays. Raises Refusal.

    To be called while hooks.json still has our hooks.
    """
    textfiles.restore(local, _config(config), lambda text: _bare(config, text))
    textfiles.restore(local, _agents(config), without)


def _bare(config: Config, text: str) -> str:
    text = notify.removed(text)
    try:
        return trust.removed(text, frozenset(_wanted(config)))
    except ValueError:
        return text


def say(local: str, config: Config) -> bool:
    """Say in AGENTS.md that the hooks wait for trust, or take that back; gives whether the file changed. Raises as above."""
    path = _agents(config)
    if is_trusted(config):
        return textfiles.restore(local, path, without)
    return textfiles.change(local, path, lambda text: with_word(text, word(local)), without)


def word(local: str) -> str:
    """What a session that no hook reaches is to know."""
    rules = os.path.join(paths.lane(local), "preferences.md")
    return (
        f"Alter Ego's hooks are not trusted yet, so nothing of this session is remembered and nothing was given to it. Tell the "
        f"person once, in your first answer: open /hooks in Codex and trust them. Their rules are in {commands.quoted(rules)}."
    )


def with_word(text: str, said: str) -> str:
    """The text with our block at its end, in the place of one that is there; its line ends are the file's."""
    text = without(text)
    end = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n\n") else end if text.endswith("\n") else end * 2
    return text + gap + end.join((BEGIN, said, END, ""))


def without(text: str) -> str:
    """The text without our block."""
    begin = text.find(BEGIN)
    end = text.find(END, begin)
    if begin < 0 or end < 0:
        return text
    rest = text[end + len(END) :].lstrip("\r\n")
    before = text[:begin]
    return before + rest if rest else before.rstrip("\r\n") + ("\n" if before.strip() else "")


def _agents(config: Config) -> str:
    return os.path.join(config.folder, "AGENTS.md")


def _config(config: Config) -> str:
    return os.path.join(config.folder, "config.toml")


def _hooks(config: Config) -> str:
    """How Codex names the file: by its folder's real path."""
    return os.path.join(os.path.realpath(config.folder), "hooks.json")


def _wanted(config: Config) -> dict[str, str]:
    return trust.wanted(_hooks(config), textfiles.text(clientfiles.path_of(config)))
