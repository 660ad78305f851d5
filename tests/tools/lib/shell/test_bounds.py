"""Whatever the text, reading a command never raises, and its work grows with the text's length, up to a bound."""
from __future__ import annotations

import random
import subprocess
import sys

import pytest

from tests.tools.lib.shell import table
from tools.lib import shell
from tools.lib.shell import builtins, compounds, editing, files, owners, powershell, run, services, transfer, wrappers
from tools.lib.shell.source import STEPS, Budget

TOKENS = (
    "$(|)|`|'|\"|{|}|if |then |fi |for |in |do |done |case |esac |;;|;|&|<<E\n|rm |a |x=|$x|${|[[|]]|((|))|"
    "function |f()|<(|>|\n| |E\n|bash -c |eval |xargs |find . -exec |{}|\\;|sed -i |git |cp |mv |tar x |docker |perl -i |-|"
    "cd |sudo |set-content |"
    "apply_patch |printf |%s|trap |su -c |env |flock "
).split("|")
UNITS = (
    "'~\"~`~$(~${~((~$((~(~{ ~if ~<<a\n~a;~a|~a&~\\~#\n~{a,b}~}~{~a=(~*~case x in a) ~f(){ ~[[ ~$'~<(~a\n~x=$x$x;~> a ~$x~"
    "bash -c '~eval ~<<'' \n~sudo ~! ~\n~ ~\ufdd0~{1..60}~$@ ~for i in a b;do ~a(){ a;};a;~time ~$(`~$((1))~`\\`~"
    "echo a |~a <<-x\n\t"
).split("~")

# the longest way down that was found: 420 frames of Python's stack
QUOTED = '"$(echo ' * 24 + "x" + ')"' * 24
WORST = f"X='echo {QUOTED}'; f() {{ for i in a; do case x in x) eval \"$X\"; echo \"$(f)\";; esac; done; }}; f"


def steps(text, monkeypatch):
    """The steps that a text costs without a bound."""
    budgets = []
    monkeypatch.setattr(run, "Budget", lambda: budgets.append(Budget(10**12)) or budgets[-1])
    shell.resources(text, "/w", "/h")
    return 10**12 - budgets[0].left


def test_every_prefix_of_every_command_is_read():
    for name in sorted(path.name for path in table.DATA.glob("*.txt")):
        for record in table.records(name):
            for end in range(len(record.command)):
                shell.resources(record.command[:end], record.cwd, table.HOME)


def test_random_bytes_and_random_tokens_are_read():
    chance = random.Random(1)
    for _ in range(1500):
        text = bytes(chance.randrange(256) for _ in range(chance.randrange(80)))
        shell.resources(text.decode("utf-8", "surrogateescape"), "/w", "/h")
        shell.resources("".join(chance.choice(TOKENS) for _ in range(chance.randrange(40))), "/w", "/h")


@pytest.mark.parametrize("unit", UNITS)
def test_work_is_linear(unit, monkeypatch):
    short, long = (steps(unit * count, monkeypatch) for count in (150, 600))
    assert long <= 4.5 * short + 100


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_text_ends_at_the_bound(unit):
    reading = shell.resources(unit * (300_000 // len(unit)), "/w", "/h")
    assert len(reading.not_understood) < 4


def test_a_typical_command_is_far_from_the_bound(monkeypatch):
    most = max(steps(record.command, monkeypatch) for record in table.records("commands.txt"))
    assert most < STEPS / 50


def test_deep_nesting_is_not_understood():
    texts = ("sudo " * 500 + "rm a", "f() { f; }; f", "$(" * 100 + ")" * 100, "eval " * 300 + "rm a", "xargs " * 99 + "rm")
    for text in (*texts, WORST):
        assert shell.resources(text, "/w", "/h").not_understood == ("nested too deeply",)


def test_a_long_file_in_a_here_document_is_within_the_bound():
    text = "cat > a <<'EOF'\n" + "a line of forty characters in a long file\n" * 20_000 + "EOF\nrm b"
    assert [resource.name for resource in shell.resources(text, "/w", "/h").resources] == ["/w/a", "/w/b"]


def test_too_long_a_text_is_not_understood():
    assert shell.resources("rm a;" * 300_000, "/w", "/h") == ((), ("too long",))


def test_owners_name_exactly_the_programs_that_have_a_handler():
    assert owners.COMPOUNDS == set(compounds.COMPOUNDS)
    assert owners.BUILTINS == set(builtins.BUILTINS)
    assert owners.WRAPPERS == set(wrappers.WRAPPERS)
    assert owners.FILES == set(files.HANDLERS)
    assert owners.EDITING == set(editing.HANDLERS)
    assert owners.TRANSFER == set(transfer.HANDLERS)
    assert owners.SERVICES == set(services.HANDLERS)
    assert owners.ALIASES == set(powershell.ALIASES)


def test_reading_commands_loads_nothing_heavy():
    root = str(table.DATA.parents[2])
    code = f"""import sys; sys.path.insert(0, {root!r}); before = set(sys.modules)
from tools.lib import shell
from tools.lib import patches
from tools.lib.guard import attribution, risky
for command in ("git checkout x", "sed -i s/a/b/ c", "tar xf a", "docker stop a", "Set-Content a b", "rm a", "apply_patch x"):
    shell.resources(command, "/w", "/h")
print(*sorted(name for name in set(sys.modules) - before if not name.startswith("tools")))"""
    out = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True).stdout
    light = "__future__ collections _collections _collections_abc itertools keyword operator _operator reprlib"
    assert set(out.split()) <= set(light.split())
