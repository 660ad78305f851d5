"""Known values: a scratch home full of settings, and a text in which their secrets stand bare, with no form at all."""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from urllib.parse import quote

from tests.scrub import draw, leak

ROOT = Path(__file__).resolve().parent.parent.parent
# where a value lies in the home, and how the file is written; the value is put in for %s
FILES = {
    "netrc": (".netrc", "machine api.acme.dev login deploy password %s\n"),
    "pgpass": (".pgpass", "db.acme.dev:5432:shop:deploy:%s\n"),
    "aws credentials": (".aws/credentials", "[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = %s\nregion = europe\n"),
    "git credentials": (".git-credentials", "https://deploy:%s@git.acme.dev\n"),
    "npmrc": (".npmrc", "//registry.acme.dev/:_authToken=%s\nalways-auth=true\n"),
    "pypirc": (".pypirc", "[pypi]\nusername = deploy\npassword = %s\n"),
    "kubeconfig": (".kube/config", "users:\n- name: deploy\n  user:\n    token: %s\ncurrent-context: production\n"),
    "gh hosts": (".config/gh/hosts.yml", "github.com:\n    user: deploy\n    oauth_token: %s\n    git_protocol: https\n"),
    "claude credentials": (".claude/.credentials.json", '{"claudeAiOauth": {"accessToken": "%s", "scopes": ["inference"], "subscriptionType": "standard"}}\n'),
    "codex auth": (".codex/auth.json", '{"OPENAI_API_KEY": "%s", "tokens": null}\n'),
}
VALUES = ("«A32»", "«h40»", "«word»x«d3»", "«B38»aB", "«strong»", "«b36»")
WORDS = "deploy production europe standard true inference https api.acme.dev always-auth default region shop".split()


# the sources whose value came through, the common words that did not, the number of sources, and whether the filter
# gave a line for a line, records for records, and the same twice
Known = namedtuple("Known", "came lost sources kept")


def score(r: random.Random) -> Known:
    """Run the filter in a furnished home and look at what it gives."""
    import tempfile  # only this measure needs a home of its own

    with tempfile.TemporaryDirectory(prefix="known-") as home:
        values = furnish(r, Path(home))
        text = said(r, values)
        answer = run(home, values, text)
        again = run(home, values, text)
    lost = [word for word in WORDS if f"the {word} stays" not in answer]
    came = [source for source, value in values.items() if leak.leaked(answer, (value,), "")]
    return Known(came, lost, len(values), again == answer and same_lines(text, answer))


def same_lines(text: str, answer: str) -> bool:
    old, new = text.split("\n"), answer.split("\n")
    kinds = [(leak.parsed(a) is None, leak.parsed(b) is None) for a, b in zip(old, new)]
    return len(old) == len(new) and all(a == b for a, b in kinds)


def furnish(r: random.Random, home: Path) -> dict[str, str]:
    """Write the settings files of a home; gives each source's value."""
    values = {source: draw.fill(r, VALUES[number % len(VALUES)]).text for number, source in enumerate(FILES)}
    for source, (name, pattern) in FILES.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        value = quote(values[source], safe="") if "://" in pattern else values[source]
        path.write_bytes(pattern.replace("%s", value).encode())
    values["docker config"] = draw.fill(r, "«word»x«d3»").text
    coded = base64.b64encode(f"deploy:{values['docker config']}".encode()).decode()
    (home / ".docker").mkdir()
    (home / ".docker" / "config.json").write_text(json.dumps({"auths": {"registry.acme.dev": {"auth": coded}}}))
    values["environment"] = draw.fill(r, "«A28»").text
    return values


def said(r: random.Random, values: dict[str, str]) -> str:
    """Each value bare in a line of its own, in prose, and in a record; each common word in a line."""
    lines = [frame % value for value in values.values() for frame in ("%s", "and then it said %s to me", json.dumps({"type": "summary", "summary": "seen %s here"}))]
    lines += [f"the {word} stays" for word in WORDS]
    r.shuffle(lines)
    return "\n".join(lines) + "\n"


def run(home: str, values: dict[str, str], text: str) -> str:
    """What the filter makes of the text in that home (its status, if it fails); no argument of ours holds a value."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG") if name in os.environ}
    environment = {**kept, "HOME": home, "USERPROFILE": home, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", "SHOP_DB_PASSWORD": values["environment"], "SHOP_REGION": "europe"}
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "scrub.py")], input=text.encode(), env=environment, cwd=home, capture_output=True)
    said = done.stdout.decode("utf-8", "surrogateescape")
    return f"{said}status {done.returncode}\n" if done.returncode else said
