"""Wrappers: programs whose arguments are a command: `sudo`, `env`, `timeout`, `bash -c`, `xargs`, `find -exec`, ..."""
from __future__ import annotations

from tools.lib.shell import options
from tools.lib.shell.source import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import namedtuple
    from collections.abc import Callable

    from tools.lib.shell.run import Run
    from tools.lib.shell.scope import Scope
else:
    from tools.lib.tuples import namedtuple

# letters: the options that take a value, `names` the long ones; skipped: operands before the command
Shape = namedtuple("Shape", "letters names skipped")
PLAIN = Shape("", (), 0)
SHAPES = {
    "sudo": Shape("ugpChrtDRTU", ("user", "group", "prompt", "chdir", "host"), 0),
    "doas": Shape("uC", (), 0),
    "env": Shape("uCS", ("unset", "chdir"), 0),
    "nice": Shape("n", ("adjustment",), 0),
    "ionice": Shape("cnp", ("class", "classdata"), 0),
    "timeout": Shape("ks", ("kill-after", "signal"), 1),
    "gtimeout": Shape("ks", ("kill-after", "signal"), 1),
    "stdbuf": Shape("ioe", ("input", "output", "error"), 0),
    "strace": Shape("eops", (), 0),
    "taskset": Shape("", (), 1),
    "chrt": Shape("", (), 1),
    "time": Shape("fo", ("format", "output"), 0),
    "systemd-run": Shape("pEu", ("unit", "property", "setenv"), 0),
    "npx": Shape("p", ("package",), 0),
    "bunx": PLAIN,
    "uvx": PLAIN,
}
BARE = ("nohup", "setsid", "command", "builtin", "exec", "coproc", "busybox", "unbuffer", "caffeinate")
RUNNERS = ("poetry", "uv", "bundle", "pnpm", "pipenv", "hatch")  # `uv run CMD`
SHELLS = ("bash", "sh", "zsh", "dash", "ksh", "ash", "fish")
POWERSHELLS = ("powershell", "pwsh")
# tests of `find` that let every file through, with the number of their arguments
UNFILTERED = {"-type": 1, "-mindepth": 1, "-maxdepth": 1, "-depth": 0, "-xdev": 0, "-mount": 0, "-print": 0, "-print0": 0}


def _wrapped(run: Run, words: list[str], scope: Scope, text: str) -> str:
    """`sudo -u www FOO=1 command`: options, assignments and a fixed number of operands, then a command."""
    name = words[0].rpartition("/")[2]
    shape = SHAPES.get(name, PLAIN)
    given = options.parse(words[1:], shape.letters, shape.names, stops=True)
    rest = given.operands[shape.skipped :]
    start = next((at for at, word in enumerate(rest) if not word.partition("=")[0].isidentifier() or "=" not in word), len(rest))
    assigned, rest = rest[:start], rest[start:]
    if name == "command" and given.has("v", "V"):
        return MARK
    scope = scope if name in ("command", "builtin", "exec", "time") and not assigned else run.fork(scope)
    for word in assigned:
        scope.export(word.partition("=")[0], word.partition("=")[2])
    if name in ("sudo", "doas"):
        scope.user = given.value("u", "user") or "root"
        scope.export("HOME", MARK)
    folder = given.value("D", "chdir") if name == "sudo" else given.value("C", "chdir") if name == "env" else ""
    if folder:
        scope.enter(folder)
    if name == "env" and given.value("S"):
        return run.script(given.value("S"), scope)
    return run.command(rest, scope, text) if rest else MARK


def _runner(run: Run, words: list[str], scope: Scope, text: str) -> str:
    """`uv run command`."""
    rest = options.parse(words[2:], stops=True).operands if words[1:2] in (["run"], ["exec"]) else []
    return run.command(rest, run.fork(scope), text) if rest else MARK


def _shell(run: Run, words: list[str], scope: Scope, text: str) -> str:
    """`bash -lc 'text' name argument...`, or a script on the standard input."""
    rest = words[1:]
    is_text = False
    while rest and rest[0][:1] in ("-", "+") and len(rest[0]) > 1:
        flag = rest.pop(0)
        if flag == "--":
            break
        is_text = is_text or (flag[:2] != "--" and "c" in flag[1:])
        if flag[-1] in "oO" and flag[:2] != "--" or flag in ("--rcfile", "--init-file"):
            rest = rest[1:]
    if is_text and rest:
        inner = run.fork(scope).child(rest[2:])
        inner.set("0", rest[1] if rest[1:] else words[0])
        return run.script(rest[0], inner)
    if rest and rest[0] != "-":
        return MARK  # a script in a file
    if text == MARK:
        run.doubt("a script that is not known")
    elif text:
        return run.script(text, run.fork(scope).child(rest[1:]))
    return MARK


