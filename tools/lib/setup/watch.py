"""Watch: what has become of the clients' configurations since install, so that the person hears of it and not of silence."""
from __future__ import annotations

import json
import os
from collections import Counter

from tools.lib import files, notices, settings
from tools.lib.errors import Refusal
from tools.lib.intake import orphans
from tools.lib.setup import clientfiles, codexfiles, configs, hookfile, registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.lib.setup.clientfiles import Config

DAY = 86400.0  # seconds for which the person is told that a configuration was registered
STALE = 900.0  # seconds that a transcript may lie behind the session that it is of
INSTALL = "python3 install.py"
REGISTERED = "registered-"
OURS = ("hooks-", "new-", REGISTERED)  # how the topics begin that are about configurations


def look(local: str, environ: Mapping[str, str], now: float) -> bool:
    """Look at every configuration and transcript; say what is wrong, and what is so no longer. The lane is not touched."""
    values = settings.read(local)
    known = [config for config in clientfiles.known(local) if values.get(config.agent) != "off"]
    said = {}
    for config in known:
        said[_topic("hooks", config)] = _registered(local, config)
        if config.agent == "codex" and os.path.isdir(config.folder):
            _word(local, config)
    for config in configs.distinct([*known, *configs.found(environ)])[len(known) :]:
        if values.get(config.agent) != "off" and os.path.isdir(config.folder):
            kind, said_of = _new(local, config, values, now)
            said[_topic(kind, config)] = said_of
    _tell(local, {topic: text for topic, text in said.items() if text}, now)
    _transcripts(local, now)
    return False


def _tell(local: str, said: Mapping[str, str], now: float) -> None:
    """Say these, and end what was said of configurations and is so no longer; that one was registered stands for a day."""
    for topic, notice in notices.standing(local).items():
        lasts = topic.startswith(REGISTERED) and now - float(str(notice.get("since", now))) <= DAY
        if topic.startswith(OURS) and topic not in said and not lasts:
            notices.over(local, topic)
    for topic, text in said.items():
        notices.say(local, topic, text, now)


def _topic(topic: str, config: Config) -> str:
    return f"{topic}-{config.agent}:{config.folder}"


def _registered(local: str, config: Config) -> str:
    """What is wrong with our hooks in a configuration; "" when nothing is, or where it is gone."""
    name, path = clientfiles.CLIENTS[config.agent], clientfiles.path_of(config)
    text = (files.read(path) or b"").decode("utf-8-sig", "replace")
    if not os.path.isdir(config.folder):
        return ""
    try:
        found = hookfile.registered(text)
        off = bool(text.strip()) and json.loads(text).get("disableAllHooks") is True
    except (ValueError, AttributeError):
        return f"{path}: {name} cannot read this file, so it runs no hook and nothing is remembered; mend it, then run {INSTALL}"
    if off:
        return f"{path}: disableAllHooks is on, so {name} runs no hook and nothing is remembered; take that line out"
    if not [hook for _, hook in found if registration.of(hook, os.path.basename(local))]:
        return f"{path}: our hooks are no longer there, so {name} remembers nothing; {INSTALL} puts them in again"
    often = Counter((event, json.dumps(hook, sort_keys=True)) for event, hook in found)
    if max(often.values()) > 1:
        return f"{path}: hooks of ours are registered twice; {INSTALL} leaves each once"
    return ""


def _new(local: str, config: Config, values: Mapping[str, str], now: float) -> tuple[str, str]:
    """What to say of a configuration that came after install; with `self-repair` it is registered, and that is said."""
    name = clientfiles.CLIENTS[config.agent]
    if values.get("self-repair") != "on" or not values.get("python") or (config.agent == "codex" and os.name == "nt"):
        return "new", f"{config.folder} is a configuration of {name} in which nothing is remembered; {INSTALL} registers it"
    make = registration.claude if config.agent == "claude" else registration.codex
    members = clientfiles.NO_ATTRIBUTION if config.agent == "claude" and values.get("attribution") == "off" else {}
    try:
        clientfiles.put(local, config, clientfiles.Wish(make(values["python"], local), members), now)
    except Refusal as refusal:
        return "new", str(refusal)
    trust = "; open /hooks in Codex and trust them" if config.agent == "codex" else ""
    return "registered", f"{config.folder}, a configuration of {name} that is new here, is registered from now on{trust}"


def _word(local: str, config: Config) -> None:
    try:
        codexfiles.say(local, config)
    except (Refusal, ValueError):
        pass  # its files cannot be read, which is said where that matters


def _transcripts(local: str, now: float) -> None:
    """Say which live session's transcript is no longer written: two processes on one session write one of two files."""
    behind = []
    for record in orphans.records(local, now - STALE):
        last, path = float(str(record.get("last") or 0)), str(record.get("transcript") or "")
        if path and not record.get("ended") and os.path.isfile(path) and last - os.stat(path).st_mtime > STALE:
            behind.append(str(record["session"]))
    if behind:
        notices.say(
            local,
            "transcript-stands",
            f"Session {behind[0]} goes on, but its client no longer writes its transcript, so what is said is journaled and not "
            "saved whole; perhaps two programs have it open: end one of them",
            now,
        )
    else:
        notices.over(local, "transcript-stands")
