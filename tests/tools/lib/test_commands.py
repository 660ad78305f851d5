"""The command lines that are shown."""
import os
import subprocess
import sys

import pytest

from tools.lib import commands, paths


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell's quoting")
@pytest.mark.parametrize(
    "word", ("plain", "/a/b_c-1.2", "", "A b's & Co (x)", 'say "hi"', "$HOME `id` \\ !", "*?[x]", "ünï\u4e2d🦊", "-n")
)
def test_a_shell_gives_back_the_very_word(word):
    command = ["sh", "-c", f"printf '%s|' {commands.for_posix(word)}"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == word + "|"


@pytest.mark.parametrize(("word", "quoted"), (
    ("C:\\Users\\A b\\x.py", '"C:/Users/A b/x.py"'), ("C:\\x.py", "C:/x.py"), ("", '""'),
))
def test_on_windows_it_is_a_word_for_both_of_its_shells(word, quoted):
    assert commands.for_windows(word) == quoted


def test_a_line_names_this_interpreter_and_the_tool_of_the_running_code():
    line = commands.line("note", "a b")
    assert line == " ".join(map(commands.quoted, (sys.executable, os.path.join(paths.ROOT, "tools", "note.py"), "a b")))
