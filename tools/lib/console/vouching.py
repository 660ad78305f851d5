"""Vouching: the person says of something that the gate held back that it is no secret."""
from __future__ import annotations

import os

from tools.lib import files, git, notices, settings
from tools.lib import gate as gates
from tools.lib.errors import Refusal
from tools.lib.sync import history, state, verify
from tools.lib.voices import allowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.lib.console.desk import Desk
    from tools.lib.gate import Finding, Gate


def allow(desk: Desk, fingerprint: str, reason: str) -> str:
    """Keep an allowance for what is held back under this fingerprint; gives the sentence that says so. Raises Refusal."""
    desk.only_a_person("to vouch for what was held back")
    if not reason.strip():
        raise Refusal("say why it is no secret: the reason is kept with the fingerprint")
    local = desk.local
    found = [finding for finding in held(local, gates.load(local)) if finding.mark == fingerprint]
    if not found:
        raise Refusal(
            f"nothing that is held back has the fingerprint {fingerprint[:20]!r}: `python3 tools/sync.py status` shows what has"
            " one; what is easy to guess has none, because everyone who holds the repository could try it: put it in other words"
        )
    kind = found[0].kind
    desk.tell({"e": "allow", "kind": kind, "mark": fingerprint, "text": notices.clean(local, reason)})
    place = allowed.path_of(settings.read(local)["device"])
    return f"{gates.sentence(found[:1])} is allowed on all devices; that stands in {place}, and ends when its line is taken out."


def held(local: str, gate: Gate) -> Iterator[Finding]:
    """What the gate finds in the files and commits that are held back now."""
    root = settings.read(local)["checkout"]
    for name in state.table(state.read(local), "held"):
        if name.startswith("commit "):
            for rows in verify.findings(root, gate, _commit(root, name[len("commit ") :])).values():
                yield from rows
        else:
            content = files.read(os.path.join(root, *name.split("/")))
            yield from gate.findings(name, content) if content is not None else ()


def _commit(root: str, id: str) -> list[history.Commit]:
    """A commit of the person's, where it still is."""
    try:
        whole, *parents = git.run(root, "rev-list", "-1", "--parents", id, "--").decode("ascii").split()
    except git.GitError:
        return []
    return history.between(root, [whole], parents)
