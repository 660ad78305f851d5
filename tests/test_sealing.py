"""The suite refuses a real home: run with a canary for a HOME, it leaves no trace there."""

import os
import subprocess
import sys

import pytest

from tests import environment, sealing

INTRUDER = os.path.join(environment.ROOT, "tests", "data", "intruder", "test_intruder.py")


@pytest.fixture
def canary(tmp_path):
    home = tmp_path / "canary"
    for path, text in {
        ".claude/settings.json": '{"hooks": {}}',
        ".claude.json": "{}",
        ".codex/config.toml": 'model = "x"\n',
        ".gitconfig": "[user]\n\tname = Canary\n",
        ".local/state/alter-ego/settings": "device: canary\n",
    }.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text)
    return home


def snapshot(home):
    return {str(path): (path.stat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in home.rglob("*")}


@pytest.mark.skipif(sys.platform == "win32", reason="the intruder reaches by POSIX paths")
def test_the_suite_leaves_a_real_home_untouched(canary):
    before = snapshot(canary)
    outer = {
        **os.environ,
        "HOME": str(canary),
        "PATH": f"{canary}{os.pathsep}{os.environ['PATH']}",
        "XDG_STATE_HOME": str(canary / ".local" / "state"),
        "CLAUDE_CONFIG_DIR": str(canary / ".claude"),
        "GIT_DIR": str(canary / ".git"),
        "ANTHROPIC_API_KEY": "x",
        "EDITOR": "false",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", INTRUDER],
        cwd=environment.ROOT,
        env=outer,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout.splitlines()[-1].split(" in ")[0]) == (0, "9 passed"), done.stdout
    assert snapshot(canary) == before


def test_every_home_variable_lies_in_the_sealed_home(sealed):
    names = (*sealing.HOMES, *sealing.FOLDERS, "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    assert [name for name in names if not os.environ[name].startswith(sealed.home)] == []
    assert os.environ["TMPDIR"] == sealed.tmp
    assert os.path.expanduser("~") == sealed.home


@pytest.mark.parametrize(
    ("environ", "refused"),
    (
        ({"HOME": "/home/anna"}, True),
        ({"HOME": "/sealed", "CODEX_HOME": "/home/anna"}, True),
        ({b"HOME": b"/home/anna"}, True),
        ({"PATH": "/bin"}, True),
        ({"HOME": "/sealed"}, False),
    ),
)
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX paths")
def test_a_process_with_a_real_home_is_refused(environ, refused):
    try:
        sealing.check_environment(environ, {"/home/anna"})
    except sealing.Unsealed:
        assert refused
    else:
        assert not refused
