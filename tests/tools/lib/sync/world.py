"""A remote and machines around it, each with a lane and a person's checkout: real git, a clock that is given."""
from __future__ import annotations

import os
import re

from tests import repository
from tools.lib import files, gate, git, notices, settings
from tools.lib.sync import exchange, follow, lane, settle, state

NOW = 1796004127.0
BRANCH = "main"
PREFERENCES = "".join(f"- rule {number}\n" for number in range(9))
SEED = {
    ".gitattributes": "* text=auto eol=lf\ncontexts/**/journal/**/*.md merge=union\n",
    ".gitignore": "*.ignored\n",
    "contexts/_unsorted/README.md": "---\nkind: unsorted\n---\n\n# Unsorted\n",
    "memory/lessons/tides.md": "The tide turns twice a day.\n",
    "preferences.md": PREFERENCES,
    "tools/run.py": "print('run')\n",
}


class Rule:
    """A scrubber of one rule, for tests: `sk-` and twelve letters is a secret."""

    SECRET = re.compile(r"sk-[a-z]{12}")

    def text(self, text):
        return self.SECRET.sub("[secret:test:000000]", text)

    def findings(self, text):
        return [
            gate.scrub.Finding("test-key", "rule", text.count("\n", 0, found.start()) + 1, "000000", *found.span())
            for found in self.SECRET.finditer(text)
        ]


def secret():
    import random

    return "sk-" + "".join(random.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(12))


class Machine:
    """One machine of the person's: `local` its folder, `checkout` their clone, `lane` ours."""

    def __init__(self, folder, name, remote):
        self.name = name
        self.local = files.folder(os.path.join(folder, name, "local"))
        self.checkout = os.path.join(folder, name, "clone")
        self.lane = os.path.join(self.local, "lane")
        self.gate = gate.Gate(Rule())
        repository.clone(remote, self.checkout)
        self.set(device=f"{name}-0001", checkout=self.checkout, remote=remote, branch=BRANCH)

    def set(self, **values):
        settings.write(self.local, values)

    def journal(self, session="s1"):
        return f"contexts/_unsorted/journal/2026-11/30/{self.name}-0001-{session}.md"

    def say(self, text, session="s1", now=NOW):
        """A line of a journal, written and committed as the worker does it."""
        lane.ensure(self.local)
        path = self.journal(session)
        place = os.path.join(self.lane, *path.split("/"))
        if not os.path.exists(place):
            head = f"---\nsession: {session}\nagent: claude\ndevice: {self.name}-0001\n---\n"
            files.replace(place, head)
        files.append(place, f"- 2026-11-30T10:02:07+08:00 note: {text}\n".encode())
        return lane.commit(self.local, self.gate, f"Memory of {self.name}", [path], now)

    def sync(self, now=NOW, at_once=True):
        """One pass, as the worker makes it."""
        lane.ensure(self.local)
        settle.run(self.local, self.gate, now, at_once)
        outcome = exchange.run(self.local, self.gate, now)
        follow.run(self.local, now)
        return outcome

    def edit(self, path, text):
        repository.write(self.checkout, path, text)

    def text(self, path, place=None):
        return files.text(os.path.join(place or self.checkout, *path.split("/")))

    def git(self, *arguments, check=True):
        return repository.git(self.checkout, *arguments, check=check)

    def told(self):
        """The sentences before the person, by topic."""
        return {topic: str(notice["text"]) for topic, notice in notices.standing(self.local).items()}

    def state(self):
        return state.read(self.local)

    def left(self):
        """What nobody may leave behind: lock files, private indexes, unfinished files."""
        found = []
        for root in (os.path.join(self.checkout, ".git"), self.local):
            for folder, _, names in os.walk(root):
                found += [
                    os.path.join(folder, name) for name in names
                    if name.endswith((".lock", ".ego", ".ego-old", ".new", "ego-move", "ego-first"))
                    or name.startswith(("tmp_", "fast_import"))
                    if name != "notices.lock"
                ]
        return found


class World:
    """A bare remote with the seed, and machines that are cloned from it."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.remote = repository.bare(os.path.join(self.folder, "remote.git"))
        self.outside = repository.clone(self.remote, os.path.join(self.folder, "outside"))
        repository.git(self.outside, "checkout", "-q", "-B", BRANCH)
        repository.commit(self.outside, "Seed", **SEED)
        self.push()

    def machine(self, name="desk"):
        return Machine(self.folder, name, self.remote)

    def push(self, **files):
        """Another writer's commit, straight to the remote."""
        if files:
            repository.git(self.outside, "pull", "-q", "--no-rebase", "origin", BRANCH)
            repository.commit(self.outside, "From elsewhere", **files)
        repository.git(self.outside, "push", "-q", "origin", BRANCH)

    def tree(self):
        return repository.tree(self.remote, BRANCH)

    def branches(self):
        return repository.git(self.remote, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n")

    def holds(self, text):
        """Whether any object of the remote holds the text."""
        listing = repository.git(self.remote, "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")
        ids = [row.split()[0] for row in listing.split("\n") if row.split()[1] != "tree"]
        return any(text in repository.git(self.remote, "cat-file", "-p", id) for id in ids)


__all__ = ["BRANCH", "NOW", "PREFERENCES", "Machine", "World", "git", "secret"]
