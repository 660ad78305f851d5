"""The environment of the tests: pinned by hash, and a sentence where it cannot be made."""

import os
import re
import sys

import pytest

from tests import environment

PINNED = ("requirements.txt", "requirements-ci.txt")
REQUIREMENT = re.compile(r"[a-z0-9-]+==[0-9.]+( ; [^\\\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")


def text(name):
    with open(os.path.join(environment.ROOT, "tests", name), encoding="utf-8") as file:
        return "".join(line for line in file if not line.startswith("#"))


@pytest.mark.parametrize("name", PINNED)
def test_every_requirement_is_pinned_by_hash(name):
    assert REQUIREMENT.sub("", text(name)) == ""


def test_without_ensurepip_it_says_which_package_to_install(tmp_path, monkeypatch):
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("# never made before\n")
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(environment.Missing, match=rf"install python{sys.version_info[0]}\.\d+-venv"):
        environment.python(str(requirements))
