"""The scrub command: a filter, an explanation, a check."""
from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.tools.lib.scrub import made
from tools.lib import paths

GITHUB, PASSWORD = made.github(), made.password()
INPUT = "\n".join(
    [
        "first line",
        json.dumps({"type": "user", "password": PASSWORD, "n": 1.0}),
        json.dumps({"type": "user", "n": 1}),
        f"KEY={GITHUB}",
        *made.pem(),
        "last line without an end",
    ]
)


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-I", os.path.join(paths.ROOT, "tools", "scrub.py"), *arguments]
    return subprocess.run(command, input=given, capture_output=True)


def test_filters_text_and_records_line_by_line():
    done = run(given=INPUT.encode())
    lines = done.stdout.decode().split("\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[0] == "first line" and lines[-1] == "last line without an end"
    assert lines[2] == INPUT.split("\n")[2] and set(json.loads(lines[1])) == {"type", "password", "n"}
    assert len(lines) == INPUT.count("\n") + 1
    assert not any(made.survives(done.stdout.decode(), secret) for secret in (GITHUB, PASSWORD))
    assert run(given=done.stdout).stdout == done.stdout


def test_what_is_found_late_is_known_early():
    records = [{"text": f"he said {PASSWORD} aloud"}, {"text": "nothing"}, {"password": PASSWORD}]
    out = run(given="\n".join(map(json.dumps, records)).encode()).stdout.decode().split("\n")
    assert PASSWORD not in "".join(out) and json.loads(out[1]) == records[1]


def test_bytes_that_are_no_text_pass():
    given = b"\xff\x00\x85 caf\xe9\r\nKEY=" + GITHUB.encode() + b"\r\n\xe2\x80\xa8"
    out = run(given=given).stdout
    assert out.startswith(b"\xff\x00\x85 caf\xe9\r\nKEY=[secret:github-token:") and out.endswith(b"]\r\n\xe2\x80\xa8")


def test_explains_without_a_value():
    out = run("--explain", given=INPUT.encode()).stdout.decode()
    told = [line.rpartition(" ")[0] for line in out.split("\n")]
    assert told[:2] == ["line 2: password (entry)", "line 4: github-token (prefix)"]
    assert "line 6: private-key (pem)" in out and GITHUB not in out and PASSWORD not in out


def test_checks_files(tmp_path):
    (tmp_path / "clean.md").write_text("nothing here\n")
    assert run("--check", str(tmp_path)).returncode == 0
    (tmp_path / "bad.md").write_text(f"one\nKEY={GITHUB}\n")
    done = run("--check", str(tmp_path))
    assert done.returncode == 1 and done.stdout.decode().startswith(f"{tmp_path}/bad.md:2: github-token (prefix) ")
    assert run("--check", str(tmp_path / "gone")).returncode == 3


def test_what_cannot_be_scrubbed_is_withheld():
    done = run(given=b"before\n\n" + json.dumps({"a": "key key " * 400_000}).encode() + b"\nafter\n")
    assert done.returncode == 3
    assert done.stdout == b'before\n\n{"type":"withheld","reason":"could not be scrubbed"}\nafter\n'


def test_wrong_use():
    assert run("--nonsense").returncode == 2 and run("--check").returncode == 2
