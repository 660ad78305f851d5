"""The fake model: one process on loopback that answers both clients from scripts.

    python3 -m tests.clients.server FOLDER

The first part of a request's path names a client under test: `http://127.0.0.1:8765/NAME/v1/messages` is answered from
FOLDER/NAME/scenario.json (see script.py), which is read anew at each request and counts its turns anew when its
"run" changes. Each request is a line of FOLDER/NAME/requests.jsonl: {"run", "path", "lane", "body", "reply"}.
The server brings up loopback where it is down, says `ready`, and ends when its standard input does.
"""

from __future__ import annotations

import gzip
import json
import os
import socket
import struct
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.clients import messages_api, responses_api, script

PORT = 8765
DIALECTS = (messages_api, responses_api)
DECODE = {"gzip": gzip.decompress, "deflate": zlib.decompress}


class Scripts:
    """The scenarios of a folder, and how far each has been played."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.used: dict[tuple[str, int], dict[str, int]] = {}

    def answer(self, name: str, path: str, body: Any, dialect: Any) -> script.Answer:
        """Give the scripted answer, and write the request down."""
        with self.lock:
            with open(os.path.join(self.folder, name, "scenario.json"), encoding="utf-8") as file:
                scenario = json.load(file)
            used = self.used.setdefault((name, scenario["run"]), {})
            lane, answer = script.choose(scenario, dialect.texts(body), dialect.has_tools(body), used)
            self._record(name, {"run": scenario["run"], "path": path, "lane": lane, "body": body, "reply": answer})
        return answer

    def _record(self, name: str, record: dict[str, Any]) -> None:
        with open(os.path.join(self.folder, name, "requests.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


class Handler(BaseHTTPRequestHandler):
    """One request of a client."""

    protocol_version = "HTTP/1.1"
    scripts: Scripts

    def do_GET(self) -> None:
        self._respond({})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        decode = DECODE.get(self.headers.get("content-encoding") or "")
        try:
            self._respond(json.loads((decode(raw) if decode else raw) or b"{}"))
        except ConnectionError:  # the client was interrupted or killed
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent."""

    def _respond(self, body: Any) -> None:
        name, _, rest = self.path.partition("?")[0].strip("/").partition("/")
        for dialect in DIALECTS:
            if "/" + rest == dialect.ENDPOINT and self.command == "POST":
                return self._play(name, rest, body, dialect)
            aside = dialect.aside("/" + rest, body)
            if aside is not None:
                return self._whole(200, aside)
        return self._whole(404, {})

    def _play(self, name: str, path: str, body: Any, dialect: Any) -> None:
        answer = self.scripts.answer(name, path, body, dialect)
        time.sleep(answer.get("delay", 0))
        if "status" in answer:
            return self._whole(answer["status"], dialect.error(answer))
        reply = dialect.reply(body, answer)
        if not body.get("stream"):
            return self._whole(200, reply)
        return self._stream(dialect.stream(reply))

    def _whole(self, status: int, value: Any) -> None:
        raw = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _stream(self, events: Any) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for name, fields in events:
            self.wfile.write(f"event: {name}\ndata: {json.dumps({'type': name, **fields})}\n\n".encode())


def raise_loopback() -> None:
    """Set the loopback interface up (SIOCSIFFLAGS, netdevice(7)): in a new network namespace it is down."""
    import fcntl  # Linux only, as namespaces are

    up_and_running, set_flags = 0x1 | 0x40, 0x8914
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, set_flags, struct.pack("16sH14x", b"lo", up_and_running))


def main(argv: list[str]) -> int:
    raise_loopback()
    Handler.scripts = Scripts(argv[0])
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
