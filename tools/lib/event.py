"""One client event: read, handed to its hook, answered; the client goes on whatever happens here."""
from __future__ import annotations

import gc
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LIMIT = 9500  # bytes of an answer: Claude shows 2,000 characters of more than 10,000, Codex cuts out the middle
SECRET = ("PASS", "SECRET", "TOKEN", "KEY", "CRED")  # in the name of nearly every variable that holds one
SHORTEST = 8  # characters of one that is looked for


class Event:
    """What a client tells a hook, and where and when it was told."""

    __slots__ = ("agent", "environ", "hook", "local", "now", "part", "payload")

    def __init__(
        self,
        local: str,
        agent: str,
        hook: str,
        part: str,
        payload: Mapping[str, object],
        now: float,
        environ: Mapping[str, str],
    ) -> None:
        self.local = local
        self.agent = agent
        self.hook = hook
        self.part = part
        self.payload = payload
        self.now = now
        self.environ = environ

    def text(self, name: str) -> str:
        """A field of the payload as text; "" where it is missing or something else."""
        value = self.payload.get(name)
        return value if isinstance(value, str) else ""

    def told(self, make: Callable[..., str], *more: object) -> str:
        """What `make(event, *more)` tells; "" where it fails, which is logged: one part takes no other along."""
        try:
            return make(self, *more)
        except Exception as error:
            _report(self.local, self.hook, error)
            return ""

    @property
    def session(self) -> str:
        return self.text("session_id")

    @property
    def turn(self) -> str:
        """The id of the prompt this event belongs to: Claude's `prompt_id`, Codex's `turn_id`, "" for none."""
        return self.text("prompt_id") or self.text("turn_id")

    @property
    def project(self) -> str:
        """The folder the session was started in; `cwd` follows `cd`, so it is the start's only at the start."""
        return self.environ.get("CLAUDE_PROJECT_DIR") or self.text("cwd") or os.getcwd()

    @property
    def is_private(self) -> bool:
        """Whether the person wants nothing of this session kept, by the environment of the client."""
        return self.environ.get("ALTER_EGO_PRIVATE", "") not in ("", "0", "off")

    @property
    def is_test(self) -> bool:
        """Whether install or the doctor asks: then nothing is captured."""
        return bool(self.environ.get("ALTER_EGO_SELFTEST"))


def main(arguments: Sequence[str]) -> None:
    """Run a hook for the event on standard input: `local agent hook [part]`. Ends the process, always in 0."""
    gc.disable()  # a hook ends before its garbage counts, and looking for it takes a tenth of its time
    local, agent, hook, part = [*arguments, ""][:4]
    try:
        answer = _answered(local, agent, hook, part)
        if answer:
            _print(answer)
    except BaseException as error:
        _report(local, hook, error)
    os._exit(0)  # skips the interpreter's slow way out; all that matters is written


def _answered(local: str, agent: str, hook: str, part: str) -> str | None:
    from tools.lib import stdin

    payload, content = stdin.event()
    now = time.time()
    if payload is None or not isinstance(payload.get("session_id"), str) or not payload["session_id"]:
        _set_aside(local, hook, content, now)
        return None
    event = Event(local, agent, hook, part, payload, now, os.environ)
    said = {} if event.is_private or event.is_test else _secrets_said(os.environ, content)
    if said:
        from tools.lib.intake import surroundings  # seldom

        surroundings.learn(local, said)
    answer: str | None = __import__(f"hooks.{hook}", fromlist=["handle"]).handle(event)
    return answer


def _secrets_said(environ: Mapping[str, str], content: bytes) -> dict[str, str]:
    """What of the environment is named or formed like a secret and stands in an event."""
    found = {}
    for name, value in environ.items():
        password = value.partition("://")[2].rpartition("@")[0].partition(":")[2]
        whole = value if any(word in name.upper() for word in SECRET) else ""
        if any(len(one) >= SHORTEST and one.encode("utf-8", "surrogateescape") in content for one in (whole, password)):
            found[name] = value
    return found


def _print(answer: str) -> None:
    content = answer.encode("utf-8", "replace")
    while content:
        content = content[os.write(1, content) :]


def _set_aside(local: str, hook: str, content: bytes, now: float) -> None:
    """Keep what is no event of a client, and say so at the next start; an empty input is only said."""
    from tools.lib import notices, quarantine  # seldom, so the hot path does not pay for them

    if content.strip():
        quarantine.keep(local, "not an event", f"hook {hook}", content, now)
    notices.say(
        local,
        "odd-event",
        f"The hook {hook} was given {len(content)} bytes that are no client event; they are kept in "
        f"{os.path.join(local, 'quarantine')}, and `python3 tools/doctor.py` says more.",
        now,
    )


def _report(local: str, hook: str, error: BaseException) -> None:
    """Log where a hook failed, never with the error's own words: they may quote what it was working on."""
    try:
        from tools.lib import failures

        failures.note(local, f"hook {hook}", error, time.time())
    except BaseException:
        pass  # nothing more can be done, and the client must not be stopped
