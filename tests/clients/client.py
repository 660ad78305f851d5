"""What the two clients have in common: a script, an emptied environment, a run, and the requests it made."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.clients.namespace import Namespace
from tests.clients.server import PORT
from tests.clients.terminal import Terminal

PATH = "/usr/local/bin:/usr/bin:/bin"
_number = itertools.count(1)


class Run(NamedTuple):
    """A finished run: its exit status, its words, and the requests the model received from it, in order."""

    status: int
    out: str
    err: str
    requests: list[dict[str, Any]]


class Client:
    """A client program with a home, a folder to work in and a script for its model."""

    name: str

    def __init__(
        self,
        network: Namespace,
        binary: str,
        home: str,
        cwd: str,
        scenario: Mapping[str, Any],
        env: Mapping[str, str],
    ) -> None:
        self.network, self.binary, self.home, self.cwd = network, binary, str(home), str(cwd)
        self.label = f"{self.name}-{next(_number)}"
        self.folder = os.path.join(network.folder, self.label)
        self.url = f"http://127.0.0.1:{PORT}/{self.label}"
        self._runs = itertools.count(1)
        for path in (self.folder, self.temporary, self.home, self.cwd):
            os.makedirs(path, exist_ok=True)
        self.env = {**self._environment(), **env}
        self.play(scenario)

    @property
    def temporary(self) -> str:
        """Its TMPDIR."""
        return os.path.join(self.folder, "tmp")

    def play(self, scenario: Mapping[str, Any]) -> None:
        """Give the model a new script (see script.py), from its first turn, also while a client runs."""
        path = os.path.join(self.folder, "scenario.json")
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump({**scenario, "run": next(self._runs)}, file)
        os.replace(path + ".new", path)

    def requests(self) -> list[dict[str, Any]]:
        """Give every request its models received so far: {"run", "path", "lane", "body", "reply"} each."""
        try:
            with open(os.path.join(self.folder, "requests.jsonl"), encoding="utf-8") as file:
                return [json.loads(line) for line in file]
        except FileNotFoundError:
            return []

    def run(self, *arguments: str, stdin: str = "", timeout: float = 120) -> Run:
        """Run the client to its end, without a terminal."""
        before = len(self.requests())
        done = subprocess.run(
            self._command(arguments),
            cwd=self.cwd,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        return Run(done.returncode, done.stdout, done.stderr, self.requests()[before:])

    def terminal(self, *arguments: str, ready: str) -> Terminal:
        """Give the client in a terminal."""
        return Terminal(self._command(arguments), self.cwd, ready)

    def _command(self, arguments: tuple[str, ...]) -> list[str]:
        pairs = [f"{key}={value}" for key, value in self.env.items()]
        return self.network.inside("env", "-i", *pairs, self.binary, *arguments)

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": PATH,
            "HOME": self.home,
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
            "TMPDIR": self.temporary,
        }


def received(request: dict[str, Any]) -> str:
    """Give everything a model was sent as conversation in one request, its system prompt and tool list left out.

    One line for each text, in order, tool calls and results included as JSON.
    """
    body = request["body"]
    return "\n".join(_texts(body.get("messages") or body.get("input") or []))


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    if value.get("type") in ("tool_use", "function_call", "custom_tool_call"):
        return [json.dumps(value, ensure_ascii=False)]
    return _texts(value.get("text") or value.get("content") or value.get("output") or [])
