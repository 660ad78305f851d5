"""What a machine's own files and environment give away, and what is kept of it."""
from __future__ import annotations

import base64
import os
import stat
import subprocess
import sys

import pytest

from tests.tools.lib.scrub import made
from tools.lib import paths
from tools.lib.scrub import Scrubber, Unscrubbable, load
from tools.lib.scrub.kept import known, store

VALUE = made.text(20)


@pytest.mark.parametrize(
    ("path", "content"),
    (
        (".netrc", "machine x login bob password {}\n"),
        (".pgpass", "db.example.com:5432:app:bob:{}\n"),
        (".npmrc", "//registry.npmjs.org/:_authToken={}\n"),
        (".pypirc", "[pypi]\nusername = __token__\npassword = {}\n"),
        (".aws/credentials", "[default]\naws_secret_access_key = {}\n"),
        (".git-credentials", "https://bob:{}@example.com\n"),
        (".config/gh/hosts.yml", "github.com:\n    oauth_token: {}\n"),
        (".claude/.credentials.json", '{{"claudeAiOauth": {{"accessToken": "{}"}}}}'),
        (".codex/auth.json", '{{"tokens": {{"access_token": "{}"}}}}'),
        (".kube/config", "users:\n- user:\n    token: {}\n"),
        (".env", "export SOME_API_KEY='{}'\n"),
        (".vault-token", "{}"),
    ),
)
def test_collects(tmp_path, path, content):
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(content.format(VALUE))
    assert known.collect({}, str(tmp_path)) == [VALUE]


def test_collects_from_the_environment_and_from_docker_and_from_keys(tmp_path):
    assert known.collect({"SOME_TOKEN": VALUE, "HOME": "/home/bob", "TERM": "xterm"}, str(tmp_path)) == [VALUE]
    (tmp_path / ".docker").mkdir()
    auth = base64.b64encode(f"bob:{VALUE}".encode()).decode()
    (tmp_path / ".docker/config.json").write_text(f'{{"auths": {{"r.io": {{"auth": "{auth}"}}}}}}')
    assert known.collect({}, str(tmp_path)) == sorted([VALUE, auth])
    lines = made.pem()
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh/id_rsa").write_text("\n".join(lines))
    assert set(lines[1:-2]) <= set(known.collect({}, str(tmp_path)))


PLAIN = "short password localhost /etc/ssl/key.pem 12345678901 db.example.com https://example.com/x changeme development"


@pytest.mark.parametrize("value", PLAIN.split())
def test_leaves_plain_words(tmp_path, value):
    assert known.collect({"API_TOKEN": value}, str(tmp_path)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path):
    home = str(tmp_path / "local")
    first = store.key(home)
    assert store.key(home) == first and len(first) == 32
    assert stat.S_IMODE(os.stat(os.path.join(home, "key")).st_mode) == 0o600
    (tmp_path / "local/key").write_bytes(b"cut")
    with pytest.raises(Unscrubbable):
        store.key(home)


def test_what_was_learned_is_known_in_the_next_session(tmp_path):
    home = str(tmp_path / "local")
    scrubber = load(home, {}, str(tmp_path))
    values = [made.dense(20) for _ in range(3)]
    for value in values:
        scrubber.text(f"password={value}")
        store.remember(home, scrubber)
    assert scrubber.memory.lines() == []
    kept = b"".join(path.read_bytes() for path in (tmp_path / "local").iterdir())
    assert not any(value.encode() in kept for value in values)
    out = load(home, {}, str(tmp_path)).text(f"again {' '.join(values)} bare")
    assert not any(value in out for value in values)


def test_private_words_are_read_from_the_local_folder(tmp_path):
    (tmp_path / "private-words").write_text("# mine\nBluebird\n")
    assert "Bluebird" not in load(str(tmp_path), {}, str(tmp_path)).text("on Bluebird today")


def test_importing_the_package_imports_nothing_of_it():
    ours = "sorted(m for m in sys.modules if m.startswith('tools.lib.scrub') or m in ('re', 'json', 'hashlib'))"
    command = [sys.executable, "-S", "-c", f"import sys, tools.lib.scrub; print({ours})"]
    out = subprocess.run(command, cwd=paths.ROOT, capture_output=True, text=True, check=True).stdout
    assert out == "['tools.lib.scrub']\n"
    assert Scrubber.__module__ == "tools.lib.scrub.scrubber"
