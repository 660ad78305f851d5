"""Probing: two facts that nobody can guess are planted on one machine and looked for on another: do they arrive?

A probe is a note and a hand-off of one context. Each holds the probe's id, by which the other machine finds them, and a word
drawn at random, which only the repository can have brought there.
"""

from __future__ import annotations

import os
import time
from collections import namedtuple

from tools.lib import journal, paths
from tools.lib.setup import clientfiles, hookfile, selftest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.lib.setup.clientfiles import Config

MARK = "probe"
KINDS = ("note", "handoff")
POLL = 0.5  # seconds between two looks

# when: seconds since the epoch by the planting device's clock; arrived: by this one's, when the file came into the lane
Fact = namedtuple("Fact", "kind text when arrived device context")


def facts(id: str) -> dict[str, str]:
    """The two texts of a new probe, by kind."""
    return {kind: f"{MARK} {id}: the {number} word is {os.urandom(5).hex()}" for kind, number in zip(KINDS, ("first", "second"))}


def found(local: str, context: str, id: str) -> list[Fact]:
    """The facts of a probe that are in this machine's lane, in the context's folder."""
    root = os.path.join(paths.lane(local), "contexts", *context.split("/"), "journal")
    made = {}
    for path in _recent(root):
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if f"{MARK} {id}: " not in text:
            continue
        device = next((line[len("device: ") :].strip() for line in text.split("\n") if line.startswith("device: ")), "")
        for item in journal.entries(text):
            if item.kind in KINDS and item.text.startswith(f"{MARK} {id}: "):
                made[item.kind] = Fact(item.kind, item.text, journal.instant(item.when), os.stat(path).st_mtime, device, context)
    return [made[kind] for kind in KINDS if kind in made]


def _recent(root: str) -> list[str]:
    """The journals of the last two months that have one, newest day first: a probe is looked for while it is fresh."""
    months = sorted(os.listdir(root), reverse=True)[:2] if os.path.isdir(root) else []
    days = [
        os.path.join(root, month, day) for month in months for day in sorted(os.listdir(os.path.join(root, month)), reverse=True)
    ]
    return [
        os.path.join(day, name) for day in days if os.path.isdir(day) for name in sorted(os.listdir(day)) if name.endswith(".md")
    ]


def wait(local: str, context: str, id: str, patience: float) -> list[Fact]:
    """The facts as soon as both are there, at the latest after so many seconds."""
    until = time.monotonic() + patience
    while len(made := found(local, context, id)) < len(KINDS) and time.monotonic() < until:
        time.sleep(POLL)
    return made


def injected(config: Config, context: str, texts: list[str], folder: str, environ: Mapping[str, str]) -> list[str]:
    """Those of the texts that a new session of that client would be given at its start, by the hooks that are registered.

    Only Claude's hooks can be told the context; Codex's find it by the folder, so for it `folder` has to be one of that context.
    """
    with open(clientfiles.path_of(config), encoding="utf-8-sig") as file:
        starts = [hook for event, hook in hookfile.registered(file.read()) if event == "SessionStart"]
    surroundings = {**environ, "ALTER_EGO_SELFTEST": "1", "ALTER_EGO_CONTEXT": context, "CLAUDE_PROJECT_DIR": folder}
    answers = [selftest.ask("SessionStart", hook, folder, surroundings) for hook in starts]
    given = b"\n".join(answer.output for answer in answers).decode("utf-8", "replace")
    return [text for text in texts if text in given]
