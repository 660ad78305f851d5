"""What scrubbing costs: `python3 -m tests.scrub_bench [MB] [--scanner]` prints MB/s, milliseconds and the worst hostile line.

`--scanner` installs a public scanner by name into a scratch environment and runs it on the first 2 MB of the same records.

Records are made of this interpreter's own standard library in a client's shape; seconds are this process's.
"""
from __future__ import annotations

import glob
import json
import os
import subprocess
import sys
import tempfile
import time

from tools.lib.scrub import Scrubber, Unscrubbable

HOSTILE = (
    "token:token:", "sk-sk-", "password=password=", "eyJeyJ", "\\n", "密码：", "a", "=", "://", "://a:", "://a:b@",
    "-----BEGIN ", "\"", "\\\\\"", "%25", "&amp;", "\u001b[31m", "A", "0", "key key ", "password is ", "ghp_",
    "AKIA", "-u a:b ", "Cookie: a=b; ", "Authorization: Bearer ", "$2a$10$", "abandon ", "4111 ", "{\"a\":",
    "[", "<private>", "token|token|", "[secret:", "-----BEGIN PRIVATE KEY-----\\n", "(password) values (",
    "token\n", "token,token\n", "YWJj", "616263", "secret = \"", "s.s.", "password:\n  ", "\u200b", "a.b-c_d/",
    "bear=", "seed=", "covery=", "pw=", "$zip2$=", "auth ", "auth=(\"bob\",", "<a b=\"", "\"key\": \"", "(", ",", "a,b\n",
    "aB3dE5gH7jK9mN1pQ ", "http://a:b@c/", "recovery codes: ",
)


def sources() -> str:
    """The standard library's modules, one text."""
    pieces = []
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.__file__), "*.py"))):
        with open(path, encoding="utf-8", errors="replace") as file:
            pieces.append(file.read())
    return "".join(pieces)


def records(size: int) -> list[bytes]:
    """Lines of JSON of some 2 KB, `size` bytes in all, as a client's transcript holds them."""
    text, lines, at, total, number = sources(), [], 0, 0, 0
    while total < size:
        piece = 500 + number * 7919 % 3000
        content = text[at % len(text):at % len(text) + piece]
        result = {"tool_use_id": f"toolu_{number:024x}", "type": "tool_result", "content": content}
        made = {"parentUuid": f"{number:08x}-1c2d-4e3f-8a9b-0c1d2e3f4a5b", "isSidechain": False, "cwd": "/home/somebody/project",
                "sessionId": "5f3c0a52-8d0e-4d0c-9c55-0d9a3e1b7f20", "version": "2.1.0", "gitBranch": "main", "type": "user",
                "message": {"role": "user", "content": [result]},
                "uuid": f"{number + 1:08x}-1c2d-4e3f-8a9b-0c1d2e3f4a5b", "timestamp": f"2026-11-30T10:{number % 60:02d}:00.000Z"}
        line = json.dumps(made).encode() + b"\n"
        lines.append(line)
        at, total, number = at + piece, total + len(line), number + 1
    return lines


def throughput(size: int) -> None:
    lines = records(size)
    scrubber = Scrubber(b"k" * 32)
    scrubber.record(lines[0])
    loads = _spent(lambda: [json.loads(line) for line in lines])
    spent = _spent(lambda: [scrubber.record(line) for line in lines])
    total = sum(map(len, lines)) / 1e6
    print(f"{total:.0f} MB of records   {total / spent:6.1f} MB/s   {spent / loads:.1f} x json.loads")


def warm() -> None:
    lines = [line for line in records(400_000) if 1800 < len(line) < 2300]
    times = []
    for _ in range(5):
        scrubber = Scrubber(b"k" * 32)  # each remembers what was clean
        for line in lines:
            times.append(_spent(lambda line=line, scrubber=scrubber: scrubber.record(line)))
    times.sort()
    print(f"2 KB record, warm     {times[len(times) // 2] * 1000:6.3f} ms median")


def start() -> None:
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    compiled["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp()  # as installed: compiled once, before the first figure
    entry = "Scrubber(b'k' * 32).text('a prompt about the api key')"
    for name, code in (
        ("bare interpreter", "pass"),
        ("import re, json", "import re, json"),
        ("import", "import tools.lib.scrub"),
        ("import and one entry", f"from tools.lib.scrub import Scrubber; {entry}"),
    ):
        times = []
        for _ in range(15):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-S", "-c", code], check=True, env=compiled)
            times.append(time.perf_counter() - began)
        print(f"{name:21s} {sorted(times)[7] * 1000:6.1f} ms")


def hostile(size: int) -> None:
    worst = []
    for unit in HOSTILE:
        line = (unit * (size // len(unit.encode()) + 1))[:size]
        ended = "scrubbed"
        began = time.process_time()
        try:
            Scrubber(b"k" * 32).record(line.encode())
        except Unscrubbable:
            ended = "quarantine"
        worst.append((time.process_time() - began, unit, ended))
    for spent, unit, ended in sorted(worst, reverse=True)[:8]:
        print(f"hostile {size // 1_000_000} MB         {spent:6.2f} s   {unit!r} ({ended})")


SCANNER = "detect-secrets"
SCAN = """
import sys, time
from detect_secrets.core.scan import scan_file
from detect_secrets.settings import default_settings
began = time.process_time()
with default_settings():
    found = list(scan_file(sys.argv[1]))
print(len(found), time.process_time() - began)
"""


def scanner(size: int) -> None:
    """Run the public scanner on the same records; what it finds in them, which hold no secret, is found in error."""
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        python = os.path.join(home, "Scripts" if os.name == "nt" else "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "-q", SCANNER], check=True)
        path = os.path.join(home, "records.txt")  # a name without a type that it would pass over
        with open(path, "wb") as file:
            file.writelines(records(size))
        said = subprocess.run([python, "-c", SCAN, path], check=True, capture_output=True, text=True).stdout.split()
    ours, scrubber = 0, Scrubber(b"k" * 32)
    began = time.process_time()
    for line in records(size):
        ours += len(scrubber.found(line))
    spent = time.process_time() - began
    print(f"{SCANNER:14s} {size / 1e6 / float(said[1]):6.2f} MB/s   {said[0]} findings")
    print(f"{'this scrubber':14s} {size / 1e6 / spent:6.2f} MB/s   {ours} findings")


def _spent(work: object) -> float:
    began = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - began


def main(argv: list[str]) -> int:
    sizes = [word for word in argv if word.isdigit()]
    size = int(sizes[0]) * 1_000_000 if sizes else 50_000_000
    throughput(size)
    warm()
    start()
    hostile(min(size, 10_000_000))
    if "--scanner" in argv:
        scanner(min(size, 2_000_000))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
