"""The two-facts test, on one machine and without a client; with both clients it is run end to end."""
from __future__ import annotations

import os
import re

from tests import machines
from tools.lib import files


def test_of_a_clients_facts_codex_is_asked_in_one_of_its_folders(tmp_path: object) -> None:
    made = machines.Machine(str(tmp_path), "desk", machines.remote(str(tmp_path)))
    folders = [files.folder(os.path.join(made.home, name)) for name in (".claude", ".codex")]
    assert made.install("--claude-dir", folders[0], "--codex-dir", folders[1]).returncode == 0
    work = files.folder(os.path.join(made.home, "work"))
    assert made.tool("context", "new", "client", "acme").returncode == 0
    made.now()
    readme = os.path.join(made.checkout, "contexts", "clients", "acme", "README.md")
    files.replace(readme, (files.text(readme) or "").replace("paths:", f"paths: {work}"))
    made.now()
    (id,) = re.findall(r"check ([0-9a-f]{8})", made.tool("probe", "plant", "--context", "acme").stdout)
    made.now()
    for more, said in (((), "not looked at, for it finds clients/acme by the folder; name one of its folders with --in FOLDER"),
                       (("--in", work), "a new session is given 2 of 2")):
        done = made.tool("probe", "check", id, "--context", "acme", *more)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert "Claude Code: a new session is given 2 of 2\n" in done.stdout and f"Codex: {said}\n" in done.stdout
