"""Codex, under `codex exec` and in a terminal."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.clients import install
from tests.clients.client import Client, Run
from tests.clients.namespace import Namespace
from tests.clients.terminal import Terminal

# Hooks of a file nobody has trusted are skipped, by exec without a word; with this they run.
BYPASS_TRUST = "--dangerously-bypass-hook-trust"
BYPASS_SANDBOX = "--dangerously-bypass-approvals-and-sandbox"
READY = "? for shortcuts"
DEFAULT_TIMEOUT = {"SessionEnd": 1}  # else 600 s
LONGEST = {"SessionEnd": 3, "Interrupt": 3}  # more is cut to this before it is hashed
MODEL = "gpt-5.2"

CONFIG = """\
model = "{model}"
model_provider = "lab"
check_for_update_on_startup = false
[analytics]
enabled = false
[features]
daemon_auto_start = false
[model_providers.lab]
name = "lab"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "LAB_DUMMY_KEY"
request_max_retries = 0
stream_max_retries = 0
"""


class Codex(Client):
    """Codex with `codex_home` (default: HOME/.codex), working in `cwd`, which is trusted."""

    name = "codex"

    def __init__(
        self,
        network: Namespace,
        home: str,
        cwd: str,
        scenario: Mapping[str, Any],
        codex_home: str | None = None,
        env: Mapping[str, str] = {},  # never written to
        model: str = MODEL,
    ) -> None:
        self.config = str(codex_home or os.path.join(home, ".codex"))
        super().__init__(network, install.binary(install.CODEX), home, cwd, scenario, env)
        os.makedirs(self.config, exist_ok=True)
        self._settle_in(model)

    def exec(self, prompt: str, *arguments: str, timeout: float = 120) -> Run:
        """Run `codex exec PROMPT`."""
        return self.run("exec", "--skip-git-repo-check", *self._here(), *arguments, prompt, timeout=timeout)

    def resume(self, session: str, prompt: str, *arguments: str, timeout: float = 120) -> Run:
        """Run `codex exec resume SESSION PROMPT`."""
        start = ("exec", "resume", "--skip-git-repo-check")
        return self.run(*start, *self._here(), *arguments, session, prompt, timeout=timeout)

    def tui(self, *arguments: str, ready: str = READY) -> Terminal:
        """Give it in a terminal, its session in the same process (no daemon)."""
        return self.terminal(*self._here(), *arguments, ready=ready)

    def trust_hooks(self) -> None:
        """Trust every hook of hooks.json as it stands, as the person's "Trust all" does."""
        path = os.path.join(self.config, "hooks.json")
        with open(path, encoding="utf-8") as file:
            hooks = json.load(file)["hooks"]
        self._add("".join(f'[hooks.state."{key}"]\ntrusted_hash = "{digest}"\n' for key, digest in _trust(path, hooks)))

    def rollouts(self) -> list[str]:
        """Give the paths of all rollouts, oldest first."""
        found = [
            os.path.join(folder, name)
            for folder, _, names in os.walk(os.path.join(self.config, "sessions"))
            for name in names
        ]
        return sorted(found, key=os.path.getmtime)

    def session(self) -> str:
        """Give the id of the newest session: the last 36 characters of its rollout's name."""
        return os.path.splitext(self.rollouts()[-1])[0][-36:]

    def _here(self) -> tuple[str, str]:
        return "-c", f'model_providers.lab.base_url="{self.url}/v1"'

    def _environment(self) -> dict[str, str]:
        return {**super()._environment(), "CODEX_HOME": self.config, "LAB_DUMMY_KEY": "dummy"}

    def _settle_in(self, model: str) -> None:
        project = f"[projects.{json.dumps(os.path.realpath(self.cwd))}]\n"
        if 'model_provider = "lab"' not in self._text():
            # keys without a table stand before the first table, so ours go first and what is there follows
            self._write(CONFIG.format(model=model, url=self.url) + self._text())
        if project not in self._text():
            self._add(project + 'trust_level = "trusted"\n')

    def _text(self) -> str:
        try:
            with open(self._config_file, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def _add(self, text: str) -> None:
        self._write(self._text() + text)

    def _write(self, text: str) -> None:
        with open(self._config_file, "w", encoding="utf-8") as file:
            file.write(text)

    @property
    def _config_file(self) -> str:
        return os.path.join(self.config, "config.toml")


def _trust(path: str, hooks: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Give key and hash of each hook: Codex hashes the definition, key-sorted, its default timeout written out."""
    for event, groups in hooks.items():
        snake = re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
        for at, group in enumerate(groups):
            for index, hook in enumerate(group["hooks"]):
                whole = {"async": False, "timeout": DEFAULT_TIMEOUT.get(event, 600), **hook}
                whole["timeout"] = min(whole["timeout"], LONGEST.get(event, whole["timeout"]))
                definition = {"event_name": snake, "hooks": [whole]}
                if "matcher" in group:
                    definition["matcher"] = group["matcher"]
                text = json.dumps(definition, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
                yield f"{path}:{snake}:{at}:{index}", "sha256:" + hashlib.sha256(text.encode()).hexdigest()
