"""What a careless test might do to the home of the person who runs it; test_sealing.py runs this with a canary HOME."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from tests.sealing import Unsealed

CANARY = pathlib.Path(os.fsdecode(os.environb[b"PATH"]).split(os.pathsep)[0])  # the only way in: see the runner


def test_writes_go_to_the_sealed_home():
    for name in ("settings.json", "new.json"):
        path = pathlib.Path.home() / ".claude" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("changed")
        assert CANARY not in path.parents
    subprocess.run(["git", "config", "--global", "user.name", "Intruder"], check=True)
    child = [sys.executable, "-c", "import pathlib; (pathlib.Path.home() / '.codex').mkdir(exist_ok=True)"]
    subprocess.run(child, check=True)


def test_nothing_of_the_outer_environment_is_there():
    assert not [name for name in os.environ if name.startswith(("GIT_DIR", "ANTHROPIC", "OPENAI", "EDITOR"))]
    assert [name for name, value in os.environ.items() if str(CANARY) in value] == ["PATH"]


@pytest.mark.parametrize(
    "reach",
    (
        lambda: (CANARY / ".claude" / "settings.json").write_text("changed"),
        lambda: (CANARY / ".claude" / "new").mkdir(),
        lambda: (CANARY / ".claude" / "settings.json").unlink(),
        lambda: os.replace(__file__, CANARY / ".codex" / "config.toml"),
        lambda: shutil.rmtree(CANARY / ".claude"),
        lambda: subprocess.run(["true"], env={**os.environ, "HOME": str(CANARY)}),
        lambda: subprocess.run(["true"], env={"PATH": os.environ["PATH"]}),
    ),
)
def test_what_reaches_for_the_real_home_is_refused(reach):
    with pytest.raises(Unsealed):
        reach()