def _su(run: Run, words: list[str], scope: Scope, text: str) -> str:
    given = options.parse(words[1:], "csgG", ("command", "shell"))
    inner = run.fork(scope).child(None)
    users = [word for word in given.operands if word != "-"]
    inner.user = users[0] if users else "root"
    inner.export("HOME", MARK)
    if given.has("l", "login") or "-" in given.operands:
        inner.folder = MARK
    return run.script(given.value("c", "command"), inner) if given.has("c", "command") else MARK


def _flock(run: Run, words: list[str], scope: Scope, text: str) -> str:
    given = options.parse(words[1:], "wEc", ("timeout", "command"), stops=True)
    rest = given.operands[1:]
    if rest[:1] == ["-c"]:
        return run.script(" ".join(rest[1:2]), run.fork(scope))
    return run.command(rest, run.fork(scope), text) if rest else MARK


def _watch(run: Run, words: list[str], scope: Scope, text: str) -> str:
    given = options.parse(words[1:], "n", ("interval",), stops=True)
    return run.script(" ".join(given.operands), run.fork(scope))


def _powershell(run: Run, words: list[str], scope: Scope, text: str) -> str:
    """`powershell -NoProfile -Command "..."`: its escape is the backtick, and `\\` only separates."""
    for index, word in enumerate(words):
        flag = word.lower()
        if flag in ("-command", "-c", "/c", "/command"):
            script = " ".join(words[index + 1 :])
            return run.script(script.replace("\\", "/").replace("`", "\\"), run.fork(scope))
        if flag in ("-encodedcommand", "-enc", "-e"):
            run.doubt("an encoded command")
    return MARK


def _parallel(run: Run, words: list[str], scope: Scope, text: str) -> str:
    run.doubt("a command of parallel")
    return MARK


def _cmd(run: Run, words: list[str], scope: Scope, text: str) -> str:
    if any(word.lower() in ("/c", "/k", "//c") for word in words):
        run.doubt("a command of cmd.exe")
    return MARK


def _xargs(run: Run, words: list[str], scope: Scope, text: str) -> str:
    """The command gets the words of the standard input, in place of `-I`'s mark or at its end."""
    given = options.parse(words[1:], "IJLnPsdEaR", ("replace", "max-args", "max-procs", "delimiter", "arg-file"), stops=True)
    rest = given.operands
    if not rest:
        return MARK
    words = _items(given, text)
    mark = given.value("I", "replace") or ("{}" if given.has("i") else "")
    if mark:
        for item in words if len(words) < 32 else [MARK]:
            run.command([word.replace(mark, item) for word in rest], run.fork(scope), "")
        return MARK
    return run.command([*rest, *words], run.fork(scope), "")


def _items(given: options.Given, text: str) -> list[str]:
    """What `xargs` reads: words, lines with `-I`, or what `-0` and `-d` end; one MARK where that is not known."""
    if MARK in text or given.has("a", "arg-file", "L"):
        return [MARK]
    if given.has("0", "null", "d", "delimiter"):
        end = {"\\n": "\n", "\\0": "\0"}.get(given.value("d", "delimiter"), given.value("d", "delimiter") or "\0")
        return [item for item in text.split(end) if item]
    if "'" in text or '"' in text or "\\" in text:
        return [MARK]
    return [line for line in text.split("\n") if line] if given.has("I", "replace", "i") else text.split()


def _find(run: Run, words: list[str], scope: Scope, text: str) -> str:
    """`-exec`'s commands with unknown files for `{}`; `-delete` as `rm -r` of the start where nothing filters."""
    first = next((index for index, word in enumerate(words) if index and word[:1] in "-(!"), len(words))
    paths = words[1:first] or ["."]
    is_filtered = False
    index = first
    while index < len(words):
        word = words[index]
        index += 1
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            end = next((at for at in range(index, len(words)) if words[at] in (";", "+")), len(words))
            inner = [part.replace("{}", MARK) for part in words[index:end]]
            index = end + 1
            if inner:
                at = run.fork(scope)
                at.folder = MARK if word.endswith("dir") else at.folder
                run.command(inner, at, "")
        elif word == "-delete":
            run.command(["rm", "-r", *([MARK] if is_filtered else paths)], run.fork(scope), "")
        elif word in ("-fprint", "-fprint0", "-fls", "-fprintf"):
            run.writes([(">", word) for word in words[index : index + 1]], scope)
        elif word in UNFILTERED:
            index += UNFILTERED[word]
        else:
            is_filtered = True
    return MARK


WRAPPERS: dict[str, Callable[[Run, list[str], Scope, str], str]] = {
    **dict.fromkeys([*SHAPES, *BARE], _wrapped),
    **dict.fromkeys(RUNNERS, _runner),
    **dict.fromkeys(SHELLS, _shell),
    **dict.fromkeys(POWERSHELLS, _powershell),
    "su": _su,
    "flock": _flock,
    "watch": _watch,
    "cmd": _cmd,
    "parallel": _parallel,
    "xargs": _xargs,
    "gxargs": _xargs,
    "find": _find,
    "gfind": _find,
}
