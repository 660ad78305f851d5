"""What is registered: final, quoted for each shell, and harmless when what it names is gone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from tools.lib.setup import registration

PYTHON = sys.executable
HOSTILE = ("A b", "it's", 'a "quoted" one', "Tom & Co", "$HOME", "(x)", "a;b|c", "`id`", "Łódź é", "100%", "!bang", "a\\b", "-")
if sys.platform == "win32":
    HOSTILE = tuple(name for name in HOSTILE if not set('"|\\') & set(name))
SHELLS = [shell for shell in ("sh", "dash", "bash", "zsh", "fish", "ksh") if shutil.which(shell)]
COMMANDS = [(row.hook, part) for row in registration.TABLE for part in row.parts or (None,)]


def pinned(local: str, main: str) -> None:
    """A pin whose `event.main` has this body."""
    library = os.path.join(local, "pins", "0123", "tools", "lib")
    os.makedirs(library)
    with open(os.path.join(library, "event.py"), "w", encoding="utf-8") as file:
        file.write(f"import sys\ndef main(arguments):\n    {main}\n")
    with open(os.path.join(local, "current"), "w", encoding="utf-8") as file:
        file.write("pins/0123\n")


def run(*command: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    done = subprocess.run(command, input="{}", capture_output=True, encoding="utf-8", env=env, check=False)
    return done.returncode, done.stdout, done.stderr


def launch(local: str, *words: str) -> tuple[int, str, str]:
    return run(PYTHON, *registration.FLAGS, "-c", registration.CODE, local, *words)


def test_the_launcher_is_what_every_installed_machine_has() -> None:
    # A change here asks every Codex user for a review. Is it worth that?
    assert registration.CODE == (
        "with type('',(),{'__enter__':lambda s:s,'__exit__':lambda s,e,*_:e and issubclass(e,Exception)and a[-1]=='context'"
        "and print('Alter Ego: memory is off, because its installed code is gone. Run python3 install.py in the clone of"
        " your memory.')or 1})():import sys;a=sys.argv[1:];sys.path.insert(0,a[0]+'/'+open(a[0]+'/current').read().strip());"
        "from tools.lib import event;event.main(a)"
    )


def test_the_launcher_stands_in_double_quotes_in_any_shell() -> None:
    assert not set('"$\\`%!\n\r') & set(registration.CODE)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_launcher_runs_the_pin_and_hands_on_its_words(name: str, tmp_path: object) -> None:
    local = os.path.join(str(tmp_path), name)
    pinned(local, "import os; print([*arguments, os.path.normpath(__file__)])")
    words = ["claude", "session_start", "context"]
    pin = os.path.join(local, "pins", "0123", "tools", "lib", "event.py")
    assert launch(local, *words) == (0, f"{[local, *words, pin]}\n", "")


@pytest.mark.parametrize("main", ("sys.exit(2)", "raise KeyboardInterrupt", "raise ValueError", "1/0", "import gone"))
def test_the_launcher_ends_in_0_and_silence_whatever_the_code_does(main: str, tmp_path: object) -> None:
    local = str(tmp_path)
    pinned(local, main)
    assert launch(local, "codex", "stop") == (0, "", "")


BREAKS = {
    "no folder": shutil.rmtree,
    "no pointer": lambda local: os.remove(f"{local}/current"),
    "an empty pointer": lambda local: open(f"{local}/current", "w").close(),
    "a pointer that is a folder": lambda local: (os.remove(f"{local}/current"), os.mkdir(f"{local}/current")),
    "a pointer of bytes": lambda local: open(f"{local}/current", "wb").write(b"\xff\xfe\x00"),
    "no pin": lambda local: shutil.rmtree(f"{local}/pins"),
    "half a pin": lambda local: os.remove(f"{local}/pins/0123/tools/lib/event.py"),
    "a pin that does not compile": lambda local: open(f"{local}/pins/0123/tools/lib/event.py", "w").write("def ("),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_pin_is_silence_and_one_sentence_at_the_start(how: str, tmp_path: object) -> None:
    local = os.path.join(str(tmp_path), "local")
    pinned(local, "pass")
    BREAKS[how](local)
    assert launch(local, "claude", "session_start", "context") == (0, registration.GONE + "\n", "")
    for hook, part in COMMANDS:
        if part != "context":
            assert launch(local, "claude", hook, *([part] if part else [])) == (0, "", "")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("name", HOSTILE)
def test_the_line_for_a_shell_reaches_python_as_it_is(shell: str, name: str, tmp_path: object) -> None:
    if shell == "fish" and "\\" in name:
        pytest.skip("fish reads a backslash in single quotes")
    local = os.path.join(str(tmp_path), name)
    pinned(local, "print(arguments)")
    line = registration.posix(PYTHON, local, "session_start", "context")
    assert "\n" not in line
    assert run(shell, "-lc", line) == (0, f"{[local, 'codex', 'session_start', 'context']}\n", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_line_whose_interpreter_is_gone_ends_in_0_and_silence(shell: str, tmp_path: object) -> None:
    gone = os.path.join(str(tmp_path), "no such", "python3")
    for hook, part in COMMANDS:
        said = registration.GONE + "\n" if part == "context" else ""
        assert run(shell, "-c", registration.posix(gone, "/x", hook, part)) == (0, said, "")


def table(groups: dict[str, dict[str, object]]) -> list[tuple[object, ...]]:
    return [
        (event, group.get("matcher"), len(group["hooks"]), {hook["timeout"] for hook in group["hooks"]})
        for event, group in groups.items()
    ]


def test_claude_gets_its_column_of_the_table() -> None:
    assert table(registration.claude("/usr/bin/python3", "/l")) == [
        ("SessionStart", None, 4, {15}),
        ("UserPromptSubmit", None, 1, {10}),
        ("PreToolUse", "Bash|Write|Edit|NotebookEdit|Read|Grep|Glob", 1, {10}),
        ("PostToolUse", "*", 1, {10}),
        ("PostToolUseFailure", "*", 1, {10}),
        ("Stop", None, 1, {10}),
        ("StopFailure", None, 1, {10}),
        ("SubagentStart", None, 1, {10}),
        ("SubagentStop", None, 1, {10}),
        ("PreCompact", None, 1, {10}),
        ("PostCompact", None, 1, {10}),
        ("SessionEnd", None, 1, {60}),
    ]


def test_codex_gets_its_column_of_the_table() -> None:
    assert table(registration.codex("/usr/bin/python3", "/l")) == [
        ("SessionStart", None, 4, {15}),
        ("UserPromptSubmit", None, 1, {10}),
        ("PreToolUse", "Bash|apply_patch", 1, {10}),
        ("PostToolUse", "*", 1, {10}),
        ("Stop", None, 1, {10}),
        ("SubagentStart", None, 1, {10}),
        ("SubagentStop", None, 1, {10}),
        ("PreCompact", None, 1, {10}),
        ("PostCompact", None, 1, {10}),
        ("Interrupt", None, 1, {3}),
        ("SessionEnd", None, 1, {3}),
    ]


def test_no_two_commands_of_an_event_are_the_same() -> None:
    for groups in (registration.claude("/p", "/l"), registration.codex("/p", "/l", "C:\\l\\s.cmd")):
        for group in groups.values():
            commands = [json.dumps(hook) for hook in group["hooks"]]
            assert len(set(commands)) == len(commands)


def test_codex_on_windows_is_given_bare_words_beside_the_line_for_a_shell() -> None:
    hooks = registration.codex("C:\\Py\\python.exe", "C:\\L\\id", "C:\\L\\id\\alter-ego-codex.cmd")["SessionStart"]["hooks"]
    assert [hook["commandWindows"] for hook in hooks] == [
        f"C:\\L\\id\\alter-ego-codex.cmd session_start {part}" for part in ("rules-1", "rules-2", "context", "digest")
    ]


def test_the_batch_file_quotes_for_cmd_and_ends_in_0() -> None:
    assert registration.batch("C:\\A b\\python.exe", "C:\\50% & (x)\\id").split("\r\n") == [
        "@echo off",
        'if not exist "C:\\A b\\python.exe" goto gone',
        f'"C:\\A b\\python.exe" -I -S -X utf8 -c "{registration.CODE}" "C:\\50%% & (x)\\id" codex %* 2>nul && exit /b 0',
        ":gone",
        f'if "%2"=="context" echo {registration.GONE}',
        "exit /b 0",
        "",
    ]


@pytest.mark.parametrize(
    ("path", "bare"),
    (
        ("C:\\Users\\ann\\AppData\\Local\\alter-ego\\1f\\x.cmd", True),
        ("C:\\Users\\Jürgen\\x.cmd", True),
        ("C:\\AB~1\\x.cmd", True),
        *((f"C:\\a{letter}b\\x.cmd", False) for letter in " &()$'`%^!;,=@#{}[]+"),
    ),
)
def test_which_paths_need_no_quotes(path: str, bare: bool) -> None:
    assert registration.bare(path) is bare


ID = "0123456789abcdef"


@pytest.mark.parametrize(
    ("hook", "ours", "of"),
    (
        (registration.claude("/p", f"/l/{ID}")["Stop"]["hooks"][0], True, True),
        (registration.claude("/p", "/l/other")["Stop"]["hooks"][0], True, False),
        (registration.codex("/p", f"/it's & \"/{ID}")["Stop"]["hooks"][0], True, True),
        ({"type": "command", "command": "x", "commandWindows": f"C:\\{ID}\\{registration.STUB} stop"}, True, True),
        ({"type": "command", "command": f"cat /l/{ID}/notices.json"}, False, False),
        ({"type": "command", "command": "python3 hooks/stop.py alter-ego"}, False, False),
        ({"type": "prompt", "prompt": registration.CODE}, False, False),
        ({"type": "command", "command": 5, "args": {"a": ID}}, False, False),
        ("text", False, False),
        (None, False, False),
    ),
)
def test_which_entries_are_ours(hook: object, ours: bool, of: bool) -> None:
    assert (registration.ours(hook), registration.of(hook, ID)) == (ours, of)
