"""What is registered with the clients: which events, for which tools, by which command line, for how long.

The table is final: Codex asks for a new review when a command, matcher, timeout or place in its list changes. A command
line names an interpreter that stays and the folder of the installation; which version of the code runs is read from a
pointer there, so an upgrade changes nothing here.
"""
from __future__ import annotations

import shlex
from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

AGENTS = ("claude", "codex")
FLAGS = ("-I", "-S", "-X", "utf8")
GONE = "Alter Ego: memory is off, because its installed code is gone. Run python3 install.py in the clone of your memory."

# One line without double quote, dollar, backslash, backtick, percent or exclamation mark, so that sh and cmd.exe carry
# it in double quotes as it stands. However it ends, it ends in 0: both clients take 2 for "block". A pin that is gone
# is silence, except for the one command whose part is `context`.
MARK = "from tools.lib import event;event.main(a)"
CODE = (
    "with type('',(),{'__enter__':lambda s:s,'__exit__':lambda s,e,*_:"
    f"e and issubclass(e,Exception)and a[-1]=='context'and print('{GONE}')or 1}})():"
    f"import sys;a=sys.argv[1:];sys.path.insert(0,a[0]+'/'+open(a[0]+'/current').read().strip());{MARK}"
)

STUB = "alter-ego-codex.cmd"  # what Codex starts on Windows, see `bare`

Row = namedtuple("Row", "event hook parts claude codex seconds")
PLAIN = ""  # registered without a matcher: for every source, tool or reason
TABLE = (
    Row("SessionStart", "session_start", ("rules-1", "rules-2", "context", "digest"), PLAIN, PLAIN, (15, 15)),
    Row("UserPromptSubmit", "user_prompt_submit", (), PLAIN, PLAIN, (10, 10)),
    Row("PreToolUse", "pre_tool_use", (), "Bash|Write|Edit|NotebookEdit|Read|Grep|Glob", "Bash|apply_patch", (10, 10)),
    Row("PostToolUse", "post_tool_use", (), "*", "*", (10, 10)),
    Row("PostToolUseFailure", "post_tool_use_failure", (), "*", None, (10, 10)),
    Row("Stop", "stop", (), PLAIN, PLAIN, (10, 10)),
    Row("StopFailure", "stop_failure", (), PLAIN, None, (10, 10)),
    Row("SubagentStart", "subagent_start", (), PLAIN, PLAIN, (10, 10)),
    Row("SubagentStop", "subagent_stop", (), PLAIN, PLAIN, (10, 10)),
    Row("PreCompact", "pre_compact", (), PLAIN, PLAIN, (10, 10)),
    Row("PostCompact", "post_compact", (), PLAIN, PLAIN, (10, 10)),
    Row("Interrupt", "interrupt", (), None, PLAIN, (10, 3)),  # of these two Codex warns when they ask for more than
    Row("SessionEnd", "session_end", (), PLAIN, PLAIN, (60, 3)),  # three seconds, and gives them three (seen with 0.171.0)
)


def arguments(local: str, agent: str, hook: str, part: str | None) -> list[str]:
    """What follows the interpreter on the command line."""
    return [*FLAGS, "-c", CODE, local, agent, hook, *([part] if part else [])]


def claude(python: str, local: str) -> dict[str, dict[str, object]]:
    """Claude Code's hook groups by event: no shell between the client and the interpreter, so nothing is quoted."""

    def entry(hook: str, part: str | None) -> dict[str, object]:
        return {"type": "command", "command": python, "args": arguments(local, "claude", hook, part)}

    return dict(_groups("claude", entry))


def codex(python: str, local: str, stub: str | None = None) -> dict[str, dict[str, object]]:
    """Codex's hook groups by event. `stub` is the path of the stub on Windows, where sh is not the shell."""

    def entry(hook: str, part: str | None) -> dict[str, object]:
        lines = {"type": "command", "command": posix(python, local, hook, part)}
        if stub:
            lines["commandWindows"] = " ".join([stub, hook, *([part] if part else [])])
        return dict(lines)

    return dict(_groups("codex", entry))


def _groups(
    agent: str, entry: Callable[[str, str | None], dict[str, object]]
) -> Iterator[tuple[str, dict[str, object]]]:
    which = AGENTS.index(agent)
    for row in TABLE:
        matcher = (row.claude, row.codex)[which]
        if matcher is None:
            continue
        hooks = [{**entry(row.hook, part), "timeout": row.seconds[which]} for part in row.parts or (None,)]
        yield row.event, {**({"matcher": matcher} if matcher else {}), "hooks": hooks}


def posix(python: str, local: str, hook: str, part: str | None) -> str:
    """The line for a POSIX shell: silent, and 0 at its end, also when the interpreter is gone."""
    words = [shlex.quote(python), *FLAGS, "-c", f'"{CODE}"', shlex.quote(local), "codex", hook, *([part] if part else [])]
    otherwise = f"echo {shlex.quote(GONE)}" if part == "context" else "exit 0"
    return f"{' '.join(words)} 2>/dev/null || {otherwise}"


def batch(python: str, local: str) -> str:
    """The stub's text, for cmd.exe: the same line as `posix`, once for all hooks.

    A percent sign is doubled, since cmd.exe looks for variables inside quotes too.
    """
    python, local = (path.replace("%", "%%") for path in (python, local))
    return "\r\n".join(
        (
            "@echo off",
            f'if not exist "{python}" goto gone',
            f'"{python}" {" ".join(FLAGS)} -c "{CODE}" "{local}" codex %* 2>nul && exit /b 0',
            ":gone",
            f'if "%2"=="context" echo {GONE}',
            "exit /b 0",
            "",
        )
    )


def bare(path: str) -> bool:
    """Whether cmd.exe and PowerShell both start `path` without quotes.

    Codex hands `commandWindows` to the session's shell, mostly PowerShell, otherwise cmd.exe, as one argument whose
    quotes Rust escapes in a way cmd.exe does not read (openai/codex issues 32402, 38168, 46454). So the line has no
    quotes and no operators: the path of a stub and two words.
    """
    return all(letter.isalnum() or letter in "\\:._-~" for letter in path)


def ours(hook: object) -> bool:
    """Whether a hook's entry in a settings file is one of an installation of Alter Ego."""
    return any(MARK in text or STUB in text for text in _texts(hook))


def of(hook: object, identity: str) -> bool:
    """Whether it is one of the installation with this id, which is the last part of its folder's path."""
    return ours(hook) and any(identity in text for text in _texts(hook))


def _texts(hook: object) -> list[str]:
    if not isinstance(hook, dict):
        return []
    args = hook.get("args")
    texts = [hook.get("command"), hook.get("commandWindows"), *(args if isinstance(args, list) else ())]
    return [text for text in texts if isinstance(text, str)]
