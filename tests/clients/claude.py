"""Claude Code, in print mode and in a terminal."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from tests.clients import install
from tests.clients.client import Client, Run
from tests.clients.namespace import Namespace
from tests.clients.terminal import Terminal

KEY = "dummy-key"
READY = "bypass permissions on"
SILENT = (
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "DISABLE_AUTOUPDATER",
    "DISABLE_TELEMETRY",
    "DISABLE_ERROR_REPORTING",
    "DISABLE_BUG_COMMAND",
)


class Claude(Client):
    """Claude Code with HOME `home`, working in `cwd`; onboarding done, the folder trusted."""

    name = "claude"

    def __init__(
        self,
        network: Namespace,
        home: str,
        cwd: str,
        scenario: Mapping[str, Any],
        env: Mapping[str, str] = {},  # never written to
    ) -> None:
        super().__init__(network, install.binary(install.CLAUDE), home, cwd, scenario, env)
        self._settle_in()

    @property
    def config(self) -> str:
        """Its configuration folder."""
        return self.env.get("CLAUDE_CONFIG_DIR") or os.path.join(self.home, ".claude")

    def print(self, prompt: str, *arguments: str, timeout: float = 120) -> Run:
        """Run `claude -p PROMPT`, which may use every tool unasked unless `arguments` name another mode."""
        mode = () if "--permission-mode" in arguments else ("--dangerously-skip-permissions",)
        return self.run("-p", prompt, *mode, *arguments, timeout=timeout)

    def tui(self, *arguments: str, ready: str = READY) -> Terminal:
        """Give it in a terminal, every tool allowed."""
        return self.terminal("--dangerously-skip-permissions", *arguments, ready=ready)

    def transcripts(self) -> list[str]:
        """Give the paths of all main transcripts, oldest first."""
        projects = os.path.join(self.config, "projects")
        found = [entry.path for folder in os.scandir(projects) for entry in os.scandir(folder) if entry.is_file()]
        return sorted((path for path in found if path.endswith(".jsonl")), key=os.path.getmtime)

    def _environment(self) -> dict[str, str]:
        return {
            **super()._environment(),
            **dict.fromkeys(SILENT, "1"),
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": KEY,
            "IS_SANDBOX": "1",  # root may not skip permissions without it
        }

    def _settle_in(self) -> None:
        folder = self.env.get("CLAUDE_CONFIG_DIR") or self.home
        path = os.path.join(folder, ".claude.json")
        known: dict[str, Any] = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                known = json.load(file)
        known.update(
            hasCompletedOnboarding=True,
            theme="dark",
            numStartups=5,
            bypassPermissionsModeAccepted=True,
            customApiKeyResponses={"approved": [KEY], "rejected": []},
        )
        trust = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        known.setdefault("projects", {}).setdefault(os.path.realpath(self.cwd), {}).update(trust)
        os.makedirs(folder, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(known, file)
