"""Sessions at work in one checkout, for tests of the guard: their tool calls go through the hooks as they stand."""
from __future__ import annotations

import json
import os
import time

from hooks import post_tool_use, post_tool_use_failure, pre_tool_use
from tests.tools.lib.lanes import Lane
from tools.lib import files
from tools.lib.event import Event
from tools.lib.guard import memory
from tools.lib.intake import capture

A, B = "clients/a", "clients/b"
ONE, TWO = "11111111-1111-4111-8111-11111111aaaa", "22222222-2222-4222-8222-22222222bbbb"
THREE = "33333333-3333-4333-8333-33333333cccc"


class Place:
    """A machine with a lane, and a checkout in which everybody works; its clock stands, and files keep the real one.

    It begins a thousand seconds ago, so that what the test writes to files comes after all calls, unless it says `soon`.
    """

    def __init__(self, folder: object) -> None:
        memory._known.clear()  # a hook is a process; these share one, and a folder's name may come again
        self.lane = Lane(folder)
        self.local = self.lane.local
        self.work = os.path.join(str(folder), "work")
        self.now = time.time() - 1000
        self.count = 0
        for name in ("HEAD", "a.txt", "b.txt"):
            self.write(os.path.join(".git", name) if name == "HEAD" else name, "ref: refs/heads/main\n")

    def path(self, name: str) -> str:
        return os.path.join(self.work, name)

    def write(self, name: str, text: str) -> str:
        files.replace(self.path(name), text)
        return self.path(name)

    def session(self, id: str, context: str = A, agent: str = "claude") -> Worker:
        made = Worker(self, id, context, agent)
        made.take("start", source="startup")
        return made


class Worker:
    """One session; `before` and `after` give what the hook says: a denial's reason, or what is told."""

    def __init__(self, place: Place, id: str, context: str, agent: str) -> None:
        self.place, self.id, self.context, self.agent = place, id, context, agent
        self.calls: list[tuple[str, dict[str, object], str]] = []

    def event(self, hook: str, **payload: object) -> Event:
        environ = {"ALTER_EGO_CONTEXT": self.context, "CLAUDE_PROJECT_DIR": "/nowhere/at/all", "HOME": "/nowhere"}
        payload = {"session_id": self.id, "cwd": self.place.work, **payload}
        return Event(self.place.local, self.agent, hook, "", payload, self.place.now, environ)

    def take(self, e: str, **line: object) -> None:
        event = self.event("x", tool_use_id=str(time.monotonic_ns()))
        if self.agent == "codex":  # its context is not taken from the environment
            event.agent = "claude"
        capture.take(event, {"e": e, **line})

    def before(self, tool: str, cwd: str = "", **given: object) -> str:
        self.place.count += 1
        self.agent_id = str(given.pop("agent_id", ""))
        self.calls.append((tool, given, f"call-{self.place.count}"))
        return _said(pre_tool_use.handle(self._called("pre_tool_use", cwd)), "PreToolUse")

    def after(self, worked: bool = True, cwd: str = "") -> str:
        if worked:
            return _said(post_tool_use.handle(self._called("post_tool_use", cwd)), "PostToolUse")
        return _said(post_tool_use_failure.handle(self._called("post_tool_use_failure", cwd)), "PostToolUseFailure")

    def _called(self, hook: str, cwd: str) -> Event:
        tool, given, call = self.calls[-1]
        place = {**({"cwd": cwd} if cwd else {}), **({"agent_id": self.agent_id} if self.agent_id else {})}
        return self.event(hook, tool_name=tool, tool_input=given, tool_use_id=call, tool_response="", **place)

    def writes(self, name: str, text: str = "x") -> str:
        """A whole call of Write that works, unless it is denied; gives the reason."""
        reason = self.before("Write", file_path=self.place.path(name), content=text)
        if not reason.startswith("Alter Ego"):
            self.place.write(name, text)
            self.after()
        return reason

    def reads(self, name: str) -> None:
        self.before("Read", file_path=self.place.path(name))
        self.after()

    def runs(self, command: str, **more: object) -> str:
        """A whole shell call in which nothing happens; gives the reason for which it was denied."""
        reason = self.before("Bash", command=command, **more)
        if not reason.startswith("Alter Ego"):
            self.after()
        return reason


def _said(answer: str | None, name: str) -> str:
    if answer is None:
        return ""
    (output,) = json.loads(answer).values()
    if "permissionDecision" in output:
        assert list(output) == ["hookEventName", "permissionDecision", "permissionDecisionReason"]
        assert (output["hookEventName"], output["permissionDecision"]) == ("PreToolUse", "deny")
        return str(output["permissionDecisionReason"])
    assert list(output) == ["hookEventName", "additionalContext"] and output["hookEventName"] == name
    return str(output["additionalContext"])
